"""Matrix factorisation of ratings: embeddings of users and items, a custom metric."""
import logging
import math
import numpy as np
import symgraph as mx

logging.basicConfig(level=logging.INFO)
np.random.seed(9)
mx.random.seed(9)

max_user, max_item, rank = 120, 90, 3
U = np.random.normal(size=(max_user, rank)); V = np.random.normal(size=(max_item, rank))
user = np.random.randint(0, max_user, 9000)
item = np.random.randint(0, max_item, 9000)
score = (U[user] * V[item]).sum(1) + np.random.normal(0, 0.2, 9000)

def get_net(max_user, max_item, k):
    # input
    user = mx.symbol.Variable('user')
    item = mx.symbol.Variable('item')
    score = mx.symbol.Variable('score')
    # user feature lookup
    user = mx.symbol.Embedding(data = user, input_dim = max_user, output_dim = k)
    # item feature lookup
    item = mx.symbol.Embedding(data = item, input_dim = max_item, output_dim = k)
    # predict by the inner product, which is elementwise product and then sum
    pred = user * item
    pred = mx.symbol.sum_axis(data = pred, axis = 1)
    pred = mx.symbol.Flatten(data = pred)
    # loss layer
    pred = mx.symbol.LinearRegressionOutput(data = pred, label = score)
    return pred

def RMSE(label, pred):
    ret = 0.0
    n = 0.0
    pred = pred.flatten()
    for i in range(len(label)):
        ret += (label[i] - pred[i]) * (label[i] - pred[i])
        n += 1.0
    return math.sqrt(ret / n)

def get_data(batch_size):
    cut = 8000
    def it(part, **kw):
        return mx.io.NDArrayIter({'user': user[part], 'item': item[part]}, {'score': score[part]},
                                 batch_size, **kw)
    return it(slice(0, cut), shuffle=True), it(slice(cut, None))

train, test = get_data(80)
net = get_net(max_user, max_item, 5)
print(net.tojson()[:60])
print(net.infer_shape(user=(80,), item=(80,)))
model = mx.module.Module(symbol=net, context=[mx.cpu(0)], data_names=['item', 'user'],
                         label_names=['score'])
model.fit(train, test, mx.metric.CustomMetric(RMSE),
          num_epoch=14,
          optimizer='adam', optimizer_params={'learning_rate': 0.03, 'wd': 0.0,
              'lr_scheduler': mx.lr_scheduler.FactorScheduler(step=300, factor=0.7)},
          initializer=mx.init.Normal(0.3),
          batch_end_callback=mx.callback.Speedometer(80, 50))
rmse = model.score(test, mx.metric.create(RMSE))
print(rmse)
# the order of data_names is not that of the iterator's names; they must have found one another
direct = (model.get_params()[0]['embedding0_weight'].asnumpy()[user[8000:]] *
          model.get_params()[0]['embedding1_weight'].asnumpy()[item[8000:]]).sum(1)
built_in = dict(model.score(test, mx.metric.create(['rmse', 'mae'])))
print(built_in)
error = np.sqrt(np.mean((direct - score[8000:]) ** 2))
print('rmse %.3f (chance %.3f, at most 0.600)' % (error, score.std()))
