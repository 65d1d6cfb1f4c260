"""Encoder and decoder with attention: sequences of digits are reversed and shifted."""
import numpy as np
import symgraph as mx

gluon, autograd, nd = mx.gluon, mx.autograd, mx.nd
nn, rnn = gluon.nn, gluon.rnn
np.random.seed(7)
mx.random.seed(7)

length, symbols = 6, 8          # symbols 0..7; 8 begins a sequence
BOS = symbols

def examples(n):
    x = np.random.randint(0, symbols, (n, length))
    return x, (x[:, ::-1] + 1) % symbols

class Encoder(nn.Block):
    def __init__(self, vocab_size, embed_size, num_hiddens, **kwargs):
        super(Encoder, self).__init__(**kwargs)
        self.embedding = nn.Embedding(vocab_size, embed_size)
        self.rnn = rnn.GRU(num_hiddens, bidirectional=True)

    def forward(self, inputs, state):
        embedding = self.embedding(inputs).swapaxes(0, 1)    # time first
        return self.rnn(embedding, state)

    def begin_state(self, *args, **kwargs):
        return self.rnn.begin_state(*args, **kwargs)

def attention_model(attention_size):
    model = nn.Sequential()
    model.add(nn.Dense(attention_size, activation='tanh', use_bias=False, flatten=False),
              nn.Dense(1, use_bias=False, flatten=False))
    return model

def attention_forward(model, enc_states, dec_state):
    # the decoder's state is put beside that of every time step of the encoder
    dec_states = nd.broadcast_axis(dec_state.expand_dims(0), axis=0, size=enc_states.shape[0])
    enc_and_dec_states = nd.concat(enc_states, dec_states, dim=2)
    e = model(enc_and_dec_states)
    alpha = nd.softmax(e, axis=0)
    return (alpha * enc_states).sum(axis=0), alpha

class Decoder(nn.Block):
    def __init__(self, vocab_size, embed_size, num_hiddens, attention_size, **kwargs):
        super(Decoder, self).__init__(**kwargs)
        with self.name_scope():
            self.embedding = nn.Embedding(vocab_size, embed_size)
            self.attention = attention_model(attention_size)
            self.cell = rnn.GRUCell(num_hiddens)
            self.out = nn.Dense(vocab_size, flatten=False)
            self.bridge = nn.Dense(num_hiddens, activation='tanh')

    def forward(self, cur_input, state, enc_states):
        c, alpha = attention_forward(self.attention, enc_states, state[0])
        self.last_alpha = alpha
        input_and_c = nd.concat(self.embedding(cur_input), c, dim=1)
        output, state = self.cell(input_and_c, state)
        return self.out(output), state

    def begin_state(self, enc_state):
        return [self.bridge(enc_state.swapaxes(0, 1).flatten())]

def batch_loss(encoder, decoder, X, Y, loss, teacher=True):
    batch_size = X.shape[0]
    enc_state = encoder.begin_state(batch_size=batch_size)
    enc_outputs, enc_state = encoder(X, enc_state)
    dec_state = decoder.begin_state(enc_state[0])
    dec_input = nd.full((batch_size,), BOS)
    l, right = nd.array([0]), 0
    for y in Y.T:
        dec_output, dec_state = decoder(dec_input, dec_state, enc_outputs)
        l = l + loss(dec_output, y).sum()
        predicted = dec_output.argmax(axis=1)
        right += (predicted == y).sum().asscalar()
        dec_input = y if teacher else predicted
    return l / length, right / (batch_size * length)

encoder = Encoder(symbols, 16, 24)
decoder = Decoder(symbols + 1, 16, 32, 24)
encoder.initialize(init=mx.init.Xavier(), force_reinit=True)
decoder.initialize(init=mx.init.Xavier(), force_reinit=True)
enc_trainer = gluon.Trainer(encoder.collect_params(), 'adam', {'learning_rate': 0.01})
dec_trainer = gluon.Trainer(decoder.collect_params(), 'adam', {'learning_rate': 0.01})
loss = gluon.loss.SoftmaxCrossEntropyLoss()
batch_size = 64
for step in range(120):
    X, Y = (nd.array(a) for a in examples(batch_size))
    with autograd.record():
        l, right = batch_loss(encoder, decoder, X, Y, loss)
    l.backward()
    enc_trainer.step(batch_size)
    dec_trainer.step(batch_size)
    if (step + 1) % 30 == 0:
        print('step %d, loss %.3f, right %.3f' % (step + 1, l.asscalar() / batch_size, right))

X, Y = (nd.array(a) for a in examples(300))
_, right = batch_loss(encoder, decoder, X, Y, loss, teacher=False)
# at the last step the first symbol is looked at
print('attention at the last step', decoder.last_alpha.mean(axis=1).reshape(-1).asnumpy().round(2))
print('accuracy %.3f (chance %.3f, at least 0.700)' % (right, 1 / symbols))
