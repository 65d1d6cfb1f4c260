"""`mx.autograd`: record what is computed on NDArrays, and go back through it for gradients."""
from .as_symbol import get_symbol
from .backward import backward, grad
from .function import Function
from .marks import mark_variables
from .modes import (
    is_recording,
    is_training,
    pause,
    predict_mode,
    record,
    set_recording,
    set_training,
    train_mode,
)

__all__ = ["Function", "backward", "get_symbol", "grad", "is_recording", "is_training",
           "mark_variables", "pause", "predict_mode", "record", "set_recording", "set_training",
           "train_mode"]
