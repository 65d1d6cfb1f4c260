"""VGG; Simonyan and Zisserman (2014), 'Very deep convolutional networks for image recognition'."""
from .... import context
from ....initializer import Xavier
from ... import nn
from ...hybrid import HybridBlock
from ..model_store import ROOT
from .layers import chosen, relu, stack, with_parameters

FILTERS = [64, 128, 256, 512, 512]
vgg_spec = {       # number of layers -> (how many convolutions each stage has, their channels)
    11: ([1, 1, 2, 2, 2], FILTERS),
    13: ([2, 2, 2, 2, 2], FILTERS),
    16: ([2, 2, 3, 3, 3], FILTERS),
    19: ([2, 2, 4, 4, 4], FILTERS),
}


class VGG(HybridBlock):
    """Stages of 3×3 convolutions for pictures (n, 3, height, width); returns (n, classes).

    layers and filters have the number of convolutions, and of their channels, for each stage. Each
    stage halves the pictures. Raises ValueError for lists of different lengths.
    """

    def __init__(self, layers, filters, classes=1000, batch_norm=False, **kwargs):
        super().__init__(**kwargs)
        if len(layers) != len(filters):
            raise ValueError(f"VGG: layers and filters have an item for each stage, got {layers} and "
                             f"{filters}")
        with self.name_scope():
            self.features = stack()
            for count, channels in zip(layers, filters):
                for _ in range(count):
                    self.features.add(nn.Conv2D(
                        channels, 3, padding=1, bias_initializer="zeros",
                        weight_initializer=Xavier("gaussian", "out", 2)))
                    if batch_norm:
                        self.features.add(nn.BatchNorm())
                    self.features.add(relu())
                self.features.add(nn.MaxPool2D(strides=2))
            for _ in range(2):
                self.features.add(nn.Dense(4096, "relu", weight_initializer="normal"),
                                  nn.Dropout(0.5))
            self.output = nn.Dense(classes, weight_initializer="normal")

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))


def get_vgg(num_layers, pretrained=False, ctx=context.cpu(), root=ROOT, **kwargs):
    """VGG with 11, 13, 16 or 19 layers; pretrained: with the parameters in a file in root."""
    net = VGG(*chosen(vgg_spec, num_layers, "num_layers of VGG"), **kwargs)
    name = f"vgg{num_layers}" + "_bn" * bool(kwargs.get("batch_norm"))
    return with_parameters(net, name, pretrained, ctx, root)


def vgg11(**kwargs):
    """VGG with 11 layers; see `get_vgg`."""
    return get_vgg(11, **kwargs)


def vgg13(**kwargs):
    """VGG with 13 layers; see `get_vgg`."""
    return get_vgg(13, **kwargs)


def vgg16(**kwargs):
    """VGG with 16 layers; see `get_vgg`."""
    return get_vgg(16, **kwargs)


def vgg19(**kwargs):
    """VGG with 19 layers; see `get_vgg`."""
    return get_vgg(19, **kwargs)


def vgg11_bn(**kwargs):
    """VGG with 11 layers and batch normalization; see `get_vgg`."""
    return get_vgg(11, **{**kwargs, "batch_norm": True})


def vgg13_bn(**kwargs):
    """VGG with 13 layers and batch normalization; see `get_vgg`."""
    return get_vgg(13, **{**kwargs, "batch_norm": True})


def vgg16_bn(**kwargs):
    """VGG with 16 layers and batch normalization; see `get_vgg`."""
    return get_vgg(16, **{**kwargs, "batch_norm": True})


def vgg19_bn(**kwargs):
    """VGG with 19 layers and batch normalization; see `get_vgg`."""
    return get_vgg(19, **{**kwargs, "batch_norm": True})


__all__ = ["VGG", "get_vgg", "vgg11", "vgg11_bn", "vgg13", "vgg13_bn", "vgg16", "vgg16_bn", "vgg19",
           "vgg19_bn"]
