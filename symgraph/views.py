"""Parts and copies of NDArrays: indices, shapes, types. On the tape they are operators."""
from types import EllipsisType, NoneType

import numpy as np

from .context import Context, require_cpu
from .creation import array
from .dispatch import apply
from .dtypes import name_of
from .errors import GraphError
from .hostarray import NDArray, require_real
from .imperative import converted, invoke, operation
from .native.arrays import Kept, record
from .recorded import IN_PLACE, wanted
from .tape import live, mode

PLAIN = (int, np.integer, slice, NoneType, EllipsisType)


def taped(self):
    """Whether what is made of an array now is to be recorded."""
    return mode.recording and live(self._tape) is not None


def view(self, values, name=None, params=None):
    """An NDArray over memory of another; the operator called name, which would copy, is recorded."""
    made = NDArray(values, self._ctx)
    made._writes = self.writes()
    if name is not None and taped(self):
        what, sources = operation(name, params), [self._tape]
        call = what.call((self._fact,), wanted(what, [self], sources))
        record(what, [self], sources, [made], call, [self], Kept())
    return made


# -- elements -------------------------------------------------------------------------------
def getitem(self, key):
    """Slices share memory; index arrays copy. A single element has the shape (1,)."""
    key = plain_key(key)
    recorded = taped(self)
    if recorded and not is_plain(key):
        return picked(self, key)
    part = self._np[key]
    if not isinstance(part, np.ndarray):
        part = np.asarray(part, self._np.dtype)
    if part.ndim == 0:
        part = single(self._np, key, part)
    if not recorded or not part.size:
        return view(self, part) if is_plain(key) else NDArray(part, self._ctx)
    begin, end, step = ends(self.shape, key)
    cut = view(self, self._np[tuple(map(slice, begin, end, step))], "slice",
               {"begin": begin, "end": end, "step": step})
    return view(cut, part, "Reshape", {"shape": part.shape}) if cut.shape != part.shape else cut


def picked(self, key):
    """The elements at index arrays, by their positions."""
    places = np.asarray(np.arange(self.size).reshape(self.shape)[key])
    flat = apply("Reshape", [self], {"shape": (-1,)})
    return apply("take", [flat, array(places, self._ctx, "int64")])


def setitem(self, key, value):
    """Write into the array; while recording it must not be on the tape."""
    recorded = taped(value) if isinstance(value, NDArray) else False
    if recorded and is_whole(key) and value.shape == self.shape:
        apply("_copy", [value] if value._fact is self._fact else
              [apply("Cast", [value], {"dtype": self._fact.dtype})], out=self)
        return
    if taped(self) or recorded:
        raise GraphError(IN_PLACE.format(what="x[...] = ...", which=(
            "an array that is recorded" if taped(self) else "a part of an array")))
    if isinstance(value, NDArray):
        value = value._np[0] if value.shape == (1,) else value._np  # a single element is (1,)
    else:
        require_real(value)
    dtype = self._np.dtype
    if dtype.kind in "iu":
        value = converted(np.asarray(value), dtype)
    self._np[plain_key(key)] = value
    self.written()


def plain_key(key):
    if isinstance(key, tuple):
        return tuple(plain_key(k) for k in key)
    if isinstance(key, NDArray):
        values = key._np
        return values.astype(np.int64) if values.dtype.kind == "f" else values
    return key


def is_plain(key):
    """Whether a key selects by numbers and slices alone, so that the elements are where they were."""
    return all(isinstance(k, PLAIN) and not isinstance(k, bool)
               for k in (key if isinstance(key, tuple) else (key,)))


def is_whole(key):
    return key is Ellipsis or (isinstance(key, slice) and key == slice(None))


def ends(shape, key):
    """begin, end, step for every axis, of a key of numbers and slices that has no empty result."""
    keys = [k for k in (key if isinstance(key, tuple) else (key,)) if k is not None]
    if Ellipsis not in keys:
        keys.append(Ellipsis)
    at = keys.index(Ellipsis)
    keys[at:at + 1] = [slice(None)] * (len(shape) - len(keys) + 1)
    found = []
    for k, length in zip(keys, shape):
        if isinstance(k, slice):
            begin, end, step = k.indices(length)
        else:
            begin, step = int(k) % length, 1
            end = begin + 1
        found.append((begin, None if end < 0 else end, step))
    return tuple(zip(*found)) or ((), (), ())


def single(values, key, part):
    """The one element at key as a (1,) view of values where that is possible."""
    keys = key if isinstance(key, tuple) else (key,)
    if keys and all(isinstance(k, (int, np.integer)) for k in keys):
        last = int(keys[-1]) % values.shape[len(keys) - 1]
        return values[(*keys[:-1], slice(last, last + 1))]
    return part.reshape(1)


# -- shapes ---------------------------------------------------------------------------------
def reshape(self, *shape, **kwargs):
    """The same memory in another shape, with the special codes of the operator Reshape."""
    if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
        shape = tuple(shape[0])
    shape = tuple(kwargs.pop("shape", shape))
    reverse = kwargs.pop("reverse", False)
    if kwargs:
        raise TypeError(f"reshape takes shape and reverse, not {', '.join(kwargs)}")
    if not all(isinstance(n, (int, np.integer)) for n in shape):
        raise TypeError(f"reshape takes lengths, as ints or a tuple of them, got {shape!r}")
    wished = reshaped(self.shape, shape, reverse)
    return view(self, self._np.reshape(wished), "Reshape", {"shape": wished})


def reshaped(shape, wanted_shape, reverse):
    """What the operator Reshape makes of shape."""
    if wanted_shape and all(n > 0 for n in wanted_shape):
        return wanted_shape
    out = invoke("Reshape", [np.empty(shape, np.int8)], {"shape": wanted_shape, "reverse": reverse})
    return out[0].shape


def transposed(self):
    """The array with its axes reversed."""
    return apply("transpose", [self]) if taped(self) else view(self, self._np.T)


# -- copies ---------------------------------------------------------------------------------
def copy(self):
    """A new array with the same values."""
    return apply("_copy", [self]) if taped(self) else array(self, self._ctx, self.dtype)


def copyto(self, other):
    """Write the values into another NDArray, or into a new one on a context.

    Raises ValueError if the shapes differ.
    """
    if isinstance(other, Context):
        return as_in_context(copy(self), other)
    if not isinstance(other, NDArray):
        raise TypeError(f"copyto takes an NDArray or a context, got {type(other).__name__}")
    if self.shape != other.shape:
        raise ValueError(f"copyto: {self.shape} does not fit into {other.shape}")
    other[:] = self
    return other


def astype(self, dtype, copy=True):
    """The values in another dtype; self if it has it already and copy is False."""
    if not copy and self._np.dtype == np.dtype(name_of(dtype)):
        return self
    if taped(self):
        return apply("Cast", [self], {"dtype": name_of(dtype)})
    return array(self, self._ctx, dtype)


def as_in_context(self, context):
    """self if it is in the context, else a copy that is; raises MXNetError for a GPU."""
    if require_cpu(context) == self._ctx:
        return self
    made = copy(self)
    made._ctx = context
    return made


def detach(self):
    """An array over the same memory that is not on the tape."""
    return view(self, self._np)


for _name, _method in {"__getitem__": getitem, "__setitem__": setitem, "reshape": reshape,
                       "copy": copy, "copyto": copyto, "astype": astype,
                       "as_in_context": as_in_context, "as_in_ctx": as_in_context,
                       "detach": detach}.items():
    setattr(NDArray, _name, _method)
NDArray.T = property(transposed, doc=transposed.__doc__)
