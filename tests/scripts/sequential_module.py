"""A chain of modules: features, a classifier, and a loss in Python (multi-class hinge)."""
import logging
import symgraph as mx
import numpy as np

logging.basicConfig(level=logging.INFO)
np.random.seed(10)
mx.random.seed(10)
n_epoch, batch_size = 12, 50

centers = np.random.normal(0, 2, (12, 16))
kind = np.random.randint(0, 12, 2400)
X = centers[kind] + np.random.normal(0, 1.0, (2400, 16))
Y = kind % 6
train_iter = mx.io.NDArrayIter(X[:2000], Y[:2000], batch_size=batch_size, shuffle=True)
val_iter = mx.io.NDArrayIter(X[2000:], Y[2000:], batch_size=batch_size)

# module 1
data = mx.symbol.Variable('data')
fc1 = mx.symbol.FullyConnected(data, name='fc1', num_hidden=64)
act1 = mx.symbol.Activation(fc1, name='relu1', act_type="relu")
mod1 = mx.mod.Module(act1, label_names=[], context=[mx.cpu(0)])
# module 2
data = mx.symbol.Variable('data')
fc2 = mx.symbol.FullyConnected(data, name='fc2', num_hidden=32)
act2 = mx.symbol.Activation(fc2, name='relu2', act_type="relu")
fc3 = mx.symbol.FullyConnected(act2, name='fc3', num_hidden=6)
mod2 = mx.mod.Module(fc3, label_names=None, context=[mx.cpu(0)])

# module 3
def mc_hinge_grad(scores, labels):
    scores = scores.asnumpy()
    labels = labels.asnumpy().astype(int)
    n, _ = scores.shape
    grad = np.zeros_like(scores)
    for i in range(n):
        score = 1 + scores[i] - scores[i, labels[i]]
        score[labels[i]] = 0
        ind_pred = score.argmax()
        if score[ind_pred] > 0:
            grad[i, labels[i]] -= 1
            grad[i, ind_pred] += 1
    return grad
loss = mx.mod.PythonLossModule(grad_func=mc_hinge_grad)

mod_seq = mx.mod.SequentialModule()
mod_seq.add(mod1).add(mod2, auto_wiring=True)
mod_seq.add(loss, take_labels=True, auto_wiring=True)
print(mod_seq.data_names, mod_seq.output_names)
mod_seq.fit(train_iter, eval_data=val_iter,
            optimizer_params={'learning_rate': 0.05, 'momentum': 0.8},
            initializer=mx.init.Xavier(), num_epoch=n_epoch,
            batch_end_callback=mx.callback.Speedometer(batch_size, 20))
arg_params, aux_params = mod_seq.get_params()
assert sorted(arg_params) == sorted('fc%d_%s' % (i, k) for i in (1, 2, 3) for k in ('bias', 'weight'))

# the same loss in one chain whose last module has a symbol
softmax = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=6, name='fc_out'),
                               name='softmax')
seq = mx.mod.SequentialModule(logger=logging)
seq.add(mx.mod.Module(act1, label_names=None)).add(mx.mod.Module(softmax), take_labels=True,
                                                   auto_wiring=True)
seq.fit(train_iter, eval_metric='ce', optimizer='adam', optimizer_params={'learning_rate': 0.01},
        num_epoch=8, initializer=mx.init.Xavier())
acc2 = dict(seq.score(val_iter, 'acc'))['accuracy']
acc = dict(mod_seq.score(val_iter, 'acc'))['accuracy']
print(acc, acc2)
print('accuracy %.3f (chance 0.167, at least 0.850)' % min(acc, acc2))
