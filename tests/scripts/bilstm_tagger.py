"""Tags each word of sentences of unequal length with a bidirectional LSTM.

A word is "opened" (1) if it comes again later, "closed" (2) if it came before, both (3), or alone (0)."""
import logging
import numpy as np
import symgraph as mx

logging.basicConfig(level=logging.INFO)
np.random.seed(4)
mx.random.seed(4)
MAXLEN, VOCAB, BATCH, HID = 12, 8, 50, 40

def tagged(n):
    words = np.zeros((n, MAXLEN)); tags = np.full((n, MAXLEN), -1); length = np.zeros(n)
    for i in range(n):
        l = np.random.randint(4, MAXLEN + 1)
        w = np.random.randint(1, VOCAB, l)
        for t in range(l):
            tags[i, t] = 1 * (w[t] in w[t+1:]) + 2 * (w[t] in w[:t])
        words[i, :l] = w; length[i] = l
    return {'data': words, 'length': length}, {'tag_label': tags}

def build():
    data = mx.sym.Variable('data')
    length = mx.sym.Variable('length', shape=(BATCH,))
    label = mx.sym.Variable('tag_label')
    embed = mx.sym.Embedding(data, input_dim=VOCAB, output_dim=16, name='embed')
    tnc = mx.sym.transpose(embed, axes=(1, 0, 2))
    tnc = mx.sym.SequenceMask(tnc, length, use_sequence_length=True, value=0.)
    bi = mx.rnn.BidirectionalCell(mx.rnn.LSTMCell(HID, prefix='fwd_', forget_bias=1.0),
                                  mx.rnn.LSTMCell(HID, prefix='bwd_'), output_prefix='bi_')
    outputs, _ = bi.unroll(MAXLEN, inputs=tnc, layout='TNC', merge_outputs=True)
    masked = mx.sym.SequenceMask(data=outputs, sequence_length=length, use_sequence_length=True)
    flat = mx.sym.Reshape(mx.sym.SwapAxis(masked, dim1=0, dim2=1), shape=(-1, 2 * HID))
    pred = mx.sym.FullyConnected(flat, num_hidden=4, name='pred')
    label = mx.sym.Reshape(label, shape=(-1,))
    return mx.sym.SoftmaxOutput(pred, label, use_ignore=True, ignore_label=-1, normalization='valid',
                                name='softmax')

class MaskedAccuracy(mx.metric.EvalMetric):
    def __init__(self, ignore):
        super(MaskedAccuracy, self).__init__('masked-accuracy')
        self.ignore = ignore

    def update(self, labels, preds):
        mx.metric.check_label_shapes(labels, preds)
        for label, pred in zip(labels, preds):
            label = label.asnumpy().reshape(-1).astype(int)
            pred = mx.nd.argmax_channel(pred).asnumpy().astype(int)
            keep = label != self.ignore
            self.sum_metric += (pred[keep] == label[keep]).sum()
            self.num_inst += keep.sum()

X, Y = tagged(1400)
VX, VY = tagged(300)
V = dict(VX)       # the iterator makes NDArrays of what is in VX
tags = VY['tag_label']
train = mx.io.NDArrayIter(X, Y, BATCH, shuffle=True)
val = mx.io.NDArrayIter(data=VX, label=VY, batch_size=BATCH)
print(train.provide_data, train.provide_label)

net = build()
mod = mx.mod.Module(net, data_names=['data', 'length'], label_names=['tag_label'], context=mx.cpu())
mod.bind(data_shapes=train.provide_data, label_shapes=train.provide_label)
mod.init_params(mx.initializer.Xavier(magnitude=2.))
mod.init_optimizer('local', 'adam', (('learning_rate', 0.015), ('rescale_grad', 1.0)))
metric = MaskedAccuracy(-1)
for epoch in range(13):
    train.reset(); metric.reset()
    for nbatch, batch in enumerate(train):
        mod.forward_backward(batch)
        mod.update()
        mod.update_metric(metric, batch.label)
    logging.info('Epoch[%d] Train-%s=%f', epoch, *metric.get())

res = mod.score(val, metric)
chance = max((tags == k).sum() for k in range(4)) / float((tags >= 0).sum())
assert chance < 0.5
# padding neither learns nor matters
before = mod.predict(val).asnumpy().reshape(300, MAXLEN, 4)
words, length = V['data'], V['length'].astype(int)
other = words.copy()
for i, l in enumerate(length): other[i, l:] = np.random.randint(0, VOCAB, MAXLEN - l)
other_iter = mx.io.NDArrayIter({'data': other, 'length': length}, {'tag_label': tags}, BATCH)
after = mod.predict(other_iter).asnumpy().reshape(300, MAXLEN, 4)
np.testing.assert_allclose(after, before, rtol=1e-4, atol=1e-5)
print('accuracy %.3f (chance %.3f, at least 0.800)' % (res[0][1], chance))
