"""The monitor: which arrays it reports, when, and what the statistic looks like."""
import logging

import numpy as np
import pytest

import symgraph as mx


@pytest.fixture
def executor(rng):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    net = mx.sym.BatchNorm(mx.sym.Activation(net, act_type="relu", name="act"), name="bn")
    made = net.simple_bind(mx.cpu(), data=(4, 5))
    for name, array in made.arg_dict.items():
        array[:] = rng.standard_normal(array.shape) + (name == "fc_bias")
    return made


def step(monitor, executor, train=True):
    monitor.tic()
    executor.forward(is_train=train)
    return monitor.toc()


def size_of(array):
    values = array.asnumpy().astype(np.float64)
    return np.sqrt((values ** 2).mean())


def test_default_statistic_of_all_arrays(executor):
    monitor = mx.mon.Monitor(1)
    monitor.install(executor)
    result = step(monitor, executor)
    assert {number for number, _, _ in result} == {1}
    found = {name: float(text.rstrip("\t")) for _, name, text in result}
    arrays = {**executor.arg_dict, **executor.aux_dict, "bn_output": executor.outputs[0]}
    assert set(found) >= {*arrays, "fc_output", "act_output"}
    for name, array in arrays.items():
        assert found[name] == pytest.approx(size_of(array), rel=1e-5), name
    data, weight, bias = (executor.arg_dict[name].asnumpy()
                          for name in ("data", "fc_weight", "fc_bias"))
    hidden = data @ weight.T + bias
    assert found["fc_output"] == pytest.approx(np.sqrt((hidden ** 2).mean()), rel=1e-4)
    relu = np.maximum(hidden, 0)
    assert found["act_output"] == pytest.approx(np.sqrt((relu ** 2).mean()), rel=1e-4)


def test_interval(executor):
    monitor = mx.mon.Monitor(3, pattern="fc_output")
    monitor.install(executor)
    numbers = [[number for number, _, _ in step(monitor, executor)] for _ in range(7)]
    assert numbers == [[1], [], [], [4], [], [], [7]]


def test_nothing_is_collected_without_tic(executor):
    monitor = mx.mon.Monitor(1)
    monitor.install(executor)
    executor.forward()
    assert monitor.toc() == []


def test_pattern_and_order(executor):
    monitor = mx.mon.Monitor(1, pattern="fc|data")
    monitor.install(executor)
    names = [name for _, name, _ in step(monitor, executor)]
    assert names == ["fc_output", "data", "fc_weight", "fc_bias"]
    ordered = mx.mon.Monitor(1, pattern="fc|data", sort=True)
    ordered.install(executor)
    assert [name for _, name, _ in step(ordered, executor)] == sorted(names)


def test_inputs_come_before_what_is_computed_from_them(executor):
    monitor = mx.mon.Monitor(1, pattern="data|fc_output", monitor_all=True)
    monitor.install(executor)
    names = [name for _, name, _ in step(monitor, executor)]
    assert names == ["data", "fc_output", "data"]


def test_own_statistics(executor, caplog):
    executor.arg_dict["fc_bias"][:] = [1, 2, 3]
    monitor = mx.mon.Monitor(1, lambda x: [x.max(), float(x.shape[0]), x], pattern="fc_bias")
    monitor.install(executor)
    monitor.tic()
    executor.forward()
    with caplog.at_level(logging.INFO):
        monitor.toc_print()
    assert [record.getMessage() for record in caplog.records] == [
        "Batch:       1 fc_bias                        3.0\t3.0\t[1. 2. 3.]\t"]


# As MXNet writes them, but that it has cut off the size of int32 to 3.
@pytest.mark.parametrize("dtype,size,least", [
    ("float16", "3.586", "0.1"), ("float32", "3.5856194", "0.1"),
    ("float64", "3.5856194257989324", "0.1"), ("int32", "3.5823642100341133", "0")])
def test_numbers_have_the_digits_of_their_type(dtype, size, least):
    net = mx.sym.identity(mx.sym.Variable("x"), name="y")
    executor = net.simple_bind(mx.cpu(), x=(2, 3), type_dict={"x": dtype}, grad_req="null")
    executor.arg_dict["x"][:] = [[0.1, 0.2, 0.3], [4, 5, 6]]
    texts = []
    for statistic in (None, lambda x: mx.nd.min(x), lambda x: [mx.nd.max(x), mx.nd.min(x)]):
        monitor = mx.mon.Monitor(1, statistic, pattern="y")
        monitor.install(executor)
        texts += [text for _, _, text in step(monitor, executor)]
    most = "6" if dtype == "int32" else "6.0"
    assert texts == [f"{size}\t", f"{least}\t", f"{most}\t{least}\t"]


def test_statistics_are_taken_at_once(executor):
    """What stat_func returns may be the array itself, which later runs overwrite."""
    monitor = mx.mon.Monitor(1, lambda x: x, pattern="fc_output")
    monitor.install(executor)
    monitor.tic()
    executor.forward()
    data, weight, bias = (executor.arg_dict[name].asnumpy()
                          for name in ("data", "fc_weight", "fc_bias"))
    executor.arg_dict["data"][:] = 0
    executor.forward()
    values = [np.array(text.replace("[", " ").replace("]", " ").split(), float)
              for _, _, text in monitor.toc()]
    np.testing.assert_allclose(values[0], (data @ weight.T + bias).ravel(), rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(values[1], np.tile(bias, 4), rtol=1e-4)


def test_several_executors(executor):
    other = executor.reshape(data=(2, 5), partial_shaping=True)
    monitor = mx.mon.Monitor(1, pattern="fc_output|data")
    for each in (executor, other, executor):
        monitor.install(each)
    monitor.tic()
    executor.forward()
    other.forward()
    assert [name for _, name, _ in monitor.toc()] == ["fc_output", "fc_output", "data", "data"]
