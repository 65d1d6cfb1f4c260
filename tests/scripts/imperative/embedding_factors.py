"""Matrix factorisation: Embeddings of users and items and of their biases, multipliers, a metric."""
import numpy as np
import symgraph as mx

gluon, autograd, nd = mx.gluon, mx.autograd, mx.nd
nn = gluon.nn
np.random.seed(12)
mx.random.seed(12)

num_users, num_items, rank = 150, 100, 3
P, Q = np.random.normal(size=(num_users, rank)), np.random.normal(size=(num_items, rank))
bu, bi = np.random.normal(0, 0.5, num_users), np.random.normal(0, 0.5, num_items)
u, i = np.random.randint(0, num_users, 11000), np.random.randint(0, num_items, 11000)
rating = (P[u] * Q[i]).sum(1) + bu[u] + bi[i] + 3 + np.random.normal(0, 0.2, 11000)

class MF(gluon.HybridBlock):
    def __init__(self, num_factors, num_users, num_items, sparse=True, **kwargs):
        super(MF, self).__init__(**kwargs)
        with self.name_scope():
            self.P = nn.Embedding(num_users, num_factors, sparse_grad=sparse)
            self.Q = nn.Embedding(num_items, num_factors, sparse_grad=sparse)
            self.user_bias = nn.Embedding(num_users, 1)
            self.item_bias = nn.Embedding(num_items, 1)
            self.mean = self.params.get('mean', shape=(1,), init='zeros')

    def hybrid_forward(self, F, user_id, item_id, mean):
        P_u, Q_i = self.P(user_id), self.Q(item_id)
        b_u, b_i = self.user_bias(user_id), self.item_bias(item_id)
        outputs = (P_u * Q_i).sum(axis=1) + F.squeeze(b_u) + F.squeeze(b_i)
        return F.broadcast_add(outputs, mean)

net = MF(4, num_users, num_items, sparse=False)
net.initialize(mx.init.Normal(0.1))
net.mean.set_data(nd.array([rating[:10000].mean()]))
net.mean.lr_mult = 0.1
net.collect_params('.*embedding[01]_weight').setattr('wd_mult', 1.0)
net.collect_params('.*(embedding[23]_weight|mean)').setattr('wd_mult', 0.0)
net.hybridize()
trainer = gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': 0.02, 'wd': 1e-5})
loss = gluon.loss.L2Loss()

train = mx.io.NDArrayIter({'user': u[:10000], 'item': i[:10000]}, {'score': rating[:10000]}, 100,
                          shuffle=True, last_batch_handle='discard')
test = [nd.array(v[10000:]) for v in (u, i, rating)]

def evaluator(net):
    rmse = mx.metric.RMSE()
    rmse.update(labels=[test[2]], preds=[net(test[0], test[1])])
    return rmse.get()[1]

names = [d.name for d in train.provide_data]
for epoch in range(9):
    train.reset()
    l = 0
    for batch in train:
        values = dict(zip(names, batch.data))
        with autograd.record():
            ls = loss(net(values['user'], values['item']), batch.label[0])
        ls.backward()
        trainer.step(100)
        l += ls.mean().asscalar()
    print('epoch %d, train loss %.4f, test rmse %.4f' % (epoch + 1, l / 100, evaluator(net)))
print(net)
print('rmse %.3f (chance %.3f, at most 0.600)' % (evaluator(net), rating.std()))
