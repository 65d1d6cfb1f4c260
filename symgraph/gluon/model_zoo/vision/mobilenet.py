"""MobileNet, Howard et al. (2017); MobileNetV2, Sandler et al. (2018)."""
from .... import context
from ... import nn
from ...hybrid import HybridBlock
from ..model_store import ROOT
from .layers import convolution, relu, stack, with_parameters

# (channels, stride) of pairs of a convolution for each channel alone and one of 1×1 pixels
PAIRS = ((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *5 * ((512, 1),), (1024, 2),
         (1024, 1))
# (how many times as many channels inside, channels, count, stride of the first) of bottlenecks
BOTTLENECKS = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1),
               (6, 160, 3, 2), (6, 320, 1, 1))


class RELU6(HybridBlock):
    """x between 0 and 6."""

    def hybrid_forward(self, F, x):
        return F.clip(x, 0, 6, name="relu6")


def normalized(channels, kernel=1, stride=1, pad=0, groups=1, act=relu):
    """A convolution, BatchNorm and an activation, as a list; without the latter for act None."""
    layers = [convolution(channels, kernel, stride, pad, groups=groups), nn.BatchNorm()]
    return layers if act is None else [*layers, act()]


def depthwise(channels, stride, act=relu):
    """`normalized` with a convolution of 3×3 pixels for each channel alone."""
    return normalized(channels, 3, stride, 1, channels, act)


class LinearBottleneck(HybridBlock):
    """To t times in_channels, and from there to channels; plus x, if that has the same shape."""

    def __init__(self, in_channels, channels, t, stride, **kwargs):
        super().__init__(**kwargs)
        self.use_shortcut = stride == 1 and in_channels == channels
        with self.name_scope():
            self.out = nn.HybridSequential()
            self.out.add(*normalized(in_channels * t, act=RELU6),
                         *depthwise(in_channels * t, stride, RELU6),
                         *normalized(channels, act=None))

    def hybrid_forward(self, F, x):
        out = self.out(x)
        return F.elemwise_add(out, x) if self.use_shortcut else out


class MobileNet(HybridBlock):
    """MobileNet for pictures (n, 3, height, width); returns (n, classes).

    All numbers of channels are multiplied by multiplier.
    """

    def __init__(self, multiplier=1.0, classes=1000, **kwargs):
        super().__init__(**kwargs)
        before = int(32 * multiplier)
        with self.name_scope():
            self.features = stack(*normalized(before, 3, 2, 1))
            for channels, stride in PAIRS:
                after = int(channels * multiplier)
                self.features.add(*depthwise(before, stride), *normalized(after))
                before = after
            self.features.add(nn.GlobalAvgPool2D(), nn.Flatten())
            self.output = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))


class MobileNetV2(HybridBlock):
    """MobileNetV2 for pictures (n, 3, height, width); returns (n, classes).

    All numbers of channels are multiplied by multiplier, the last one only if that is above 1.
    """

    def __init__(self, multiplier=1.0, classes=1000, **kwargs):
        super().__init__(**kwargs)
        before = int(32 * multiplier)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="features_")
            with self.features.name_scope():
                self.features.add(*normalized(before, 3, 2, 1, act=RELU6))
                for t, channels, count, stride in BOTTLENECKS:
                    after = int(channels * multiplier)
                    for number in range(count):
                        self.features.add(LinearBottleneck(before, after, t,
                                                           1 if number else stride))
                        before = after
                self.features.add(*normalized(int(1280 * max(multiplier, 1.0)), act=RELU6),
                                  nn.GlobalAvgPool2D())
            self.output = nn.HybridSequential(prefix="output_")
            with self.output.name_scope():
                self.output.add(convolution(classes, prefix="pred_"), nn.Flatten())

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))


def of_width(multiplier):
    """A multiplier as it stands in names of files: 1.0, 0.75, 0.5."""
    return f"{multiplier:.2f}" if f"{multiplier:.2f}" not in ("1.00", "0.50") else f"{multiplier:.1f}"


def get_mobilenet(multiplier, pretrained=False, ctx=context.cpu(), root=ROOT, **kwargs):
    """MobileNet; pretrained: with the parameters in a file in root, for multipliers that have one."""
    net = MobileNet(multiplier, **kwargs)
    return with_parameters(net, f"mobilenet{of_width(multiplier)}", pretrained, ctx, root)


def get_mobilenet_v2(multiplier, pretrained=False, ctx=context.cpu(), root=ROOT, **kwargs):
    """MobileNetV2; pretrained: with the parameters in a file in root, if there is one."""
    net = MobileNetV2(multiplier, **kwargs)
    return with_parameters(net, f"mobilenetv2_{of_width(multiplier)}", pretrained, ctx, root)


def mobilenet1_0(**kwargs):
    """MobileNet; see `get_mobilenet`."""
    return get_mobilenet(1.0, **kwargs)


def mobilenet0_75(**kwargs):
    """MobileNet with 3/4 of the channels; see `get_mobilenet`."""
    return get_mobilenet(0.75, **kwargs)


def mobilenet0_5(**kwargs):
    """MobileNet with half of the channels; see `get_mobilenet`."""
    return get_mobilenet(0.5, **kwargs)


def mobilenet0_25(**kwargs):
    """MobileNet with 1/4 of the channels; see `get_mobilenet`."""
    return get_mobilenet(0.25, **kwargs)


def mobilenet_v2_1_0(**kwargs):
    """MobileNetV2; see `get_mobilenet_v2`."""
    return get_mobilenet_v2(1.0, **kwargs)


def mobilenet_v2_0_75(**kwargs):
    """MobileNetV2 with 3/4 of the channels; see `get_mobilenet_v2`."""
    return get_mobilenet_v2(0.75, **kwargs)


def mobilenet_v2_0_5(**kwargs):
    """MobileNetV2 with half of the channels; see `get_mobilenet_v2`."""
    return get_mobilenet_v2(0.5, **kwargs)


def mobilenet_v2_0_25(**kwargs):
    """MobileNetV2 with 1/4 of the channels; see `get_mobilenet_v2`."""
    return get_mobilenet_v2(0.25, **kwargs)


__all__ = ["MobileNet", "MobileNetV2", "get_mobilenet", "get_mobilenet_v2", "mobilenet0_25",
           "mobilenet0_5", "mobilenet0_75", "mobilenet1_0", "mobilenet_v2_0_25", "mobilenet_v2_0_5",
           "mobilenet_v2_0_75", "mobilenet_v2_1_0"]
