"""A generative adversarial network with two Trainers; what is generated is detached for the critic."""
import numpy as np
import symgraph as mx

gluon, autograd, nd = mx.gluon, mx.autograd, mx.nd
nn = gluon.nn
np.random.seed(8)
mx.random.seed(8)
ctx = mx.cpu()

# a skewed normal distribution in the plane
A = np.array([[1, 2], [-0.1, 0.5]])
b = np.array([1, 2])
X = nd.array(np.random.normal(size=(2000, 2)).dot(A) + b)
batch_size = 100
train_data = mx.io.NDArrayIter(X, batch_size=batch_size, shuffle=True)

netG = nn.Sequential()
with netG.name_scope():
    netG.add(nn.Dense(2))
netD = nn.Sequential()
with netD.name_scope():
    netD.add(nn.Dense(8, activation='tanh'))
    netD.add(nn.Dense(6, activation='tanh'))
    netD.add(nn.Dense(1))

loss = gluon.loss.SigmoidBinaryCrossEntropyLoss()
netG.initialize(mx.init.Normal(0.02), ctx=ctx)
netD.initialize(mx.init.Normal(0.2), ctx=ctx)
trainerG = gluon.Trainer(netG.collect_params(), 'adam', {'learning_rate': 0.02, 'beta1': 0.5})
trainerD = gluon.Trainer(netD.collect_params(), 'adam', {'learning_rate': 0.05, 'beta1': 0.5})

real_label = nd.ones((batch_size,), ctx=ctx)
fake_label = nd.zeros((batch_size,), ctx=ctx)
metric = mx.metric.CustomMetric(lambda label, pred: ((pred.ravel() > 0) == label.ravel()).mean(), 'acc')

def moments(points):
    points = points.asnumpy()
    return np.concatenate([points.mean(0), np.cov(points.T).ravel()])

def distance():
    made = moments(netG(nd.random_normal(shape=(4000, 2), ctx=ctx)))
    wanted = np.concatenate([b, A.T.dot(A).ravel()])
    return np.sqrt(((made - wanted) ** 2).mean())

before = distance()
for epoch in range(12):
    train_data.reset()
    metric.reset()
    for i, batch in enumerate(train_data):
        # (1) the critic: maximize log(D(x)) + log(1 - D(G(z)))
        data = batch.data[0].as_in_context(ctx)
        noise = nd.random_normal(shape=(batch_size, 2), ctx=ctx)
        with autograd.record():
            real_output = netD(data)
            errD_real = loss(real_output, real_label)
            fake = netG(noise)
            fake_output = netD(fake.detach())
            errD_fake = loss(fake_output, fake_label)
            errD = errD_real + errD_fake
            errD.backward()
        trainerD.step(batch_size)
        metric.update([real_label], [real_output])
        metric.update([fake_label], [fake_output])
        # (2) the generator: maximize log(D(G(z)))
        with autograd.record():
            output = netD(netG(noise))
            errG = loss(output, real_label)
            errG.backward()
        trainerG.step(batch_size)
    if epoch % 3 == 2:
        name, acc = metric.get()
        print('epoch %d: loss D %.3f, loss G %.3f, %s %.3f, distance %.3f' % (
            epoch, nd.mean(errD).asscalar(), nd.mean(errG).asscalar(), name, acc, distance()))
print('distance %.3f (chance %.3f, at most 1.100)' % (distance(), before))
