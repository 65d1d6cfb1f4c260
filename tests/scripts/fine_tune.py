"""Fine-tuning: a saved net gets a new head for other classes, its lower part stays as it is."""
import logging
import numpy as np
import symgraph as mx

head = '%(asctime)-15s %(message)s'
logging.basicConfig(level=logging.DEBUG, format=head)
np.random.seed(40); mx.random.seed(40)

BATCH = 40
SHAPES = np.random.uniform(size=(12, 6, 6)) > 0.5       # twelve blots
def pictures(n, classes):
    y = np.random.randint(0, len(classes), n)
    x = np.random.normal(0, 0.4, (n, 1, 12, 12))
    for i in range(n):
        top, left = np.random.randint(0, 7, 2)
        x[i, 0, top:top+6, left:left+6] += 2 * SHAPES[classes[y[i]]]
    return x, y

def conv_bn(data, num_filter, name, kernel=(3, 3), pad=(1, 1), stride=(1, 1), use_global_stats=False):
    conv = mx.sym.Convolution(data=data, num_filter=num_filter, kernel=kernel, stride=stride, pad=pad,
                              no_bias=True, name='conv_%s' % name)
    bn = mx.sym.BatchNorm(data=conv, fix_gamma=False, use_global_stats=use_global_stats, name='bn_' + name)
    return mx.sym.Activation(data=bn, act_type='relu', name='relu_' + name)

def get_symbol(num_classes, frozen=False):
    net = mx.sym.Variable('data')
    net = conv_bn(net, 12, '1', use_global_stats=frozen)
    net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type='max', name='pool1')
    net = conv_bn(net, 24, '2', use_global_stats=frozen)
    net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type='max', name='pool2')
    net = mx.sym.Flatten(net, name='flatten')
    net = mx.sym.FullyConnected(net, num_hidden=num_classes, name='fc1')
    return mx.sym.SoftmaxOutput(net, name='softmax')

# ---------------------------------------------------------------- the net that somebody published
first = list(range(8))
mod = mx.mod.Module(get_symbol(len(first)))
train = mx.io.NDArrayIter(*pictures(1600, first), batch_size=BATCH, shuffle=True)
mod.fit(train, num_epoch=3, optimizer='adam', optimizer_params={'learning_rate': 0.004},
        initializer=mx.init.Xavier(rnd_type='gaussian', factor_type='in', magnitude=2))
mod.save_checkpoint('published', 7)

# ---------------------------------------------------------------- and what is made of it
sym, arg_params, aux_params = mx.model.load_checkpoint('published', 7)

def get_fine_tune_model(symbol, arg_params, num_classes, layer_name='flatten'):
    """
    symbol: the pretrained network symbol
    arg_params: the argument parameters of the pretrained model
    num_classes: the number of classes for the fine-tune datasets
    layer_name: the layer name before the last fully-connected layer
    """
    all_layers = symbol.get_internals()
    net = all_layers[layer_name+'_output']
    net = mx.symbol.FullyConnected(data=net, num_hidden=num_classes, name='fc_new')
    net = mx.symbol.SoftmaxOutput(data=net, name='softmax')
    new_args = dict({k:arg_params[k] for k in arg_params if 'fc1' not in k})
    return (net, new_args)

second = [8, 9, 10, 11]
train_set, val_set = pictures(400, second), pictures(400, second)

def fit(symbol, arg_params, aux_params, fixed, num_epoch=8):
    train = mx.io.NDArrayIter(*train_set, batch_size=BATCH, shuffle=True)
    val = mx.io.NDArrayIter(*val_set, batch_size=BATCH)
    mod = mx.mod.Module(symbol=symbol, context=mx.cpu(), fixed_param_names=fixed)
    mod.fit(train, val,
        num_epoch=num_epoch,
        arg_params=arg_params,
        aux_params=aux_params,
        allow_missing=True,
        batch_end_callback = mx.callback.Speedometer(BATCH, 3),
        kvstore='device',
        optimizer='sgd',
        optimizer_params={'learning_rate': 0.02, 'momentum': 0.9, 'wd': 0.01},
        initializer=mx.init.Xavier(rnd_type='gaussian', factor_type="in", magnitude=2),
        eval_metric='acc')
    return mod, mod.score(val, mx.metric.Accuracy())[0][1]

# 1: all of it learns
net, new_args = get_fine_tune_model(sym, arg_params, len(second))
assert 'fc1_weight' not in new_args and 'conv_2_weight' in new_args
_, acc_all = fit(net, new_args, aux_params, None)

# 2: weights are fixed
fixed = [n for n in net.list_arguments() if n.startswith('conv_') or n.startswith('bn_')]
mod, acc_fixed = fit(net, new_args, aux_params, fixed)
args, _ = mod.get_params()
same = lambda a, b: a.asnumpy().tobytes() == b.asnumpy().tobytes()
assert all(same(args[n], arg_params[n]) for n in fixed)

# 3: built anew with use_global_stats: nothing moves, bit by bit
frozen = get_symbol(8, frozen=True)
net, new_args = get_fine_tune_model(frozen, arg_params, len(second))
mod, acc_frozen = fit(net, new_args, aux_params, fixed)
args, auxs = mod.get_params()
assert sorted(auxs) == sorted(aux_params) == ['bn_1_moving_mean', 'bn_1_moving_var',
                                              'bn_2_moving_mean', 'bn_2_moving_var']
assert all(same(args[n], arg_params[n]) for n in fixed)
assert all(same(auxs[n], aux_params[n]) for n in auxs)
assert not same(args['fc_new_weight'], mx.nd.zeros(args['fc_new_weight'].shape))

# from scratch, on so few pictures
_, acc_scratch = fit(get_symbol(4), None, None, None)
print('all %.3f, fixed %.3f, frozen %.3f, from scratch %.3f'
      % (acc_all, acc_fixed, acc_frozen, acc_scratch))
print('accuracy %.3f (chance 0.250, at least 0.700)' % min(acc_all, acc_fixed, acc_frozen))
