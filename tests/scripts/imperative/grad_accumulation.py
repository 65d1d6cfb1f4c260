"""BatchNorm, and gradients of several small batches added up: grad_req='add' and zero_grad."""
import numpy as np
import symgraph as mx

gluon, autograd, nd = mx.gluon, mx.autograd, mx.nd
nn = gluon.nn
np.random.seed(5)
mx.random.seed(5)

# two spirals
n = 1200
t = np.random.uniform(0.3, 1, n) * 3 * np.pi
turn = np.random.randint(0, 2, n)
points = np.stack([t * np.cos(t + np.pi * turn), t * np.sin(t + np.pi * turn)], 1) / 6
points += np.random.normal(0, 0.04, points.shape)
X, y = nd.array(points), nd.array(turn)
X_train, y_train, X_test, y_test = X[:900], y[:900], X[900:], y[900:]

def build_net():
    net = nn.HybridSequential()
    for width in (48, 32):
        net.add(nn.Dense(width, use_bias=False))
        net.add(nn.BatchNorm(momentum=0.8))
        net.add(nn.LeakyReLU(0.1))
    net.add(nn.Dense(1))
    return net

net = build_net()
net.initialize(mx.init.Xavier())
net.hybridize()
net.collect_params().setattr('grad_req', 'add')
for name, param in net.collect_params().items():
    if name.endswith(('running_mean', 'running_var')):
        param.grad_req = 'null'
trainer = gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': 0.03})
bce = gluon.loss.SigmoidBinaryCrossEntropyLoss()

accumulate, batch_size = 3, 50
order = np.arange(900)
for epoch in range(28):
    np.random.shuffle(order)
    cumulative = 0.
    for i, start in enumerate(range(0, 900, batch_size)):
        index = nd.array(order[start:start + batch_size])
        with autograd.record():
            loss = bce(net(X_train.take(index)), y_train.take(index))
        loss.backward()
        cumulative += loss.mean().asscalar()
        if (i + 1) % accumulate == 0:
            trainer.step(batch_size * accumulate)
            net.collect_params().zero_grad()
    if epoch % 7 == 6:
        print('epoch', epoch, 'loss', cumulative / (i + 1))

# gradients of the parts add up to those of the whole: without BatchNorm's batch statistics
weight = net[0].weight
def gradient(*parts):
    net.collect_params().zero_grad()
    for part in parts:
        with autograd.record(train_mode=False):
            loss = bce(net(X_train[part]), y_train[part]).sum()
        loss.backward(train_mode=False)
    return weight.grad().asnumpy()
whole, halves = gradient(slice(0, 100)), gradient(slice(0, 40), slice(40, 100))
assert np.allclose(whole, halves, rtol=1e-3, atol=1e-3 * abs(whole).max()), abs(whole - halves).max()

predicted = (net(X_test).reshape(-1) > 0).asnumpy()
accuracy = (predicted == y_test.asnumpy()).mean()
print('accuracy %.3f (chance %.3f, at least 0.900)' % (accuracy, 0.5))
