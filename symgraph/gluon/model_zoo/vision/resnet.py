"""ResNet; He et al.: v1 (2015), 'Deep residual learning', v2 (2016), 'Identity mappings'."""
from .... import context
from ... import nn
from ...hybrid import HybridBlock
from ..model_store import ROOT
from .layers import chosen, convolution, convolution3, relu, stack, with_parameters


class ResidualV1(HybridBlock):
    """relu(body(x) + x); channels are those of the output.

    With downsample x is brought to the shape of the output by a convolution of 1×1 pixels.
    in_channels 0 is found out at the first forward pass.
    """

    shortcut_first = True       # in the sum, which the order of nodes in graphs depends on

    def __init__(self, channels, stride, downsample=False, in_channels=0, **kwargs):
        super().__init__(**kwargs)
        self.body = stack(*self._layers(channels, stride, in_channels), nn.BatchNorm())
        self.downsample = stack(convolution(channels, 1, stride, in_channels=in_channels),
                                nn.BatchNorm()) if downsample else None

    def _layers(self, channels, stride, in_channels):
        """What the body is made of, but for the last BatchNorm."""
        raise NotImplementedError

    def hybrid_forward(self, F, x):
        out = self.body(x)
        shortcut = x if self.downsample is None else self.downsample(x)
        total = shortcut + out if self.shortcut_first else out + shortcut
        return F.Activation(total, act_type="relu")


class BasicBlockV1(ResidualV1):
    """Two convolutions of 3×3 pixels, for v1 with 18 and 34 layers; see ResidualV1."""

    def _layers(self, channels, stride, in_channels):
        return (convolution3(channels, stride, in_channels), nn.BatchNorm(), relu(),
                convolution3(channels, 1, channels))


class BottleneckV1(ResidualV1):
    """To a fourth of the channels and back, for v1 with 50 layers and more; see ResidualV1."""

    shortcut_first = False

    def _layers(self, channels, stride, in_channels):
        inner = channels // 4
        return (nn.Conv2D(inner, 1, stride), nn.BatchNorm(), relu(),
                convolution3(inner, 1, inner), nn.BatchNorm(), relu(),
                nn.Conv2D(channels, 1))


class ResidualV2(HybridBlock):
    """x plus convolutions of it, each after BatchNorm and relu; arguments as for ResidualV1."""

    def __init__(self, channels, stride, downsample=False, in_channels=0, **kwargs):
        super().__init__(**kwargs)
        convolutions = self._convolutions(channels, stride, in_channels)
        self._numbers = range(1, len(convolutions) + 1)
        for number, each in zip(self._numbers, convolutions):
            setattr(self, f"bn{number}", nn.BatchNorm())
            setattr(self, f"conv{number}", each)
        self.downsample = (convolution(channels, 1, stride, in_channels=in_channels)
                           if downsample else None)

    def _convolutions(self, channels, stride, in_channels):
        raise NotImplementedError

    def hybrid_forward(self, F, x):
        out = shortcut = x
        for number in self._numbers:
            out = F.Activation(getattr(self, f"bn{number}")(out), act_type="relu")
            if number == 1 and self.downsample is not None:
                shortcut = self.downsample(out)
            out = getattr(self, f"conv{number}")(out)
        return out + shortcut


class BasicBlockV2(ResidualV2):
    """Two convolutions of 3×3 pixels, for v2 with 18 and 34 layers; see ResidualV2."""

    def _convolutions(self, channels, stride, in_channels):
        return convolution3(channels, stride, in_channels), convolution3(channels, 1, channels)


class BottleneckV2(ResidualV2):
    """To a fourth of the channels and back, for v2 with 50 layers and more; see ResidualV2."""

    def _convolutions(self, channels, stride, in_channels):
        inner = channels // 4
        return convolution(inner), convolution3(inner, stride, inner), convolution(channels)


class ResNet(HybridBlock):
    """Stages of residual blocks for pictures (n, 3, height, width); returns (n, classes).

    block is the class of blocks; layers[i] of them make stage i, with channels[i] channels before and
    channels[i + 1] after it; all stages but the first halve the pictures. With thumbnail pictures are
    not made smaller first. Raises ValueError for lists whose lengths do not fit.
    """

    def __init__(self, block, layers, channels, classes=1000, thumbnail=False, **kwargs):
        super().__init__(**kwargs)
        if len(layers) != len(channels) - 1:
            raise ValueError(f"{type(self).__name__}: channels has an item more than layers, got "
                             f"{layers} and {channels}")
        with self.name_scope():
            self.features = stack(*self._first())
            if thumbnail:
                self.features.add(convolution3(channels[0], 1, 0))
            else:
                self.features.add(convolution(channels[0], 7, 2, 3), nn.BatchNorm(), relu(),
                                  nn.MaxPool2D(3, 2, 1))
            for number, count in enumerate(layers, 1):
                before, after = channels[number - 1], channels[number]
                stage = nn.HybridSequential(prefix=f"stage{number}_")
                with stage.name_scope():
                    stage.add(block(after, 1 if number == 1 else 2, after != before,
                                    in_channels=before, prefix=""),
                              *(block(after, 1, False, in_channels=after, prefix="")
                                for _ in range(count - 1)))
                self.features.add(stage)
            self.features.add(*self._last())
            self.output = nn.Dense(classes, in_units=channels[-1])

    def _first(self):
        """What goes before all else."""
        return ()

    def _last(self):
        """What goes between the stages and the output."""
        return (nn.GlobalAvgPool2D(),)

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))


class ResNetV1(ResNet):
    """See ResNet; block is BasicBlockV1 or BottleneckV1."""


class ResNetV2(ResNet):
    """See ResNet; block is BasicBlockV2 or BottleneckV2."""

    def _first(self):
        return (nn.BatchNorm(scale=False, center=False),)

    def _last(self):
        return nn.BatchNorm(), relu(), nn.GlobalAvgPool2D(), nn.Flatten()


BASIC, WIDE = [64, 64, 128, 256, 512], [64, 256, 512, 1024, 2048]
resnet_spec = {     # number of layers -> (kind of blocks, how many in each stage, channels)
    18: ("basic_block", [2, 2, 2, 2], BASIC),
    34: ("basic_block", [3, 4, 6, 3], BASIC),
    50: ("bottle_neck", [3, 4, 6, 3], WIDE),
    101: ("bottle_neck", [3, 4, 23, 3], WIDE),
    152: ("bottle_neck", [3, 8, 36, 3], WIDE),
}
resnet_net_versions = [ResNetV1, ResNetV2]
resnet_block_versions = [{"basic_block": BasicBlockV1, "bottle_neck": BottleneckV1},
                         {"basic_block": BasicBlockV2, "bottle_neck": BottleneckV2}]


def get_resnet(version, num_layers, pretrained=False, ctx=context.cpu(), root=ROOT, **kwargs):
    """ResNet of version 1 or 2 with 18, 34, 50, 101 or 152 layers.

    pretrained: with the parameters in a file in root. Raises ValueError for other versions and numbers.
    """
    kind, layers, channels = chosen(resnet_spec, num_layers, "num_layers of ResNet")
    if version not in (1, 2):
        raise ValueError(f"Invalid resnet version: {version}. Options are 1 and 2.")
    block = resnet_block_versions[version - 1][kind]
    net = resnet_net_versions[version - 1](block, layers, channels, **kwargs)
    return with_parameters(net, f"resnet{num_layers}_v{version}", pretrained, ctx, root)


def resnet18_v1(**kwargs):
    """ResNet v1 with 18 layers; see `get_resnet`."""
    return get_resnet(1, 18, **kwargs)


def resnet34_v1(**kwargs):
    """ResNet v1 with 34 layers; see `get_resnet`."""
    return get_resnet(1, 34, **kwargs)


def resnet50_v1(**kwargs):
    """ResNet v1 with 50 layers; see `get_resnet`."""
    return get_resnet(1, 50, **kwargs)


def resnet101_v1(**kwargs):
    """ResNet v1 with 101 layers; see `get_resnet`."""
    return get_resnet(1, 101, **kwargs)


def resnet152_v1(**kwargs):
    """ResNet v1 with 152 layers; see `get_resnet`."""
    return get_resnet(1, 152, **kwargs)


def resnet18_v2(**kwargs):
    """ResNet v2 with 18 layers; see `get_resnet`."""
    return get_resnet(2, 18, **kwargs)


def resnet34_v2(**kwargs):
    """ResNet v2 with 34 layers; see `get_resnet`."""
    return get_resnet(2, 34, **kwargs)


def resnet50_v2(**kwargs):
    """ResNet v2 with 50 layers; see `get_resnet`."""
    return get_resnet(2, 50, **kwargs)


def resnet101_v2(**kwargs):
    """ResNet v2 with 101 layers; see `get_resnet`."""
    return get_resnet(2, 101, **kwargs)


def resnet152_v2(**kwargs):
    """ResNet v2 with 152 layers; see `get_resnet`."""
    return get_resnet(2, 152, **kwargs)


__all__ = ["BasicBlockV1", "BasicBlockV2", "BottleneckV1", "BottleneckV2", "ResNetV1", "ResNetV2",
           "get_resnet", "resnet101_v1", "resnet101_v2", "resnet152_v1", "resnet152_v2", "resnet18_v1",
           "resnet18_v2", "resnet34_v1", "resnet34_v2", "resnet50_v1", "resnet50_v2"]
