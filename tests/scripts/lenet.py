"""LeNet on pictures of digits, read by MNISTIter from files in MNIST's format."""
from __future__ import print_function
import argparse
import logging
import struct
import sys

import numpy as np
import symgraph as mx

FONT = """
.###. ..#.. .###. ##### ...#. ##### ..##. ##### .###. .###.
#...# .##.. #...# ...#. ..##. #.... .#... ....# #...# #...#
#..## ..#.. ....# ..#.. .#.#. ####. #.... ...#. #...# #...#
#.#.# ..#.. ...#. ...#. #..#. ....# ####. ..#.. .###. .####
##..# ..#.. ..#.. ....# ##### ....# #...# .#... #...# ....#
#...# ..#.. .#... #...# ...#. #...# #...# .#... #...# ...#.
.###. .###. ##### .###. ...#. .###. .###. .#... .###. .##..
""".split()

def draw(n, rng):
    """n digits, stretched and shifted, on noise"""
    images = rng.uniform(0, 90, (n, 28, 28))
    labels = rng.randint(0, 10, n)
    for image, digit in zip(images, labels):
        bitmap = np.array([[c == '#' for c in row] for row in FONT[digit::10]])
        h, w = 3, rng.randint(3, 5)
        big = np.kron(bitmap, np.ones((h, w)))
        top = rng.randint(0, 28 - big.shape[0] + 1); left = rng.randint(0, 28 - big.shape[1] + 1)
        image[top:top+big.shape[0], left:left+big.shape[1]] += big * rng.uniform(70, 160)
    return images.clip(0, 255).astype('uint8'), labels.astype('uint8')

def write(name, n, seed):
    images, labels = draw(n, np.random.RandomState(seed))
    with open(name + '-images-idx3-ubyte', 'wb') as f:
        f.write(struct.pack('>IIII', 0x803, n, 28, 28) + images.tobytes())
    with open(name + '-labels-idx1-ubyte', 'wb') as f:
        f.write(struct.pack('>II', 0x801, n) + labels.tobytes())

def get_lenet():
    """
    LeCun, Yann, Leon Bottou, Yoshua Bengio, and Patrick
    Haffner. "Gradient-based learning applied to document recognition."
    Proceedings of the IEEE (1998)
    """
    data = mx.symbol.Variable('data')
    # first conv
    conv1 = mx.symbol.Convolution(data=data, kernel=(5,5), num_filter=8)
    tanh1 = mx.symbol.Activation(data=conv1, act_type="tanh")
    pool1 = mx.symbol.Pooling(data=tanh1, pool_type="max", kernel=(2,2), stride=(2,2))
    # second conv
    conv2 = mx.symbol.Convolution(data=pool1, kernel=(5,5), num_filter=16)
    tanh2 = mx.symbol.Activation(data=conv2, act_type="tanh")
    pool2 = mx.symbol.Pooling(data=tanh2, pool_type="max", kernel=(2,2), stride=(2,2))
    # first fullc
    flatten = mx.symbol.Flatten(data=pool2)
    fc1 = mx.symbol.FullyConnected(data=flatten, num_hidden=64)
    tanh3 = mx.symbol.Activation(data=fc1, act_type="tanh")
    # second fullc
    fc2 = mx.symbol.FullyConnected(data=tanh3, num_hidden=10)
    # loss
    lenet = mx.symbol.SoftmaxOutput(data=fc2, name='softmax')
    return lenet

parser = argparse.ArgumentParser(description='train a digit classifier')
parser.add_argument('--batch-size', type=int, default=50)
parser.add_argument('--lr', type=float, default=.06)
parser.add_argument('--num-epochs', type=int, default=5)
parser.add_argument('--gpus', type=str, help='the gpus to use, e.g. "0,1,2,3"')
parser.add_argument('--kv-store', type=str, default='local')
args = parser.parse_args([])

logging.getLogger().setLevel(logging.DEBUG)
np.random.seed(0)
mx.random.seed(0)
write('train', 1200, 1)
write('t10k', 400, 2)

kv = mx.kvstore.create(args.kv_store)
train = mx.io.MNISTIter(
    image='train-images-idx3-ubyte', label='train-labels-idx1-ubyte', input_shape=(1, 28, 28),
    batch_size=args.batch_size, shuffle=True, flat=False, silent=False, seed=10,
    num_parts=kv.num_workers, part_index=kv.rank)
val = mx.io.MNISTIter(
    image='t10k-images-idx3-ubyte', label='t10k-labels-idx1-ubyte', input_shape=(1, 28, 28),
    batch_size=args.batch_size, shuffle=False, flat=False, silent=True)

devs = mx.cpu() if args.gpus is None else [mx.gpu(int(i)) for i in args.gpus.split(',')]
net = get_lenet()
arg_shapes, out_shapes, aux_shapes = net.infer_shape(data=(args.batch_size, 1, 28, 28))
print(dict(zip(net.list_arguments(), arg_shapes)))

# the intermediate-level interface
mod = mx.mod.Module(net, context=devs)
mod.bind(data_shapes=train.provide_data, label_shapes=train.provide_label)
mod.init_params(initializer=mx.init.Xavier(rnd_type='gaussian', factor_type="in", magnitude=2.34))
mod.init_optimizer(kvstore=kv, optimizer='sgd', optimizer_params={
    'learning_rate': args.lr, 'momentum': 0.9, 'wd': 0.00001})
metric = mx.metric.create('acc')
for epoch in range(args.num_epochs):
    train.reset()
    metric.reset()
    for batch in train:
        mod.forward(batch, is_train=True)
        mod.update_metric(metric, batch.label)
        mod.backward()
        mod.update()
    print('Epoch %d, Training %s' % (epoch, metric.get()))
    sys.stdout.flush()

score = mod.score(val, ['acc', 'ce'])
acc = dict(score)['accuracy']
# one picture at a time, as a server would
one = mx.mod.Module(net, label_names=None)
one.bind(data_shapes=[('data', (1, 1, 28, 28))], for_training=False)
one.set_params(*mod.get_params(), allow_missing=True)       # softmax_label
images, labels = draw(20, np.random.RandomState(3))
right = 0
for image, label in zip(images, labels):
    one.forward(mx.io.DataBatch([mx.nd.array(image[np.newaxis, np.newaxis] / 256.)], None))
    right += int(one.get_outputs()[0].asnumpy().argmax() == label)
assert right >= 14, right
print("accuracy %.3f (chance 0.100, at least 0.900)" % acc)
