'''
Residual network with pre-activation on textures. "Identity Mappings in Deep Residual Networks",
Kaiming He et al. Trained in two runs, the second resumes from files.
'''
import logging, os
import numpy as np
import symgraph as mx
sym = mx.symbol

logging.basicConfig(level=logging.INFO)
np.random.seed(5); mx.random.seed(5)

def residual_unit(data, num_filter, stride, dim_match, name, bottle_neck=True, bn_mom=0.9,
                  workspace=256, memonger=False):
    """Return ResNet Unit symbol for building ResNet
    Parameters
    ----------
    data : str
        Input data
    num_filter : int
        Number of output channels
    stride : tupe
        Stride used in convolution
    dim_match : Boolen
        True means channel number between input and output is the same, otherwise means differ
    """
    bn1 = sym.BatchNorm(data=data, fix_gamma=False, momentum=bn_mom, eps=2e-5, name=name + '_bn1')
    act1 = sym.Activation(data=bn1, act_type='relu', name=name + '_relu1')
    if bottle_neck:
        k = int(num_filter*0.25)
        conv1 = sym.Convolution(data=act1, num_filter=k, kernel=(1,1), stride=(1,1), pad=(0,0),
                                no_bias=True, workspace=workspace, name=name + '_conv1')
        bn2 = sym.BatchNorm(data=conv1, fix_gamma=False, eps=2e-5, momentum=bn_mom, name=name+'_bn2')
        act2 = sym.Activation(data=bn2, act_type='relu', name=name + '_relu2')
        conv2 = sym.Convolution(data=act2, num_filter=k, kernel=(3,3), stride=stride, pad=(1,1),
                                no_bias=True, workspace=workspace, name=name + '_conv2')
        bn3 = sym.BatchNorm(data=conv2, fix_gamma=False, eps=2e-5, momentum=bn_mom, name=name+'_bn3')
        act3 = sym.Activation(data=bn3, act_type='relu', name=name + '_relu3')
        last = sym.Convolution(data=act3, num_filter=num_filter, kernel=(1,1), stride=(1,1),
                               pad=(0,0), no_bias=True, workspace=workspace, name=name + '_conv3')
    else:
        conv1 = sym.Convolution(data=act1, num_filter=num_filter, kernel=(3,3), stride=stride,
                                pad=(1,1), no_bias=True, workspace=workspace, name=name + '_conv1')
        bn2 = sym.BatchNorm(data=conv1, fix_gamma=False, momentum=bn_mom, eps=2e-5, name=name+'_bn2')
        act2 = sym.Activation(data=bn2, act_type='relu', name=name + '_relu2')
        last = sym.Convolution(data=act2, num_filter=num_filter, kernel=(3,3), stride=(1,1),
                               pad=(1,1), no_bias=True, workspace=workspace, name=name + '_conv2')
    if dim_match:
        shortcut = data
    else:
        shortcut = sym.Convolution(data=act1, num_filter=num_filter, kernel=(1,1), stride=stride,
                                   no_bias=True, workspace=workspace, name=name+'_sc')
    if memonger:
        shortcut._set_attr(mirror_stage='True')
    return last + shortcut

def resnet(units, filters, num_class, bottle_neck=False, bn_mom=0.9, memonger=True):
    data = sym.Variable(name='data')
    data = sym.identity(data=data, name='id')
    data = sym.BatchNorm(data=data, fix_gamma=True, eps=2e-5, momentum=bn_mom, name='bn_data')
    body = sym.Convolution(data=data, num_filter=filters[0], kernel=(3, 3), stride=(1,1), pad=(1, 1),
                           no_bias=True, name="conv0")
    for i, n in enumerate(units):
        body = residual_unit(body, filters[i+1], (1 if i == 0 else 2, 1 if i == 0 else 2), False,
                             name='stage%d_unit%d' % (i + 1, 1), bottle_neck=bottle_neck,
                             bn_mom=bn_mom, memonger=memonger)
        for j in range(n-1):
            body = residual_unit(body, filters[i+1], (1,1), True,
                                 name='stage%d_unit%d' % (i + 1, j + 2), bottle_neck=i % 2 == 1,
                                 bn_mom=bn_mom, memonger=memonger)
    bn1 = sym.BatchNorm(data=body, fix_gamma=False, eps=2e-5, momentum=bn_mom, name='bn1')
    relu1 = sym.Activation(data=bn1, act_type='relu', name='relu1')
    # Although kernel is not used here when global_pool=True, we should put one
    pool1 = sym.Pooling(data=relu1, global_pool=True, kernel=(7, 7), pool_type='avg', name='pool1')
    flat = sym.Flatten(data=pool1)
    fc1 = sym.FullyConnected(data=flat, num_hidden=num_class, name='fc1')
    return sym.SoftmaxOutput(data=fc1, name='softmax')

# gratings in four directions and blobs, any phase, any colour
def textures(n):
    y, x = np.mgrid[:12, :12]
    label = np.random.randint(0, 5, n)
    out = np.zeros((n, 3, 12, 12), 'f')
    for i, l in enumerate(label):
        p, q = np.random.uniform(0, 2*np.pi, 2)
        a = l * np.pi / 4
        wave = np.sin(1.3 * (np.cos(a)*x + np.sin(a)*y) + p)
        if l == 4:
            wave = np.sin(1.3*x + p) * np.sin(1.3*y + q)
        out[i] = np.random.uniform(.3, 1, 3)[:, None, None] * wave
    return out + np.random.normal(0, 0.4, out.shape), label

train_x, train_y = textures(480)
val_x, val_y = textures(200)
batch = 40
train = mx.io.NDArrayIter(train_x, train_y, batch, shuffle=True)
val = mx.io.NDArrayIter(val_x, val_y, batch)

net = resnet([2, 2], [8, 8, 16], 5)
prefix = 'resnet'
epoch_size = max(len(train_y) // batch, 1)
common = dict(
    eval_metric=['acc', mx.metric.create('top_k_accuracy', top_k=2)],
    batch_end_callback=mx.callback.Speedometer(batch, 6), kvstore=None)

def optimizer_params(begin_epoch):
    steps = [epoch_size * e for e in (4, 5)]
    sched = mx.lr_scheduler.MultiFactorScheduler(step=steps, factor=0.2)
    return {'learning_rate': 0.1, 'momentum': 0.9, 'wd': 0.0001, 'lr_scheduler': sched,
            'begin_num_update': begin_epoch * epoch_size, 'rescale_grad': 1.0/batch}

model = mx.mod.Module(net, context=mx.cpu())
model.fit(train, val, begin_epoch=0, num_epoch=3, optimizer='nag', optimizer_params=optimizer_params(0),
          initializer=mx.init.Xavier(rnd_type='gaussian', factor_type="in", magnitude=2),
          epoch_end_callback=mx.callback.module_checkpoint(model, prefix, 1, True), **common)
half = model.score(val, 'acc')

# ---- another process, another day
symbol, arg_params, aux_params = mx.model.load_checkpoint(prefix, 3)
assert symbol.tojson() == net.tojson()
assert 'stage1_unit1_bn1_moving_var' in aux_params and 'bn_data_gamma' in arg_params
model = mx.mod.Module(symbol, context=[mx.cpu()])
val.reset()
model.bind(val.provide_data, val.provide_label)
model.set_params(arg_params, aux_params)
assert model.score(val, 'acc') == half, (model.score(val, 'acc'), half)

model = mx.mod.Module.load(prefix, 3, load_optimizer_states=True, context=mx.cpu())
model.fit(train, val, begin_epoch=3, num_epoch=6, optimizer='nag', optimizer_params=optimizer_params(3),
          epoch_end_callback=[mx.callback.do_checkpoint(prefix)], **common)
assert os.path.exists('%s-%04d.params' % (prefix, 6))
assert abs(model._optimizer.learning_rate - 0.1 * 0.2**2) < 1e-9
[(name, acc)] = model.score(val, mx.metric.Accuracy())
print("%s %.3f (chance 0.200, at least 0.900)" % (name, acc))
