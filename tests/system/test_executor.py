"""The executor: the arrays that it works on, what it shares, and other shapes."""
import copy
import gc
import pickle
import re

import numpy as np
import pytest

import symgraph as mx
from symgraph.errors import MXNetError

from .. import check


def variables(names):
    return [mx.sym.Variable(name) for name in names.split()]


def nd(values, dtype="float32"):
    return mx.nd.array(np.asarray(values), dtype=dtype)


def values(arrays):
    return [a.asnumpy().tolist() for a in arrays]


def test_arrays_passed_in_are_the_arrays_worked_on():
    """Identity is kept, and gradients are written into the very buffer."""
    w, x = variables("w x")
    args = {"w": nd([2, 3]), "x": nd([5, 7])}
    grad = mx.nd.zeros(2)
    executor = (w * x).bind(mx.cpu(), args, args_grad={"w": grad})
    assert executor.grad_dict["w"] is grad and executor.arg_dict["x"] is args["x"]
    assert executor.grad_dict["x"] is None
    for factor in (1, 2):
        args["x"][:] = [5 * factor, 7]
        executor.forward(is_train=True)
        executor.backward(mx.nd.ones(2))
        assert grad.asnumpy().tolist() == [5 * factor, 7]
        assert executor.grad_dict["w"] is grad
    assert [a is args[n] for n, a in zip(("w", "x"), executor.arg_arrays)] == [True, True]


def test_types_are_checked_at_bind():
    """A contradiction with a declared type names the argument; float64 works throughout."""
    ids = mx.sym.Variable("ids", dtype="int32")
    symbol = mx.sym.Embedding(ids, input_dim=3, output_dim=2, name="emb")
    with pytest.raises(MXNetError, match="ids"):
        symbol.bind(mx.cpu(), {"ids": nd([0, 1]), "emb_weight": mx.nd.zeros((3, 2))})
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.BatchNorm(mx.sym.Variable("data")),
                                                     num_hidden=3), name="softmax")
    executor = net.simple_bind(mx.cpu(), data=(4, 5), type_dict={"data": "float64"})
    executor.forward(is_train=True)
    executor.backward()
    arrays = [*executor.arg_arrays, *executor.grad_arrays, *executor.outputs, *executor.aux_arrays]
    assert {np.dtype(a.dtype).name for a in arrays} == {"float64"}
    a, b = variables("a b")
    with pytest.raises(MXNetError, match="lhs=float32, rhs=float64"):
        (a + b).bind(mx.cpu(), [nd([1, 2]), nd([1, 2], "float64")])


def test_shapes_are_checked_at_bind():
    a, b = variables("a b")
    with pytest.raises(MXNetError, match=r"\(2,\).*\(3,\)|\(3,\).*\(2,\)"):
        (a + b).bind(mx.cpu(), [nd([1, 2]), nd([1, 2, 3])])
    with pytest.raises(MXNetError, match="gradient array of 'a'"):
        (a + b).bind(mx.cpu(), [nd([1, 2]), nd([1, 2])], args_grad={"a": mx.nd.zeros(3)})
    with pytest.raises(ValueError, match="b"):
        (a + b).bind(mx.cpu(), {"a": nd([1, 2])})
    with pytest.raises(ValueError, match="nope"):
        (a + b).simple_bind(mx.cpu(), a=(2,), nope=(2,))


def test_values_of_arguments_by_keyword():
    a, b = variables("a b")
    executor = (a - b).simple_bind(mx.cpu(), a=(2,), b=(2,))
    assert values(executor.forward(a=nd([5, 7]), b=np.array([1, 2]))) == [[4, 5]]
    assert executor.arg_dict["a"].asnumpy().tolist() == [5, 7]
    with pytest.raises(MXNetError, match="'c'"):
        executor.forward(c=nd([1, 2]))
    with pytest.raises(MXNetError, match="'a'.*reshape"):
        executor.forward(a=nd([1, 2, 3]))


def test_copy_params_from():
    net = mx.sym.BatchNorm(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc"),
                           name="bn")
    executor = net.simple_bind(mx.cpu(), data=(3, 4))
    executor.copy_params_from({"fc_bias": nd([1, 2])}, {"bn_moving_var": nd([3, 4])})
    assert executor.arg_dict["fc_bias"].asnumpy().tolist() == [1, 2]
    assert executor.aux_dict["bn_moving_var"].asnumpy().tolist() == [3, 4]
    with pytest.raises(ValueError, match="nope"):
        executor.copy_params_from({"nope": nd([1])})
    executor.copy_params_from({"nope": nd([1])}, allow_extra_params=True)


def test_outputs_by_name():
    a, b = variables("a b")
    symbol = mx.sym.Group([mx.sym.square(a, name="s"), b])
    executor = symbol.simple_bind(mx.cpu(), a=(1,), b=(1,))
    executor.forward(a=nd([3]), b=nd([4]))
    assert {n: v.asnumpy().tolist() for n, v in executor.output_dict.items()} == {
        "s_output": [9], "b": [4]}


def test_an_output_that_is_a_variable_or_listed_twice(rng):
    """Outputs never share memory with arguments or one another."""
    x = mx.sym.Variable("x")
    y = mx.sym.exp(x)
    executor = mx.sym.Group([x, y, y, x]).simple_bind(mx.cpu(), x=(3,))
    executor.arg_dict["x"][:] = 1
    outputs = executor.forward(is_train=True)
    for i, out in enumerate(outputs):
        for other in [executor.arg_dict["x"], *outputs[i + 1:]]:
            assert not np.shares_memory(out._np, other._np)
    executor.backward([nd([1, 0, 0]), nd([0, 1, 0]), nd([0, 2, 1]), nd([5, 0, 0])])
    want = np.array([6, 3 * np.e, np.e])
    np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(), want, rtol=1e-6)


def test_shared_exec_shares_by_name_and_shape():
    """Parameters are the same arrays; data of another length is an array of its own."""
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    big = net.simple_bind(mx.cpu(), data=(8, 3))
    small = net.simple_bind(mx.cpu(), data=(2, 3), shared_exec=big)
    for name in ("fc_weight", "fc_bias"):
        assert small.arg_dict[name] is big.arg_dict[name]
        assert small.grad_dict[name] is big.grad_dict[name]
    assert small.arg_dict["data"].shape == (2, 3)
    assert not np.shares_memory(small.arg_dict["data"]._np, big.arg_dict["data"]._np)
    big.arg_dict["fc_weight"][:] = 1
    small.arg_dict["data"][:] = 1
    assert values(small.forward()) == [[[3, 3], [3, 3]]]
    apart = net.simple_bind(mx.cpu(), data=(2, 3))
    assert apart.arg_dict["fc_weight"] is not big.arg_dict["fc_weight"]


def test_executors_outlive_what_made_them():
    """Neither the symbol nor the arrays need to be kept by the user."""
    def make():
        a = mx.sym.Variable("a")
        return mx.sym.exp(mx.sym.tanh(a) * 2).bind(mx.cpu(), [nd([0.5, 1])],
                                                   args_grad=[mx.nd.zeros(2)])
    executor = make()
    gc.collect()
    y = np.exp(np.tanh([0.5, 1]) * 2)
    np.testing.assert_allclose(executor.forward(is_train=True)[0].asnumpy(), y, rtol=1e-6)
    executor.backward(mx.nd.ones(2))
    gc.collect()
    want = y * 2 * (1 - np.tanh([0.5, 1]) ** 2)
    np.testing.assert_allclose(executor.grad_arrays[0].asnumpy(), want, rtol=1e-5)


def test_dropout_is_the_same_in_a_repeated_backward():
    """The gradient uses the mask of its forward, also when activations are computed again."""
    x = mx.sym.Variable("x")
    executor = mx.sym.Dropout(x, p=0.5).simple_bind(mx.cpu(), x=(40, 50))
    executor.arg_dict["x"][:] = 1
    y = executor.forward(is_train=True)[0].asnumpy()
    assert 0.4 < (y == 0).mean() < 0.6
    for _ in range(2):
        executor.backward(mx.nd.ones((40, 50)))
        assert (executor.grad_dict["x"].asnumpy() == y).all()
    assert (executor.forward(is_train=True)[0].asnumpy() != y).any()


def test_reshape():
    """Parameters and requests are kept; growing wants allow_up_sizing, its error both shapes."""
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    reqs = {"data": "null", "fc_weight": "add", "fc_bias": "write"}
    executor = net.simple_bind(mx.cpu(), grad_req=reqs, data=(8, 3))
    executor.arg_dict["fc_weight"][:] = 1
    small = executor.reshape(data=(4, 3))
    assert small.arg_dict["data"].shape == (4, 3) and small.grad_dict["data"] is None
    assert small.arg_dict["fc_weight"] is executor.arg_dict["fc_weight"]
    assert small.grad_dict["fc_weight"] is executor.grad_dict["fc_weight"]
    with pytest.raises(MXNetError, match=r"(?s)\(4, 3\).*\(16, 3\).*allow_up_sizing"):
        small.reshape(data=(16, 3))
    large = small.reshape(allow_up_sizing=True, data=(16, 3))
    large.arg_dict["data"][:] = 2
    assert large.forward(is_train=True)[0].asnumpy().tolist() == [[6, 6]] * 16
    large.grad_dict["fc_weight"][:] = 0
    for n in (1, 2):
        large.forward(is_train=True)
        large.backward(mx.nd.ones((16, 2)))
        assert large.grad_dict["fc_weight"].asnumpy().tolist() == [[32 * n] * 3] * 2
        assert large.grad_dict["fc_bias"].asnumpy().tolist() == [16, 16]
    with pytest.raises(MXNetError, match="fc_weight.*partial_shaping"):
        large.reshape(allow_up_sizing=True, data=(16, 5))


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_any_number_of_threads_gives_the_same_bits(rng, threads):
    net = mx.sym.Variable("data")
    for i in range(3):
        net = mx.sym.FullyConnected(net, num_hidden=256, name=f"fc{i}")
        net = mx.sym.Activation(mx.sym.BatchNorm(net, name=f"bn{i}"), act_type="relu")
    net = mx.sym.SoftmaxOutput(net, name="softmax")

    def run(count):
        before = mx.get_num_threads()
        mx.set_num_threads(count)
        try:
            executor = net.simple_bind(mx.cpu(), data=(128, 200))
            draw = np.random.default_rng(5)
            for name, array in executor.arg_dict.items():
                array[:] = draw.integers(0, 256, array.shape) if name.endswith("label") else \
                    draw.normal(size=array.shape) / np.sqrt(array.shape[-1])
            outputs = executor.forward(is_train=True)
            executor.backward()
            return [a.asnumpy() for a in (*outputs, *executor.grad_arrays, *executor.aux_arrays)]
        finally:
            mx.set_num_threads(before)
    for got, want in zip(run(threads), run(1), strict=True):
        check.assert_same(got, want, f"on {threads} threads")


# -- what bind refuses ----------------------------------------------------------------------------
BLOCK = mx.nd.ones((8,))
OVERLAPS = {        # args, args_grad: pieces of one block that begin here, and what is named
    "the same": ([0, 2], [4, 4], ["gradient of 'x'", "gradient of 'w'"]),
    "overlapping": ([0, 2], [4, 5], ["gradient of 'x'", "gradient of 'w'"]),
    "its argument": ([0, 2], [0, 4], ["gradient of 'x'", "argument 'x'"]),
    "another argument": ([0, 2], [4, 1], ["gradient of 'w'", "argument '[xw]'"]),
    "around an argument": ([0, 3], [6, 2], ["gradient of 'w'", "argument 'w'"]),
}


def product(args, grads, grad_req):
    x, w = (mx.sym.Variable(name) for name in "xw")
    pieces = [[BLOCK[at:at + 2] for at in places] for places in (args, grads)]
    return (x * w).bind(mx.cpu(), *pieces, grad_req)


@pytest.mark.parametrize("grad_req", ["write", "add"])
@pytest.mark.parametrize("args,grads,named", OVERLAPS.values(), ids=OVERLAPS)
def test_each_gradient_has_memory_of_its_own(args, grads, named, grad_req):
    for a, g, names in ((args, grads, named),
                        (args[::-1], grads[::-1], [n.translate(SWAPPED) for n in named])):
        with pytest.raises(mx.MXNetError, match="shares memory") as caught:
            product(a, g, grad_req)
        assert all(re.search(name, str(caught.value)) for name in names)


SWAPPED = str.maketrans("xw", "wx")


def test_arguments_may_share_memory_and_unwanted_gradients_do_not_count():
    product([0, 0], [2, 4], "write")
    product([0, 1], [4, 6], "add")
    product([0, 2], [4, 4], {"x": "write"})
    product([0, 2], [0, 2], "null")


@pytest.mark.parametrize("grad_req", [{"fc_wieght": "write"}, {"fc_wieght": "null", "fc_bias": "add"}])
def test_a_name_in_grad_req_that_is_none(grad_req):
    fc = mx.sym.FullyConnected(mx.sym.Variable("x"), num_hidden=2, name="fc")
    with pytest.raises(ValueError, match="grad_req.*'fc_wieght' .did you mean 'fc_weight'"):
        fc.simple_bind(mx.cpu(), grad_req=grad_req, x=(2, 3))
    with pytest.raises(ValueError, match="grad_req.*'fc_wieght' .did you mean 'fc_weight'"):
        fc.bind(mx.cpu(), [BLOCK] * 3, [BLOCK] * 3, grad_req)


def test_names_that_bind_does_not_need_are_left_out():
    """As in MXNet: scripts hand over the parameters of a whole model."""
    executor = (mx.sym.Variable("x") + 1).bind(mx.cpu(), {"x": BLOCK, "other": BLOCK})
    assert executor.forward()[0].asnumpy().tolist() == [2] * 8


# -- what is no value -----------------------------------------------------------------------------
def shifted():
    executor = (mx.sym.Variable("x") + 1).simple_bind(x=(2,))
    executor.forward(is_train=True)
    return executor


@pytest.mark.parametrize("value", ["a", object(), ["a", "b"], {}, 2j], ids=str)
def test_values_that_are_none_are_named(value):
    executor = shifted()
    for call, named in ((lambda: executor.forward(x=value), "argument 'x'"),
                        (lambda: executor.backward([value]), "gradient of '.*_output'"),
                        (lambda: executor.copy_params_from({"x": value}), "'x'")):
        with pytest.raises(TypeError, match=f"{named} is an NDArray or what NumPy makes one of"):
            call()
    with pytest.raises(MXNetError, match="no output is called 1"):
        executor.backward({1: value})


@pytest.mark.parametrize("keep", [pickle.dumps, copy.copy, copy.deepcopy])
def test_an_executor_stays_where_it_is(keep):
    with pytest.raises(TypeError, match="an Executor cannot be pickled or copied"):
        keep(shifted())
