"""Softmax regression the short way: a DataLoader, one Dense layer, a Trainer."""
import numpy as np
import symgraph as mx

gluon, autograd, nd = mx.gluon, mx.autograd, mx.nd
nn, gdata, gloss = gluon.nn, gluon.data, gluon.loss
np.random.seed(3)
mx.random.seed(3)

def pictures(n):
    """a bright bar at one of six places, with noise"""
    y = np.random.randint(0, 6, n)
    x = np.random.uniform(0, 0.9, (n, 12, 12, 1))
    for i, k in enumerate(y):
        x[i, 2 * k:2 * k + 2, :, 0] += 0.25
    return (255 * x / x.max()).astype('uint8'), y.astype('int32')

def transform(data, label):
    return data.transpose((2, 0, 1)).astype('float32') / 255, label.astype('float32')

batch_size = 50
train_dataset = gdata.ArrayDataset(*pictures(1500))
test_dataset = gdata.ArrayDataset(*pictures(600))
assert len(train_dataset) == 1500 and train_dataset[0][0].shape == (12, 12, 1)
to_arrays = lambda x, y: transform(nd.array(x, dtype='uint8'), np.float32(y))
train_iter = gdata.DataLoader(train_dataset.transform(to_arrays), batch_size, shuffle=True,
                              num_workers=0, last_batch='discard')
test_iter = gdata.DataLoader(test_dataset.transform(to_arrays), batch_size, shuffle=False)

net = nn.Sequential()
net.add(nn.Dense(6))
net.initialize(mx.init.Normal(sigma=0.01))
loss = gloss.SoftmaxCrossEntropyLoss()
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.5})

def evaluate_accuracy(data_iter, net):
    acc_sum, n = 0.0, 0
    for X, y in data_iter:
        y = y.astype('float32')
        acc_sum += (net(X).argmax(axis=1) == y).sum().asscalar()
        n += y.size
    return acc_sum / n

for epoch in range(6):
    train_l_sum, train_acc_sum, n = 0.0, 0.0, 0
    for X, y in train_iter:
        with autograd.record():
            y_hat = net(X)
            l = loss(y_hat, y).sum()
        l.backward()
        trainer.step(batch_size)
        y = y.astype('float32')
        train_l_sum += l.asscalar()
        train_acc_sum += (y_hat.argmax(axis=1) == y).sum().asscalar()
        n += y.size
    test_acc = evaluate_accuracy(test_iter, net)
    print('epoch %d, loss %.4f, train acc %.3f, test acc %.3f'
          % (epoch + 1, train_l_sum / n, train_acc_sum / n, test_acc))
print('accuracy %.3f (chance %.3f, at least 0.850)' % (test_acc, 1 / 6))
