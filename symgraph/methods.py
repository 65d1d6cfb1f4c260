"""Methods of Symbol and NDArray that mirror no operator, among them those that can only say why not."""
import numpy as np

from . import ndarray, symbol
from .errors import MXNetError, NotImplementedForSymbol
from .expression import Symbol
from .hostarray import NDArray

OF_ARRAYS = ("__array__", "as_in_context", "asnumpy", "asscalar", "backward", "copy", "detach",
             "wait_to_read")
NO_BACKENDS = ("symgraph has no other backends to hand a symbol to: bind compiles and optimizes it "
               "whole; leave the call out")
NO_NUMPY = "mx.np is not there; asnumpy() gives NumPy's arrays"


def refusing(name, reason, error=MXNetError):
    """A method that raises error with reason, whatever it is given."""
    def method(self, *args, **kwargs):
        raise error(f"{type(self).__name__}.{name}: {reason}")
    method.__name__ = method.__qualname__ = name
    method.__doc__ = f"Raises {error.__name__}: {reason}."
    return method


def as_nd_ndarray(self):
    """The same object: there is one kind of them."""
    return self


def tostype(self, stype):
    """A copy in a storage type; raises MXNetError for any but 'default', the dense one."""
    if stype != "default":
        raise MXNetError(f"NDArray.tostype: there are no sparse arrays, so no {stype!r}")
    return self.copy()


def slice_assign(self, rhs, begin, end, step=()):
    """A copy in which the elements from begin to end, by step, are those of rhs."""
    steps = step or (None,) * len(begin)
    key = tuple(slice(*ends) for ends in zip(begin, end, steps))
    places = np.arange(self.size).reshape(self.shape)[key]
    if not isinstance(rhs, NDArray):
        rhs = ndarray.full(places.shape, rhs, self.context, self.dtype)
    if not places.size:
        return self.copy()
    if rhs.shape != places.shape:
        rhs = ndarray.broadcast_to(rhs, shape=places.shape)
    flat = ndarray.contrib.index_copy(self.reshape((-1,)), ndarray.array(places.ravel(), dtype="int64"),
                                      rhs.reshape((-1,)))
    return flat.reshape(self.shape)


def slice_assign_scalar(self, value, begin, end, step=()):
    """A copy in which the elements from begin to end, by step, are a number."""
    return slice_assign(self, value, begin, end, step)


def to_dlpack_for_read(self):
    """A DLPack capsule over the same memory; consumers that take objects need none of it."""
    return self.__dlpack__()


def to_dlpack_for_write(self):
    """A DLPack capsule over the same memory."""
    return self.__dlpack__()


for _name in OF_ARRAYS:
    setattr(Symbol, _name, refusing(
        _name, "a symbol has no values; bind it, or call eval, and ask the arrays that come out",
        NotImplementedForSymbol))
for _name in ("get_backend_symbol", "optimize_for"):
    setattr(Symbol, _name, refusing(_name, NO_BACKENDS))
Symbol.gradient = refusing("gradient", "it was never implemented; bind with grad_req and use "
                                       "backward")
NDArray.writable = property(lambda self: self._np.flags.writeable,
                            doc="Whether elements may be assigned.")
for _class, _module in ((Symbol, symbol), (NDArray, ndarray)):
    _class.as_nd_ndarray = as_nd_ndarray
    _class.as_np_ndarray = refusing("as_np_ndarray", NO_NUMPY)
    _class.split_v2 = _module.split_v2
for _function in (tostype, slice_assign, slice_assign_scalar, to_dlpack_for_read,
                  to_dlpack_for_write):
    setattr(NDArray, _function.__name__, _function)
for _function in (to_dlpack_for_read, to_dlpack_for_write):
    setattr(ndarray, _function.__name__, _function)
