"""`mx.nd`: NDArray, and every operator as a function (put here by frontend and functions).

The functions shadow builtins such as `abs` and `slice`, so nothing is implemented in this module.
"""
from . import arithmetic, ufuncs, views  # noqa: F401  (they give NDArray its methods)
from .creation import arange, array, concatenate, empty, full, ones, waitall, zeros
from .exchange import (
    from_dlpack,
    from_numpy,
    load,
    load_frombuffer,
    save,
    to_dlpack_for_read,
    to_dlpack_for_write,
)
from .hostarray import NDArray

__all__ = ["NDArray", "arange", "array", "concatenate", "empty", "from_dlpack", "from_numpy", "full",
           "load", "load_frombuffer", "ones", "save", "to_dlpack_for_read", "to_dlpack_for_write",
           "waitall", "zeros"]
