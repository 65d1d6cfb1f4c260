"""mx.autograd: what is recorded, what backward does, what is refused, and what is kept in memory.

Figures are MXNet 1.9.1's unless derived beside them; tests/ops/test_autograd.py has every operator.
"""
import gc
import sys
import threading
import tracemalloc
import weakref

import numpy as np
import pytest

import symgraph as mx
from symgraph import autograd
from symgraph.dispatch import apply_to
from symgraph.imperative import CompiledGraph


def marked(*values, req="write", dtype="float32"):
    x = mx.nd.array(values, dtype=dtype)
    x.attach_grad(req)
    return x


def gradient(function, *arrays, head=None):
    """Gradients of function(*arrays) with respect to marked arrays, as lists."""
    with autograd.record():
        y = function(*arrays)
    y.backward(head)
    found = [x.grad.asnumpy().tolist() for x in arrays if x.grad is not None]
    return found[0] if len(found) == 1 else found


# -- modes ---------------------------------------------------------------------------------------
def modes():
    return autograd.is_recording(), autograd.is_training()


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


# -- backward ------------------------------------------------------------------------------------
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
    (lambda x: x.slice_assign(x[:1] * 4, (2,), (3,)), [5, 1, 0]),
    (lambda x: x.slice_assign_scalar(9, (0,), (2,)), [0, 0, 1]),
    (lambda x: mx.nd.add_n(x, x, x), [3, 3, 3]),
    (lambda x: mx.nd.split(x, 3, axis=0)[1] * 4, [0, 4, 0]),
    (lambda x: mx.nd.contrib.foreach(lambda a, s: (a * s, s + a), x.reshape((3, 1)),
                                     mx.nd.ones((1,)))[0].sum(), [6, 5, 4]),
    (lambda x: mx.nd.contrib.while_loop(lambda i, a: i < 2, lambda i, a: (a * x, (i + 1, a * x)),
                                        (mx.nd.zeros(1), mx.nd.ones(3)), 4)[0].sum(), [3, 5, 7]),
    (lambda x: mx.nd.contrib.cond(x[0] > 0, lambda: x * x, lambda: x), [2, 4, 6]),
    (lambda x: mx.nd.Custom(x, op_type="test_autograd_twice"), [2, 2, 2]),
], ids=range(28))
def test_gradients(function, wanted):
    np.testing.assert_allclose(gradient(function, marked(1, 2, 3)), wanted, rtol=1e-6)


class Twice(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0] * 2)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * 2)


@mx.operator.register("test_autograd_twice")
class TwiceProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return Twice()


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


# -- the graph -----------------------------------------------------------------------------------
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
    with pytest.raises(mx.MXNetError, match="not on the tape"):
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
    (lambda x: autograd.get_symbol(mx.nd.ones(3)), mx.MXNetError, "computed inside"),
    (lambda x: (x.attach_grad("null"), x.backward()), mx.MXNetError, "attach_grad")])
def test_what_is_refused(call, error, message):
    with pytest.raises(error, match=message):
        call(marked(1, 2, 3))


# -- writing in place ----------------------------------------------------------------------------
@pytest.mark.parametrize("write", [
    lambda x, y: x.__iadd__(1), lambda x, y: x.__setitem__(0, 1), lambda x, y: x.__setitem__(..., y),
    lambda x, y: y.__setitem__(slice(None), 1), lambda x, y: mx.nd.sin(x, out=x),
    lambda x, y: mx.nd.sin(x, out=y), lambda x, y: mx.nd.zeros(3).__iadd__(x),
    lambda x, y: mx.nd.zeros(3).__setitem__(slice(0, 1), x[:1])], ids=range(8))
def test_writing_while_recording(write):
    x = marked(1, 2, 3)
    with autograd.record():
        y = x * 2
        with pytest.raises(mx.MXNetError, match="would write into .* while recording.*new array"):
            write(x, y)
    y.backward()
    assert x.grad.asnumpy().tolist() == [2, 2, 2] and x.asnumpy().tolist() == [1, 2, 3]


def test_results_put_into_new_arrays():
    x, z, o = marked(1, 2, 3), mx.nd.zeros(3), mx.nd.zeros(3)
    with autograd.record():
        z[:] = x * x
        mx.nd.exp(z, out=o)
        mx.nd.zeros(3)[:] = 1       # nobody records this
    o.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), [2 * np.e, 4 * np.e ** 4, 6 * np.e ** 9], rtol=1e-6)


@pytest.mark.parametrize("write", [
    lambda x, y: x.__imul__(2), lambda x, y: x[1:].__setitem__(0, 5),
    lambda x, y: x.reshape((3, 1)).__iadd__(1), lambda x, y: mx.nd.ones(3).copyto(x),
    lambda x, y: mx.nd.full((3,), 1, out=x), lambda x, y: mx.nd.sgd_update(x, y, lr=1, out=x),
    lambda x, y: x.detach().__iadd__(1)], ids=range(7))
def test_writing_before_backward(write):
    x = marked(1, 2, 3)
    with autograd.record():
        y, z = x * x, x + 1
    write(x, y)
    z.backward()        # needs no values
    assert x.grad.asnumpy().tolist() == [1, 1, 1]
    with pytest.raises(mx.MXNetError, match="input '.hs' of operator elemwise_mul was written in place"
                                            ".*copy"):
        y.backward()


def test_writing_outputs_before_backward():
    x = marked(1, 2, 3)
    with autograd.record():
        y = mx.nd.exp(x)
        z = y + 1
    z[:] = 0            # not needed
    z.backward(retain_graph=True)
    y -= 1
    with pytest.raises(mx.MXNetError, match="output 0 of operator exp was written in place"):
        z.backward()


def test_executors_count_as_writing():
    x = marked(1, 2, 3)
    executor = mx.sym.exp(mx.sym.Variable("x")).bind(mx.cpu(), {"x": x})
    executor.forward()
    with autograd.record():
        y = x * executor.outputs[0]
    executor.forward(x=mx.nd.zeros(3))
    with pytest.raises(mx.MXNetError, match="was written in place"):
        y.backward()


def test_gradients_that_are_read():
    """An array `grad` that was recorded, or is a head gradient, is not overwritten too early."""
    x = marked(1, 2, 3)
    gradient(lambda x: x * x, x)
    assert gradient(lambda x: x * x.grad + x, x, head=x.grad) == [
        2 * (2 + 1), 4 * (4 + 1), 6 * (6 + 1)]


# -- functions -----------------------------------------------------------------------------------
class Sigmoid(autograd.Function):
    def forward(self, x):
        assert modes() == (False, True)
        y = 1 / (1 + mx.nd.exp(-x))
        self.save_for_backward(y)
        return y

    def backward(self, dy):
        assert modes() == (False, True)
        y, = self.saved_tensors
        return dy * y * (1 - y)


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


# -- gradients as arrays -------------------------------------------------------------------------
def test_grad():
    x, y = marked(1, 2, 3), marked(4, 5, 6)
    with autograd.record():
        z = x * x * y
        w = z * 2
    found = autograd.grad(w, [x, y, z], retain_graph=True)      # MXNet takes marked arrays only
    assert [g.asnumpy().tolist() for g in found] == [[16, 40, 72], [2, 8, 18], [2, 2, 2]]
    assert x.grad.asnumpy().tolist() == [0, 0, 0]
    assert autograd.grad(w, x, mx.nd.array([1, 0, 0]))[0].asnumpy().tolist() == [16, 0, 0]


def test_higher_orders():
    x = marked(0.3, 0.7, dtype="float64")
    value = x.asnumpy()
    with autograd.record():
        y = mx.nd.sin(x)
        orders = [y]
        for _ in range(4):
            orders += autograd.grad(orders[-1], x, create_graph=True)
    wanted = [np.sin(value), np.cos(value), -np.sin(value), -np.cos(value), np.sin(value)]
    for found, expected in zip(orders, wanted):
        np.testing.assert_allclose(found.asnumpy(), expected, rtol=1e-12)
    orders[-1].backward()
    np.testing.assert_allclose(x.grad.asnumpy(), np.cos(value), rtol=1e-12)


def test_gradient_penalty(rng):
    """The gradient of the norm of a network's gradient, by finite differences of weights."""
    shapes = [(5, 4), (5,), (1, 5), (1,)]
    weights = [rng.normal(size=shape) for shape in shapes]
    data = rng.normal(size=(3, 4))

    def penalty(values):
        x = mx.nd.array(data, dtype="float64")
        w = [mx.nd.array(v, dtype="float64") for v in values]
        for each in (x, *w):
            each.attach_grad()
        with autograd.record():
            hidden = mx.nd.tanh(mx.nd.FullyConnected(x, w[0], w[1], num_hidden=5))
            out = mx.nd.FullyConnected(hidden, w[2], w[3], num_hidden=1)
            slope, = autograd.grad(out, x, create_graph=True)
            loss = ((slope.square().sum(axis=1).sqrt() - 1) ** 2).sum()
        loss.backward()
        return loss.asscalar(), [each.grad.asnumpy() for each in w]
    _, grads = penalty(weights)
    for i in range(3):
        step = rng.normal(size=shapes[i]) * 1e-6
        ends = [penalty([w + sign * step if i == j else w for j, w in enumerate(weights)])[0]
                for sign in (1, -1)]
        np.testing.assert_allclose((ends[0] - ends[1]) / 2, (grads[i] * step).sum(), rtol=1e-5)
    assert not grads[3].any()


def test_hessian_times_vector():
    """Head gradients may be recorded as well."""
    x, v = marked(1, 2, 3), mx.nd.array([1, -1, 2])
    with autograd.record():
        slope, = autograd.grad((x ** 3).sum(), x, create_graph=True)
        along = (slope * v).sum()
    along.backward()
    assert x.grad.asnumpy().tolist() == [6, -12, 36]


def test_what_has_no_second_order():
    x = mx.nd.array([[1, 2], [3, 5]])
    x.attach_grad()
    with autograd.record():
        y = mx.nd.LayerNorm(x, mx.nd.ones(2), mx.nd.zeros(2))
        with pytest.raises(mx.MXNetError, match="_LayerNormGrad has no gradient"):
            autograd.grad(autograd.grad(y, x, create_graph=True)[0], x)
        with pytest.raises(mx.MXNetError, match="Function Sigmoid has no gradient that could be"):
            autograd.grad(Sigmoid()(x), x, create_graph=True)
        with pytest.raises(mx.MXNetError, match="Python and cannot be recorded"):
            autograd.grad(mx.nd.Custom(x, op_type="test_autograd_twice"), x, create_graph=True)


def test_get_symbol():
    x, y = marked(1, 2, 3), mx.nd.array([4, 5, 6])
    with autograd.record():
        z = mx.nd.exp(x * y, out=mx.nd.zeros(3)) + mx.nd.clip(x, 0, 2.5) + 2
    symbol = autograd.get_symbol(z)
    assert symbol.list_arguments() == ["var0", "var1"]
    assert mx.sym.load_json(symbol.tojson()).list_arguments() == ["var0", "var1"]
    executor = symbol.bind(mx.cpu(), {"var0": x, "var1": y})
    np.testing.assert_array_equal(executor.forward()[0].asnumpy(), z.asnumpy())
    with autograd.record(), pytest.raises(mx.MXNetError, match="Function Sigmoid is no operator"):
        autograd.get_symbol(Sigmoid()(x))


# -- compiled graphs -----------------------------------------------------------------------------
def network():
    x = mx.sym.Variable("x")
    hidden = mx.sym.FullyConnected(x, num_hidden=4, name="fc")
    normal = mx.sym.BatchNorm(mx.sym.Activation(hidden, act_type="tanh"), fix_gamma=False, name="bn")
    return mx.sym.Group([mx.sym.Dropout(normal, p=0.5), hidden * 2])


def test_compiled_graphs(rng):
    """One entry for a graph: outputs, gradients and states as an executor's."""
    symbol = network()
    executor = symbol.simple_bind(mx.cpu(), x=(6, 3))
    names = symbol.list_inputs()
    arrays = {**executor.arg_dict, **executor.aux_dict}
    for array in arrays.values():
        array[:] = rng.uniform(0.5, 1, array.shape)
    mine = [arrays[name].copy() for name in names]
    what = CompiledGraph(symbol.heads, names, "net")
    for name, array in zip(names, mine):
        if name in executor.arg_dict:
            array.attach_grad()
    heads = [mx.nd.array(rng.normal(size=(6, 4))) for _ in range(2)]
    mx.random.seed(3)
    wanted = executor.forward(is_train=True)
    executor.backward(heads)
    mx.random.seed(3)
    with autograd.record():
        made = apply_to(what, mine)
    for y, expected in zip(made, wanted):
        np.testing.assert_array_equal(y.asnumpy(), expected.asnumpy())
    autograd.backward(made, heads, retain_graph=True)
    first = [array.grad.asnumpy() for array in mine if array.grad is not None]
    autograd.backward(made, heads)
    for name, array in zip(names, mine):
        expected = executor.grad_dict[name] if name in executor.arg_dict else executor.aux_dict[name]
        found = array.grad if name in executor.arg_dict else array
        np.testing.assert_array_equal(found.asnumpy(), expected.asnumpy(), err_msg=name)
    assert all(np.array_equal(a, b.grad.asnumpy()) for a, b in zip(first, mine))
    with pytest.raises(mx.MXNetError, match="graph 'net' was written"):
        with autograd.record():
            made = apply_to(what, mine)
        mine[0][:] = 1
        autograd.backward(made[0])


def test_compiled_graphs_of_second_order(rng):
    """Values in between are computed once more, so that gradients flow through them."""
    x = mx.sym.Variable("x")
    symbol = mx.sym.exp(mx.sym.sin(x) * mx.sym.tanh(x))
    what = CompiledGraph(symbol.heads, ["x"])
    value = mx.nd.array(rng.uniform(0.2, 1, 5), dtype="float64")
    value.attach_grad()
    found = []
    for function in (lambda: apply_to(what, [value]),
                     lambda: mx.nd.exp(mx.nd.sin(value) * mx.nd.tanh(value))):
        with autograd.record():
            slope, = autograd.grad(function(), value, create_graph=True)
        slope.backward()
        found.append((slope.asnumpy(), value.grad.asnumpy()))
    np.testing.assert_allclose(found[0], found[1], rtol=1e-12)


# -- memory and threads --------------------------------------------------------------------------
@pytest.fixture
def no_collector():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def test_everything_is_freed_at_once(no_collector):
    """Reference counts suffice: nothing on the tape leads back to where it started."""
    x, state = marked(1, 2, 3), mx.nd.zeros(3)
    with autograd.record():
        y = x * x
        z = [mx.nd.exp(y), y[1:].reshape((2, 1)), Sigmoid()(y), mx.nd.sin(y, out=state),
             mx.nd.Dropout(y), mx.nd.Custom(y, op_type="test_autograd_twice")]
        g = autograd.grad(z[0], x, create_graph=True)
    alive = [weakref.ref(each) for each in (y, state, *z, *g)]
    values = [weakref.ref(each._np) for each in (y, state)]
    del y, state, z, g
    assert [r() for r in (*alive, *values)] == [None] * len((*alive, *values))


def test_values_go_while_backward_goes(no_collector):
    x = marked(1, 2, 3)
    with autograd.record():
        y = mx.nd.exp(x)
        inner = y * y
        z = mx.nd.sin(inner)
    values = weakref.ref(inner._np)
    del inner
    assert values() is not None
    z.backward()
    assert values() is None and z.asnumpy().shape == (3,)


def test_long_chains():
    x = marked(1.0)
    with autograd.record():
        y = x
        for _ in range(20_000):
            y = y + 1
    y.backward()
    assert x.grad.asscalar() == 1
    with autograd.record():
        y = x
        for _ in range(20_000):
            y = y + 1
    del y       # freed without a recursion too deep


def test_memory_stays_flat():
    x, w = mx.nd.ones((16, 256)), mx.nd.ones((256, 256))        # 16 KB, 256 KB
    w.attach_grad()

    def step():
        with autograd.record():
            y = x
            for _ in range(3):
                y = mx.nd.Dropout(mx.nd.tanh(mx.nd.dot(y, w)))
            loss = mx.nd.LayerNorm(y, mx.nd.ones(256), mx.nd.zeros(256)).sum()
        loss.backward()

    def repeated(n):
        for _ in range(n):
            step()
        gc.collect()
        return tracemalloc.get_traced_memory()[0], sys.getallocatedblocks()
    repeated(5)
    tracemalloc.start()
    memory, blocks = repeated(1)
    more_memory, more_blocks = repeated(100)
    tracemalloc.stop()
    assert more_memory - memory < 100_000       # free lists of Python hold some
    assert more_blocks - blocks < 100


def test_threads_share_operators(rng):
    """Several threads apply the same operators to arrays of the same shapes."""
    data = [rng.normal(size=(4, 6)) for _ in range(8)]

    def work(number, results):
        x = mx.nd.array(data[number], dtype="float64")
        x.attach_grad()
        for _ in range(200):
            with autograd.record():
                y = (mx.nd.softmax(x * 3) * mx.nd.tanh(x)).sum()
            y.backward()
        results[number] = y.asscalar(), x.grad.asnumpy()
    alone, together = {}, {}
    for number in range(8):
        work(number, alone)
    threads = [threading.Thread(target=work, args=(number, together)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in range(8):
        assert together[number][0] == alone[number][0]
        np.testing.assert_array_equal(together[number][1], alone[number][1])


# -- BatchNorm -----------------------------------------------------------------------------------
def batch_norm(x, gamma, beta):
    k = x.shape[1]
    return mx.nd.BatchNorm(x, gamma, beta, mx.nd.zeros(k), mx.nd.ones(k), eps=1e-5, fix_gamma=False)


def test_gradients_of_batch_norm_add_up():
    """Three passes of sum(y * y) whose gradient of x is nearly 0: var / (var + eps) = 1 - 8e-6."""
    x, gamma, beta = mx.nd.arange(12).reshape((1, 3, 2, 2)), mx.nd.ones(3), mx.nd.zeros(3)
    for array in (x, gamma, beta):
        array.attach_grad("add")
    for _ in range(3):
        with autograd.record():
            y = batch_norm(x, gamma, beta)
            loss = (y * y).sum()
        loss.backward()
    np.testing.assert_allclose(gamma.grad.asnumpy(), 24 * (1 - 8e-6), rtol=1e-6)
    np.testing.assert_allclose(beta.grad.asnumpy(), 0, atol=1e-5)
    np.testing.assert_allclose(x.grad.asnumpy(), np.broadcast_to(
        [[-5.76e-5, -1.92e-5], [1.92e-5, 5.76e-5]], (1, 3, 2, 2)), atol=1e-6)


def composed(x, gamma, beta):
    mean = mx.nd.mean(x, axis=(0, 2, 3), keepdims=True)
    away = mx.nd.broadcast_sub(x, mean)
    scale = mx.nd.sqrt(mx.nd.mean(away * away, axis=(0, 2, 3), keepdims=True) + 1e-5)
    wide = [each.reshape((1, -1, 1, 1)) for each in (gamma, beta)]
    return mx.nd.broadcast_add(mx.nd.broadcast_mul(mx.nd.broadcast_div(away, scale), wide[0]), wide[1])


def batch_norm_gradients(function, x, head):
    arrays = [mx.nd.array(x), mx.nd.ones(16), mx.nd.zeros(16)]
    for array in arrays:
        array.attach_grad()
    with autograd.record():
        y = function(*arrays)
    y.backward(mx.nd.array(head))
    return [y.asnumpy(), *(array.grad.asnumpy() for array in arrays)]


def test_batch_norm_as_composed(rng):
    x, head = rng.normal(0.3, 2, (2, 16, 32, 32)), rng.normal(size=(2, 16, 32, 32))
    for found, wanted in zip(batch_norm_gradients(batch_norm, x, head),
                             batch_norm_gradients(composed, x, head)):
        assert abs(found - wanted).max() <= 1e-5 * abs(wanted).max()


def test_batch_norm_of_a_head_that_has_no_effect(rng):
    """The gradients of x and gamma are 0; terms are some 3.5 in float32, 2048 are added up."""
    x, ones = rng.uniform(1, 2, (2, 16, 32, 32)), np.ones((2, 16, 32, 32))
    for function in (batch_norm, composed):
        _, d_x, d_gamma, d_beta = batch_norm_gradients(function, x, ones)
        assert abs(d_x).max() < 3.5 * 2 ** -20
        assert abs(d_gamma).max() < 2048 * 1.75 * 2 ** -22
        assert (d_beta == 2048).all()


def test_moving_statistics():
    """They move in a training forward, recorded or not; MXNet moves them in backward."""
    x = mx.nd.array(np.arange(6).reshape(3, 2))
    gamma, beta, mean, var = mx.nd.ones(2), mx.nd.zeros(2), mx.nd.zeros(2), mx.nd.ones(2)
    x.attach_grad()

    def forward():
        return mx.nd.BatchNorm(x, gamma, beta, mean, var, fix_gamma=False)
    with autograd.record(train_mode=False):
        y = forward()
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), 0.9995004, rtol=1e-6)
    assert not mean.asnumpy().any()
    with autograd.record():
        y = forward()
    y.backward()
    np.testing.assert_allclose(mean.asnumpy(), [0.2, 0.3], rtol=1e-6)
    np.testing.assert_allclose(x.grad.asnumpy(), 0, atol=1e-6)
    with autograd.train_mode():
        forward()
    np.testing.assert_allclose(mean.asnumpy(), [0.38, 0.57], rtol=1e-6)
