"""What Executor.explain says: against counts by hand, and as text."""
import re

import numpy as np
import pytest

import symgraph as mx
from symgraph import trace

pytestmark = pytest.mark.all_passes


def steps_of_one_weight(length=3, rows=2):
    """A loss of several products with one weight, which the compiler makes one of."""
    w = mx.sym.Variable("w")
    sums = [mx.sym.FullyConnected(mx.sym.Variable(f"x{t}", shape=(rows, 4)), w, num_hidden=3,
                                  no_bias=True, name=f"fc{t}") for t in range(length)]
    total = mx.sym.add_n(*[mx.sym.tanh(s, name=f"tanh{t}") for t, s in enumerate(sums)], name="sum")
    return mx.sym.MakeLoss(total, name="loss")


def network():
    """Convolution, BatchNorm, Dropout and a loss: states, random numbers, gradients."""
    net = mx.sym.Convolution(mx.sym.Variable("data"), num_filter=4, kernel=(3, 3), name="conv")
    net = mx.sym.Dropout(mx.sym.BatchNorm(net, name="bn"), p=0.5, name="drop")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=5, name="fc")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def bound(**options):
    executor = network().simple_bind(data=(2, 3, 6, 6), **options)
    rng = np.random.default_rng(0)
    for array in (*executor.arg_arrays, *executor.aux_arrays):
        array[:] = rng.uniform(0.1, 1, array.shape)
    return executor


def test_passes_and_what_they_change():
    found = steps_of_one_weight().simple_bind(grad_req={"w": "add"}).explain().steps
    operators = {step.name: step.operators for step in found}
    assert list(operators) == ["closure", "thread_states", "infer", "expand", "merge_duplicates",
                               "join_cross_entropy", "batch_products", "own_heads", "gradient",
                               "batch_sums", "pack_weights", "own_results", "drop_unread", "plan"]
    assert operators["infer"] == 8                  # 3 products, 3 tanh, their sum and the loss
    # a Concat, one product and a SliceChannel are as many as three products
    assert operators["batch_products"] == 8
    assert operators["gradient"] - operators["own_heads"] == 7      # a seed, 3 of tanh, 3 products
    assert {step.variables for step in found} == {4}
    assert all(step.seconds >= 0 for step in found)


def test_passes_that_are_left_out_are_not_shown(monkeypatch):
    monkeypatch.setenv("SYMGRAPH_PASSES", "none")
    names = [step.name for step in steps_of_one_weight().simple_bind().explain().steps]
    assert "batch_products" not in names and "gradient" in names


def test_instructions_are_those_of_the_program():
    executor = bound(grad_req="write")
    found = executor.explain().instructions
    lines = executor.debug_str().splitlines()
    assert len(found) == len(lines)
    for i, line in zip(found, lines):
        assert line.split()[0] == str(i.number)
        assert ("|" in line) == i.barrier
        assert line.endswith(f"'{i.node}'")
        shares = re.search(r"/(\d+) ", line)
        assert i.shares == (int(shares[1]) if shares else 1)
        shapes = [tuple(map(int, filter(None, shape.split("x"))))
                  for shape in re.findall(r"\[([\dx]*)\]", line)]
        assert shapes == [v.shape for v in (*i.outputs, *i.inputs)]
        assert re.findall(r" (null|write|add)", line) == [v.req for v in i.outputs]
    assert [i.backward for i in found] == sorted(i.backward for i in found)


def test_homes_have_the_names_of_arrays():
    found = {i.node: i for i in bound(grad_req="write").explain().instructions}
    conv = found["conv"]
    assert [v.home for v in conv.inputs] == ["data", "conv_weight", "conv_bias"]
    assert conv.outputs[0].home.startswith("arena+")
    assert found["softmax"].outputs[0].home == "output 0"
    written = {v.home for i in found.values() for v in i.outputs if i.backward}
    assert {"gradient of conv_weight", "gradient of fc_bias"} <= written


def test_memory():
    net = mx.sym.Variable("x")
    for _ in range(10):
        net = mx.sym.tanh(net)
    found = net.simple_bind(grad_req="null", x=(16, 16)).explain()
    assert found.values == 9 * 1024         # the tenth is the output
    assert found.arena == 1024              # each in the place of the one before
    assert found.arrays == {"arguments": 1024, "outputs": 1024}


def test_totals_add_up():
    found = bound().explain()
    assert sum(t.count for t in found.totals()) == len(found.instructions)
    assert sum(t.flops for t in found.totals()) == found.total().flops
    work = [t.flops for t in found.totals()]
    assert work == sorted(work, reverse=True)
    assert found.total().seconds is None and not found.measured


def test_gradients_belong_to_nodes_of_the_forward_part():
    found = bound(grad_req="write").explain()
    mine = {node: sorted(i.operator for i in found.instructions if (i.origin or i.node) == node)
            for node in ("conv", "fc")}
    assert mine["fc"] == ["FullyConnected", "_column_sum", "dot", "dot"]
    assert "Convolution" in mine["conv"] and "_ConvolutionWeightGrad" in mine["conv"]
    assert not [i for i in found.instructions if i.origin and not i.backward]
    totals = {t.name: t for t in found.nodes()}
    # 3 products of (2, 64) and (64, 5), a sum for each row and bias; the column sums of (2, 5)
    assert totals["fc"].count == 4 and totals["fc"].flops == 3 * 2 * 2 * 64 * 5 + 2 * 5 + 2 * 5
    assert sum(t.count for t in totals.values()) == len(found.instructions)
    assert "for 'fc'" in str(found)


def test_times_and_nothing_else_changes():
    executor = bound(grad_req="add")
    executor.forward(is_train=True)
    arrays = {"grad": executor.grad_dict, "aux": executor.aux_dict, "out": executor.output_dict,
              "arg": executor.arg_dict}
    before = {(kind, name): array.asnumpy() for kind, of in arrays.items()
              for name, array in of.items()}
    found = executor.explain(runs=2)
    assert all(i.seconds > 0 for i in found.instructions)
    assert found.total().seconds == pytest.approx(sum(i.seconds for i in found.instructions))
    times = [t.seconds for t in found.totals()]
    assert times == sorted(times, reverse=True)
    for (kind, name), values in before.items():
        assert np.array_equal(arrays[kind][name].asnumpy(), values), (kind, name)
    with pytest.raises(mx.MXNetError, match="forward"):
        executor.backward()


def test_without_gradients_only_forward_is_measured():
    executor = bound(grad_req="null")
    moving = executor.aux_dict["bn_moving_mean"].asnumpy()
    found = executor.explain(runs=1)
    assert found.measured and not any(i.backward for i in found.instructions)
    assert np.array_equal(executor.aux_dict["bn_moving_mean"].asnumpy(), moving)


def test_heads_that_are_no_losses_get_seeds():
    executor = mx.sym.tanh(mx.sym.Variable("x")).simple_bind(x=(2, 2))
    assert all(i.seconds > 0 for i in executor.explain(runs=1).instructions)


def test_loops_are_measured_as_one_instruction():
    def body(x, total):
        return total + x, total + x
    outputs, _ = mx.sym.contrib.foreach(body, mx.sym.Variable("x"), mx.sym.Variable("start"))
    executor = outputs.simple_bind(x=(4, 3), start=(3,))
    found = executor.explain(runs=1)
    assert all(i.seconds > 0 for i in found.instructions)
    assert "_foreach" in str(found)
    assert all(i.flops == 0 for i in found.instructions if i.operator == "_foreach")


def test_the_profiler_keeps_its_own_times():
    executor = bound()
    trace.recorder.clear()
    mx.profiler.set_state("run")
    try:
        executor.explain(runs=1)
    finally:
        mx.profiler.set_state("stop")
    assert trace.recorder.times == {}


def test_the_recorder_comes_back_after_an_error():
    executor = mx.sym.take(mx.sym.Variable("a"), mx.sym.Variable("i"), mode="raise").simple_bind(
        grad_req="null", a=(3, 2), i=(2,))
    executor.arg_dict["i"][:] = 7
    before = trace.recorder
    with pytest.raises(mx.MXNetError, match="take"):
        executor.explain(runs=1)
    assert trace.recorder is before


TEXT = """\
2 instructions forward, 0 backward, with 0 barriers, on 1 thread
60 FLOP and 164 B read and written, by estimate
arena of 64 B for values of 24 B
arrays: arguments 92 B, outputs 24 B

Operators
operator        count  of FLOP  FLOP  traffic
FullyConnected      1    90.0%    54    116 B
Activation          1    10.0%     6     48 B
all                 2   100.0%    60    164 B

Nodes with most work, their gradients included
node  count  of FLOP  FLOP  traffic
fc        1    90.0%    54    116 B
act       1    10.0%     6     48 B
all       2   100.0%    60    164 B

Passes
pass                operators  variables    ms
closure                     2          3  0.00
thread_states               2          3  0.00
infer                       2          3  0.00
expand                      2          3  0.00
merge_duplicates            2          3  0.00
join_cross_entropy          2          3  0.00
batch_products              2          3  0.00
own_heads                   2          3  0.00
gradient                    2          3  0.00
batch_sums                  2          3  0.00
pack_weights                2          3  0.00
own_results                 2          3  0.00
drop_unread                 2          3  0.00
plan                        2          3  0.00
program                     2

Instructions
|: threads meet before it.  :: runs together with the one before.  /n: cut into
up to n shares.  Below: 'node' for the one whose gradient it is part of, [shape]
and home of what is written <- read, float32 if no type is said.
#   operator        shares  FLOP  traffic
0   FullyConnected            54    116 B
    'fc' [2x3] arena+0 write <- [2x4] x, [3x4] fc_weight, [3] fc_bias
1   Activation                 6     48 B
    'act' [2x3] output 0 write <- [2x3] arena+0"""


def test_text():
    net = mx.sym.FullyConnected(mx.sym.Variable("x"), num_hidden=3, name="fc")
    net = mx.sym.Activation(net, act_type="tanh", name="act")
    before = mx.set_num_threads(1)
    try:
        text = str(net.simple_bind(grad_req="null", x=(2, 4)).explain())
    finally:
        mx.set_num_threads(before)
    # The column of milliseconds is as wide as the longest of them.
    text = re.sub(r" +\d+\.\d\d$", "  0.00", re.sub(r" +ms$", "    ms", text, flags=re.M), flags=re.M)
    assert text == TEXT


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("runs", [0, 1])
def test_lines_fit(width, runs):
    text = bound(grad_req="write").explain(runs).text(width)
    assert max(map(len, text.splitlines())) <= width
    assert ("GFLOP/s" in text) == bool(runs)


def test_long_programs_are_abbreviated():
    found = steps_of_one_weight(length=60, rows=100).simple_bind(grad_req={"w": "write"}).explain()
    short, full = found.text(), found.text(every=True)
    left_out = int(re.search(r"\.\.\. (\d+) more$", short, re.M)[1])

    def shown(text):
        return re.findall(r"^ *\d+ [ |:] \w+", text.split("Instructions")[1], re.M)
    assert len(shown(short)) + left_out == len(shown(full)) == len(found.instructions)
    assert re.search(r"\[100x4\] x0, .*\[100x4\] x3, \.\.\. 55 more, \[100x4\] x59",
                     re.sub(r"\s+", " ", short))


def test_neighbours_that_run_together():
    """They share their time as they cost, and what lives in registers is no traffic."""
    x = mx.sym.Variable("x", shape=(64, 100))
    net = mx.sym.exp(mx.sym.negative(x, name="small"), name="large")
    found = net.simple_bind(grad_req="null").explain(runs=1)
    small, large = found.instructions
    assert (small.together, large.together) == (False, True)
    assert small.outputs[0].home == large.inputs[0].home == "registers"
    assert small.nbytes == large.nbytes == 64 * 100 * 4         # read alone, written alone
    assert 0 < small.seconds < large.seconds
    assert ": exp" in found.text() and "registers" in found.text()
