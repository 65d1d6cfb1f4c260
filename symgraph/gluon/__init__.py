"""`mx.gluon`: networks in Python, run operator by operator or compiled as one graph."""
from . import block, contrib, data, loss, model_zoo, nn, parameter, rnn, trainer, utils
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
           "ParameterDict", "SymbolBlock", "Trainer", "block", "contrib", "data", "loss", "model_zoo",
           "nn", "parameter", "rnn", "tensor_types", "trainer", "utils"]
