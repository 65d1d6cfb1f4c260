"""Methods of Symbol and NDArray that mirror no operator, among them those that can only say why not."""

from . import ndarray, symbol
from .creation import require_dense
from .errors import MXNetError, NotImplementedForSymbol
from .expression import Symbol
from .frontend import method
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
    require_dense(stype, "NDArray.tostype")
    return self.copy()


def slice_assign(self, rhs, begin, end, step):
    """Let the elements from begin to end, by step, be those of rhs; returns the array itself."""
    steps = step or (None,) * len(begin)
    self[tuple(slice(*ends) for ends in zip(begin, end, steps))] = rhs
    return self


def slice_assign_scalar(self, value, begin, end, step):
    """Let the elements from begin to end, by step, be a number; returns the array itself."""
    return slice_assign(self, value, begin, end, step)


def to_dlpack_for_read(self):
    """A DLPack capsule over the same memory; consumers that take objects need none of it."""
    return self.__dlpack__()


def to_dlpack_for_write(self):
    """A DLPack capsule over the same memory."""
    return self.__dlpack__()


def expand_dims(self, axis, inplace=False):
    """The array with a new axis of length 1; inplace it shares memory with this one."""
    if not inplace:
        return ndarray.expand_dims(self, axis=axis)
    place = axis + self.ndim + 1 if axis < 0 else axis
    if not 0 <= place <= self.ndim:
        raise MXNetError(f"NDArray.expand_dims: axis {axis} of an array with {self.ndim} axes")
    return self.reshape(*self.shape[:place], 1, *self.shape[place:])


def flatten(self, inplace=False):
    """The array as a matrix, a row for each element of the first axis; inplace it shares memory."""
    return self.reshape((0, -1)) if inplace else ndarray.flatten(self)


def squeeze(self, axis=None, inplace=False):
    """The array without axes of length 1, all of them or those in axis; inplace it shares memory."""
    made = ndarray.squeeze(self, axis=axis)
    return self.reshape(made.shape) if inplace else made


def diag(self, k=0, **kwargs):
    """The diagonal k of a matrix, or a matrix with this on its diagonal; see diag."""
    return (symbol if isinstance(self, Symbol) else ndarray).diag(self, k=k, **kwargs)


def broadcast_to(self, shape):
    """The array repeated along axes of length 1 until it has shape; see broadcast_to."""
    return ndarray.broadcast_to(self, shape=shape)


def broadcast_like(self, other):
    """The array repeated along axes of length 1 until it has the shape of other."""
    return ndarray.broadcast_like(self, other)


def of_symbol(name, data, inplace, params):
    """The operator called name; raises MXNetError for inplace, as symbols have no memory yet."""
    if inplace:
        raise MXNetError(f"Symbol.{name}: a symbol has no memory to work in place on")
    return getattr(symbol, name)(data, **params)


def expand_dims_of_symbol(self, axis, inplace=False, **kwargs):
    """The operator expand_dims; there is no inplace."""
    return of_symbol("expand_dims", self, inplace, {"axis": axis, **kwargs})


def flatten_of_symbol(self, inplace=False, **kwargs):
    """The operator flatten; there is no inplace."""
    return of_symbol("flatten", self, inplace, kwargs)


def squeeze_of_symbol(self, axis=None, inplace=False, **kwargs):
    """The operator squeeze; there is no inplace."""
    return of_symbol("squeeze", self, inplace, {"axis": axis, **kwargs})


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
    _class.split_v2 = method(_module, "split_v2")
for _function in (tostype, slice_assign, slice_assign_scalar, to_dlpack_for_read, to_dlpack_for_write,
                  expand_dims, flatten, squeeze, diag, broadcast_to, broadcast_like):
    setattr(NDArray, _function.__name__, _function)
Symbol.expand_dims, Symbol.flatten = expand_dims_of_symbol, flatten_of_symbol
Symbol.squeeze, Symbol.diag = squeeze_of_symbol, diag
