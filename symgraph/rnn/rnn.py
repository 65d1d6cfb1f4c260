"""MXNet's module path of the checkpoint functions, and the old way to unroll."""
import warnings

from .. import symbol
from .checkpoint import do_rnn_checkpoint, load_rnn_checkpoint, save_rnn_checkpoint

__all__ = ["do_rnn_checkpoint", "load_rnn_checkpoint", "rnn_unroll", "save_rnn_checkpoint"]


def rnn_unroll(cell, length, inputs=None, begin_state=None, input_prefix="", layout="NTC"):
    """Unroll `cell`; without `inputs`, from variables named `<input_prefix>t<step>_data`.

    Kept for old scripts; `cell.unroll` is the way to do it.
    """
    warnings.warn(
        "rnn_unroll is deprecated, call cell.unroll instead", DeprecationWarning, stacklevel=2
    )
    if inputs is None:
        inputs = [symbol.Variable(f"{input_prefix}t{step}_data") for step in range(length)]
    return cell.unroll(length, inputs, begin_state=begin_state, layout=layout)
