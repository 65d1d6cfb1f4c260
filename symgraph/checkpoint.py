"""Checkpoints: a symbol and its parameters as the two files that MXNet keeps them in."""
import glob
import operator
import os
from collections import namedtuple

from . import log, ndarray, symbol
from .errors import MXNetError
from .names import listed

# What callbacks at the end of a batch get; locals are the local variables of the training loop.
BatchEndParam = namedtuple("BatchEndParams", ["epoch", "nbatch", "eval_metric", "locals"])

PREFIXES = ("arg", "aux")
PARAMETER_ENDINGS = ("weight", "bias", "gamma", "beta", "parameters")


def _symbol_path(prefix):
    return f"{prefix}-symbol.json"


def numbered(prefix, epoch, ending):
    """<prefix>-<epoch>.<ending>, the epoch with four digits; raises TypeError for what is none."""
    try:
        return f"{prefix}-{operator.index(epoch):04d}.{ending}"
    except TypeError:
        raise TypeError(f"the epoch of a checkpoint is a whole number, got {epoch!r}") from None


def save_checkpoint(prefix, epoch, symbol, arg_params, aux_params, remove_amp_cast=True):
    """Writes <prefix>-symbol.json and <prefix>-<epoch>.params, the epoch with four digits.

    arg_params and aux_params are dicts from name to NDArray. With symbol None only the parameters
    are written. remove_amp_cast leaves casts for mixed precision out of the symbol.
    """
    if symbol is not None:
        symbol.save(_symbol_path(prefix), remove_amp_cast=remove_amp_cast)
    arrays = {f"arg:{name}": array for name, array in arg_params.items()}
    arrays.update((f"aux:{name}", array) for name, array in aux_params.items())
    path = numbered(prefix, epoch, "params")
    ndarray.save(path, arrays)
    log.info('Saved checkpoint to "%s"', path)


def load_params(prefix, epoch):
    """Reads <prefix>-<epoch>.params: two dicts from name to NDArray, arguments and states.

    Names without the prefix arg: or aux: count as arguments. Raises MXNetError for a file that
    is missing, damaged, or holds arrays without names.
    """
    path = numbered(prefix, epoch, "params")
    if not os.path.exists(path):
        raise MXNetError(_missing_params(prefix, path))
    arrays = ndarray.load(path)
    if not arrays:
        log.warning("%s holds no parameters", path)
        return {}, {}
    if not isinstance(arrays, dict):
        raise MXNetError(f"{path} holds {len(arrays)} arrays without names, but parameters are "
                         "found by name; save them as a dict")
    params = {prefix: {} for prefix in PREFIXES}
    for name, array in arrays.items():
        kind, _, rest = name.partition(":")
        if kind in PREFIXES:
            params[kind][rest] = array
        else:
            params["arg"][name] = array
    return params["arg"], params["aux"]


def load_symbol(prefix):
    """The symbol in <prefix>-symbol.json.

    Raises MXNetError if there is none, with the checkpoints that are there, or if it is damaged.
    """
    path = _symbol_path(prefix)
    if not os.path.exists(path):
        only = glob.glob(f"{glob.escape(str(prefix))}-*.params")
        hint = "; load_params reads the parameters alone" if only else beside(prefix)
        raise MXNetError(f"there is no file {path}{hint}")
    return symbol.load(path)


def _missing_params(prefix, path):
    others = sorted(glob.glob(f"{glob.escape(str(prefix))}-*.params"))
    if not others:
        return f"there is no file {path}, and none for another epoch of {prefix!r}{beside(prefix)}"
    return f"there is no file {path}; of {prefix!r} there are [{listed(others)}]"


def beside(prefix):
    """What an error message says of the checkpoints in the directory of prefix."""
    folder = os.path.dirname(str(prefix))
    if not os.path.isdir(folder or "."):
        return f"; there is no directory {folder!r}"
    files = glob.glob(os.path.join(glob.escape(folder), "*.params"))
    found = sorted({prefix for prefix, number in (f.removesuffix(".params").rsplit("-", 1)
                                                  for f in files if "-" in f) if number.isdigit()})
    if not found:
        return f"; there is no checkpoint in {repr(folder) if folder else 'this directory'}"
    return f"; there are checkpoints with the prefixes {listed(found)}"


def load_checkpoint(prefix, epoch):
    """Reads what `save_checkpoint` wrote: the symbol, its arguments and its auxiliary states.

    The latter are dicts from name to NDArray. Names without the prefix arg: or aux: are put where
    the symbol has them. Parameters that the symbol does not have, and such that it has and the
    file has not, are listed in a warning.

    Raises MXNetError for files that are missing or damaged.
    """
    return load_arranged(prefix, epoch, lambda arguments: arguments)


def load_arranged(prefix, epoch, arrange):
    """load_checkpoint where the file keeps arguments in another form, of which arrange makes theirs."""
    net = load_symbol(prefix)
    arguments, states = load_params(prefix, epoch)
    arguments = arrange(arguments)
    names = net.list_auxiliary_states()
    for name in names:
        if name in arguments:
            states.setdefault(name, arguments.pop(name))
    _rename_inverse_variances(names, states)
    _compare(numbered(prefix, epoch, "params"), net, {**arguments, **states})
    return net, arguments, states


def _rename_inverse_variances(names, states):
    """Maps the states of CuDNNBatchNorm, an operator that symbols are loaded without."""
    for name in names:
        old = name.removesuffix("moving_var") + "moving_inv_var"
        if name.endswith("moving_var") and name not in states and old in states:
            states[name] = states.pop(old)
            log.warning("%s becomes %s, unchanged: some versions of MXNet kept the inverse of the "
                        "variance there, so check the results", old, name)


def _compare(path, net, found):
    wanted = net.list_arguments()
    states = net.list_auxiliary_states()
    unexpected = [name for name in found if name not in {*wanted, *states}]
    missing = [name for name in wanted + states if name not in found
               and (name in states or name.endswith(PARAMETER_ENDINGS))]
    if unexpected or missing:
        log.warning("%s does not fit its symbol: %d missing %s, %d unexpected %s", path,
                    len(missing), f"[{listed(missing)}]", len(unexpected), f"[{listed(unexpected)}]")
