"""mx.autograd: values that are written in place while recording, and before backward."""
import numpy as np
import pytest

import symgraph as mx
from symgraph import autograd

from .autograd_helpers import gradient, marked


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
