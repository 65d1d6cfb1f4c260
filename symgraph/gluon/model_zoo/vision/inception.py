"""Inception v3; Szegedy et al. (2015), 'Rethinking the Inception architecture'."""
from .... import context
from ... import nn
from ...contrib.nn import HybridConcurrent
from ...hybrid import HybridBlock
from ..model_store import ROOT
from .layers import convolution, relu, stack, with_parameters


def normalized(channels, kernel=1, stride=1, pad=0):
    """A convolution, BatchNorm and relu."""
    return stack(convolution(channels, kernel, stride, pad), nn.BatchNorm(epsilon=0.001), relu())


def square(channels):
    return normalized(channels, 3, pad=1)


def row(channels, length=7):
    return normalized(channels, (1, length), pad=(0, length // 2))


def column(channels, length=7):
    return normalized(channels, (length, 1), pad=(length // 2, 0))


def cross(channels):
    """A row and a column side by side."""
    return beside(stack(row(channels, 3)), stack(column(channels, 3)))


def beside(*blocks, prefix=""):
    """Blocks that are all fed with the same, their channels one after the other."""
    out = HybridConcurrent(axis=1, prefix=prefix)
    out.add(*blocks)
    return out


def pooled(channels):
    return stack(nn.AvgPool2D(3, 1, 1), normalized(channels))


def small(channels):
    """The module for pictures of 35×35 pixels."""
    return (stack(normalized(64)),
            stack(normalized(48), normalized(64, 5, pad=2)),
            stack(normalized(64), square(96), square(96)),
            pooled(channels))


def first_reduction():
    return (stack(normalized(384, 3, 2)),
            stack(normalized(64), square(96), normalized(96, 3, 2)),
            stack(nn.MaxPool2D(3, 2)))


def middle(channels):
    """The module for pictures of 17×17 pixels."""
    return (stack(normalized(192)),
            stack(normalized(channels), row(channels), column(192)),
            stack(normalized(channels), column(channels), row(channels), column(channels), row(192)),
            pooled(192))


def second_reduction():
    return (stack(normalized(192), normalized(320, 3, 2)),
            stack(normalized(192), row(192), column(192), normalized(192, 3, 2)),
            stack(nn.MaxPool2D(3, 2)))


def large():
    """The module for pictures of 8×8 pixels."""
    return (stack(normalized(320)),
            stack(stack(normalized(384)), cross(384)),
            stack(stack(normalized(448), square(384)), cross(384)),
            pooled(192))


MODULES = (
    ("A1_", small, 32), ("A2_", small, 64), ("A3_", small, 64), ("B_", first_reduction),
    ("C1_", middle, 128), ("C2_", middle, 160), ("C3_", middle, 160), ("C4_", middle, 192),
    ("D_", second_reduction), ("E1_", large), ("E2_", large),
)


class Inception3(HybridBlock):
    """Inception v3 for pictures (n, 3, height, width) of about 299 pixels; returns (n, classes)."""

    def __init__(self, classes=1000, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = stack(
                normalized(32, 3, 2), normalized(32, 3), square(64), nn.MaxPool2D(3, 2),
                normalized(80), normalized(192, 3), nn.MaxPool2D(3, 2))
            for prefix, branches, *channels in MODULES:
                module = beside(prefix=prefix)
                with module.name_scope():
                    module.add(*branches(*channels))
                self.features.add(module)
            self.features.add(nn.AvgPool2D(8), nn.Dropout(0.5))
            self.output = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))


def inception_v3(pretrained=False, ctx=context.cpu(), root=ROOT, **kwargs):
    """Inception v3; pretrained: with the parameters in a file in root."""
    return with_parameters(Inception3(**kwargs), "inceptionv3", pretrained, ctx, root)


__all__ = ["Inception3", "inception_v3"]
