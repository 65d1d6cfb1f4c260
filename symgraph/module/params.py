"""Giving parameters their values, by name."""
import numpy as np

from .. import ndarray
from ..errors import MXNetError
from ..initializer import InitDesc
from ..names import listed, near


def check_extra(arrays, given, who, others=()):
    """Raise ValueError if given has names that are not among arrays; others are of the other kind."""
    require_dict(given, who)
    extra = [name for name in given or {} if name not in arrays]
    if extra:
        prefixed = str(extra[0]).startswith(("arg:", "aux:"))
        hint = (" (load_params and load_checkpoint take the prefixes arg: and aux: away)" if prefixed
                else " (arg_params and aux_params are two dicts)" if extra[0] in others
                else near(extra[0], arrays))
        raise ValueError(f"{who}: there are no parameters {listed(extra)}{hint}; allow_extra=True "
                         "ignores what the symbol does not have")


def require_dict(given, who):
    """Raise TypeError unless parameters are given by name."""
    if not isinstance(given, (dict, type(None))):
        raise TypeError(f"{who}: parameters are given as a dict from name to NDArray, got "
                        f"{type(given).__name__}")


def check_values(arrays, given, allow_missing, who):
    """Raise MXNetError if values are missing from given, or have other shapes than arrays."""
    require_dict(given, who)
    if given is None:
        return
    missing = [name for name in arrays if name not in given]
    if missing and not allow_missing:
        raise MXNetError(f"{who}: {listed(missing)} is not presented; allow_missing=True lets the "
                         "initializer fill what is missing, or leaves it as it is without one")
    for name, array in arrays.items():
        shape = np.shape(given[name]) if name in given else array.shape
        if shape != array.shape:
            raise MXNetError(f"{who}: parameter {name!r} has the shape {array.shape} here, "
                             f"the value given {shape}")


def fill(arrays, attrs, given, initializer):
    """Give every array its value from given, or else from the initializer if there is one.

    Returns the names of those that got one. The order is that of the names, so that random values
    do not depend on the order of arguments.
    """
    if isinstance(initializer, type):
        raise TypeError(f"{initializer.__name__} is a class of initializers; write "
                        f"{initializer.__name__}()")
    if not (initializer is None or callable(initializer)):
        raise TypeError("an initializer is called for each parameter, as mx.init.Uniform() is, got "
                        f"{initializer!r}")
    done = set()
    for name in sorted(arrays):
        if given is not None and name in given:
            arrays[name][:] = given[name]
        elif initializer is not None:
            initializer(InitDesc(name, attrs.get(name)), arrays[name])
        else:
            continue
        done.add(name)
    return done


def copies(arrays):
    return {name: array.copy() for name, array in arrays.items()}


def save(fname, arg_params, aux_params):
    """Write parameters to a file, under the names of MXNet's: arg:<name> and aux:<name>."""
    ndarray.save(fname, {**{f"arg:{name}": a for name, a in arg_params.items()},
                         **{f"aux:{name}": a for name, a in aux_params.items()}})


def load(fname):
    """(arg_params, aux_params) from a file; raises ValueError for one without such names."""
    found = ndarray.load(fname)
    kinds = {"arg": {}, "aux": {}}
    if not isinstance(found, dict):      # wrong data in a file, no wrong type in a call
        raise ValueError(f"Invalid param file {fname}: its {len(found)} arrays have no names")
    for key, value in found.items():
        kind, _, name = key.partition(":")
        if kind not in kinds or not name:
            raise ValueError(f"Invalid param file {fname}: {key!r} begins neither with arg: nor "
                             "with aux:")
        kinds[kind][name] = value
    return kinds["arg"], kinds["aux"]
