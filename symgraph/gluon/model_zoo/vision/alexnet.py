"""AlexNet; Krizhevsky (2014), 'One weird trick for parallelizing convolutional neural networks'."""
from .... import context
from ... import nn
from ...hybrid import HybridBlock
from ..model_store import ROOT
from .layers import stack, with_parameters


class AlexNet(HybridBlock):
    """AlexNet for pictures (n, 3, height, width) of 63 pixels or more; returns (n, classes)."""

    def __init__(self, classes=1000, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = stack(
                nn.Conv2D(64, 11, 4, 2, activation="relu"),
                nn.MaxPool2D(3, 2),
                nn.Conv2D(192, 5, padding=2, activation="relu"),
                nn.MaxPool2D(3, 2),
                nn.Conv2D(384, 3, padding=1, activation="relu"),
                nn.Conv2D(256, 3, padding=1, activation="relu"),
                nn.Conv2D(256, 3, padding=1, activation="relu"),
                nn.MaxPool2D(3, 2),
                nn.Flatten(),
                nn.Dense(4096, "relu"), nn.Dropout(0.5),
                nn.Dense(4096, "relu"), nn.Dropout(0.5))
            self.output = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))


def alexnet(pretrained=False, ctx=context.cpu(), root=ROOT, **kwargs):
    """AlexNet; pretrained: with the parameters in a file in root."""
    return with_parameters(AlexNet(**kwargs), "alexnet", pretrained, ctx, root)


__all__ = ["AlexNet", "alexnet"]
