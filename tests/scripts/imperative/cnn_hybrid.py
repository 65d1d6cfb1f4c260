"""LeNet as a HybridSequential: deferred shapes, hybridize, metrics, a schedule of rates."""
import time
import numpy as np
import symgraph as mx

gluon, autograd, nd = mx.gluon, mx.autograd, mx.nd
nn = gluon.nn
np.random.seed(4)
mx.random.seed(4)
ctx = mx.cpu()

def pictures(n, size=16):
    """crosses, boxes, discs and stripes at random places"""
    x = np.random.uniform(0, 0.5, (n, 1, size, size)).astype('float32')
    y = np.random.randint(0, 4, n)
    r, c = np.mgrid[:7, :7]
    shapes = [(r == 3) | (c == 3), (r % 6 == 0) | (c % 6 == 0), (r - 3) ** 2 + (c - 3) ** 2 < 8, r % 2 == 0]
    for i in range(n):
        top, left = np.random.randint(0, size - 7, 2)
        x[i, 0, top:top + 7, left:left + 7] += 0.5 * shapes[y[i]]
    return x, y.astype('float32')

batch_size = 50
train_iter = mx.io.NDArrayIter(*pictures(1500), batch_size=batch_size, shuffle=True)
val_iter = mx.io.NDArrayIter(*pictures(500), batch_size=batch_size)

net = nn.HybridSequential(prefix='lenet_')
with net.name_scope():
    net.add(
        nn.Conv2D(channels=8, kernel_size=5, activation='relu'),
        nn.MaxPool2D(pool_size=2, strides=2),
        nn.Conv2D(channels=16, kernel_size=3, activation='relu'),
        nn.MaxPool2D(pool_size=2, strides=2),
        nn.Flatten(),
        nn.Dense(32, activation='relu'),
        nn.Dropout(0.2),
        nn.Dense(4)
    )
net.initialize(init=mx.init.Xavier(magnitude=2.24), ctx=ctx)
net.hybridize(static_alloc=True, static_shape=True)
print(net)
net(nd.zeros((1, 1, 16, 16)))
print(net.collect_params())
assert net[0].weight.shape == (8, 1, 5, 5) and net.collect_params('.*conv.*weight')

softmax_cross_entropy = gluon.loss.SoftmaxCrossEntropyLoss()
steps = 1500 // batch_size
schedule = mx.lr_scheduler.MultiFactorScheduler(step=[4 * steps, 6 * steps], factor=0.3)
optimizer = mx.optimizer.Adam(learning_rate=0.004, lr_scheduler=schedule)
trainer = gluon.Trainer(net.collect_params(), optimizer)
train_acc, val_acc = mx.metric.Accuracy(), mx.metric.Accuracy()
train_loss = mx.metric.Loss()
for epoch in range(7):
    tic = time.time()
    for m in (train_acc, train_loss):
        m.reset()
    train_iter.reset()
    for batch in train_iter:
        data = gluon.utils.split_and_load(batch.data[0], ctx_list=[ctx], batch_axis=0)
        label = gluon.utils.split_and_load(batch.label[0], ctx_list=[ctx], batch_axis=0)
        outputs, losses = [], []
        with autograd.record():
            for x, y in zip(data, label):
                z = net(x)
                loss = softmax_cross_entropy(z, y)
                losses.append(loss)
                outputs.append(z)
        for loss in losses:
            loss.backward()
        trainer.step(batch.data[0].shape[0])
        train_acc.update(label, outputs)
        train_loss.update(0, losses)
    val_acc.reset()
    val_iter.reset()
    for batch in val_iter:
        val_acc.update(batch.label, [net(batch.data[0])])
    print('epoch %d: %s=%.3f %s=%.3f val %.3f lr %.5f time %.2f' % (
        (epoch,) + train_acc.get() + train_loss.get() + (val_acc.get()[1], trainer.learning_rate,
                                                          time.time() - tic)))
print('accuracy %.3f (chance %.3f, at least 0.700)' % (val_acc.get()[1], 0.25))
