"""Losses by MakeLoss: a robust one finds the line in spite of outliers, the squared one does not."""
import symgraph as mx
import numpy as np
import logging
logging.basicConfig(level=logging.DEBUG)

np.random.seed(33)
mx.random.seed(33)
n, d = 1000, 8
w_true = np.random.randn(d) * 2
x = np.random.normal(size=(n, d))
y = x.dot(w_true) + 1.5 + np.random.normal(0, .1, n)
bad = np.random.rand(n) < 0.2
y[bad] += np.random.uniform(20, 60, bad.sum())

def net(kind):
    data, label = mx.sym.Variable('data'), mx.sym.Variable('lin_label')
    pred = mx.sym.FullyConnected(data, num_hidden=1, name='fc')
    diff = mx.sym.Reshape(pred, shape=(-1,)) - label
    if kind == 'robust':
        # log cosh, by parts: |z| + log(1 + exp(-2|z|)) - log 2
        a = mx.sym.abs(diff)
        loss = a + mx.sym.log(1 + mx.sym.exp(-2 * a)) - float(np.log(2))
    elif kind == 'smooth_l1':
        loss = mx.sym.smooth_l1(diff, scalar=1.0)
    else:
        loss = 0.5 * mx.sym.square(diff)
    loss = mx.sym.MakeLoss(mx.sym.mean(loss), name='loss', grad_scale=1.)
    # what is wanted beside the loss must not send gradients back
    return mx.sym.Group([loss, mx.sym.BlockGrad(pred, name='pred'), mx.sym.BlockGrad(diff, name='diff')])

class Loss(mx.metric.EvalMetric):
    def __init__(self): super(Loss, self).__init__('robust-loss')
    def update(self, _, preds):
        self.sum_metric += preds[0].asscalar(); self.num_inst += 1

def train(kind):
    it = mx.io.NDArrayIter(x, y, 100, shuffle=True, label_name='lin_label')
    mod = mx.mod.Module(net(kind), label_names=['lin_label'])
    mod.fit(it, num_epoch=40, eval_metric=Loss(), optimizer='sgd', kvstore=None,
            optimizer_params={'learning_rate': 0.3 if kind != 'l2' else 0.1, 'momentum': 0.5,
                              'rescale_grad': 1.0,
                              'lr_scheduler': mx.lr_scheduler.PolyScheduler(400, 0.3, 2)},
            initializer=mx.init.Zero())
    out = mod.symbol.list_outputs()
    assert out == ['loss_output', 'pred_output', 'diff_output'], out
    w = mod.get_params()[0]['fc_weight'].asnumpy().ravel()
    b = mod.get_params()[0]['fc_bias'].asscalar()
    logging.info('%s: bias %.2f', kind, b)
    return np.sqrt(((w - w_true) ** 2).sum() + (b - 1.5) ** 2)

errors = dict((k, train(k)) for k in ['l2', 'smooth_l1', 'robust'])
print(errors)

# a second way: a loss with its own gradient by hand, heads get gradients
diff = net('l2')['diff_output']
exe = diff.simple_bind(mx.cpu(), data=(n, d), grad_req='write')
exe.forward(is_train=True, data=mx.nd.array(x), lin_label=mx.nd.array(y))
exe.backward()
assert (exe.grad_dict['fc_weight'].asnumpy() == 0).all()       # BlockGrad

assert errors['l2'] > 2, errors
# the line by least squares
chance = np.linalg.norm(np.linalg.lstsq(np.c_[x, np.ones(n)], y, rcond=None)[0] - np.r_[w_true, 1.5])
print('error %.3f (chance %.3f, at most 0.500)' % (max(errors['robust'], errors['smooth_l1']), chance))
