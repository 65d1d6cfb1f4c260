"""DenseNet; Huang et al. (2016), 'Densely connected convolutional networks'."""
from .... import context
from ... import nn
from ...contrib.nn import HybridConcurrent, Identity
from ...hybrid import HybridBlock
from ..model_store import ROOT
from .layers import chosen, convolution, relu, stack, with_parameters

densenet_spec = {       # number of layers -> (first channels, channels of a layer, layers by stage)
    121: (64, 32, [6, 12, 24, 16]),
    161: (96, 48, [6, 12, 36, 24]),
    169: (64, 32, [6, 12, 32, 32]),
    201: (64, 32, [6, 12, 48, 32]),
}


def dense_layer(growth_rate, bn_size, dropout):
    """x and, behind its channels, growth_rate new ones made from all of it."""
    new = stack(nn.BatchNorm(), relu(), convolution(bn_size * growth_rate),
                nn.BatchNorm(), relu(), convolution(growth_rate, 3, pad=1))
    if dropout:
        new.add(nn.Dropout(dropout))
    out = HybridConcurrent(axis=1, prefix="")
    out.add(Identity(), new)
    return out


class DenseNet(HybridBlock):
    """Densely connected layers for pictures (n, 3, height, width) of about 224 pixels.

    There are num_init_features channels first, and each of the block_config[i] layers of stage i adds
    growth_rate, by way of bn_size times as many. dropout is the rate after each. Between stages
    channels and pictures are halved. Returns (n, classes).
    """

    def __init__(self, num_init_features, growth_rate, block_config, bn_size=4, dropout=0,
                 classes=1000, **kwargs):
        super().__init__(**kwargs)
        channels = num_init_features
        with self.name_scope():
            self.features = stack(convolution(channels, 7, 2, 3), nn.BatchNorm(), relu(),
                                  nn.MaxPool2D(3, 2, 1))
            for number, count in enumerate(block_config, 1):
                stage = nn.HybridSequential(prefix=f"stage{number}_")
                with stage.name_scope():
                    stage.add(*(dense_layer(growth_rate, bn_size, dropout) for _ in range(count)))
                self.features.add(stage)
                channels += count * growth_rate
                if number < len(block_config):
                    channels //= 2
                    self.features.add(stack(nn.BatchNorm(), relu(), convolution(channels),
                                            nn.AvgPool2D(2, 2)))
            self.features.add(nn.BatchNorm(), relu(), nn.AvgPool2D(7), nn.Flatten())
            self.output = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))


def get_densenet(num_layers, pretrained=False, ctx=context.cpu(), root=ROOT, **kwargs):
    """DenseNet with 121, 161, 169 or 201 layers; pretrained: with the parameters in a file in root."""
    net = DenseNet(*chosen(densenet_spec, num_layers, "num_layers of DenseNet"), **kwargs)
    return with_parameters(net, f"densenet{num_layers}", pretrained, ctx, root)


def densenet121(**kwargs):
    """DenseNet with 121 layers; see `get_densenet`."""
    return get_densenet(121, **kwargs)


def densenet161(**kwargs):
    """DenseNet with 161 layers; see `get_densenet`."""
    return get_densenet(161, **kwargs)


def densenet169(**kwargs):
    """DenseNet with 169 layers; see `get_densenet`."""
    return get_densenet(169, **kwargs)


def densenet201(**kwargs):
    """DenseNet with 201 layers; see `get_densenet`."""
    return get_densenet(201, **kwargs)


__all__ = ["DenseNet", "densenet121", "densenet161", "densenet169", "densenet201"]
