"""An autoencoder as a custom Block: children in attributes, hooks, saving and loading."""
import os
import tempfile
import numpy as np
import symgraph as mx

gluon, autograd, nd = mx.gluon, mx.autograd, mx.nd
nn, Block = gluon.nn, gluon.Block
np.random.seed(9)
mx.random.seed(9)

class Autoencoder(Block):
    def __init__(self, sizes, noise=0.1, **kwargs):
        super(Autoencoder, self).__init__(**kwargs)
        self.noise = noise
        with self.name_scope():
            self.encoder = nn.HybridSequential(prefix='encoder_')
            self.decoder = nn.HybridSequential(prefix='decoder_')
            with self.encoder.name_scope():
                for size in sizes[1:-1]:
                    self.encoder.add(nn.Dense(size, activation='relu'))
                self.encoder.add(nn.Dense(sizes[-1]))
            with self.decoder.name_scope():
                for size in reversed(sizes[1:-1]):
                    self.decoder.add(nn.Dense(size), nn.PReLU())
                self.decoder.add(nn.Dense(sizes[0]))
            self.scale = self.params.get('scale', shape=(1, sizes[0]), init=mx.init.One())

    def forward(self, x):
        if autograd.is_training():
            x = x + nd.random.normal(0, self.noise, shape=x.shape)
        return self.decoder(self.encoder(x)) * self.scale.data()

# pictures of 8x8 pixels: a soft spot somewhere, so that two numbers are enough
grid = np.stack(np.meshgrid(np.arange(8), np.arange(8)), -1).reshape(64, 2)
centers = np.random.uniform(1, 6, (2400, 2))
data = np.exp(-((grid - centers[:, None]) ** 2).sum(2) / 4).astype('float32')
train, test = nd.array(data[:2000]), nd.array(data[2000:])

def make():
    net = Autoencoder([64, 48, 24, 2])
    net.initialize(mx.init.Xavier())
    net.hybridize()         # what can be compiled is: the two HybridSequentials
    return net

net = make()
seen = []
handle = net.encoder.register_forward_hook(lambda block, inputs, output: seen.append(output.shape))
net(train[:3])
handle.detach()
net(train[:3])
assert seen == [(3, 2)]
print(net)

trainer = gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': 0.006})
l2 = gluon.loss.L2Loss()
batch_size = 100
for epoch in range(24):
    order = nd.array(np.random.permutation(2000))
    total = 0
    for i in range(0, 2000, batch_size):
        x = train.take(order[i:i + batch_size])
        with autograd.record():
            loss = l2(net(x), x)
        loss.backward()
        trainer.step(batch_size)
        total += loss.mean().asscalar()
    if epoch % 6 == 5:
        print('epoch %d, loss %.5f' % (epoch, total * batch_size / 2000))
    if epoch == 15:
        trainer.set_learning_rate(0.002)

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'autoencoder.params')
    net.save_parameters(path)
    again = Autoencoder([64, 48, 24, 2])
    again.load_parameters(path, ctx=mx.cpu())
assert nd.abs(again(test) - net(test)).max().asscalar() < 1e-5
print(sorted(net.collect_params('.*decoder.*weight').keys()))

rmse = nd.sqrt(nd.mean(nd.square(again(test) - test))).asscalar()
chance = nd.sqrt(nd.mean(nd.square(train.mean(axis=0, keepdims=True) - test))).asscalar()
print('rmse %.4f (chance %.4f, at most 0.100)' % (rmse, chance))
