"""mx.autograd: when memory is freed, threads, and what BatchNorm makes of it."""
import gc
import sys
import threading
import tracemalloc
import weakref

import numpy as np
import pytest

import symgraph as mx
from symgraph import autograd

from .autograd_helpers import Sigmoid, marked


# -- memory and threads ------------------------------------------------------------------------------
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
    repeated(200)       # until what Python keeps for the next time is there
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


# -- BatchNorm ---------------------------------------------------------------------------------------
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
