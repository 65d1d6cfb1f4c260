"""The profiler measures every instruction, and changes nothing."""
import json

import numpy as np
import pytest

import symgraph as mx
from symgraph import trace


@pytest.fixture
def profiler(tmp_path):
    mx.profiler.set_config(filename=str(tmp_path / "profile.json"), profile_symbolic=True,
                           profile_imperative=True, profile_all=False)
    trace.recorder.clear()
    yield mx.profiler
    mx.profiler.set_state("stop")
    trace.recorder.clear()


def bound():
    net = mx.sym.FullyConnected(mx.sym.Variable("x"), num_hidden=8, name="fc")
    net = mx.sym.SoftmaxOutput(mx.sym.Activation(net, act_type="tanh", name="act"), name="softmax")
    executor = net.simple_bind(mx.cpu(), x=(4, 5), softmax_label=(4,))
    for i, array in enumerate(executor.arg_dict.values()):
        array[:] = np.random.default_rng(i).uniform(0, 1, array.shape)
    return executor


def step(executor):
    executor.forward(is_train=True)
    executor.backward()
    return [executor.outputs[0].asnumpy(), *(g.asnumpy() for g in executor.grad_arrays)]


def counted(profiler, section):
    times = json.loads(profiler.dumps(format="json"))["Time"].get(section, {})
    return {name: row["Count"] for name, row in times.items()}


def test_every_instruction_is_measured(profiler):
    executor = bound()
    before = step(executor)
    profiler.set_state("run")
    for _ in range(3):
        found = step(executor)
    profiler.set_state("stop")
    step(executor)
    for a, b in zip(found, before):
        assert a.tobytes() == b.tobytes()
    assert sum(counted(profiler, "operator").values()) == 3 * len(executor._program.nodes)
    assert counted(profiler, "operator")["FullyConnected"] == 3
    nodes = counted(profiler, "node")
    assert nodes["fc (FullyConnected)"] == nodes["softmax (SoftmaxOutput)"] == 3
    row = json.loads(profiler.dumps(format="json"))["Time"]["operator"]["Activation"]
    assert 0 < row["Min"] <= row["Avg"] <= row["Max"] <= row["Total"]


def test_table(profiler):
    profiler.set_state("run")
    step(bound())
    text = profiler.dumps(sort_by="count", ascending=True)
    assert "Profile Statistics:" in text
    lines = text.split("operator\n=================\n")[1].splitlines()
    assert lines[0].split() == ["Name", "Total", "Count", "Time", "(ms)", "Min", "Time", "(ms)", "Max",
                                "Time", "(ms)", "Avg", "Time", "(ms)"]
    counts = [int(line.split()[1]) for line in lines[2:] if line]
    assert counts == sorted(counts)
    assert len(counts) > 3
    assert profiler.dumps(reset=True) != profiler.dumps()
    with pytest.raises(ValueError, match="sort_by is one of total"):
        profiler.dumps(sort_by="name")
    with pytest.raises(ValueError, match="'table' or 'json'"):
        profiler.dumps(format="xml")


def test_imperative_operators_are_told_apart(profiler):
    profiler.set_config(profile_symbolic=False)
    profiler.set_state("run")
    step(bound())
    mx.nd.tanh(mx.nd.ones((3,)))
    assert counted(profiler, "operator") == {"tanh": 1}
    profiler.set_config(profile_all=True)
    profiler.set_state("run")
    step(bound())
    assert counted(profiler, "operator")["FullyConnected"] == 1


def test_pause(profiler):
    profiler.set_state("run")
    profiler.pause()
    mx.nd.tanh(mx.nd.ones((3,)))
    assert counted(profiler, "operator") == {}
    profiler.resume()
    mx.nd.tanh(mx.nd.ones((3,)))
    assert counted(profiler, "operator") == {"tanh": 1}


def test_operators_in_python_and_loops(profiler):
    data = mx.sym.Variable("data")
    out, _ = mx.sym.contrib.foreach(lambda row, state: (mx.sym.tanh(row + state), state), data,
                                    mx.sym.zeros((2,)))
    executor = out.simple_bind(mx.cpu(), data=(3, 2), grad_req="null")
    profiler.set_state("run")
    executor.forward()
    found = counted(profiler, "operator")
    assert found["_foreach"] == 1
    assert found["tanh"] == 3


def test_optimizer_steps_appear(profiler):
    updater = mx.optimizer.get_updater(mx.optimizer.Adam())
    profiler.set_state("run")
    updater(0, mx.nd.ones((3,)), mx.nd.ones((3,)))
    assert counted(profiler, "operator")["_adam_update"] == 1


def test_trace_for_chrome(profiler, tmp_path):
    domain = profiler.Domain("mine")
    task, frame, event = domain.new_task("load"), domain.new_frame("batch"), profiler.Event("all")
    counter, marker = domain.new_counter("seen", 5), domain.new_marker("now")
    profiler.set_state("run")
    for span in (task, frame, event):
        span.start()
    step(bound())
    counter += 3
    counter -= 1
    marker.mark()
    for span in (task, frame, event):
        span.stop()
        span.stop()     # twice does nothing
    assert [str(thing) for thing in (domain, task, counter, event)] == ["mine", "load", "seen", "all"]
    assert counted(profiler, "mine") == {"load": 1}
    assert counted(profiler, "mine,frame") == {"batch": 1}
    assert counted(profiler, "event") == {"all": 1}
    profiler.dump()
    events = json.loads((tmp_path / "profile.json").read_text())["traceEvents"]
    by_name = {}
    for e in events:
        by_name.setdefault(e["name"], []).append(e)
    assert [e["args"]["seen"] for e in by_name["seen"]] == [8, 7]
    assert by_name["now"][0]["ph"] == "i"
    (product,) = by_name["FullyConnected"]
    (whole,) = by_name["load"]
    assert product["ph"] == whole["ph"] == "X"
    assert product["args"] == {"node": "fc"}
    assert whole["ts"] <= product["ts"]
    assert product["ts"] + product["dur"] <= whole["ts"] + whole["dur"]
    step(bound())       # it is finished
    assert len(trace.recorder.events) == 0
    with pytest.raises(ValueError, match="scope is one of"):
        marker.mark("room")


def test_events_are_bounded(profiler, monkeypatch, tmp_path):
    monkeypatch.setattr(trace, "MAX_EVENTS", 4)
    profiler.set_state("run")
    step(bound())
    assert len(trace.recorder.events) == 4
    assert sum(counted(profiler, "operator").values()) > 4
    profiler.dump()
    said = json.loads((tmp_path / "profile.json").read_text())["otherData"]
    assert said["events that were left out"] > 0


def test_wrong_settings(profiler):
    with pytest.raises(mx.MXNetError, match="no setting 'file'"):
        profiler.set_config(file="x")
    with pytest.raises(mx.MXNetError, match="'worker', got 'server'"):
        profiler.set_state("run", "server")
    with pytest.raises(ValueError, match="'run' or 'stop', got 'start'"):
        profiler.set_state("start")
    with pytest.warns(DeprecationWarning, match="set_state"):
        profiler.profiler_set_state("stop")


def test_engine_and_util():
    before = mx.engine.set_bulk_size(7)
    with mx.engine.bulk(3):
        assert mx.engine.set_bulk_size(3) == 3
    assert mx.engine.set_bulk_size(before) == 7
    mx.util.setenv("SYMGRAPH_SOME", "x")
    assert mx.util.getenv("SYMGRAPH_SOME") == "x"
    mx.util.setenv("SYMGRAPH_SOME", None)
    assert mx.util.getenv("SYMGRAPH_SOME") is None
    assert mx.util.get_gpu_count() == 0
    assert not mx.util.is_np_array()
    assert not mx.util.set_np_shape(False)
    with mx.util.np_shape(False), mx.util.np_array(False):
        pass
    for call in (mx.util.set_np, mx.util.np_shape, lambda: mx.util.get_gpu_memory(0)):
        with pytest.raises(mx.MXNetError, match=r"no mx.np|no GPU 0"):
            call()
    assert mx.util.set_module("there")(lambda: 0).__module__ == "there"
