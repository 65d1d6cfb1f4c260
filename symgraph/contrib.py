"""MXNet's `mx.contrib`: another place of `mx.sym.contrib` and `mx.nd.contrib`."""
from . import frontend as _frontend  # noqa: F401  (it makes the two modules)
from . import ndarray as _ndarray
from . import symbol as _symbol

sym = symbol = _symbol.contrib
nd = ndarray = _ndarray.contrib

__all__ = ["nd", "ndarray", "sym", "symbol"]
