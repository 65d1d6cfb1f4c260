"""Style transfer in small: gradients to a picture through a net that stays as it is.

"A Neural Algorithm of Artistic Style", Gatys et al. The net has random filters here, which suffice."""
import logging
from collections import namedtuple
import symgraph as mx
import numpy as np

logging.basicConfig(level=logging.INFO)
np.random.seed(6); mx.random.seed(6)
Executor = namedtuple('Executor', ['executor', 'data', 'data_grad'])
SIZE = (24, 24)

def get_symbol():
    # declare symbol
    data = mx.sym.Variable("data")
    conv1_1 = mx.symbol.Convolution(name='conv1_1', data=data, num_filter=8, pad=(1,1), kernel=(3,3), stride=(1,1), no_bias=False, workspace=1024)
    relu1_1 = mx.symbol.Activation(name='relu1_1', data=conv1_1, act_type='relu')
    pool1 = mx.symbol.Pooling(name='pool1', data=relu1_1, pad=(0,0), kernel=(2,2), stride=(2,2), pool_type='avg')
    conv2_1 = mx.symbol.Convolution(name='conv2_1', data=pool1, num_filter=16, pad=(1,1), kernel=(3,3), stride=(1,1), no_bias=False, workspace=1024)
    relu2_1 = mx.symbol.Activation(name='relu2_1', data=conv2_1, act_type='relu')
    pool2 = mx.symbol.Pooling(name='pool2', data=relu2_1, pad=(0,0), kernel=(2,2), stride=(2,2), pool_type='avg')
    conv3_1 = mx.symbol.Convolution(name='conv3_1', data=pool2, num_filter=16, pad=(1,1), kernel=(3,3), stride=(1,1), no_bias=False, workspace=1024)
    relu3_1 = mx.symbol.Activation(name='relu3_1', data=conv3_1, act_type='relu')
    # style and content layers
    style = mx.sym.Group([relu1_1, relu2_1])
    content = mx.sym.Group([relu3_1])
    return style, content

def style_gram_symbol(input_size, style):
    _, output_shapes, _ = style.infer_shape(data=(1, 3, input_size[0], input_size[1]))
    gram_list = []
    grad_scale = []
    for i in range(len(style.list_outputs())):
        shape = output_shapes[i]
        x = mx.sym.Reshape(style[i], target_shape=(int(shape[1]), int(np.prod(shape[2:]))))
        # use fully connected to quickly do dot(x, x^T)
        gram = mx.sym.FullyConnected(x, x, no_bias=True, num_hidden=shape[1])
        gram_list.append(gram)
        grad_scale.append(np.prod(shape[1:]) * shape[1])
    return mx.sym.Group(gram_list), grad_scale

def get_loss(gram, content):
    gram_loss = []
    for i in range(len(gram.list_outputs())):
        gvar = mx.sym.Variable("target_gram_%d" % i)
        gram_loss.append(mx.sym.sum(mx.sym.square(gvar - gram[i])))
    cvar = mx.sym.Variable("target_content")
    content_loss = mx.sym.sum(mx.sym.square(cvar - content))
    return mx.sym.Group(gram_loss), content_loss

def get_executor(out, ctx):
    args = {n: params[n] for n in out.list_arguments() if n in params}
    shapes = {'data': (1, 3) + SIZE}
    arg_shapes, output_shapes, aux_shapes = out.infer_shape(**shapes)
    for name, shape in zip(out.list_arguments(), arg_shapes):
        if name not in args: args[name] = mx.nd.zeros(shape, ctx)
    grads = {"data": mx.nd.zeros(shapes['data'], ctx)}
    executor = out.bind(ctx=ctx, args=args, args_grad=grads, grad_req='write')
    return Executor(executor=executor, data=args['data'], data_grad=grads['data'])

def get_tv_grad_executor(img, ctx, tv_weight):
    """create TV gradient executor with input binded on img"""
    if tv_weight <= 0.0:
        return None
    nchannel = img.shape[1]
    simg = mx.sym.Variable("img")
    skernel = mx.sym.Variable("kernel")
    channels = mx.sym.SliceChannel(simg, num_outputs=nchannel)
    out = mx.sym.Concat(*[
        mx.sym.Convolution(data=channels[i], weight=skernel, num_filter=1,
                           kernel=(3, 3), pad=(1, 1), no_bias=True, stride=(1, 1))
        for i in range(nchannel)])
    kernel = mx.nd.array(np.array([[0, -1, 0], [-1, 4, -1], [0, -1, 0]]).reshape((1, 1, 3, 3)), ctx) / 8.0
    out = out * tv_weight
    return out.bind(ctx, args={"img": img, "kernel": kernel})

# pictures: a square on one side, stripes as style
ctx = mx.cpu()
yy, xx = np.mgrid[:SIZE[0], :SIZE[1]]
content_np = np.zeros((1, 3) + SIZE); content_np[0, :, 6:18, 4:14] = 1.0
style_np = np.stack([np.sin(1.1 * (xx + yy)), np.cos(0.7 * xx), np.sin(1.1 * (xx + yy)) * 0.5])[None]

style, content = get_symbol()
gram, gscale = style_gram_symbol(SIZE, style)
gram_loss, content_loss = get_loss(gram, content)

params = {}
net = mx.sym.Group([style, content])
for name, shape in zip(net.list_arguments(), net.infer_shape(data=(1, 3) + SIZE)[0]):
    if name == 'data': continue
    scale = np.sqrt(2. / np.prod(shape[1:])) if name.endswith('weight') else 0
    params[name] = mx.nd.array(np.random.normal(0, scale, shape), ctx)
frozen = {k: v.asnumpy().copy() for k, v in params.items()}

# what is wanted
sc = get_executor(mx.sym.Group([gram, content]), ctx)
sc.data[:] = style_np
sc.executor.forward()
style_array = [sc.executor.outputs[i].copyto(mx.cpu()) for i in range(len(gram.list_outputs()))]
sc.data[:] = content_np
sc.executor.forward()
content_array = sc.executor.outputs[-1].copyto(mx.cpu())
del sc

style_weight, content_weight = 1.0, 10.0
model = get_executor(mx.sym.Group([gram_loss, content_loss]), ctx)
grad_array = []
for i in range(len(style_array)):
    style_array[i].copyto(model.executor.arg_dict["target_gram_%d" % i])
    grad_array.append(mx.nd.ones((1,), ctx) * (float(style_weight) / gscale[i]))
grad_array.append(mx.nd.ones((1,), ctx) * (float(content_weight) / content_array.size))
content_array.copyto(model.executor.arg_dict["target_content"])
print([x.asscalar() for x in grad_array])

# train: the picture is what learns
img = mx.nd.array(content_np + np.random.uniform(-.1, .1, content_np.shape), ctx)
lr = mx.lr_scheduler.FactorScheduler(step=60, factor=.6)
optimizer = mx.optimizer.NAG(learning_rate=0.03, wd=0.0001, momentum=0.9, lr_scheduler=lr)
optim_state = optimizer.create_state(0, img)
logging.info('start training arguments %s', model.executor.arg_dict.keys())
clip_norm = 1.0 * np.prod(img.shape)
tv_grad_executor = get_tv_grad_executor(img, ctx, 1e-2)
history = []
old_img = img.copyto(ctx)
for e in range(200):
    img.copyto(model.data)
    model.executor.forward(is_train=True)
    losses = np.array([float(o.asscalar()) for o in model.executor.outputs])
    history.append(losses / [gscale[0], gscale[1], content_array.size] * [1, 1, content_weight])
    model.executor.backward(grad_array)
    gnorm = mx.nd.norm(model.data_grad).asscalar()
    if gnorm > clip_norm:
        model.data_grad[:] *= clip_norm / gnorm
    if tv_grad_executor is not None:
        tv_grad_executor.forward()
        optimizer.update(0, img, model.data_grad + tv_grad_executor.outputs[0], optim_state)
    else:
        optimizer.update(0, img, model.data_grad, optim_state)
    new_img = img
    eps = (mx.nd.norm(old_img - new_img) / mx.nd.norm(new_img)).asscalar()
    old_img = new_img.copyto(ctx)
    if e % 50 == 0:
        logging.info('epoch %d, relative change %f, losses %s', e, eps, history[-1])

assert all((frozen[k] == v.asnumpy()).all() for k, v in params.items())
assert set(model.executor.grad_dict) == set(model.executor.arg_dict)
assert [k for k, v in model.executor.grad_dict.items() if v is not None] == ['data']
# the part of style that is left, of what the content alone has
left = history[-1][:2].sum() / history[0][:2].sum()
print(history[0], history[-1])
print('style %.4f (chance 1.0000, at most 0.1000)' % left)
