"""A language model of words: Embedding, gluon.rnn.LSTM, states detached from batch to batch."""
import math
import numpy as np
import symgraph as mx

gluon, autograd = mx.gluon, mx.autograd
nn, rnn = gluon.nn, gluon.rnn
np.random.seed(6)
mx.random.seed(6)

class Dictionary(object):
    def __init__(self):
        self.word2idx = {}
        self.idx2word = []

    def add_word(self, word):
        if word not in self.word2idx:
            self.idx2word.append(word)
            self.word2idx[word] = len(self.idx2word) - 1
        return self.word2idx[word]

    def __len__(self):
        return len(self.idx2word)

class Corpus(object):
    """sentences of a small grammar: who, does, what, where; verbs agree with the subject"""
    def __init__(self):
        self.dictionary = Dictionary()
        self.train = self.tokenize(1400)
        self.valid = self.tokenize(300)

    def sentence(self):
        who = np.random.choice(['the cat', 'a dog', 'my friend', 'the cats', 'two dogs', 'my friends'])
        verb = np.random.choice(['see', 'chase', 'like'])
        if not who.endswith('s'):
            verb += 's'
        what = np.random.choice(['the bird', 'a ball', 'the red ball', 'some fish'])
        where = ' in the garden' if 'ball' in what else ' near the water'
        return who + ' ' + verb + ' ' + what + where + ' <eos>'

    def tokenize(self, sentences):
        ids = [self.dictionary.add_word(word) for _ in range(sentences)
               for word in self.sentence().split()]
        return mx.nd.array(ids, dtype='int32')

class RNNModel(gluon.Block):
    """A model with an encoder, recurrent layer, and a decoder."""
    def __init__(self, vocab_size, num_embed, num_hidden, num_layers, dropout=0.2, **kwargs):
        super(RNNModel, self).__init__(**kwargs)
        with self.name_scope():
            self.drop = nn.Dropout(dropout)
            self.encoder = nn.Embedding(vocab_size, num_embed,
                                        weight_initializer=mx.init.Uniform(0.1))
            self.rnn = rnn.LSTM(num_hidden, num_layers, dropout=dropout, input_size=num_embed)
            self.decoder = nn.Dense(vocab_size, in_units=num_hidden)
            self.num_hidden = num_hidden

    def forward(self, inputs, hidden):
        emb = self.drop(self.encoder(inputs))
        output, hidden = self.rnn(emb, hidden)
        output = self.drop(output)
        decoded = self.decoder(output.reshape((-1, self.num_hidden)))
        return decoded, hidden

    def begin_state(self, *args, **kwargs):
        return self.rnn.begin_state(*args, **kwargs)

def batchify(data, batch_size):
    """Reshape data into (num_example, batch_size)"""
    nbatch = data.shape[0] // batch_size
    data = data[:nbatch * batch_size]
    return data.reshape((batch_size, nbatch)).T

def get_batch(source, i):
    seq_len = min(bptt, source.shape[0] - 1 - i)
    return source[i:i + seq_len], source[i + 1:i + 1 + seq_len].reshape((-1,))

def detach(hidden):
    if isinstance(hidden, (tuple, list)):
        return [detach(i) for i in hidden]
    return hidden.detach()

batch_size, bptt, grad_clip = 20, 12, 0.25
corpus = Corpus()
ntokens = len(corpus.dictionary)
train_data = batchify(corpus.train, batch_size)
val_data = batchify(corpus.valid, batch_size)
model = RNNModel(ntokens, 24, 32, 2)
model.initialize(mx.init.Xavier())
trainer = gluon.Trainer(model.collect_params(), 'sgd',
                        {'learning_rate': 20., 'momentum': 0, 'wd': 0})
loss = gluon.loss.SoftmaxCrossEntropyLoss()

def evaluate(data_source):
    total_L, ntotal = 0.0, 0
    hidden = model.begin_state(func=mx.nd.zeros, batch_size=batch_size)
    for i in range(0, data_source.shape[0] - 1, bptt):
        data, target = get_batch(data_source, i)
        output, hidden = model(data, hidden)
        L = loss(output, target)
        total_L += mx.nd.sum(L).asscalar()
        ntotal += L.size
    return total_L / ntotal

for epoch in range(8):
    total_L = 0.0
    hidden = model.begin_state(func=mx.nd.zeros, batch_size=batch_size)
    for ibatch, i in enumerate(range(0, train_data.shape[0] - 1, bptt)):
        data, target = get_batch(train_data, i)
        hidden = detach(hidden)
        with autograd.record():
            output, hidden = model(data, hidden)
            L = loss(output, target)
            L.backward()
        grads = [p.grad() for p in model.collect_params().values()]
        # the gradient is that of a sum over the batch and the time steps
        gluon.utils.clip_global_norm(grads, grad_clip * bptt * batch_size)
        trainer.step(bptt * batch_size)
        total_L += mx.nd.sum(L).asscalar() / L.size
    val_L = evaluate(val_data)
    print('[Epoch %d] train loss %.2f valid loss %.2f, valid ppl %.2f' % (
        epoch, total_L / (ibatch + 1), val_L, math.exp(val_L)))
    if epoch == 5:
        trainer.set_learning_rate(trainer.learning_rate * 0.25)

# what the words' frequencies alone give
counts = np.bincount(corpus.train.asnumpy(), minlength=ntokens) / corpus.train.size
unigram = math.exp(-(counts * np.log(counts)).sum())
print('perplexity %.3f (chance %.3f, at most 3.000)' % (math.exp(val_L), unigram))
