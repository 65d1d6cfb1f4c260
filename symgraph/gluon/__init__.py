"""`mx.gluon`: networks in Python, run operator by operator or compiled as one graph."""
from . import block, contrib, model_zoo, nn, parameter, trainer, utils
from .block import Block, HybridBlock, SymbolBlock
from .parameter import (
    Constant,
    DeferredInitializationError,
    Parameter,
    ParameterDict,
    tensor_types,
)
from .trainer import Trainer

__all__ = ["Block", "Constant", "DeferredInitializationError", "HybridBlock", "Parameter",
           "ParameterDict", "SymbolBlock", "Trainer", "block", "contrib", "model_zoo", "nn",
           "parameter", "tensor_types", "trainer", "utils"]
