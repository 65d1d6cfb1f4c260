"""Checkpoints: a symbol and its parameters as the two files that MXNet keeps them in."""
import glob
import os
from collections import namedtuple

from . import log, ndarray, symbol
from .errors import MXNetError

# What callbacks at the end of a batch get; locals are the local variables of the training loop.
BatchEndParam = namedtuple("BatchEndParams", ["epoch", "nbatch", "eval_metric", "locals"])

PREFIXES = ("arg", "aux")
PARAMETER_ENDINGS = ("weight", "bias", "gamma", "beta", "parameters")
SHOWN = 10


def symbol_path(prefix):
    return f"{prefix}-symbol.json"


def params_path(prefix, epoch):
    return f"{prefix}-{epoch:04d}.params"


def save_checkpoint(prefix, epoch, symbol, arg_params, aux_params, remove_amp_cast=True):
    """Writes <prefix>-symbol.json and <prefix>-<epoch>.params, the epoch with four digits.

    arg_params and aux_params are dicts from name to NDArray. With symbol None only the parameters
    are written. remove_amp_cast leaves casts for mixed precision out of the symbol.
    """
    if symbol is not None:
        symbol.save(symbol_path(prefix), remove_amp_cast=remove_amp_cast)
    arrays = {f"arg:{name}": array for name, array in arg_params.items()}
    arrays.update((f"aux:{name}", array) for name, array in aux_params.items())
    path = params_path(prefix, epoch)
    ndarray.save(path, arrays)
    log.info('Saved checkpoint to "%s"', path)


def load_params(prefix, epoch):
    """Reads <prefix>-<epoch>.params: two dicts from name to NDArray, arguments and states.

    Names without the prefix arg: or aux: count as arguments. Raises MXNetError for a file that
    is missing, damaged, or holds arrays without names.
    """
    path = params_path(prefix, epoch)
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


def _missing_params(prefix, path):
    others = sorted(glob.glob(f"{glob.escape(prefix)}-*.params"))
    if not others:
        return f"there is no file {path}, and none for another epoch of {prefix!r}"
    return f"there is no file {path}; of {prefix!r} there are {_listed(others)}"


def load_checkpoint(prefix, epoch):
    """Reads what `save_checkpoint` wrote: the symbol, its arguments and its auxiliary states.

    The latter are dicts from name to NDArray. Names without the prefix arg: or aux: are put where
    the symbol has them. Parameters that the symbol does not have, and such that it has and the
    file has not, are listed in a warning.

    Raises MXNetError for files that are missing or damaged.
    """
    path = symbol_path(prefix)
    if not os.path.exists(path):
        raise MXNetError(f"there is no file {path}; a checkpoint is a symbol and its parameters, "
                         "load_params reads the parameters alone")
    net = symbol.load(path)
    arguments, states = load_params(prefix, epoch)
    names = net.list_auxiliary_states()
    for name in names:
        if name in arguments:
            states.setdefault(name, arguments.pop(name))
    _rename_inverse_variances(names, states)
    _compare(params_path(prefix, epoch), net, {**arguments, **states})
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
                    len(missing), _listed(missing), len(unexpected), _listed(unexpected))


def _listed(names):
    shown = ", ".join(names[:SHOWN])
    more = f", ... ({len(names)} in all)" if len(names) > SHOWN else ""
    return f"[{shown}{more}]"
