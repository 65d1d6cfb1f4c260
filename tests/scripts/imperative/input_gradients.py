"""Gradients with respect to the input: saliency, an adversarial step, a picture made by descent."""
import numpy as np
import symgraph as mx

gluon, autograd, nd = mx.gluon, mx.autograd, mx.nd
nn = gluon.nn
np.random.seed(13)
mx.random.seed(13)

size = 14
def pictures(n):
    """a bright square says the class by its brightness pattern; where it is does not matter"""
    x = np.random.uniform(0, 0.3, (n, 1, size, size))
    y = np.random.randint(0, 3, n)
    corner = np.random.randint(0, size - 4, (n, 2))
    marks = np.random.RandomState(1).rand(3, 4, 4) > 0.5
    for k in range(n):
        r, c = corner[k]
        x[k, 0, r:r + 4, c:c + 4] += 0.7 * marks[y[k]]
    return nd.array(x), nd.array(y), corner

net = nn.HybridSequential()
net.add(nn.Conv2D(12, 4, activation='relu'), nn.BatchNorm(),
        nn.HybridLambda(lambda F, x: F.max(x, axis=(2, 3))), nn.Dense(3))
net.initialize(mx.init.Xavier())
net.hybridize()
loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
trainer = gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': 0.01})
for step in range(120):
    x, y, _ = pictures(50)
    with autograd.record():
        loss = loss_fn(net(x), y)
    loss.backward()
    trainer.step(50)
x, y, corner = pictures(200)
clean = (net(x).argmax(axis=1) == y).mean().asscalar()
print('accuracy', clean)
assert clean > 0.9

# parameters stay as they are from here on
net.collect_params().setattr('grad_req', 'null')

# saliency: the largest gradients of the score lie in the square
x.attach_grad()
with autograd.record(train_mode=False):
    score = nd.pick(net(x), y).sum()
score.backward(train_mode=False)
saliency = x.grad.abs().reshape((200, size, size)).asnumpy()
inside = np.array([s[r:r + 4, c:c + 4].sum() / s.sum() for s, (r, c) in zip(saliency, corner)])
print('share of the gradient inside the square: %.3f' % inside.mean())
assert inside.mean() > 0.3          # its share of the picture is 0.08

# the same by autograd.grad
with autograd.record(train_mode=False):
    score = nd.pick(net(x), y).sum()
again, = autograd.grad(score, [x], train_mode=False)
assert nd.abs(again - x.grad).max().asscalar() < 1e-6

# one step along the sign of the gradient of the loss fools the network
with autograd.record(train_mode=False):
    loss = loss_fn(net(x), y)
loss.backward(train_mode=False)
fooled = x + 0.35 * nd.sign(x.grad)
adversarial = (net(fooled).argmax(axis=1) == y).mean().asscalar()
print('accuracy after an adversarial step', adversarial)
assert adversarial < clean - 0.3

# pictures by descent from noise: each is to be of a class, and smooth
target = nd.array([0, 1, 2] * 4)
image = nd.random.uniform(0, 0.3, shape=(12, 1, size, size))
before = (net(image).argmax(axis=1) == target).mean().asscalar()
image.attach_grad()
sgd = mx.optimizer.create('sgd', learning_rate=4., momentum=0.5)
state = sgd.create_state(0, image)
for step in range(40):
    with autograd.record(train_mode=False):
        content = loss_fn(net(image), target).mean()
        rough = (nd.square(image[:, :, 1:] - image[:, :, :-1]).mean()
                 + nd.square(image[:, :, :, 1:] - image[:, :, :, :-1]).mean())
        loss = content + 0.05 * rough
    loss.backward(train_mode=False)
    sgd.update(0, image, image.grad, state)
    image[:] = image.clip(0, 1)
chosen = nd.softmax(net(image)).pick(target)
print('before', before, 'loss', loss.asscalar())
print('confidence %.3f (chance %.3f, at least 0.700)' % (chosen.mean().asscalar(), 1 / 3))
