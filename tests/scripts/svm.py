"""Support vector machines: SVMOutput with both kinds of hinge, on a net of one hidden layer."""
from __future__ import print_function
import symgraph as mx
import numpy as np
import logging

logger = logging.getLogger()
logger.setLevel(logging.DEBUG)
np.random.seed(1234) # set seed for deterministic ordering
mx.random.seed(1234)

# ten classes on a 2-sheeted spiral, in 20 dimensions
def get_data(n):
    y = np.random.randint(0, 10, n)
    t = (y + np.random.uniform(0.1, 0.9, n)) / 10 * 3 * np.pi
    X = np.stack([np.cos(t), np.sin(t), np.cos(t) * t / 6, np.sin(t) * t / 6], 1)
    return X + np.random.normal(0, 0.02, X.shape), y
mix = np.random.randn(4, 20)
X, Y = get_data(3000)
X = X.dot(mix)
Y = Y.astype('int64')

def get_net(use_linear):
    data = mx.symbol.Variable('data')
    fc1 = mx.symbol.FullyConnected(data = data, name='fc1', num_hidden=64)
    act1 = mx.symbol.Activation(data = fc1, name='relu1', act_type="relu")
    fc2 = mx.symbol.FullyConnected(data = act1, name = 'fc2', num_hidden = 64)
    act2 = mx.symbol.Activation(data = fc2, name='relu2', act_type="relu")
    fc3 = mx.symbol.FullyConnected(data = act2, name='fc3', num_hidden=10)
    # Here we add the ultimate layer based on L2-SVM objective
    if use_linear:
        # L1-SVM objective
        return mx.symbol.SVMOutput(data=fc3, name='svm', margin=1.0, regularization_coefficient=0.5,
                                   use_linear=True)
    return mx.symbol.SVMOutput(data=fc3, name='svm')

accs = []
for use_linear in (False, True):
    mlp = get_net(use_linear)
    batch_size = 100
    train_iter = mx.io.NDArrayIter(X[:2500], Y[:2500], batch_size=batch_size, label_name='svm_label',
                                   shuffle=True)
    test_iter = mx.io.NDArrayIter(X[2500:], Y[2500:], batch_size=batch_size, label_name='svm_label')
    mod = mx.mod.Module(context = mx.cpu(0), symbol = mlp, label_names = ['svm_label'])
    mod.fit(
        train_data=train_iter,
        eval_data=test_iter,
        batch_end_callback = mx.callback.Speedometer(batch_size, 10),
        num_epoch = 14,
        eval_metric = 'acc',
        optimizer = 'sgd',
        optimizer_params={
            'learning_rate': 0.01,  # Learning rate
            'momentum': 0.9,       # Momentum for SGD with momentum
            'wd': 0.00001,         # Weight decay for regularization
        },
        initializer=mx.init.Xavier(rnd_type='gaussian', magnitude=2))
    scores = mod.predict(test_iter)
    # scores, not probabilities
    assert scores.asnumpy().min() < 0
    accs.append(mod.score(test_iter, mx.metric.Accuracy())[0][1])
print(accs)
print('accuracy %.3f (chance 0.100, at least 0.850)' % min(accs))
