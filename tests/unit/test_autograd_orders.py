"""mx.autograd: gradients as arrays and of higher order, of compiled graphs; recorded symbols."""
import numpy as np
import pytest

import symgraph as mx
from symgraph import autograd
from symgraph.dispatch import apply_to
from symgraph.imperative import CompiledGraph

from .autograd_helpers import Sigmoid, marked


# -- gradients as arrays -----------------------------------------------------------------------------
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
        with pytest.raises(mx.MXNetError, match="gradient of LayerNorm has no gradient itself"):
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


# -- compiled graphs ---------------------------------------------------------------------------------
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


@pytest.mark.parametrize("train_mode", [True, False])
def test_loops_in_compiled_graphs(train_mode):
    """What steps have computed is kept until backward, in two recordings of one graph as well."""
    data, weight = mx.sym.Variable("data"), mx.sym.Variable("weight")
    outs, last = mx.sym.contrib.foreach(lambda x, s: (mx.sym.Dropout(x * s), s * weight), data,
                                        mx.sym.ones((1,)))
    what = CompiledGraph([*outs.heads, *last.heads], ["data", "weight"])
    rows, w = mx.nd.array([[1], [2], [3]]), marked(2)
    with autograd.record(train_mode=train_mode):
        first, second = apply_to(what, [rows, w]), apply_to(what, [rows * 10, w])
    for made, scale in ((first, 1), (second, 10)):
        mask = made[0].asnumpy() / np.array([[1], [4], [12]]) / scale       # 1, 2 w, 3 w ** 2
        assert set(mask.flat) <= ({0, 2} if train_mode else {1})
        autograd.backward(made)
        wanted = scale * (mask[1] * 2 + mask[2] * 3 * 2 * 2) + 3 * 2 ** 2
        np.testing.assert_allclose(w.grad.asnumpy(), wanted, rtol=1e-6)


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
