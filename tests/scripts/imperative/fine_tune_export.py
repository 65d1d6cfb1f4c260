"""Fine-tuning: a small ResNet of the zoo's blocks, saved, exported, imported, cut and trained on."""
import os
import tempfile
import numpy as np
import symgraph as mx

gluon, autograd, nd = mx.gluon, mx.autograd, mx.nd
nn, vision = gluon.nn, gluon.model_zoo.vision
np.random.seed(14)
mx.random.seed(14)

r, c = np.mgrid[:12, :12]
textures = [np.sin(k * (r * np.cos(a) + c * np.sin(a))) for k in (0.8, 1.6) for a in (0, 0.8, 1.6, 2.4)]

def pictures(n, classes):
    y = np.random.randint(0, len(classes), n)
    x = np.array([np.roll(textures[classes[k]], np.random.randint(0, 12), axis=np.random.randint(2))
                  for k in y])
    return nd.array(x[:, None] + np.random.normal(0, 0.7, (n, 1, 12, 12))), nd.array(y)

def small_resnet(classes, **kwargs):
    return vision.ResNetV2(vision.BasicBlockV2, [1, 1], [8, 8, 16], classes=classes, thumbnail=True,
                           **kwargs)

def train(net, params, classes, steps, lr):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(params, 'sgd', {'learning_rate': lr, 'momentum': 0.9})
    for step in range(steps):
        x, y = pictures(32, classes)
        with autograd.record():
            loss = loss_fn(net(x), y)
        loss.backward()
        trainer.step(32)
    return loss.mean().asscalar()

def accuracy(net, classes):
    x, y = pictures(400, classes)
    metric = mx.metric.create('acc')
    metric.update([y], [net(x)])
    return metric.get()[1]

old, new = [0, 1, 2, 4, 5, 6], [3, 7, 1]
net = small_resnet(len(old), prefix='pre_')
net.initialize(mx.init.MSRAPrelu())
net.hybridize()
print('loss', train(net, net.collect_params(), old, 60, 0.05))
known = accuracy(net, old)
print('accuracy on the old classes', known)
assert known > 0.6

with tempfile.TemporaryDirectory() as folder:
    at = lambda name: os.path.join(folder, name)
    # parameters into a net with another output: features alone are taken over
    net.save_parameters(at('net.params'))
    tuned = small_resnet(len(new))
    whole = small_resnet(len(old))
    whole.load_parameters(at('net.params'))
    tuned.features = whole.features
    tuned.output.initialize(mx.init.Xavier())
    # the graph and its parameters, for who has no code
    net.export(at('net'), epoch=3)
    print(sorted(os.listdir(folder)))
    block = gluon.SymbolBlock.imports(at('net-symbol.json'), ['data'], at('net-0003.params'),
                                      ctx=mx.cpu())
    x, _ = pictures(4, old)
    assert nd.abs(block(x) - net(x)).max().asscalar() < 1e-4
    # the part of the graph before the output, as features
    sym, args, auxs = mx.model.load_checkpoint(at('net'), 3)
    internals = sym.get_internals()
    cut = [name for name in internals.list_outputs() if name.endswith('flatten0_output')][-1]
    extractor = gluon.SymbolBlock(internals[cut], mx.sym.var('data'))
    extractor.collect_params().load(at('net-0003.params'), ignore_extra=True)
    print(extractor(x).shape)

head = nn.HybridSequential()
head.add(extractor, nn.Dropout(0.1), nn.Dense(len(new)))
head[2].initialize(mx.init.Xavier())
head.hybridize()
frozen = {name: p.data().copy() for name, p in extractor.collect_params('.*weight').items()}
train(head, head[2].collect_params(), new, 40, 0.05)
assert all((extractor.collect_params()[name].data() == kept).min().asscalar() == 1
           for name, kept in frozen.items())
print('accuracy of a new output on old features', accuracy(head, new))

tuned.hybridize()
tuned.features.collect_params().setattr('lr_mult', 0.3)
train(tuned, tuned.collect_params(), new, 40, 0.05)
print('accuracy %.3f (chance %.3f, at least 0.750)' % (accuracy(tuned, new), 1 / 3))
