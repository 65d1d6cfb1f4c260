"""Initializers: what a parameter holds before the first update.

An initializer is called as `init(desc, array)` and fills the array in place. Which of its rules
applies is decided by the end of the name (`_bias`, `_gamma`, ...), unless the variable asks for an
initializer of its own through `Variable(init=...)`. Every random number comes from
`symgraph.random.host()`, so that one `random.seed(n)` governs all of them.
"""
from .base import InitDesc, Initializer, alias, create, register
from .constants import Bilinear, Constant, LSTMBias, One, Zero
from .draws import MSRAPrelu, Normal, Orthogonal, Uniform, Xavier
from .fused import FusedRNN
from .sources import Load, Mixed

__all__ = [
    "Bilinear",
    "Constant",
    "FusedRNN",
    "InitDesc",
    "Initializer",
    "LSTMBias",
    "Load",
    "MSRAPrelu",
    "Mixed",
    "Normal",
    "One",
    "Orthogonal",
    "Uniform",
    "Xavier",
    "Zero",
    "alias",
    "create",
    "register",
]
