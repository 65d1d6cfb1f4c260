"""Layers that are computed both here and by MXNet; tests/data/ask_gluon.py reads this file too."""
import numpy as np

# name -> (what makes the layer, the shape of its input)
LAYERS = {
    "dense": ("nn.Dense(3, activation='tanh')", (4, 2, 3)),
    "dense_last_axis": ("nn.Dense(3, flatten=False, use_bias=False)", (2, 3, 4)),
    "embedding": ("nn.Embedding(5, 3)", (2, 3)),
    "flatten": ("nn.Flatten()", (2, 3, 4)),
    "dropout_none": ("nn.Dropout(0)", (2, 3)),
    "relu": ("nn.Activation('relu')", (2, 7)),
    "softsign": ("nn.Activation('softsign')", (2, 7)),
    "leaky": ("nn.LeakyReLU(0.1)", (2, 7)),
    "prelu": ("nn.PReLU(in_channels=3)", (2, 3, 4)),
    "elu": ("nn.ELU(0.7)", (2, 7)),
    "gelu": ("nn.GELU()", (2, 7)),
    "swish": ("nn.Swish(1.5)", (2, 7)),
    "lambda": ("nn.HybridLambda(lambda F, x: F.sigmoid(x) * x)", (2, 7)),
    "lambda_name": ("nn.HybridLambda('tanh')", (2, 7)),
    "batchnorm": ("nn.BatchNorm()", (3, 2, 3, 2)),
    "batchnorm_plain": ("nn.BatchNorm(center=False, scale=False)", (4, 3)),
    "batchnorm_last": ("nn.BatchNorm(axis=-1, momentum=0.7, epsilon=1e-3)", (3, 4, 2)),
    "batchnorm_global": ("nn.BatchNorm(use_global_stats=True)", (3, 2, 3)),
    "layernorm": ("nn.LayerNorm()", (2, 3, 5)),
    "layernorm_axis": ("nn.LayerNorm(axis=1, center=False)", (2, 3, 5)),
    "groupnorm": ("nn.GroupNorm(2)", (2, 4, 3)),
    "instancenorm": ("nn.InstanceNorm(scale=True)", (2, 3, 5)),
    "instancenorm_axis": ("nn.InstanceNorm(axis=2)", (2, 3, 4)),
    "conv1d": ("nn.Conv1D(4, 3, strides=2, padding=1, groups=2, activation='relu')", (2, 4, 7)),
    "conv2d": ("nn.Conv2D(3, (2, 3), padding=1, dilation=2, use_bias=False)", (2, 2, 6, 7)),
    "conv3d": ("nn.Conv3D(2, 2)", (1, 2, 3, 3, 4)),
    "deconv1d": ("nn.Conv1DTranspose(3, 3, strides=2, output_padding=1)", (2, 2, 4)),
    "deconv2d": ("nn.Conv2DTranspose(2, 2, strides=2, padding=1)", (2, 3, 4, 3)),
    "deconv3d": ("nn.Conv3DTranspose(2, 2)", (1, 2, 2, 3, 2)),
    "maxpool1d": ("nn.MaxPool1D()", (2, 2, 6)),
    "maxpool2d": ("nn.MaxPool2D(3, 2, 1, ceil_mode=True)", (1, 2, 6, 5)),
    "maxpool3d": ("nn.MaxPool3D()", (1, 1, 4, 4, 2)),
    "avgpool1d": ("nn.AvgPool1D(3, 1, 1, count_include_pad=False)", (2, 2, 5)),
    "avgpool2d": ("nn.AvgPool2D((2, 3), padding=1)", (1, 2, 4, 5)),
    "avgpool3d": ("nn.AvgPool3D()", (1, 1, 4, 2, 4)),
    "globalmax1d": ("nn.GlobalMaxPool1D()", (2, 2, 5)),
    "globalmax2d": ("nn.GlobalMaxPool2D()", (2, 2, 3, 4)),
    "globalmax3d": ("nn.GlobalMaxPool3D()", (1, 2, 3, 2, 2)),
    "globalavg1d": ("nn.GlobalAvgPool1D()", (2, 2, 5)),
    "globalavg2d": ("nn.GlobalAvgPool2D()", (2, 2, 3, 4)),
    "globalavg3d": ("nn.GlobalAvgPool3D()", (1, 2, 3, 2, 2)),
    "reflection": ("nn.ReflectionPad2D((0, 0, 0, 0, 1, 2, 2, 1))", (1, 2, 4, 5)),
    "identity": ("cnn.Identity()", (2, 3)),
    "syncbatchnorm": ("cnn.SyncBatchNorm(num_devices=1)", (3, 2, 3)),
    "shuffle1d": ("cnn.PixelShuffle1D(2)", (2, 4, 3)),
    "shuffle2d": ("cnn.PixelShuffle2D((2, 3))", (1, 12, 2, 3)),
    "shuffle3d": ("cnn.PixelShuffle3D((2, 1, 3))", (1, 6, 2, 2, 3)),
    "concurrent": ("filled(cnn.HybridConcurrent(axis=1), nn.Dense(2), cnn.Identity(), nn.Dense(3))",
                   (2, 3)),
    "network": ("filled(nn.HybridSequential(), nn.Conv2D(3, 3, activation='relu'), nn.BatchNorm(), "
                "nn.MaxPool2D(), nn.Dense(4), nn.LayerNorm(), nn.Dense(2))", (3, 2, 6, 6)),
}


def filled(sequence, *blocks):
    sequence.add(*blocks)
    return sequence


def saved_network(nn):
    """The network of the files."""
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(4, activation="relu"), nn.BatchNorm(), nn.Dense(2))
    return net


def trained_network(nn):
    """The network that is trained."""
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(3, activation="tanh", in_units=4), nn.Dense(1, in_units=3))
    return net


def made(name, nn, cnn):
    """(a new layer, the shape of its input) from the modules of either library."""
    text, shape = LAYERS[name]
    return eval(text, {"nn": nn, "cnn": cnn, "filled": filled}), shape


def wave(shape, start):
    """Numbers in [-1, 1] without equal ones."""
    return np.sin(1.7 * np.arange(int(np.prod(shape))) + start).reshape(shape).astype("float32")


def inputs(name, shape):
    """The input of a layer, whole numbers for an Embedding."""
    if name == "embedding":
        return (np.arange(int(np.prod(shape))) % 5).reshape(shape).astype("float32")
    return wave(shape, 0.3)


def values(name, shape, number):
    """What the parameter called name holds."""
    found = wave(shape, number + 1)
    return abs(found) + 0.5 if name.endswith(("gamma", "var")) else found * 0.5
