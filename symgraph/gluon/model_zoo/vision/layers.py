"""What the networks are put together from."""
from ... import nn
from ..model_store import get_model_file


def stack(*blocks, prefix=""):
    """Blocks one after the other, as a HybridSequential."""
    out = nn.HybridSequential(prefix=prefix)
    out.add(*blocks)
    return out


def convolution(channels, kernel=1, stride=1, pad=0, use_bias=False, **kwargs):
    """A convolution without a bias, as goes before BatchNorm."""
    return nn.Conv2D(channels, kernel, stride, pad, use_bias=use_bias, **kwargs)


def convolution3(channels, stride, in_channels):
    """A convolution of 3×3 pixels that keeps the size of pictures, but for the stride."""
    return convolution(channels, 3, stride, 1, in_channels=in_channels)


def relu():
    return nn.Activation("relu")


def with_parameters(net, name, pretrained, ctx, root):
    """net; if pretrained with the parameters in the file of that name in root, on ctx."""
    if pretrained:
        net.load_parameters(get_model_file(name, root), ctx)
    return net


def chosen(table, key, what):
    """What stands in a table of variants; raises ValueError for a key that is not there."""
    if key not in table:
        raise ValueError(f"{what} is one of {', '.join(map(str, table))}, got {key!r}")
    return table[key]
