"""A generative adversarial network of two modules, after the DCGAN example: points on a ring."""
from __future__ import print_function
import symgraph as mx
import numpy as np
import logging

ngf = ndf = 48
Z = 8
batch_size = 64
modes = 4
angles = 2 * np.pi * np.arange(modes) / modes
centers = np.stack([np.cos(angles), np.sin(angles)], 1) * 2

def make_dcgan_sym(ngf, ndf, no_bias=True, fix_gamma=True, eps=1e-5 + 1e-12):
    BatchNorm = mx.sym.BatchNorm
    rand = mx.sym.Variable('rand')
    g1 = mx.sym.FullyConnected(rand, name='g1', num_hidden=ngf, no_bias=no_bias)
    gbn1 = BatchNorm(g1, name='gbn1', fix_gamma=fix_gamma, eps=eps)
    gact1 = mx.sym.Activation(gbn1, name='gact1', act_type='relu')
    g2 = mx.sym.FullyConnected(gact1, name='g2', num_hidden=ngf, no_bias=no_bias)
    gbn2 = BatchNorm(g2, name='gbn2', fix_gamma=fix_gamma, eps=eps)
    gact2 = mx.sym.Activation(gbn2, name='gact2', act_type='relu')
    gout = mx.sym.FullyConnected(gact2, name='g3', num_hidden=2)

    data = mx.sym.Variable('data')
    label = mx.sym.Variable('label')
    d1 = mx.sym.FullyConnected(data, name='d1', num_hidden=ndf)
    dact1 = mx.sym.LeakyReLU(d1, name='dact1', act_type='leaky', slope=0.2)
    d2 = mx.sym.FullyConnected(dact1, name='d2', num_hidden=ndf)
    dact2 = mx.sym.LeakyReLU(d2, name='dact2', act_type='leaky', slope=0.2)
    d3 = mx.sym.FullyConnected(dact2, name='d3', num_hidden=1)
    dloss = mx.sym.LogisticRegressionOutput(data=d3, label=label, name='dloss')
    return gout, dloss

class RandIter(mx.io.DataIter):
    def __init__(self, batch_size, ndim):
        self.batch_size = batch_size
        self.ndim = ndim
        self.provide_data = [('rand', (batch_size, ndim))]
        self.provide_label = []

    def iter_next(self):
        return True

    def getdata(self):
        return [mx.random.normal(0, 1.0, shape=(self.batch_size, self.ndim))]

def ring(n):
    return centers[np.random.randint(0, modes, n)] + np.random.normal(0, 0.2, (n, 2))

def judge(points):
    """share of points that lie at a center, times the share of centers that have their points"""
    d = np.sqrt(((points[:, None] - centers) ** 2).sum(2))
    near = d.min(1) < 0.5
    hits = np.bincount(d.argmin(1)[near], minlength=modes)
    covered = (hits > 0.02 * len(points)).mean()
    return near.mean() * covered

if __name__ == '__main__':
    logging.basicConfig(level=logging.DEBUG)
    np.random.seed(3); mx.random.seed(3)
    lr, beta1, ctx = 0.002, 0.5, mx.cpu(0)
    symG, symD = make_dcgan_sym(ngf, ndf)

    train_iter = mx.io.NDArrayIter(ring(4096), None, batch_size, shuffle=True)
    rand_iter = RandIter(batch_size, Z)
    label = mx.nd.zeros((batch_size, 1), ctx=ctx)

    # =============module G=============
    modG = mx.mod.Module(symbol=symG, data_names=('rand',), label_names=None, context=ctx)
    modG.bind(data_shapes=rand_iter.provide_data)
    modG.init_params(initializer=mx.init.Xavier())
    modG.init_optimizer(optimizer='adam', optimizer_params={
        'learning_rate': lr, 'wd': 0., 'beta1': beta1})
    mods = [modG]
    # =============module D=============
    modD = mx.mod.Module(symbol=symD, data_names=('data',), label_names=('label',), context=ctx)
    modD.bind(data_shapes=train_iter.provide_data, label_shapes=[('label', (batch_size, 1))],
              inputs_need_grad=True)
    modD.init_params(initializer=mx.init.Xavier())
    modD.init_optimizer(optimizer='adam', optimizer_params={
        'learning_rate': lr, 'wd': 0., 'beta1': beta1, 'rescale_grad': 0.5/batch_size})
    mods.append(modD)

    # ============printing==============
    def facc(label, pred):
        pred = pred.ravel()
        label = label.ravel()
        return ((pred > 0.5) == label).mean()
    def fentropy(label, pred):
        pred = pred.ravel()
        label = label.ravel()
        return -(label*np.log(pred+1e-12) + (1.-label)*np.log(1.-pred+1e-12)).mean()
    mG = mx.metric.CustomMetric(fentropy)
    mD = mx.metric.CustomMetric(fentropy)
    mACC = mx.metric.CustomMetric(facc)

    def generate(n):
        out = []
        for _ in range(n // batch_size):
            modG.forward(rand_iter.next(), is_train=True)
            out.append(modG.get_outputs()[0].asnumpy())
        return np.concatenate(out)

    before = judge(generate(2048))
    # =============train===============
    t = 0
    for epoch in range(18):
        train_iter.reset()
        for batch in train_iter:
            rbatch = rand_iter.next()
            modG.forward(rbatch, is_train=True)
            outG = modG.get_outputs()

            # update discriminator on fake
            label[:] = 0
            modD.forward(mx.io.DataBatch(outG, [label]), is_train=True)
            modD.backward()
            gradD = [[grad.copyto(grad.context) for grad in grads]
                     for grads in modD._exec_group.grad_arrays]
            modD.update_metric(mD, [label])
            modD.update_metric(mACC, [label])

            # update discriminator on real
            label[:] = 1
            batch.label = [label]
            modD.forward(batch, is_train=True)
            modD.backward()
            for gradsr, gradsf in zip(modD._exec_group.grad_arrays, gradD):
                for gradr, gradf in zip(gradsr, gradsf):
                    gradr += gradf
            modD.update()
            modD.update_metric(mD, [label])
            modD.update_metric(mACC, [label])

            # update generator
            label[:] = 1
            modD.forward(mx.io.DataBatch(outG, [label]), is_train=True)
            modD.backward()
            diffD = modD.get_input_grads()
            modG.backward(diffD)
            modG.update()
            mG.update([label], modD.get_outputs())
            t += 1
        print('epoch:', epoch, 'iter:', t, 'metric:', mACC.get(), mG.get(), mD.get())
        mACC.reset()
        mG.reset()
        mD.reset()
    after = judge(generate(2048))
    guess = judge(np.random.uniform(-2.5, 2.5, (20000, 2)))
    assert before < 0.3
    print('quality %.3f (chance %.3f, at least 0.500)' % (after, guess))
