"""Random computations: backward through the tape against executors of the symbol that was recorded."""
import numpy as np
import pytest

import symgraph as mx
from symgraph import autograd

SHAPE = (4, 6)


def views(x, rng):
    """Something of SHAPE made of x by slices and shapes."""
    begin = int(rng.integers(1, 4))
    parts = mx.nd.split(x, 2, axis=1)
    return [lambda: mx.nd.concat(x[begin:], x[:begin], dim=0), lambda: x.reshape((6, 4)).T,
            lambda: mx.nd.concat(parts[1], parts[0], dim=1), lambda: x[::-1] * 1,
            lambda: x[[3, 0, 0, 2]], lambda: mx.nd.stack(*[x[i] for i in range(4)]),
            lambda: mx.nd.broadcast_to(x[begin:begin + 1], shape=SHAPE)]


STEPS = [
    lambda x, y, rng: x + y, lambda x, y, rng: x - y * 0.5, lambda x, y, rng: x * y,
    lambda x, y, rng: mx.nd.tanh(x), lambda x, y, rng: mx.nd.sigmoid(x) * 2 - 1,
    lambda x, y, rng: mx.nd.softmax(x), lambda x, y, rng: x / (y * y + 1),
    lambda x, y, rng: mx.nd.broadcast_sub(x, y.mean(axis=1, keepdims=True)),
    lambda x, y, rng: mx.nd.broadcast_mul(x, y.max(axis=0)),
    lambda x, y, rng: mx.nd.dot(mx.nd.dot(x, y, transpose_b=True), y) * 0.1,
    lambda x, y, rng: mx.nd.where(x > y, x, y), lambda x, y, rng: mx.nd.add_n(x, y, x),
    lambda x, y, rng: mx.nd.LeakyReLU(x, act_type="elu"), lambda x, y, rng: mx.nd.BlockGrad(x) * y,
    lambda x, y, rng: x.copy(), lambda x, y, rng: views(x, rng)[rng.integers(7)](),
]


def computed(leaves, rng, length):
    """A few results of a random computation; the same for the same state of rng."""
    values = list(leaves)
    for _ in range(length):
        x, y = (values[i] for i in rng.integers(0, len(values), 2))
        values.append(STEPS[rng.integers(len(STEPS))](x, y, rng))
    return mx.nd.add_n(*values[-3:]) + sum(values[:len(leaves)])


@pytest.mark.parametrize("number", range(40))
def test_gradients_are_those_of_executors(number):
    rng = np.random.default_rng(number)
    leaves = [mx.nd.array(rng.normal(size=SHAPE), dtype="float64") for _ in range(3)]
    reqs = rng.choice(["write", "add"], 3)
    for leaf, req in zip(leaves, reqs):
        leaf.attach_grad(req)
        leaf.grad[:] = 1
    with autograd.record():
        y = computed(leaves, rng, 12)
    head = mx.nd.array(rng.normal(size=SHAPE), dtype="float64")
    symbol = autograd.get_symbol(y)
    known = [f"var{i}" for i in range(3)]       # as the leaves were marked
    y.backward(head, retain_graph=True)
    first = [leaf.grad.asnumpy() for leaf in leaves]
    y.backward(head)
    grads = {name: mx.nd.ones(SHAPE, dtype="float64") for name in known}
    places = mx.nd.array(np.arange(24).reshape(SHAPE)[[3, 0, 0, 2]], dtype="int64")
    args = {name: places for name in symbol.list_arguments() if name not in known}
    executor = symbol.bind(mx.cpu(), {**args, **dict(zip(known, leaves))}, grads,
                           dict(zip(known, map(str, reqs))))
    np.testing.assert_allclose(executor.forward(is_train=True)[0].asnumpy(), y.asnumpy(), rtol=1e-12)
    executor.backward(head)
    for name, req, leaf, once in zip(known, reqs, leaves, first):
        wanted = grads[name].asnumpy()
        np.testing.assert_allclose(once, wanted, rtol=1e-9, atol=1e-12)
        twice = 2 * (wanted - 1) + 1 if req == "add" else wanted
        np.testing.assert_allclose(leaf.grad.asnumpy(), twice, rtol=1e-9, atol=1e-12)
