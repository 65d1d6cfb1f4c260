#!/usr/bin/env python
"""Convolutional network for sentences (Kim 2014): filters of several widths, an executor by hand."""
from __future__ import print_function

import sys
import math
import time
from collections import namedtuple

import symgraph as mx
import numpy as np

np.random.seed(0)
mx.random.seed(0)
logs = sys.stderr

CNNModel = namedtuple("CNNModel", ['cnn_exec', 'symbol', 'data', 'label', 'param_blocks'])

def make_text_data(n, length=16, vocab=30):
    """Positive are 'good' and 'not bad', anywhere in the sentence; each has a 'not' somewhere"""
    NOT, GOOD, BAD = 1, 2, 3
    x = np.random.randint(4, vocab, (n, length))
    y = np.zeros(n)
    for row in range(n):
        at = np.random.choice(length // 3, 2, replace=False) * 3 + 1
        good, negated = np.random.randint(2, size=2)
        x[row, at[0]] = GOOD if good else BAD
        # the negation is there in any case, only the place tells
        x[row, at[0] - 1 if negated else at[1]] = NOT
        y[row] = good != negated
    return x, y

def highway(data, size):
    _data = data
    high_fc = mx.sym.FullyConnected(data=data, num_hidden=size, name='high_fc')
    high_relu = mx.sym.Activation(high_fc, act_type='relu')
    high_trans_fc = mx.sym.FullyConnected(data=_data, num_hidden=size, name='high_trans')
    high_trans_sigmoid = mx.sym.Activation(high_trans_fc, act_type='sigmoid')
    return high_relu * high_trans_sigmoid + _data * (1 - high_trans_sigmoid)

def make_cnn(sentence_size, num_embed, batch_size, vocab_size, num_label=2, filter_list=[2, 3, 4],
             num_filter=16, dropout=0.):
    input_x = mx.sym.Variable('data') # placeholder for input
    input_y = mx.sym.Variable('softmax_label') # placeholder for output

    embed_layer = mx.sym.Embedding(data=input_x, input_dim=vocab_size, output_dim=num_embed,
                                   name='vocab_embed')
    conv_input = mx.sym.Reshape(data=embed_layer, target_shape=(batch_size, 1, sentence_size, num_embed))
    # create convolution + (max) pooling layer for each filter operation
    pooled_outputs = []
    for i, filter_size in enumerate(filter_list):
        convi = mx.sym.Convolution(data=conv_input, kernel=(filter_size, num_embed),
                                   num_filter=num_filter)
        relui = mx.sym.Activation(data=convi, act_type='relu')
        pooli = mx.sym.Pooling(data=relui, pool_type='max',
                               kernel=(sentence_size - filter_size + 1, 1), stride=(1, 1))
        pooled_outputs.append(pooli)
    # combine all pooled outputs
    total_filters = num_filter * len(filter_list)
    concat = mx.sym.Concat(*pooled_outputs, dim=1)
    h_pool = mx.sym.Reshape(data=concat, target_shape=(batch_size, total_filters))
    h_pool = highway(h_pool, total_filters)
    # dropout layer
    if dropout > 0.0:
        h_drop = mx.sym.Dropout(data=h_pool, p=dropout)
    else:
        h_drop = h_pool
    # fully connected
    cls_weight = mx.sym.Variable('cls_weight')
    cls_bias = mx.sym.Variable('cls_bias')
    fc = mx.sym.FullyConnected(data=h_drop, weight=cls_weight, bias=cls_bias, num_hidden=num_label)
    # softmax output
    return mx.sym.SoftmaxOutput(data=fc, label=input_y, name='softmax')

def setup_cnn_model(ctx, batch_size, sentence_size, num_embed, vocab_size, dropout=0.3,
                    initializer=mx.initializer.Uniform(0.1)):
    cnn = make_cnn(sentence_size, num_embed, batch_size=batch_size, vocab_size=vocab_size,
                   dropout=dropout)
    arg_names = cnn.list_arguments()
    input_shapes = {}
    input_shapes['data'] = (batch_size, sentence_size)
    arg_shape, out_shape, aux_shape = cnn.infer_shape(**input_shapes)
    arg_arrays = [mx.nd.zeros(s, ctx) for s in arg_shape]
    args_grad = {}
    for shape, name in zip(arg_shape, arg_names):
        if name in ['softmax_label', 'data']: # input, output
            continue
        args_grad[name] = mx.nd.zeros(shape, ctx)
    cnn_exec = cnn.bind(ctx=ctx, args=arg_arrays, args_grad=args_grad, grad_req='add')

    param_blocks = []
    arg_dict = dict(zip(arg_names, cnn_exec.arg_arrays))
    for i, name in enumerate(arg_names):
        if name in ['softmax_label', 'data']:
            continue
        initializer(name, arg_dict[name])
        param_blocks.append((i, arg_dict[name], args_grad[name], name))
    return CNNModel(cnn_exec=cnn_exec, symbol=cnn, data=cnn_exec.arg_dict['data'],
                    label=cnn_exec.arg_dict['softmax_label'], param_blocks=param_blocks)

def train_cnn(model, X_train, y_train, X_dev, y_dev, batch_size, optimizer='rmsprop',
              max_grad_norm=5.0, learning_rate=0.004, epoch=8):
    m = model
    opt = mx.optimizer.create(optimizer)
    opt.lr = learning_rate
    updater = mx.optimizer.get_updater(opt)
    for iteration in range(epoch):
        tic = time.time()
        num_correct = 0
        num_total = 0
        order = np.random.permutation(len(X_train))
        for begin in range(0, X_train.shape[0], batch_size):
            batch = order[begin:begin+batch_size]
            if len(batch) != batch_size:
                continue
            m.data[:] = X_train[batch]
            m.label[:] = y_train[batch]
            # forward
            m.cnn_exec.forward(is_train=True)
            # backward
            m.cnn_exec.backward()
            # eval on training data
            num_correct += sum(y_train[batch] == np.argmax(m.cnn_exec.outputs[0].asnumpy(), axis=1))
            num_total += len(batch)
            # update weights
            norm = 0
            for idx, weight, grad, name in m.param_blocks:
                grad /= batch_size
                l2_norm = mx.nd.norm(grad).asscalar()
                norm += l2_norm * l2_norm
            norm = math.sqrt(norm)
            for idx, weight, grad, name in m.param_blocks:
                if norm > max_grad_norm:
                    grad *= (max_grad_norm / norm)
                updater(idx, grad, weight)
                # reset gradient to zero
                grad[:] = 0.0
        # Decay learning rate
        if iteration % 4 == 0 and iteration > 0:
            opt.lr *= 0.5
            print('reset learning rate to %g' % opt.lr, file=logs)
        train_acc = num_correct * 100 / float(num_total)

        # eval on dev data
        num_correct = num_total = 0
        for begin in range(0, X_dev.shape[0], batch_size):
            m.data[:] = X_dev[begin:begin+batch_size]
            m.cnn_exec.forward(is_train=False)
            num_correct += sum(y_dev[begin:begin+batch_size] ==
                               np.argmax(m.cnn_exec.outputs[0].asnumpy(), axis=1))
            num_total += batch_size
        dev_acc = num_correct * 100 / float(num_total)
        print('Iter [%d] Train: Time: %.3fs, Training Accuracy: %.3f --- Dev Accuracy thus far: %.3f'
              % (iteration, time.time() - tic, train_acc, dev_acc), file=logs)
    prefix = 'cnn'
    m.symbol.save('%s-symbol.json' % prefix)
    save_dict = {('arg:%s' % k): v for k, v in m.cnn_exec.arg_dict.items()}
    save_dict.update({('aux:%s' % k): v for k, v in m.cnn_exec.aux_dict.items()})
    mx.nd.save('%s-%04d.params' % (prefix, iteration), save_dict)
    return dev_acc / 100

x, y = make_text_data(2000)
model = setup_cnn_model(mx.cpu(0), 50, x.shape[1], 16, vocab_size=30)
dev_acc = train_cnn(model, x[:1600], y[:1600], x[1600:], y[1600:], 50)
sym, args, auxs = mx.model.load_checkpoint('cnn', 7)
assert set(args) == set(sym.list_arguments()) and auxs == {}
print('accuracy %.3f (chance 0.500, at least 0.900)' % dev_acc)
