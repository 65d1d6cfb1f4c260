"""SqueezeNet; Iandola et al. (2016), 'AlexNet-level accuracy with 50x fewer parameters'."""
from .... import context
from ... import nn
from ...contrib.nn import HybridConcurrent
from ...hybrid import HybridBlock
from ..model_store import ROOT
from .layers import chosen, relu, stack, with_parameters

# version -> (channels and kernel of the first convolution, then stages: the channels that are
# squeezed to in each fire module; a pool goes before each stage)
SPEC = {
    "1.0": ((96, 7), ((16, 16, 32), (32, 48, 48, 64), (64,))),
    "1.1": ((64, 3), ((16, 16), (32, 32), (48, 48, 64, 64))),
}


def fire(squeezed):
    """To few channels, and from these to four times as many by each of two convolutions."""
    wide = HybridConcurrent(axis=1, prefix="")
    squeeze = stack(nn.Conv2D(squeezed, 1), relu())
    wide.add(stack(nn.Conv2D(4 * squeezed, 1), relu()),
             stack(nn.Conv2D(4 * squeezed, 3, padding=1), relu()))
    return stack(squeeze, wide)


class SqueezeNet(HybridBlock):
    """SqueezeNet for pictures (n, 3, height, width) of about 224 pixels; returns (n, classes).

    Version '1.1' computes less than half of what '1.0' does. Raises ValueError for another one.
    """

    def __init__(self, version, classes=1000, **kwargs):
        super().__init__(**kwargs)
        first, stages = chosen(SPEC, version, "version of SqueezeNet")
        with self.name_scope():
            self.features = stack(nn.Conv2D(*first, strides=2), relu())
            for stage in stages:
                self.features.add(nn.MaxPool2D(3, 2, ceil_mode=True), *map(fire, stage))
            self.features.add(nn.Dropout(0.5))
            self.output = stack(nn.Conv2D(classes, 1), relu(), nn.AvgPool2D(13), nn.Flatten())

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))


def get_squeezenet(version, pretrained=False, ctx=context.cpu(), root=ROOT, **kwargs):
    """SqueezeNet '1.0' or '1.1'; pretrained: with the parameters in a file in root."""
    net = SqueezeNet(version, **kwargs)
    return with_parameters(net, f"squeezenet{version}", pretrained, ctx, root)


def squeezenet1_0(**kwargs):
    """SqueezeNet 1.0; see `get_squeezenet`."""
    return get_squeezenet("1.0", **kwargs)


def squeezenet1_1(**kwargs):
    """SqueezeNet 1.1; see `get_squeezenet`."""
    return get_squeezenet("1.1", **kwargs)


__all__ = ["SqueezeNet", "squeezenet1_0", "squeezenet1_1"]
