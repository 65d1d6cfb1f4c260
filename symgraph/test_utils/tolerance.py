"""How much numbers may differ, by dtype."""
import numbers

import numpy as np

INTEGERS = ("bool", "int8", "uint8", "int32", "uint32", "int64", "uint64")


def by_dtype(half, single, double):
    return {**{np.dtype(name): 0 for name in INTEGERS}, np.dtype("float16"): half,
            np.dtype("float32"): single, np.dtype("float64"): double}


def default_dtype():
    """The dtype of data that is drawn: float32."""
    return np.float32


def default_rtols():
    """The relative tolerance for each dtype."""
    return by_dtype(1e-2, 1e-4, 1e-5)


def default_atols():
    """The absolute tolerance for each dtype."""
    return by_dtype(1e-1, 1e-3, 1e-20)


def default_numeric_eps():
    """The width of finite differences for each dtype: powers of two, which lose no bits."""
    return {np.dtype("float16"): 2.0 ** -6, np.dtype("float32"): 2.0 ** -9,
            np.dtype("float64"): 2.0 ** -14}


def effective_dtype(dat):
    """The dtype that tolerances for an array follow: its own."""
    return np.dtype(dat.dtype)


def get_tolerance(dat, tol, default_tol):
    """tol if it is a number, else what it, or default_tol, has for the dtype of an array."""
    if isinstance(tol, numbers.Number):
        return tol
    dtype = effective_dtype(dat)
    return (tol or {}).get(dtype, default_tol[dtype])


def get_tols(x, y, rtol, atol):
    """(rtol, atol) to compare x with y: the larger of theirs."""
    arrays = [np.array(a) if isinstance(a, numbers.Number) else a for a in (x, y)]
    return (max(get_tolerance(a, rtol, default_rtols()) for a in arrays),
            max(get_tolerance(a, atol, default_atols()) for a in arrays))


def get_atol(atol=None, dtype=np.dtype(np.float64)):
    """atol, or that of a dtype."""
    return default_atols()[np.dtype(dtype)] if atol is None else atol


def get_rtol(rtol=None, dtype=np.dtype(np.float64)):
    """rtol, or that of a dtype."""
    return default_rtols()[np.dtype(dtype)] if rtol is None else rtol


def get_etol(etol=None):
    """etol, or 0: the part of elements that may differ."""
    return 0 if etol is None else etol
