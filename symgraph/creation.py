"""NDArrays from values."""
import numpy as np

from .context import require_cpu
from .dispatch import apply
from .dtypes import DEFAULT, name_of
from .errors import MXNetError
from .hostarray import NDArray, require_real
from .imperative import converted
from .native import empty as aligned
from .native import zeros as aligned_zeros
from .op import as_shape, make
from .tape import live, mode


def array(source_array, ctx=None, dtype=None):
    """A new NDArray with the values of anything NumPy takes.

    dtype is by default that of an NDArray source, and float32 for all others. Raises TypeError for
    None and for complex numbers.
    """
    if isinstance(source_array, NDArray):
        dtype = dtype or source_array.dtype
        if mode.recording and live(source_array._tape):
            made = apply("Cast", [source_array], {"dtype": name_of(dtype)})
            made._ctx = require_cpu(ctx)
            return made
        source_array = source_array._np
    values = np.asarray(source_array)
    require_real(values)
    made = aligned(values.shape or (1,), name_of(dtype) or DEFAULT)
    made[...] = converted(values, made.dtype)
    return NDArray(made, require_cpu(ctx))


def require_dense(stype, who):
    """Raise MXNetError for a storage type other than 'default', the dense one."""
    if stype not in (None, "default"):
        raise MXNetError(f"{who}: there are no sparse arrays, so no {stype!r}")


def empty(shape, ctx=None, dtype=None, stype=None):
    """An NDArray of undefined values.

    Raises TypeError for a shape that is none, MXNetError for an stype other than 'default'.
    """
    require_dense(stype, "empty")
    return allocated(aligned, shape, ctx, dtype)


def allocated(make_array, shape, ctx, dtype):
    shape = (shape,) if isinstance(shape, (int, np.integer)) else shape
    return NDArray(make_array(as_shape(shape, "the array"), name_of(dtype) or DEFAULT),
                   require_cpu(ctx))


def full(shape, val, ctx=None, dtype=DEFAULT, out=None):
    """An NDArray filled with val; out is filled instead if it is given."""
    made = empty(shape, ctx, dtype) if out is None else out
    require_real(val)
    made._np.fill(val if made._np.dtype.kind == "f" else array(val, dtype=made.dtype)._np[0])
    made.written()
    return made


def zeros(shape, ctx=None, dtype=None, stype=None, **kwargs):
    """An NDArray of zeros; raises MXNetError for an stype other than 'default'."""
    require_dense(stype, "zeros")
    if kwargs.get("out") is not None:
        return full(shape, 0, out=kwargs["out"])
    return allocated(aligned_zeros, shape, ctx, dtype)


def ones(shape, ctx=None, dtype=None, **kwargs):
    """An NDArray of ones."""
    return full(shape, 1, ctx, dtype or DEFAULT, kwargs.get("out"))


def arange(start, stop=None, step=1.0, repeat=1, infer_range=None, ctx=None, dtype=DEFAULT):
    """Numbers from start, 0 if only one bound is given, up to stop, each repeat times."""
    if stop is None:
        start, stop = 0, start
    make("_arange", {"start": start, "stop": stop, "step": step, "repeat": repeat})    # checks
    return array(np.repeat(np.arange(start, stop, step), repeat), ctx, dtype)


def concatenate(arrays, axis=0, always_copy=True):
    """The arrays one after the other along an axis."""
    for each in arrays:
        if not isinstance(each, NDArray):
            raise TypeError(f"concatenate takes a list of NDArrays, got a {type(each).__name__} in it")
    if len(arrays) == 1 and not always_copy:
        return arrays[0]
    if mode.recording and any(live(a._tape) for a in arrays):
        return apply("Concat", list(arrays), {"dim": axis, "num_args": len(arrays)})
    return array(np.concatenate([a._np for a in arrays], axis), arrays[0].context)


def waitall():
    """Nothing to wait for: every call returns when its work is done."""


__all__ = ["NDArray", "arange", "array", "concatenate", "empty", "full", "ones", "waitall", "zeros"]
