"""Checkpoints whose weights are stored gate by gate, whatever cells made them."""
from ..checkpoint import read_checkpoint, save_checkpoint
from .base import BaseRNNCell


def save_rnn_checkpoint(cells, prefix, epoch, symbol, arg_params, aux_params):
    """Save a model like `model.save_checkpoint`, with the weights of `cells` unpacked.

    `cells` is a cell or a list of cells. Writes `prefix-symbol.json` and
    `prefix-<epoch, four digits>.params`.
    """
    for cell in _as_list(cells):
        arg_params = cell.unpack_weights(arg_params)
    save_checkpoint(prefix, epoch, symbol, arg_params, aux_params)


def load_rnn_checkpoint(cells, prefix, epoch):
    """Load (symbol, arg_params, aux_params) and pack the weights for `cells`.

    Raises MXNetError, with their names, if weights of the cells are missing in the file.
    """
    symbol, arg_params, aux_params = read_checkpoint(prefix, epoch)     # gates are not the symbol's
    for cell in _as_list(cells):
        arg_params = cell.pack_weights(arg_params)
    return symbol, arg_params, aux_params


def do_rnn_checkpoint(cells, prefix, period=1):
    """Return a callback for `Module.fit` that saves a checkpoint every `period` epochs."""
    period = max(1, int(period))

    def save(iter_no, sym=None, arg=None, aux=None):
        if (iter_no + 1) % period == 0:
            save_rnn_checkpoint(cells, prefix, iter_no + 1, sym, arg, aux)

    return save


def _as_list(cells):
    return [cells] if isinstance(cells, BaseRNNCell) else list(cells)
