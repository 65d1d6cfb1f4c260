# pylint:disable=C0111,too-many-arguments,invalid-name
"""The bucketed LSTM as it was before mx.rnn: cells from namedtuples, begin states as data."""
from __future__ import absolute_import, division, print_function

import logging
from collections import namedtuple

import numpy as np
import symgraph as mx

LSTMState = namedtuple("LSTMState", ["c", "h"])
LSTMParam = namedtuple("LSTMParam", ["i2h_weight", "i2h_bias", "h2h_weight", "h2h_bias"])

def lstm(num_hidden, indata, prev_state, param, seqidx, layeridx, dropout=0.):
    """LSTM Cell symbol"""
    if dropout > 0.:
        indata = mx.sym.Dropout(data=indata, p=dropout)
    i2h = mx.sym.FullyConnected(data=indata, weight=param.i2h_weight, bias=param.i2h_bias,
                                num_hidden=num_hidden * 4, name="t%d_l%d_i2h" % (seqidx, layeridx))
    h2h = mx.sym.FullyConnected(data=prev_state.h, weight=param.h2h_weight, bias=param.h2h_bias,
                                num_hidden=num_hidden * 4, name="t%d_l%d_h2h" % (seqidx, layeridx))
    gates = i2h + h2h
    slice_gates = mx.sym.SliceChannel(gates, num_outputs=4, name="t%d_l%d_slice" % (seqidx, layeridx))
    in_gate = mx.sym.Activation(slice_gates[0], act_type="sigmoid")
    in_transform = mx.sym.Activation(slice_gates[1], act_type="tanh")
    forget_gate = mx.sym.Activation(slice_gates[2], act_type="sigmoid")
    out_gate = mx.sym.Activation(slice_gates[3], act_type="sigmoid")
    next_c = (forget_gate * prev_state.c) + (in_gate * in_transform)
    next_h = out_gate * mx.sym.Activation(next_c, act_type="tanh")
    return LSTMState(c=next_c, h=next_h)

# we define a new unrolling function here because the original
# one in lstm.py concats all the labels at the last layer together,
# making the mini-batch size of the label different from the data.
def lstm_unroll(num_lstm_layer, seq_len, input_size, num_hidden, num_embed, num_label, dropout=0.):
    embed_weight = mx.sym.Variable("embed_weight")
    cls_weight = mx.sym.Variable("cls_weight")
    cls_bias = mx.sym.Variable("cls_bias")
    param_cells = []
    last_states = []
    for i in range(num_lstm_layer):
        param_cells.append(LSTMParam(i2h_weight=mx.sym.Variable("l%d_i2h_weight" % i),
                                     i2h_bias=mx.sym.Variable("l%d_i2h_bias" % i),
                                     h2h_weight=mx.sym.Variable("l%d_h2h_weight" % i),
                                     h2h_bias=mx.sym.Variable("l%d_h2h_bias" % i)))
        state = LSTMState(c=mx.sym.Variable("l%d_init_c" % i), h=mx.sym.Variable("l%d_init_h" % i))
        last_states.append(state)
    assert(len(last_states) == num_lstm_layer)

    # embeding layer
    data = mx.sym.Variable('data')
    label = mx.sym.Variable('softmax_label')
    embed = mx.sym.Embedding(data=data, input_dim=input_size, weight=embed_weight, output_dim=num_embed,
                             name='embed')
    wordvec = mx.sym.SliceChannel(data=embed, num_outputs=seq_len, squeeze_axis=1)

    hidden_all = []
    for seqidx in range(seq_len):
        hidden = wordvec[seqidx]
        # stack LSTM
        for i in range(num_lstm_layer):
            dp_ratio = 0. if i == 0 else dropout
            next_state = lstm(num_hidden, indata=hidden, prev_state=last_states[i],
                              param=param_cells[i], seqidx=seqidx, layeridx=i, dropout=dp_ratio)
            hidden = next_state.h
            last_states[i] = next_state
        # decoder
        if dropout > 0.:
            hidden = mx.sym.Dropout(data=hidden, p=dropout)
        hidden_all.append(hidden)

    hidden_concat = mx.sym.Concat(*hidden_all, dim=0)
    pred = mx.sym.FullyConnected(data=hidden_concat, num_hidden=num_label, weight=cls_weight,
                                 bias=cls_bias, name='pred')
    # label[i] of the unrolled net is time-major
    label = mx.sym.transpose(data=label)
    label = mx.sym.Reshape(data=label, target_shape=(0,))
    sm = mx.sym.SoftmaxOutput(data=pred, label=label, name='softmax')
    return sm

class SimpleBatch(object):
    def __init__(self, data_names, data, label_names, label, bucket_key):
        self.data = data
        self.label = label
        self.data_names = data_names
        self.label_names = label_names
        self.bucket_key = bucket_key
        self.pad = 0
        self.index = None       # TODO: what is index?

    @property
    def provide_data(self):
        return [(n, x.shape) for n, x in zip(self.data_names, self.data)]

    @property
    def provide_label(self):
        return [(n, x.shape) for n, x in zip(self.label_names, self.label)]

class BucketSentenceIter(mx.io.DataIter):
    def __init__(self, sentences, buckets, batch_size, init_states, data_name='data',
                 label_name='label'):
        super(BucketSentenceIter, self).__init__()
        self.data_name, self.label_name = data_name, label_name
        buckets.sort()
        self.buckets = buckets
        self.data = [[] for _ in buckets]
        # pre-allocate with the largest bucket for better memory sharing
        self.default_bucket_key = max(buckets)
        for sentence in sentences:
            for i, bkt in enumerate(buckets):
                if bkt >= len(sentence):
                    self.data[i].append(sentence)
                    break
        # convert data into ndarrays for better speed during training
        data = [np.zeros((len(x), buckets[i])) for i, x in enumerate(self.data)]
        for i_bucket in range(len(self.buckets)):
            for j in range(len(self.data[i_bucket])):
                sentence = self.data[i_bucket][j]
                data[i_bucket][j, :len(sentence)] = sentence
        self.data = data
        for bkt, x in zip(buckets, self.data):
            print("Summary of dataset: bucket of len %3d : %d samples" % (bkt, len(x)))
        self.batch_size = batch_size
        self.init_states = init_states
        self.init_state_arrays = [mx.nd.zeros(x[1]) for x in init_states]
        self.provide_data = [(data_name, (batch_size, self.default_bucket_key))] + init_states
        self.provide_label = [(label_name, (batch_size, self.default_bucket_key))]
        self.make_data_iter_plan()

    def make_data_iter_plan(self):
        "make a random data iteration plan"
        # truncate each bucket into multiple of batch-size
        bucket_n_batches = [len(x) // self.batch_size for x in self.data]
        bucket_plan = np.hstack([np.zeros(n, int)+i for i, n in enumerate(bucket_n_batches)])
        np.random.shuffle(bucket_plan)
        self.bucket_plan = bucket_plan
        self.bucket_idx_all = [np.random.permutation(len(x)) for x in self.data]
        self.bucket_curr_idx = [0 for x in self.data]

    def __iter__(self):
        init_state_names = [x[0] for x in self.init_states]
        for i_bucket in self.bucket_plan:
            i_idx = self.bucket_curr_idx[i_bucket]
            idx = self.bucket_idx_all[i_bucket][i_idx:i_idx+self.batch_size]
            self.bucket_curr_idx[i_bucket] += self.batch_size
            data = self.data[i_bucket][idx]
            label = np.zeros_like(data)
            label[:, :-1] = data[:, 1:]
            label[:, -1] = 0
            data_all = [mx.nd.array(data)] + self.init_state_arrays
            data_names = [self.data_name] + init_state_names
            yield SimpleBatch(data_names, data_all, [self.label_name], [mx.nd.array(label)],
                              self.buckets[i_bucket])

    def reset(self):
        self.make_data_iter_plan()

def Perplexity(label, pred):
    label = label.T.reshape((-1,))
    loss = 0.
    for i in range(pred.shape[0]):
        loss += -np.log(max(1e-10, pred[i][int(label[i])]))
    return np.exp(loss / label.size)

# Sentences count by a step that their first two words tell: a, a+s, a+2s, ... modulo 16. Word 0 ends.
def make_sentences(n):
    out = []
    for _ in range(n):
        start, step, length = np.random.randint(0, 16), np.random.randint(1, 6), np.random.randint(6, 11)
        out.append([1 + (start + step * i) % 16 for i in range(length)])
    return out

if __name__ == '__main__':
    np.random.seed(2)
    mx.random.seed(2)
    head = '%(asctime)-15s %(message)s'
    logging.basicConfig(level=logging.DEBUG, format=head)
    batch_size, num_hidden, num_embed, num_lstm_layer = 32, 48, 16, 2
    init_c = [('l%d_init_c' % l, (batch_size, num_hidden)) for l in range(num_lstm_layer)]
    init_h = [('l%d_init_h' % l, (batch_size, num_hidden)) for l in range(num_lstm_layer)]
    init_states = init_c + init_h
    data_train = BucketSentenceIter(make_sentences(1000), [10, 8], batch_size, init_states,
                                    label_name='softmax_label')
    data_val = BucketSentenceIter(make_sentences(200), [8, 10], batch_size, init_states,
                                  label_name='softmax_label')
    state_names = [x[0] for x in init_states]

    def sym_gen(seq_len):
        sym = lstm_unroll(num_lstm_layer, seq_len, 17, num_hidden=num_hidden, num_embed=num_embed,
                          num_label=17)
        data_names = ['data'] + state_names
        label_names = ['softmax_label']
        return (sym, data_names, label_names)

    contexts = [mx.context.cpu(i) for i in range(1)]
    mod = mx.mod.BucketingModule(sym_gen, default_bucket_key=data_train.default_bucket_key,
                                 context=contexts)
    mod.fit(data_train, eval_data=data_val, num_epoch=10,
            eval_metric=mx.metric.np(Perplexity),
            batch_end_callback=mx.callback.Speedometer(batch_size, 10),
            initializer=mx.init.Xavier(factor_type="in", magnitude=2.34),
            optimizer='rmsprop',
            optimizer_params={'learning_rate': 0.01, 'clip_gradient': 1.0, 'wd': 0.00001,
                              'rescale_grad': 1.0/batch_size})
    [(name, ppl)] = mod.score(data_val, mx.metric.np(Perplexity))
    # who guesses at random is wrong 17 to 1, who knows only how often words come 11 to 1; two words of
    # each sentence, start and step, cannot be known, nor where it ends
    print("perplexity %.2f (chance 11, at most 3.5)" % ppl)
