"""Siamese towers that share parameters, with a second task on top: two losses, one backward."""
import numpy as np
import symgraph as mx

gluon, autograd, nd = mx.gluon, mx.autograd, mx.nd
nn = gluon.nn
np.random.seed(10)
mx.random.seed(10)

# points of five classes on a curled sheet in ten dimensions
mix = np.random.normal(size=(6, 10))
def points(y):
    t = y + np.random.uniform(-0.32, 0.32, len(y))
    u = np.random.uniform(-1, 1, len(y))
    z = np.stack([np.sin(2.5 * t), np.cos(2.5 * t), u * t / 3, u ** 2, np.sin(3 * u), t / 5], 1)
    return (z.dot(mix) + np.random.normal(0, 0.05, (len(y), 10))).astype('float32')

def pairs(n):
    a = np.random.randint(0, 5, n)
    b = np.where(np.random.rand(n) < 0.5, a, np.random.randint(0, 5, n))
    return [nd.array(v) for v in (points(a), points(b), (a == b), a)]

def tower(prefix, params=None):
    net = nn.HybridSequential(prefix=prefix, params=params)
    with net.name_scope():
        net.add(nn.Dense(48, activation='tanh', in_units=10),
                nn.Dense(24, activation='tanh', in_units=48),
                nn.Dense(4, in_units=24))
    return net

class Siamese(gluon.HybridBlock):
    def __init__(self, **kwargs):
        super(Siamese, self).__init__(**kwargs)
        with self.name_scope():
            self.left = tower('tower_')
            # another block, the same parameters
            self.right = tower('tower_', params=self.left.collect_params())
            self.classes = nn.Dense(5, in_units=4)

    def hybrid_forward(self, F, a, b):
        left, right = self.left(a), self.right(b)
        distance = F.sqrt(F.sum(F.square(left - right), axis=1) + 1e-6)
        return distance, self.classes(F.relu(left)), left

net = Siamese()
net.initialize(mx.init.Xavier())
net.hybridize()
assert net.left[0].weight is net.right[0].weight
assert len(net.collect_params().keys()) == 8, net.collect_params()

class ContrastiveLoss(gluon.loss.Loss):
    def __init__(self, margin=1., weight=None, batch_axis=0, **kwargs):
        super(ContrastiveLoss, self).__init__(weight, batch_axis, **kwargs)
        self.margin = margin

    def hybrid_forward(self, F, distance, same, sample_weight=None):
        loss = same * F.square(distance) + (1 - same) * F.square(F.relu(self.margin - distance))
        return loss / 2

contrastive = ContrastiveLoss(margin=2.)
cross_entropy = gluon.loss.SoftmaxCrossEntropyLoss()
trainer = gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': 0.005})
for step in range(400):
    a, b, same, label = pairs(64)
    with autograd.record():
        distance, scores, _ = net(a, b)
        l1, l2 = contrastive(distance, same), cross_entropy(scores, label)
        autograd.backward([l1, 0.5 * l2])
    trainer.step(64)
    if step % 80 == 79:
        print('step %d, contrastive %.3f, classes %.3f' % (step + 1, l1.mean().asscalar(),
                                                           l2.mean().asscalar()))

a, b, same, label = pairs(1500)
distance, scores, _ = net(a, b)
verified = ((distance < 1) == same).mean().asscalar()
classified = mx.metric.Accuracy()
classified.update([label], [scores])
print('verified', verified, 'classified', classified.get())
assert verified > 0.8
print('accuracy %.3f (chance %.3f, at least 0.800)' % (classified.get()[1], 0.2))
