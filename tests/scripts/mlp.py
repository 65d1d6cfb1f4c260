"""A perceptron for noisy prototypes: Module.fit with all the callbacks there are."""
import logging

import numpy as np
import symgraph as mx

head = '%(asctime)-15s %(message)s'
logging.basicConfig(level=logging.DEBUG, format=head)
np.random.seed(1)
mx.random.seed(1)

# ten classes, two prototypes each, so no straight line between them
proto = np.random.randn(20, 64)
def make(n):
    k = np.random.randint(0, 20, n)
    x = proto[k] + np.random.normal(0, 0.9, (n, 64))
    return x.astype('float32'), (k % 10).astype('float32')

X, Y = make(2000)
VX, VY = make(530)
batch_size = 50

data = mx.symbol.Variable('data')
fc1  = mx.symbol.FullyConnected(data, name='fc1', num_hidden=96)
act1 = mx.symbol.Activation(fc1, name='relu1', act_type="relu")
fc2  = mx.symbol.FullyConnected(act1, name = 'fc2', num_hidden = 48)
act2 = mx.symbol.Activation(fc2, name='relu2', act_type="relu")
fc3  = mx.symbol.FullyConnected(act2, name='fc3', num_hidden=10)
mlp  = mx.symbol.SoftmaxOutput(fc3, name = 'softmax')

mx.viz.print_summary(mlp, {'data': (batch_size, 64)})
print(mlp.list_arguments())
print(mlp.infer_shape(data=(batch_size, 64)))

train = mx.io.NDArrayIter(X, Y, batch_size, shuffle=True, last_batch_handle='discard')
val = mx.io.NDArrayIter(VX, VY, batch_size)

def norm_stat(d):
    return mx.nd.norm(d) / np.sqrt(d.size)
mon = mx.mon.Monitor(25, norm_stat, pattern='.*weight', sort=True)

losses = []
def remember(param):
    # param is a BatchEndParam
    if param.nbatch % 10 == 0:
        losses.append((param.epoch, param.nbatch, dict(param.eval_metric.get_name_value())))

def epoch_end(epoch, symbol, arg_params, aux_params):
    logging.info('epoch %d: |fc1_weight| = %f', epoch, mx.nd.norm(arg_params['fc1_weight']).asscalar())

model = mx.mod.Module(symbol=mlp, context=mx.cpu(0), logger=logging)
metric = [mx.metric.create('acc'), mx.metric.create('ce'), mx.metric.TopKAccuracy(top_k=3)]
model.fit(train,
          eval_data=val,
          eval_metric=metric,
          batch_end_callback=[mx.callback.Speedometer(batch_size, 20), remember],
          epoch_end_callback=[epoch_end, mx.callback.do_checkpoint('mlp', 2)],
          eval_batch_end_callback=mx.callback.ProgressBar(total=11),
          eval_end_callback=mx.callback.LogValidationMetricsCallback(),
          optimizer='sgd',
          optimizer_params=(('learning_rate', 0.1), ('momentum', 0.9), ('wd', 1e-4)),
          initializer=mx.init.Uniform(0.07),
          monitor=mon,
          kvstore='local',
          num_epoch=6)

assert losses[0][2]['cross-entropy'] > losses[-1][2]['cross-entropy']
assert losses[-1][2]['top_k_accuracy_3'] >= losses[-1][2]['accuracy']

# predictions by hand agree with score()
prob = model.predict(val).asnumpy()
assert prob.shape == (530, 10)
by_hand = (prob.argmax(1) == VY).mean()
for preds, i_batch, batch in model.iter_predict(val):
    pred_label = preds[0].asnumpy().argmax(axis=1)
    label = batch.label[0].asnumpy().astype('int32')
    rows = batch_size - batch.pad
    assert preds[0].shape[0] == rows
    assert (pred_label == prob[i_batch*batch_size : i_batch*batch_size + rows].argmax(1)).all()

loaded = mx.mod.Module.load('mlp', 6)
loaded.bind(val.provide_data, val.provide_label, for_training=False)
np.testing.assert_allclose(loaded.predict(val).asnumpy(), prob, rtol=1e-5, atol=1e-6)

print("accuracy %.3f (chance 0.100, at least 0.900)" % by_hand)
