"""`mx.gluon.nn`: layers."""
from ..block import Block, HybridBlock, SymbolBlock
from .activations import (
    ELU,
    GELU,
    SELU,
    Activation,
    LeakyReLU,
    PReLU,
    Swish,
)
from .conv import (
    Conv1D,
    Conv1DTranspose,
    Conv2D,
    Conv2DTranspose,
    Conv3D,
    Conv3DTranspose,
    ReflectionPad2D,
)
from .dense import (
    Dense,
    Dropout,
    Embedding,
    Flatten,
)
from .norm import (
    BatchNorm,
    BatchNormReLU,
    GroupNorm,
    InstanceNorm,
    LayerNorm,
)
from .pool import (
    AvgPool1D,
    AvgPool2D,
    AvgPool3D,
    GlobalAvgPool1D,
    GlobalAvgPool2D,
    GlobalAvgPool3D,
    GlobalMaxPool1D,
    GlobalMaxPool2D,
    GlobalMaxPool3D,
    MaxPool1D,
    MaxPool2D,
    MaxPool3D,
)
from .sequences import (
    HybridLambda,
    HybridSequential,
    Lambda,
    Sequential,
)

__all__ = [
    "Activation", "AvgPool1D", "AvgPool2D", "AvgPool3D", "BatchNorm", "BatchNormReLU", "Block",
    "Conv1D", "Conv1DTranspose", "Conv2D", "Conv2DTranspose", "Conv3D", "Conv3DTranspose", "Dense",
    "Dropout", "ELU", "Embedding", "Flatten", "GELU", "GlobalAvgPool1D", "GlobalAvgPool2D",
    "GlobalAvgPool3D", "GlobalMaxPool1D", "GlobalMaxPool2D", "GlobalMaxPool3D", "GroupNorm",
    "HybridBlock", "HybridLambda", "HybridSequential", "InstanceNorm", "Lambda", "LayerNorm",
    "LeakyReLU", "MaxPool1D", "MaxPool2D", "MaxPool3D", "PReLU", "ReflectionPad2D", "SELU",
    "Sequential", "Swish", "SymbolBlock",
]
