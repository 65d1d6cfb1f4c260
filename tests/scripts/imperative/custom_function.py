"""Functions with a backward of their own: a sigmoid, and a rounding that lets gradients through."""
import numpy as np
import symgraph as mx

autograd, gluon, nd = mx.autograd, mx.gluon, mx.nd
nn = gluon.nn
np.random.seed(11)
mx.random.seed(11)

class Sigmoid(autograd.Function):
    def forward(self, x):
        y = 1 / (1 + nd.exp(-x))
        self.save_for_backward(y)
        return y

    def backward(self, dy):
        y, = self.saved_tensors
        return dy * y * (1 - y)

class Binary(autograd.Function):
    """-1 or 1 forward; backward as if it were x within [-1, 1]"""
    def __init__(self, width=1.0):
        super(Binary, self).__init__()
        self.width = width

    def forward(self, x):
        self.save_for_backward(x)
        return nd.where(x >= 0, nd.ones_like(x), -nd.ones_like(x))

    def backward(self, dy):
        x, = self.saved_tensors
        return dy * (nd.abs(x) <= self.width)

# the sigmoid's gradient is that of MXNet's own
x = nd.random.uniform(-3, 3, shape=(4, 5))
x.attach_grad()
with autograd.record():
    m = Sigmoid()(x)
    (m * m).sum().backward()
own = x.grad.copy()
with autograd.record():
    m = nd.sigmoid(x)
    (m * m).sum().backward()
assert nd.abs(own - x.grad).max().asscalar() < 1e-6

class BinaryDense(gluon.Block):
    """a layer whose weights are -1 or 1, times one number"""
    def __init__(self, units, in_units, **kwargs):
        super(BinaryDense, self).__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(units, in_units), init=mx.init.Uniform(0.3))
            self.scale = self.params.get('scale', shape=(1,), init=mx.init.Constant(0.1))
            self.bias = self.params.get('bias', shape=(units,), init='zeros')

    def forward(self, x):
        # MXNet 1.9.1 waits for ever for the gradient of a Function of a parameter itself
        weight = Binary()(self.weight.data() * 1) * self.scale.data()
        return nd.FullyConnected(x, weight, self.bias.data(), num_hidden=weight.shape[0])

class Net(gluon.Block):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.hidden = BinaryDense(64, 20)
            self.output = BinaryDense(4, 64)

    def forward(self, x):
        return self.output(Sigmoid()(self.hidden(x)) * 2 - 1)

centers = np.random.normal(size=(4, 20))
def batch(n):
    y = np.random.randint(0, 4, n)
    return nd.array(centers[y] * np.random.choice([1, 1.5], (n, 1)) + np.random.normal(0, 0.5, (n, 20))), nd.array(y)

net = Net()
net.initialize()
trainer = gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': 0.01})
loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
x_test, y_test = batch(1000)
for step in range(300):
    x, y = batch(64)
    with autograd.record():
        loss = loss_fn(net(x), y)
    loss.backward()
    trainer.step(64)
    if step % 100 == 99:
        print('step %d loss %.3f scale %.3f' % (step + 1, loss.mean().asscalar(),
                                                net.hidden.scale.data().asscalar()))
accuracy = (net(x_test).argmax(axis=1) == y_test).mean().asscalar()
print('accuracy %.3f (chance %.3f, at least 0.700)' % (accuracy, 0.25))
