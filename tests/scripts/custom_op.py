"""Softmax as an operator in Python: by CustomOp, and by NumpyOp as one did it before."""
import os
# MXNET_CPU_WORKER_NTHREADS must be greater than 1 for custom op to work on CPU
os.environ["MXNET_CPU_WORKER_NTHREADS"] = "2"
import symgraph as mx
import numpy as np
import logging

class Softmax(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        x = in_data[0].asnumpy()
        y = np.exp(x - x.max(axis=1).reshape((x.shape[0], 1)))
        y /= y.sum(axis=1).reshape((x.shape[0], 1))
        self.assign(out_data[0], req[0], mx.nd.array(y))

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        l = in_data[1].asnumpy().ravel().astype(int)
        y = out_data[0].asnumpy()
        y[np.arange(l.shape[0]), l] -= 1.0
        self.assign(in_grad[0], req[0], mx.nd.array(y))

@mx.operator.register("softmax")
class SoftmaxProp(mx.operator.CustomOpProp):
    def __init__(self):
        super(SoftmaxProp, self).__init__(need_top_grad=False)

    def list_arguments(self):
        return ['data', 'label']

    def list_outputs(self):
        return ['output']

    def infer_shape(self, in_shape):
        data_shape = in_shape[0]
        label_shape = (in_shape[0][0],)
        output_shape = in_shape[0]
        return [data_shape, label_shape], [output_shape], []

    def infer_type(self, in_type):
        return in_type, [in_type[0]], []

    def create_operator(self, ctx, shapes, dtypes):
        return Softmax()

# an activation, with a parameter and a gradient from above
class Swish(mx.operator.CustomOp):
    def __init__(self, beta):
        self.beta = beta
    def forward(self, is_train, req, in_data, out_data, aux):
        x = in_data[0]
        out_data[0][:] = x * mx.nd.sigmoid(self.beta * x)
    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        x, y = in_data[0], out_data[0]
        s = mx.nd.sigmoid(self.beta * x)
        self.assign(in_grad[0], req[0], out_grad[0] * (self.beta * y + s * (1 - self.beta * y)))

@mx.operator.register("swish")
class SwishProp(mx.operator.CustomOpProp):
    def __init__(self, beta='1.0'):
        super(SwishProp, self).__init__(True)
        self.beta = float(beta)
    def create_operator(self, ctx, in_shapes, in_dtypes):
        return Swish(self.beta)

class NumpySoftmax(mx.operator.NumpyOp):
    def __init__(self):
        super(NumpySoftmax, self).__init__(False)

    def list_arguments(self):
        return ['data', 'label']

    def list_outputs(self):
        return ['output']

    def infer_shape(self, in_shape):
        data_shape = in_shape[0]
        label_shape = (in_shape[0][0],)
        output_shape = in_shape[0]
        return [data_shape, label_shape], [output_shape]

    def forward(self, in_data, out_data):
        x = in_data[0]
        y = out_data[0]
        y[:] = np.exp(x - x.max(axis=1).reshape((x.shape[0], 1)))
        y /= y.sum(axis=1).reshape((x.shape[0], 1))

    def backward(self, out_grad, in_data, out_data, in_grad):
        l = in_data[1]
        l = l.reshape((l.size,)).astype(int)
        y = out_data[0]
        dx = in_grad[0]
        dx[:] = y
        dx[np.arange(l.shape[0]), l] -= 1.0

logging.basicConfig(level=logging.INFO)
np.random.seed(12)
# rings: which of five
def rings(n):
    y = np.random.randint(0, 5, n)
    a = np.random.uniform(0, 2 * np.pi, n)
    r = y + 1 + np.random.normal(0, 0.12, n)
    return np.c_[r * np.cos(a), r * np.sin(a)].astype('float32'), y.astype('float32')
X, Y = rings(1500)
VX, VY = rings(400)

def network(kind):
    data = mx.symbol.Variable('data')
    fc1 = mx.symbol.FullyConnected(data = data, name='fc1', num_hidden=48)
    act1 = mx.sym.Custom(fc1, op_type='swish', beta=1.5, name='act1')
    fc2 = mx.symbol.FullyConnected(data = act1, name = 'fc2', num_hidden = 24)
    act2 = mx.symbol.Activation(data = fc2, name='relu2', act_type="relu")
    fc3 = mx.symbol.FullyConnected(data = act2, name='fc3', num_hidden=5)
    if kind == 'custom':
        return mx.symbol.Custom(data=fc3, name='softmax', op_type='softmax')
    if kind == 'numpy':
        mysoftmax = NumpySoftmax()
        return mysoftmax(data=fc3, name = 'softmax')
    return mx.symbol.SoftmaxOutput(fc3, name='softmax')

probs = {}
for kind in ['custom', 'numpy', 'builtin']:
    mx.random.seed(12); np.random.seed(13)      # all three start alike and see the same batches
    mlp = network(kind)
    assert mlp.list_arguments()[-1] == 'softmax_label'
    train = mx.io.NDArrayIter(X, Y, 50, shuffle=False)
    model = mx.mod.Module(mlp, context=mx.cpu(0))
    model.fit(train, num_epoch=12, eval_metric='acc', initializer=mx.init.Xavier(),
              optimizer='adam', optimizer_params={'learning_rate': 0.02},
              batch_end_callback=mx.callback.Speedometer(50, 30))
    val = mx.io.NDArrayIter(VX, VY, 50)
    probs[kind] = model.predict(val).asnumpy()

np.testing.assert_allclose(probs['custom'], probs['builtin'], atol=0.02)
np.testing.assert_allclose(probs['numpy'], probs['custom'], atol=0.02)
acc = min((p.argmax(1) == VY).mean() for p in probs.values())
print('accuracy %.3f (chance 0.200, at least 0.850)' % acc)
