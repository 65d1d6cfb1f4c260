"""Which of two patterns came last? A fused GRU for training, the same weights in cells afterwards."""
import numpy as np
import symgraph as mx
import logging; logging.getLogger().setLevel(logging.INFO)

mx.random.seed(11); np.random.seed(11)
T, B, H, DIM = 20, 40, 32, 6

def make_data(n):
    '''noise, with +bump in channel 0 or -bump, several of them; the class says which was last, and
    whether channel 1 had a bump at all'''
    x = np.random.normal(0, .3, size=(n, T, DIM))
    y = np.zeros(n)
    for i in range(n):
        where = np.sort(np.random.choice(T, 3, replace=False))
        signs = np.random.choice([-1, 1], 3)
        x[i, where, 0] += 2 * signs
        extra = np.random.randint(2)
        if extra:
            x[i, np.random.randint(T), 1] += 2.5
        y[i] = 2 * extra + (signs[-1] > 0)
    return x.astype(np.float32), y

train = mx.io.NDArrayIter(*make_data(1000), batch_size=B, shuffle=True, label_name='softmax_label')
test_x, test_y = make_data(400)
val = mx.io.NDArrayIter(test_x, test_y, B)

fused = mx.rnn.FusedRNNCell(H, num_layers=2, mode='gru', prefix='gru_', dropout=0.1,
                            get_next_state=True)
def head(last):
    fc = mx.sym.FullyConnected(last, num_hidden=4, name='fc')
    return mx.sym.SoftmaxOutput(fc, name='softmax')

def training_net():
    data = mx.sym.var('data')
    data = mx.sym.swapaxes(data, 0, 1)              # TNC is what the fused kernel likes
    outputs, states = fused.unroll(T, inputs=data, layout='TNC', merge_outputs=True)
    return head(mx.sym.SequenceLast(outputs))

mod = mx.mod.Module(training_net(), context=mx.cpu())
mod.fit(train, val, eval_metric='acc', num_epoch=7, initializer=mx.init.Xavier(factor_type='in'),
        optimizer='Adam', optimizer_params={'learning_rate': 0.01},
        batch_end_callback=mx.callback.Speedometer(B, 10))
fused_prob = mod.predict(val).asnumpy()

# inference with the cells, one step at a time
arg_params, aux_params = mod.get_params()
print({k: v.shape for k, v in arg_params.items()})
stack = fused.unfuse()
weights = fused.unpack_weights(arg_params)
assert weights['gru_l1_h2h_o_weight'].shape == (H, H)
weights = stack.pack_weights(weights)
assert 'gru_l0_i2h_weight' in weights and 'gru_parameters' not in weights

outputs, states = stack.unroll(T, inputs=mx.sym.var('data'), layout='NTC', merge_outputs=False)
net = head(outputs[-1])
exe = net.simple_bind(ctx=mx.cpu(), grad_req='null', data=(B, T, DIM), softmax_label=(B,))
exe.copy_params_from(weights, allow_extra_params=True)
probs = []
for start in range(0, len(test_x), B):
    exe.arg_dict['data'][:] = test_x[start:start+B]
    exe.forward(is_train=False)
    probs.append(exe.outputs[0].asnumpy())
prob = np.concatenate(probs)
np.testing.assert_allclose(prob, fused_prob, rtol=1e-3, atol=1e-4)
print('accuracy %.3f (chance 0.250, at least 0.900)' % (np.argmax(prob, 1) == test_y).mean())
