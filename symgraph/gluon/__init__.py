"""`mx.gluon`: networks in Python, run operator by operator or compiled as one graph."""
from . import block, nn, parameter
from .block import Block, HybridBlock
from .parameter import (
    Constant,
    DeferredInitializationError,
    Parameter,
    ParameterDict,
    tensor_types,
)

__all__ = ["Block", "Constant", "DeferredInitializationError", "HybridBlock", "Parameter",
           "ParameterDict", "block", "nn", "parameter", "tensor_types"]
