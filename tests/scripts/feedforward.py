# The oldest way: mx.model.FeedForward, NumPy arrays in and out
import symgraph as mx
import numpy as np
import logging

logging.basicConfig(level=logging.DEBUG)
np.random.seed(77)
mx.random.seed(77)

# XOR of two of six signs, and the rest is noise
def get(n):
    X = np.random.uniform(-1, 1, (n, 6))
    return X, ((X[:, 1] > 0) != (X[:, 4] > 0)).astype(int)
X, y = get(1500)
X_test, y_test = get(500)

data = mx.symbol.Variable('data')
net = mx.symbol.FullyConnected(data, name='fc1', num_hidden=32)
net = mx.symbol.Activation(net, name='relu1', act_type='relu')
net = mx.symbol.FullyConnected(net, name='fc2', num_hidden=16)
net = mx.symbol.Activation(net, name='tanh2', act_type='tanh')
net = mx.symbol.FullyConnected(net, name='fc3', num_hidden=2)
net = mx.symbol.SoftmaxOutput(net, name='softmax')

mx.viz.print_summary(net, {'data': (1, 6)})

model = mx.model.FeedForward.create(
    net,
    X=X, y=y,
    ctx=mx.cpu(),
    num_epoch=25,
    optimizer='sgd',
    initializer=mx.init.Xavier(),
    learning_rate=0.2, momentum=0.9, wd=1e-5,
    eval_data=(X_test, y_test),
    eval_metric='accuracy',
    batch_end_callback=mx.callback.Speedometer(128, 5),
    epoch_end_callback=mx.callback.do_checkpoint('ff', period=10),
    kvstore='local')
prob = model.predict(X_test)
assert isinstance(prob, np.ndarray) and prob.shape == (500, 2)
np.testing.assert_allclose(prob.sum(1), 1, rtol=1e-5)
acc = (prob.argmax(1) == y_test).mean()
val = mx.io.NDArrayIter(X_test, y_test, batch_size=100)
print('score', model.score(val), 'by hand', acc)
assert abs(model.score(val) - acc) < 1e-6

# files
model.save('ff')
model2 = mx.model.FeedForward.load('ff', 25, ctx=mx.cpu())
assert (model2.predict(X_test) == prob).all()
ten = mx.model.FeedForward.load('ff', 10)
assert ten.begin_epoch == 10

# go on training the one of epoch 10
more = mx.model.FeedForward(ten.symbol, ctx=mx.cpu(), num_epoch=12, arg_params=ten.arg_params,
                            aux_params=ten.aux_params, begin_epoch=10, learning_rate=0.05,
                            numpy_batch_size=50)
more.fit(X, y, eval_metric='acc', logger=logging.getLogger('more'))
assert (more.predict(X_test).argmax(1) == y_test).mean() > 0.8

# features of an inner layer
internals = model.symbol.get_internals()
fea_symbol = internals["tanh2_output"]
feature_extractor = mx.model.FeedForward(ctx=mx.cpu(), symbol=fea_symbol, numpy_batch_size=1,
                                         arg_params=model.arg_params, aux_params=model.aux_params,
                                         allow_extra_params=True)
feature = feature_extractor.predict(X_test[:20])
w, b = [model.arg_params['fc3_' + k].asnumpy() for k in ('weight', 'bias')]
logit = feature.dot(w.T) + b
np.testing.assert_array_equal(logit.argmax(1), prob[:20].argmax(1))

prob, data, label = model.predict(val, return_data=True)
assert (data == X_test.astype('f')).all() and (label == y_test).all()
print('accuracy %.3f (chance 0.500, at least 0.900)' % acc)
