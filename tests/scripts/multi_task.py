"""Two heads on one net: which class, and whether it is odd. Group, own iterator, own metric."""
import logging
import time
import symgraph as mx
import numpy as np

logger = logging.getLogger()
logger.setLevel(logging.DEBUG)
np.random.seed(21); mx.random.seed(21)
batch_size = 50
num_epochs = 8

def build_network():
    data = mx.symbol.Variable('data')
    fc1 = mx.symbol.FullyConnected(data = data, name='fc1', num_hidden=64)
    act1 = mx.symbol.Activation(data = fc1, name='relu1', act_type="relu")
    fc2 = mx.symbol.FullyConnected(data = act1, name = 'fc2', num_hidden = 32)
    act2 = mx.symbol.Activation(data = fc2, name='relu2', act_type="relu")
    fc3 = mx.symbol.FullyConnected(data = act2, name='fc3', num_hidden=10)
    fc4 = mx.symbol.FullyConnected(data = act2, name='fc4', num_hidden=2)
    sm1 = mx.symbol.SoftmaxOutput(data = fc3, name = 'softmax1')
    sm2 = mx.symbol.SoftmaxOutput(data = fc4, name = 'softmax2', grad_scale=0.5)
    softmax = mx.symbol.Group([sm1, sm2])
    return softmax

class Multi_iterator(mx.io.DataIter):
    '''multi label iterator'''
    def __init__(self, data_iter):
        super(Multi_iterator, self).__init__()
        self.data_iter = data_iter
        self.batch_size = self.data_iter.batch_size

    @property
    def provide_data(self):
        return self.data_iter.provide_data

    @property
    def provide_label(self):
        provide_label = self.data_iter.provide_label[0]
        # Different labels should be used here for actual application
        return [('softmax1_label', provide_label[1]), \
                ('softmax2_label', provide_label[1])]

    def hard_reset(self):
        self.data_iter.hard_reset()

    def reset(self):
        self.data_iter.reset()

    def next(self):
        batch = self.data_iter.next()
        label = batch.label[0]
        return mx.io.DataBatch(data=batch.data, label=[label, label % 2], \
                pad=batch.pad, index=batch.index)

class Multi_Accuracy(mx.metric.EvalMetric):
    """Calculate accuracies of multi label"""

    def __init__(self, num=None):
        self.num = num
        super(Multi_Accuracy, self).__init__('multi-accuracy')

    def reset(self):
        """Resets the internal evaluation result to initial state."""
        self.num_inst = 0 if self.num is None else [0] * self.num
        self.sum_metric = 0.0 if self.num is None else [0.0] * self.num

    def update(self, labels, preds):
        mx.metric.check_label_shapes(labels, preds)
        if self.num is not None:
            assert len(labels) == self.num
        for i in range(len(labels)):
            pred_label = mx.nd.argmax_channel(preds[i]).asnumpy().astype('int32')
            label = labels[i].asnumpy().astype('int32')
            mx.metric.check_label_shapes(label, pred_label)
            if self.num is None:
                self.sum_metric += (pred_label.flat == label.flat).sum()
                self.num_inst += len(pred_label.flat)
            else:
                self.sum_metric[i] += (pred_label.flat == label.flat).sum()
                self.num_inst[i] += len(pred_label.flat)

    def get(self):
        """Gets the current evaluation result."""
        if self.num is None:
            return super(Multi_Accuracy, self).get()
        else:
            return zip(*(('%s-task%d'%(self.name, i), float('nan') if self.num_inst[i] == 0
                          else self.sum_metric[i] / self.num_inst[i])
                         for i in range(self.num)))

    def get_name_value(self):
        if self.num is None:
            return super(Multi_Accuracy, self).get_name_value()
        name, value = self.get()
        return list(zip(name, value))

class1 = np.random.uniform(-1, 1, (10, 30))
def data(n):
    y = np.random.randint(0, 10, n)
    return class1[y] + np.random.normal(0, 0.75, (n, 30)), y

network = build_network()
print(network.list_outputs(), network.list_arguments())
train = Multi_iterator(mx.io.NDArrayIter(*data(2000), batch_size=batch_size, shuffle=True))
X, Y = data(500)
val = Multi_iterator(mx.io.NDArrayIter(X, Y, batch_size=batch_size))
model = mx.mod.Module(context=mx.cpu(), symbol=network,
                      label_names=('softmax1_label', 'softmax2_label'))
tic = time.time()
model.fit(train_data=train, eval_data=val, eval_metric=Multi_Accuracy(num=2), num_epoch=num_epochs,
          optimizer_params=(('learning_rate', 0.05), ('momentum', 0.9), ('wd', 0.00001)),
          initializer=mx.init.Xavier(factor_type="in", magnitude=2.34),
          batch_end_callback=mx.callback.Speedometer(batch_size, 20, auto_reset=False))
print('fit took %s' % ('ages' if time.time() - tic > 60 else 'no time'))
digit, odd = model.predict(val)
assert digit.shape == (500, 10) and odd.shape == (500, 2)
scores = dict(model.score(val, Multi_Accuracy(num=2)))
print(scores)
both = ((digit.asnumpy().argmax(1) == Y) & (odd.asnumpy().argmax(1) == Y % 2)).mean()
print('accuracy %.3f (chance 0.050, at least 0.800)' % both)
