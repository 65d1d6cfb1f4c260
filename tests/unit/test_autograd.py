"""mx.autograd: what is recorded, what backward does, what is refused, functions of users.

Figures are MXNet 1.9.1's unless derived beside them; tests/ops/test_autograd.py has every operator.
"""
import threading

import numpy as np
import pytest

import symgraph as mx
from symgraph import autograd

from .autograd_helpers import Sigmoid, gradient, marked, modes


# -- modes -------------------------------------------------------------------------------------------
def test_modes():
    assert modes() == (False, False)
    with autograd.record():
        assert modes() == (True, True)
        with autograd.pause():
            assert modes() == (False, False)
        with autograd.predict_mode():
            assert modes() == (True, False)
        with autograd.pause(train_mode=True):
            assert modes() == (False, True)
        with autograd.record(train_mode=False):
            assert modes() == (True, False)
            with autograd.train_mode():
                assert modes() == (True, True)
        assert modes() == (True, True)
    assert modes() == (False, False)
    assert [autograd.set_recording(True), autograd.set_recording(False), autograd.set_training(True),
            autograd.set_training(False)] == [False, True, False, True]


def test_modes_survive_errors_and_nest():
    scope = autograd.record()
    with pytest.raises(ZeroDivisionError), scope, scope:
        raise ZeroDivisionError
    assert modes() == (False, False)


def test_modes_belong_to_threads():
    seen = []
    with autograd.record():
        thread = threading.Thread(target=lambda: seen.append(modes()))
        thread.start()
        thread.join()
    assert seen == [(False, False)]


# -- backward ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("function,wanted", [
    (lambda x: x * x, [2, 4, 6]),
    (lambda x: mx.nd.BlockGrad(x) * 2, [0, 0, 0]),
    (lambda x: mx.nd.BlockGrad(x) * x, [1, 2, 3]),
    (lambda x: x.detach() * x, [1, 2, 3]),
    (lambda x: x.argmax(axis=0), [0, 0, 0]),
    (lambda x: (x > 1) * x, [0, 1, 1]),
    (lambda x: mx.nd.MakeLoss(x * x) * 5, [2, 4, 6]),
    (lambda x: 2 / x + 2 - x / 4, [-2.25, -0.75, -2 / 9 - 0.25]),
    (lambda x: x ** 2 + 2 ** x, [2 + 2 * np.log(2), 4 + 4 * np.log(2), 6 + 8 * np.log(2)]),
    (lambda x: x[1:] * 3, [0, 3, 3]),
    (lambda x: x[::-2] * mx.nd.array([5, 7]), [7, 0, 5]),
    (lambda x: x[1] * 2 + x[mx.nd.array([0, 0, 2])].sum(), [2, 2, 1]),
    (lambda x: x[[0, 0, -1]] * mx.nd.array([1, 2, 4]), [3, 0, 4]),
    (lambda x: x[None, 1:, None] * 2, [0, 2, 2]),
    (lambda x: x.reshape((3, 1)).T.reshape((-1,)) + x.expand_dims(0).squeeze(), [2, 2, 2]),
    (lambda x: x.copy() + x.astype("float64").astype("float32"), [2, 2, 2]),
    (lambda x: x.as_in_context(mx.cpu(1)) * 2, [2, 2, 2]),
    (lambda x: mx.nd.array(x * 2), [2, 2, 2]),
    (lambda x: mx.nd.concatenate([x, x * 2]), [3, 3, 3]),
    (lambda x: mx.nd.contrib.boolean_mask(x, mx.nd.array([0, 0, 1])), [0, 0, 1]),
    (lambda x: mx.nd.add_n(x, x, x), [3, 3, 3]),
    (lambda x: mx.nd.split(x, 3, axis=0)[1] * 4, [0, 4, 0]),
    (lambda x: mx.nd.contrib.foreach(lambda a, s: (a * s, s + a), x.reshape((3, 1)),
                                     mx.nd.ones((1,)))[0].sum(), [6, 5, 4]),
    (lambda x: mx.nd.contrib.while_loop(lambda i, a: i < 2, lambda i, a: (a * x, (i + 1, a * x)),
                                        (mx.nd.zeros(1), mx.nd.ones(3)), 4)[0].sum(), [3, 5, 7]),
    (lambda x: mx.nd.contrib.cond(x[0] > 0, lambda: x * x, lambda: x), [2, 4, 6]),
    (lambda x: mx.nd.Custom(x, op_type="test_autograd_twice"), [2, 2, 2]),
], ids=range(26))
def test_gradients(function, wanted):
    np.testing.assert_allclose(gradient(function, marked(1, 2, 3)), wanted, rtol=1e-6)


def test_slices_of_matrices(rng):
    keys = [0, (0, 1), (..., 1), (slice(None), None, 2), (slice(1, None), slice(None, None, -1)),
            ([0, 1], [1, 2]), (slice(None), [0, 2]), np.array([[True, False, True]] * 2),
            (1, slice(0, 3, 2), None), ()]
    for key in keys:
        x = mx.nd.array(rng.normal(size=(2, 3)), dtype="float64")
        x.attach_grad()
        with autograd.record():
            y = x[key] * 1
        head = rng.normal(size=y.shape)
        y.backward(mx.nd.array(head, dtype="float64"))
        wanted = np.zeros((2, 3))
        np.add.at(wanted, key, head.reshape(wanted[key].shape))
        np.testing.assert_array_equal(x.grad.asnumpy(), wanted, err_msg=str(key))


def test_head_gradients():
    x = marked(1, 2, 3)
    assert gradient(lambda x: x * 2, x, head=mx.nd.array([1, 0, 2])) == [2, 0, 4]
    with autograd.record():
        y, z = x * x, x + 1
    autograd.backward([y, z], [None, mx.nd.array([10, 10, 10])])
    assert x.grad.asnumpy().tolist() == [12, 14, 16]
    with autograd.record():
        y = x * x
    autograd.backward([y, y])       # MXNet counts it once
    assert x.grad.asnumpy().tolist() == [4, 8, 12]
    x.backward()
    assert x.grad.asnumpy().tolist() == [1, 1, 1]
    with autograd.record():
        y = x * x
    y.backward(mx.nd.array([1, 1, 1], dtype="float64"))
    assert x.grad.dtype == np.float32


def test_requests():
    x, z = marked(1, 2, 3, req="add"), marked(4, 5, 6)
    z.grad[:] = 9
    for _ in range(3):
        gradient(lambda x: x * x + x, x)
    assert x.grad.asnumpy().tolist() == [9, 15, 21]
    assert z.grad.asnumpy().tolist() == [9, 9, 9]     # the heads have nothing to do with it
    x.attach_grad("add")
    assert x.grad.asnumpy().tolist() == [0, 0, 0]
    x.attach_grad("null")
    gradient(lambda x, z: x * z, x, z)
    assert x.grad.asnumpy().tolist() == [0, 0, 0] and z.grad.asnumpy().tolist() == [1, 2, 3]
    into = mx.nd.array([9, 9, 9])
    autograd.mark_variables([x], [into], ["add"])
    gradient(lambda x: x * x, x)
    assert into.asnumpy().tolist() == [11, 13, 15] and x.grad is into


def test_a_shared_parameter_adds_up_where_it_is(rng):
    """As in the steps of a recurrent network; the first product writes, the others add."""
    w = mx.nd.array(rng.normal(size=(3, 4)), dtype="float64")
    rows = rng.normal(size=(5, 2, 4))
    for req, start in (("write", 0), ("add", 1)):
        w.attach_grad(req)
        w.grad[:] = 1
        with autograd.record():
            y = mx.nd.add_n(*[mx.nd.FullyConnected(mx.nd.array(r, dtype="float64"), w, num_hidden=3,
                                                   no_bias=True) for r in rows])
        y.backward()
        wanted = start + np.broadcast_to(rows.sum((0, 1)), (3, 4))
        np.testing.assert_allclose(w.grad.asnumpy(), wanted, rtol=1e-12)


def test_gradients_of_other_types():
    x = mx.nd.array([1, 2, 3], dtype="int32")
    w = marked(1, 2, 3)
    x.attach_grad()
    x.grad[:] = 5
    assert gradient(lambda x, w: x.astype("float32") * w, x, w) == [[0, 0, 0], [1, 2, 3]]
    half = marked(1, 2, 3, dtype="float16")
    assert gradient(lambda x: mx.nd.exp(x) * 0 + x * x, half) == [2, 4, 6]
    assert half.grad.dtype == np.float16


def test_heads_that_are_not_reached_get_zeros():
    x = marked(1, 2, 3)
    x.grad[:] = 7
    assert gradient(lambda x: mx.nd.BlockGrad(x) + 0, x) == [0, 0, 0]


def test_losses_ignore_their_heads():
    x, label = mx.nd.array([[1, 2], [2, 4], [3, 6]]), mx.nd.array([0, 1, 0])
    x.attach_grad()
    wanted = [[-0.7310586, 0.7310586], [0.11920292, -0.11920292], [-0.95257413, 0.95257413]]
    for after in (lambda y: y, lambda y: y * 100):
        found = gradient(lambda x, after=after: after(mx.nd.SoftmaxOutput(x, label)), x)
        np.testing.assert_allclose(found, wanted, rtol=1e-6)


def test_dropout_by_mode():
    x = mx.nd.ones((1000,))
    x.attach_grad()
    assert mx.nd.Dropout(x).asnumpy().max() == 1
    assert mx.nd.Dropout(x, mode="always").asnumpy().max() == 2
    with autograd.record(train_mode=False):
        assert mx.nd.Dropout(x).asnumpy().max() == 1
    with autograd.record():
        y = mx.nd.Dropout(x, p=0.25)
    y.backward()
    assert set(np.unique(y.asnumpy())) == {np.float32(0), np.float32(4 / 3)}
    np.testing.assert_array_equal(x.grad.asnumpy(), y.asnumpy())


# -- the graph ---------------------------------------------------------------------------------------
def test_retaining():
    x = marked(1, 2, 3)
    with autograd.record():
        y = x * x
    y.backward(retain_graph=True)
    y.backward()
    assert x.grad.asnumpy().tolist() == [2, 4, 6]
    with pytest.raises(mx.MXNetError, match="freed by an earlier backward.*retain_graph"):
        y.backward()
    with autograd.record():
        z = y * 3       # a constant by now
    with pytest.raises(mx.MXNetError, match="not on the tape.*earlier backward without retain_graph"):
        z.backward()


def test_a_part_that_was_freed():
    x = marked(1, 2, 3)
    with autograd.record():
        y = x * x
        z, w = y * 3, y * 2
    z.backward()
    with pytest.raises(mx.MXNetError, match="retain_graph"):
        w.backward()
    with autograd.record():
        a = x * 2
        b = a * a
    b.backward(retain_graph=True)
    assert x.grad.asnumpy().tolist() == [8, 16, 24]
    a.backward()
    assert x.grad.asnumpy().tolist() == [2, 2, 2]


def test_marking_what_was_computed():
    x = marked(1, 2, 3)
    with autograd.record():
        y = x * x
        assert y.grad is None
        y.attach_grad()
        z = y * 3
    z.backward()
    assert x.grad.asnumpy().tolist() == [0, 0, 0] and y.grad.asnumpy().tolist() == [3, 3, 3]


@pytest.mark.parametrize("call,error,message", [
    (lambda x: x.attach_grad("bogus"), ValueError, "write, add, null"),
    (lambda x: x.attach_grad(stype="csr"), mx.MXNetError, "sparse"),
    (lambda x: (x * x).backward(), mx.MXNetError, "head 0, of shape .3,., is not on the tape"),
    (lambda x: autograd.backward([x, 3]), TypeError, "a head is an NDArray, got 3"),
    (lambda x: autograd.backward(x, [None, None]), ValueError, "1 heads, 2 gradients"),
    (lambda x: x.backward(mx.nd.ones(4)), mx.MXNetError, "has shape .4,."),
    (lambda x: x.backward(2), TypeError, "NDArray, got 2"),
    (lambda x: autograd.grad(x, mx.nd.ones(2)), mx.MXNetError, "variable 0 is not on the tape"),
    (lambda x: autograd.grad(x, marked(1)), mx.MXNetError, "variable 0 is unreachable"),
    (lambda x: autograd.mark_variables([x], [mx.nd.ones(4)]), ValueError, ".3,., its gradient .4,."),
    (lambda x: autograd.mark_variables([x], []), ValueError, "1 arrays, 0 gradients of them"),
    (lambda x: autograd.mark_variables([x], [x], []), ValueError, "1 gradients of them, 0 grad_reqs"),
    (lambda x: autograd.mark_variables([3], [x]), TypeError, "an array is an NDArray, got 3"),
    (lambda x: autograd.mark_variables([x], [None]), TypeError, "a gradient is an NDArray, got None"),
    (lambda x: autograd.backward(None), TypeError, "heads is an NDArray, or a list of them, got None"),
    (lambda x: autograd.backward([]), mx.MXNetError, "no array that the heads were computed from"),
    (lambda x: autograd.get_symbol(mx.nd.ones(3)), mx.MXNetError, "computed inside"),
    (lambda x: (x.attach_grad("null"), x.backward()), mx.MXNetError, "attach_grad")])
def test_what_is_refused(call, error, message):
    with pytest.raises(error, match=message):
        call(marked(1, 2, 3))


# -- functions ---------------------------------------------------------------------------------------
class Pair(autograd.Function):
    def __init__(self, grads):
        self.grads = grads

    def forward(self, a, b):
        return a * b, a + b

    def backward(self, da, db):
        return self.grads(da, db)


def test_function():
    x = marked(0, 1, 2)
    np.testing.assert_allclose(gradient(lambda x: Sigmoid()(x) * 2, x),
                               [0.5, 0.39322385, 0.20998725], rtol=1e-6)
    a, b = marked(1, 2), marked(3, 4)
    assert gradient(lambda a, b: Pair(lambda *d: d)(a, b)[0], a, b) == [[1, 1], [0, 0]]
    assert gradient(lambda a, b: Pair(lambda *d: (d[0], None))(a, b)[0] * b, a, b) == [[3, 4], [3, 8]]
    used = Pair(lambda *d: d)
    assert len(used(a, b)) == 2
    with pytest.raises(mx.MXNetError, match="called once"):
        used(a, b)


@pytest.mark.parametrize("grads,error,message", [
    (lambda *d: d[0], mx.MXNetError, "Pair: backward returns a gradient for each of 2 inputs, got 1"),
    (lambda *d: (d[0], 3), TypeError, "Pair: backward returns NDArrays, or None, got 3"),
    (lambda *d: (d[0], d[0][:1]), mx.MXNetError, "input 1 has shape .1,., the input .2,."),
    (lambda *d: 1 / 0, ZeroDivisionError, "division")])
def test_functions_that_are_wrong(grads, error, message):
    with pytest.raises(error, match=message):
        gradient(lambda a, b: Pair(grads)(a, b)[0], marked(1, 2), marked(3, 4))
    with pytest.raises(TypeError, match="takes NDArrays, got 3"):
        Sigmoid()(3)


