"""What the tests of autograd have in common."""
import symgraph as mx
from symgraph import autograd


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


def modes():
    return autograd.is_recording(), autograd.is_training()


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


class Twice(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0] * 2)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * 2)


@mx.operator.register("test_autograd_twice")
class TwiceProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return Twice()
