# A language model with mx.rnn: cells, encode_sentences, BucketSentenceIter, checkpoints of cells
import argparse
import logging
import os
import numpy as np
import symgraph as mx

parser = argparse.ArgumentParser(description="Train RNN",
                                 formatter_class=argparse.ArgumentDefaultsHelpFormatter)
parser.add_argument('--num-layers', type=int, default=2)
parser.add_argument('--num-hidden', type=int, default=48)
parser.add_argument('--num-embed', type=int, default=24)
parser.add_argument('--optimizer', type=str, default='adam')
parser.add_argument('--lr', type=float, default=0.01)
parser.add_argument('--num-epochs', type=int, default=8)
parser.add_argument('--batch-size', type=int, default=32)
parser.add_argument('--disp-batches', type=int, default=15)

buckets = [6, 8, 11]
start_label = 1
invalid_label = 0

np.random.seed(7)
mx.random.seed(7)

# a little grammar
def phrase(depth=0):
    noun = np.random.choice(['dog', 'cat', 'bird', 'fish'])
    out = ['the', noun]
    if depth == 0 and np.random.rand() < 0.5:
        out += ['that'] + [{'dog': 'barked', 'cat': 'purred', 'bird': 'sang', 'fish': 'swam'}[noun]]
    return out, noun

def sentence():
    subject, noun = phrase()
    verb = {'dog': 'chases', 'cat': 'watches', 'bird': 'leaves', 'fish': 'fears'}[noun]
    rest = phrase(1)[0] if np.random.rand() < 0.7 else ['home']
    return subject + [verb] + rest + (['again'] if noun in ('dog', 'fish') else []) + ['.']

def tokenize_text(n, vocab=None, invalid_label=-1, start_label=0):
    lines = [sentence() for _ in range(n)]
    sentences, vocab = mx.rnn.encode_sentences(lines, vocab=vocab, invalid_label=invalid_label,
                                               start_label=start_label)
    return sentences, vocab

if __name__ == '__main__':
    head = '%(asctime)-15s %(message)s'
    logging.basicConfig(level=logging.DEBUG, format=head)
    args = parser.parse_args([])

    train_sent, vocab = tokenize_text(800, start_label=start_label, invalid_label=invalid_label)
    val_sent, _ = tokenize_text(200, vocab=vocab, start_label=start_label, invalid_label=invalid_label)
    data_train = mx.rnn.BucketSentenceIter(train_sent, args.batch_size, buckets=buckets,
                                           invalid_label=invalid_label)
    data_val = mx.rnn.BucketSentenceIter(val_sent, args.batch_size, buckets=buckets,
                                         invalid_label=invalid_label)

    stack = mx.rnn.SequentialRNNCell()
    for i in range(args.num_layers):
        cell = mx.rnn.LSTMCell(num_hidden=args.num_hidden, prefix='lstm_l%d_'%i)
        stack.add(mx.rnn.ResidualCell(cell) if i else cell)
        stack.add(mx.rnn.DropoutCell(0.1, prefix='drop%d_' % i))

    def sym_gen(seq_len):
        data = mx.sym.Variable('data')
        label = mx.sym.Variable('softmax_label')
        embed = mx.sym.Embedding(data=data, input_dim=len(vocab) + 1, output_dim=args.num_embed,
                                 name='embed')
        stack.reset()
        outputs, states = stack.unroll(seq_len, inputs=embed, merge_outputs=True)
        pred = mx.sym.Reshape(outputs, shape=(-1, args.num_hidden))
        pred = mx.sym.FullyConnected(data=pred, num_hidden=len(vocab) + 1, name='pred')
        label = mx.sym.Reshape(label, shape=(-1,))
        pred = mx.sym.SoftmaxOutput(data=pred, label=label, name='softmax', use_ignore=True,
                                    ignore_label=invalid_label, normalization='valid')
        return pred, ('data',), ('softmax_label',)

    contexts = mx.cpu(0)
    model = mx.mod.BucketingModule(sym_gen=sym_gen, default_bucket_key=data_train.default_bucket_key,
                                   context=contexts)
    model.fit(train_data=data_train, eval_data=data_val,
              eval_metric=mx.metric.Perplexity(invalid_label),
              kvstore='device',
              optimizer=args.optimizer,
              optimizer_params={'learning_rate': args.lr, 'wd': 1e-5, 'rescale_grad': 1.0},
              initializer=mx.init.Xavier(factor_type="in", magnitude=2.34),
              num_epoch=args.num_epochs,
              batch_end_callback=mx.callback.Speedometer(args.batch_size, args.disp_batches,
                                                         auto_reset=False),
              epoch_end_callback=mx.rnn.do_rnn_checkpoint(stack, 'lm', 4))
    assert os.path.exists('lm-0004.params')

    # test with weights from the file, which are those of single gates
    sym, arg_params, aux_params = mx.rnn.load_rnn_checkpoint(stack, 'lm', args.num_epochs)
    mx.random.seed(8)
    test = mx.mod.BucketingModule(sym_gen, default_bucket_key=data_val.default_bucket_key)
    test.bind(data_val.provide_data, data_val.provide_label, for_training=False)
    test.set_params(arg_params, aux_params)
    ppl = dict(test.score(data_val, mx.metric.Perplexity(invalid_label)))['perplexity']
    ppl_of_model = model.score(data_val, mx.metric.Perplexity(invalid_label))[0][1]
    # rows that do not fill a batch are others each time
    assert abs(ppl - ppl_of_model) < 0.02 * ppl, (ppl, ppl_of_model)
    raw = mx.nd.load('lm-%04d.params' % args.num_epochs)
    assert 'arg:lstm_l0_i2h_f_weight' in raw and 'arg:lstm_l0_i2h_weight' not in raw, sorted(raw)
    print("%d words" % len(vocab))
    # of the grammar: mostly the two choices of a noun, and those of a relative clause and of the end
    print("perplexity %.2f (chance 9, at most 2.2)" % ppl)
