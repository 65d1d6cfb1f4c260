"""Gradients: head gradients, requests, shared uses, and what has none."""
import numpy as np
import pytest

import symgraph as mx
from symgraph.errors import MXNetError


def variables(names):
    return [mx.sym.Variable(name) for name in names.split()]


def nd(values, dtype="float32"):
    return mx.nd.array(np.asarray(values), dtype=dtype)


def values(arrays):
    return [a.asnumpy().tolist() for a in arrays]


@pytest.mark.parametrize("count", range(2, 25))
def test_sums_of_many_and_of_repeated_inputs(rng, count):
    """The output may lie on an input that is not first; an input may occur several times."""
    names = [f"v{i}" for i in range(count)]
    arrays = {name: rng.normal(size=(3, 5)) for name in names}
    slots = [*names, *(rng.choice(names) for _ in range(count // 3))]
    rng.shuffle(slots)
    inputs = {name: mx.sym.tanh(mx.sym.Variable(name)) for name in names}   # these die in the sum
    executor = mx.sym.add_n(*(inputs[name] for name in slots)).simple_bind(
        mx.cpu(), type_dict=dict.fromkeys(names, "float64"), **dict.fromkeys(names, (3, 5)))
    for name, value in arrays.items():
        executor.arg_dict[name][:] = value
    y = executor.forward(is_train=True)[0].asnumpy()
    np.testing.assert_allclose(y, sum(np.tanh(arrays[n]) for n in slots), rtol=1e-12, atol=1e-14)
    executor.backward(nd(np.ones((3, 5)), "float64"))
    for name in names:
        want = slots.count(name) * (1 - np.tanh(arrays[name]) ** 2)
        np.testing.assert_allclose(executor.grad_dict[name].asnumpy(), want, rtol=1e-12)


def test_backward_takes_head_gradients():
    """Not the outputs: c = 2a + b with backward(c) multiplies by c."""
    a, b = variables("a b")
    executor = (2 * a + b).bind(mx.cpu(), [nd([1, 2]), nd([2, 3])],
                                args_grad=[mx.nd.zeros(2), mx.nd.zeros(2)])
    outputs = executor.forward(is_train=True)
    assert values(outputs) == [[4, 7]]
    executor.backward(outputs[0])
    assert values(executor.grad_arrays) == [[8, 14], [4, 7]]
    executor.backward(nd([1, 1]))
    assert values(executor.grad_arrays) == [[2, 2], [1, 1]]
    assert "gradient of each output" in mx.executor.Executor.backward.__doc__


def loss_and_plain(wrap):
    fc = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    return mx.sym.Group([wrap(fc), mx.sym.SoftmaxOutput(fc, name="softmax")])


def test_head_gradients_of_losses_and_plain_outputs():
    """A plain output needs one; BlockGrad makes it contribute nothing; the error names it."""
    plain = loss_and_plain(lambda x: x).simple_bind(mx.cpu(), data=(2, 4))
    plain.forward(is_train=True)
    with pytest.raises(MXNetError, match="fc_output.*BlockGrad"):
        plain.backward()

    def gradient(symbol, heads=None):
        executor = symbol.simple_bind(mx.cpu(), data=(2, 4))
        executor.arg_dict["data"][:] = np.arange(8).reshape(2, 4) / 8
        executor.arg_dict["fc_weight"][:] = np.arange(12).reshape(3, 4) / 12
        executor.arg_dict["softmax_label"][:] = [0, 2]
        executor.forward(is_train=True)
        executor.backward(heads)
        return executor.grad_dict["fc_weight"].asnumpy()
    alone = mx.sym.Group([loss_and_plain(lambda x: x)[1]])
    want = gradient(alone)
    assert np.abs(want).max() > 0.1
    blocked = loss_and_plain(mx.sym.BlockGrad)
    assert (gradient(blocked, [mx.nd.ones((2, 3)), mx.nd.ones((2, 3))]) == want).all()
    assert (gradient(blocked) == want).all()


def test_uses_of_a_shared_weight_are_summed_under_write(rng):
    w, x, y = variables("w x y")
    both = [mx.sym.FullyConnected(v, w, num_hidden=3, no_bias=True) for v in (x, y)]
    executor = mx.sym.Group(both).simple_bind(mx.cpu(), x=(2, 4), y=(5, 4))
    for name in ("w", "x", "y"):
        executor.arg_dict[name][:] = rng.normal(size=executor.arg_dict[name].shape)
    heads = [rng.normal(size=(n, 3)).astype(np.float32) for n in (2, 5)]
    want = sum(h.T @ executor.arg_dict[n].asnumpy() for h, n in zip(heads, "xy"))
    for _ in range(2):      # the second pass must not add to the first
        executor.forward(is_train=True)
        executor.backward([nd(h) for h in heads])
        np.testing.assert_allclose(executor.grad_dict["w"].asnumpy(), want, rtol=1e-5)


def test_integer_inputs_and_labels_have_a_gradient_of_zero():
    """simple_bind with the default request works; what has no gradient has zeros, not garbage."""
    embedded = mx.sym.Embedding(mx.sym.Variable("ids"), input_dim=5, output_dim=4, name="emb")
    head = mx.sym.SoftmaxOutput(mx.sym.Flatten(embedded), name="softmax")
    executor = head.simple_bind(mx.cpu(), ids=(2, 3), type_dict={"ids": "int32"})
    for grad in executor.grad_dict.values():
        if grad is not None:
            grad[:] = 7
    executor.arg_dict["ids"][:] = [[0, 1, 2], [2, 2, 4]]
    executor.forward(is_train=True)
    executor.backward()
    assert not executor.grad_dict["ids"].asnumpy().any()
    assert not executor.grad_dict["softmax_label"].asnumpy().any()
    weight = executor.grad_dict["emb_weight"].asnumpy()
    assert weight[[0, 1, 2, 4]].any(1).all() and not weight[3].any()


def test_backward_needs_a_training_forward():
    x = mx.sym.Variable("x")
    executor = (x * x).simple_bind(mx.cpu(), x=(2,))
    with pytest.raises(MXNetError, match=r"forward\(is_train=True\)"):
        executor.backward(mx.nd.ones(2))
    executor.forward(is_train=True)
    executor.forward(is_train=False)
    with pytest.raises(MXNetError, match=r"forward\(is_train=True\)"):
        executor.backward(mx.nd.ones(2))


def test_requests_by_word_list_and_dict():
    a, b = variables("a b")
    symbol = a * b
    for reqs in ({"a": "add"}, ["add", "null"], {"a": "add", "b": "null"}):
        executor = symbol.simple_bind(mx.cpu(), grad_req=reqs, a=(2,), b=(2,))
        executor.arg_dict["b"][:] = 3
        assert executor.grad_dict["b"] is None
        for n in (1, 2):
            executor.forward(is_train=True)
            executor.backward(mx.nd.ones(2))
            assert executor.grad_dict["a"].asnumpy().tolist() == [3 * n, 3 * n]
    for wrong in ("wirte", {"a": "plus"}, ["write"]):
        with pytest.raises(ValueError):
            symbol.simple_bind(mx.cpu(), grad_req=wrong, a=(2,), b=(2,))


def test_add_on_what_no_gradient_reaches():
    """write makes it zero, add leaves it."""
    x, y = variables("x y")
    symbol = mx.sym.BlockGrad(x) + y
    for req, want in (("write", [0, 0]), ("add", [5, 5])):
        executor = symbol.simple_bind(mx.cpu(), grad_req=req, x=(2,), y=(2,))
        executor.grad_dict["x"][:] = 5
        executor.forward(is_train=True)
        executor.backward(mx.nd.ones(2))
        assert executor.grad_dict["x"].asnumpy().tolist() == want


def test_one_head_gradient_may_be_a_dict_or_numpy():
    a, b = variables("a b")
    symbol = mx.sym.Group([mx.sym.square(a, name="s"), mx.sym.negative(b, name="n")])
    executor = symbol.simple_bind(mx.cpu(), a=(2,), b=(2,))
    executor.arg_dict["a"][:] = [1, 2]
    for heads in ([nd([3, 4]), nd([5, 6])], {"n_output": nd([5, 6]), "s_output": nd([3, 4])},
                  [np.array([3, 4]), np.array([5, 6])]):
        executor.forward(is_train=True)
        executor.backward(heads)
        assert values(executor.grad_arrays) == [[6, 16], [-5, -6]]
    with pytest.raises(MXNetError, match="s_output.*shape"):
        executor.backward([nd([1, 2, 3]), nd([5, 6])])


@pytest.mark.parametrize("make,want", [
    (lambda a, b: mx.sym.exp(a + mx.sym.tanh(b)), [1, 1]),       # another operator reads it
    (lambda a, b: mx.sym.exp(a + b), [1, 1]),                    # it is that of both
    (lambda a, b: a + b, [1, 1]),                                # it is the head gradient itself
    (lambda a, b: mx.sym.exp(a + a + b), [2, 1]),                # it arrives twice
    (lambda a, b: mx.sym.Reshape(mx.sym.exp(mx.sym.Reshape(a, shape=(2, 1))
                                            + mx.sym.expand_dims(b, axis=1)), shape=(2,)), [1, 1]),
    (lambda a, b: mx.sym.Concat(mx.sym.exp(a + b), a * 3, dim=0), [4, 1])])
@pytest.mark.parametrize("reqs", [("add", "add"), ("add", "write"), ("write", "add")])
def test_a_gradient_that_is_wanted_elsewhere_too(make, want, reqs):
    """What is accumulated for one argument does not leak into what others are made from."""
    a, b = variables("a b")
    executor = make(a, b).simple_bind(mx.cpu(), grad_req=dict(zip("ab", reqs)), a=(2,), b=(2,))
    for start in (100, 1000):
        for grad in executor.grad_arrays:
            grad[:] = start
        outputs = executor.forward(is_train=True)
        executor.backward([mx.nd.ones(y.shape) for y in outputs])
        for grad, req, value in zip(executor.grad_arrays, reqs, want):
            assert grad.asnumpy().tolist() == [value + (start if req == "add" else 0)] * 2
