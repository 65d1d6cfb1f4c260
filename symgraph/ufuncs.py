"""NumPy's functions on NDArrays."""
import numpy as np

from .dispatch import apply
from .errors import GraphError
from .hostarray import NDArray
from .recorded import IN_PLACE
from .tape import live, mode

# Those that are Python's signs, which a NumPy array on the left leaves to an NDArray on the right.
SIGNS = {np.add: "__radd__", np.subtract: "__rsub__", np.multiply: "__rmul__",
         np.divide: "__rtruediv__", np.remainder: "__rmod__", np.power: "__rpow__",
         np.equal: "__eq__", np.not_equal: "__ne__", np.less: "__gt__", np.less_equal: "__ge__",
         np.greater: "__lt__", np.greater_equal: "__le__"}


def array_ufunc(self, ufunc, method, *inputs, out=None, **kwargs):
    """What NumPy's universal functions compute: NumPy arrays, or NDArrays that are given as `out`.

    A sign between a NumPy array or number and an NDArray, as `values + x`, gives an NDArray. Nothing
    is recorded. Raises MXNetError for an `out` that is on the tape while recording.
    """
    plainly = method == "__call__" and out is None and not kwargs
    if plainly and ufunc in SIGNS and isinstance(inputs[0], (np.ndarray, np.generic)):
        return getattr(inputs[1], SIGNS[ufunc])(inputs[0])
    filled = [each for each in (inputs[:1] if method == "at" else out or ())
              if isinstance(each, NDArray)]
    for each in filled:
        if mode.recording and live(each._tape) is not None:
            raise GraphError(IN_PLACE.format(what=f"numpy.{ufunc.__name__}",
                                             which="an array that is recorded"))
    given = {key: plain(value) for key, value in kwargs.items()}
    if out is not None:
        given["out"] = tuple(map(plain, out))
    made = getattr(ufunc, method)(*map(plain, inputs), **given)
    for each in filled:
        each.written()
    if out is None:
        return made
    return out[0] if len(out) == 1 else tuple(part if whole is None else whole
                                              for part, whole in zip(made, out))


def plain(value):
    """The NumPy array of an NDArray; anything else stays."""
    return value._np if isinstance(value, NDArray) else value


def rounded(self, decimals=0, out=None):
    """The nearest numbers of so many decimals, halves away from zero; numpy.round calls it."""
    if not decimals:
        return apply("round", [self], out=out)
    whole = apply("round", [self * 10.0 ** decimals])
    return apply("_div_scalar", [whole], {"scalar": 10.0 ** decimals}, out)


NDArray.__array_ufunc__ = array_ufunc
NDArray.round = rounded
