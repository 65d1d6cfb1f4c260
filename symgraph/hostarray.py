"""The class NDArray: what users see of a NumPy buffer that kernels can work on."""
import numbers

import numpy as np

from .context import Context, cpu, require_cpu
from .dtypes import DEFAULT, name_of
from .errors import MXNetError
from .imperative import invoke
from .native import empty as aligned
from .native import zeros as aligned_zeros
from .op import as_shape, make


class NDArray:
    """An array of a fixed type on the host.

    Made by `array`, `zeros` and the like; wraps a NumPy array without copying it, so slices share
    memory with what they are cut from.
    """

    __slots__ = ("_np", "_ctx", "__weakref__")
    __array_priority__ = 1000.0     # NumPy leaves mixed arithmetic to us

    def __init__(self, data, ctx=None):
        self._np = data
        self._ctx = ctx or cpu()

    # -- what it is -------------------------------------------------------------------------
    @property
    def shape(self):
        return self._np.shape

    @property
    def dtype(self):
        return self._np.dtype.type

    @property
    def size(self):
        return self._np.size

    @property
    def ndim(self):
        return self._np.ndim

    @property
    def context(self):
        return self._ctx

    ctx = context

    @property
    def stype(self):
        return "default"

    @property
    def T(self):
        """The array with its axes reversed."""
        return NDArray(self._np.T, self._ctx)

    def __len__(self):
        return len(self._np)

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __repr__(self):
        shape = "x".join(map(str, self.shape))
        return f"\n{self._np}\n<NDArray {shape} @{self._ctx}>"

    def __bool__(self):
        if self.size != 1:
            raise ValueError(f"the truth of an NDArray of {self.size} elements is ambiguous; "
                             "reduce it first")
        return bool(self._np.reshape(-1)[0])

    def __float__(self):
        return float(self.asscalar())

    def __int__(self):
        return int(self.asscalar())

    def __index__(self):
        if self.size != 1:      # Python also asks when a list is multiplied by this
            raise TypeError(f"an NDArray of shape {self.shape} is no whole number, and no lists are "
                            "computed with; array() makes an NDArray of one")
        return self._np.reshape(()).__index__()

    # -- to and from NumPy ------------------------------------------------------------------
    def asnumpy(self):
        """A NumPy array with a copy of the values."""
        return self._np.copy()

    def asscalar(self):
        """The only element, as a NumPy scalar; raises ValueError if there are several."""
        if self.size != 1:
            raise ValueError(f"an NDArray of shape {self.shape} is no scalar")
        return self._np.reshape(-1)[0]

    item = asscalar

    def __array__(self, dtype=None, copy=None):
        if dtype is not None and np.dtype(dtype) != self._np.dtype:
            if copy is False:
                raise ValueError(f"converting {self._np.dtype} to {dtype} needs a copy")
            return self._np.astype(dtype)
        return self._np.copy() if copy else self._np

    def __dlpack__(self, **options):
        return self._np.__dlpack__(**options)

    def __dlpack_device__(self):
        return self._np.__dlpack_device__()

    def tolist(self):
        return self._np.tolist()

    def __getstate__(self):
        return self._np, self._ctx.device_type, self._ctx.device_id

    def __setstate__(self, state):
        values, device, number = state
        self._np = aligned(values.shape, values.dtype)
        self._np[...] = values
        self._ctx = Context(device, number)

    # -- elements ---------------------------------------------------------------------------
    def __getitem__(self, key):
        """Slices share memory; index arrays copy. A single element has the shape (1,)."""
        key = plain_key(key)
        part = self._np[key]
        if not isinstance(part, np.ndarray):
            part = np.asarray(part, self._np.dtype)
        if part.ndim == 0:
            part = single(self._np, key, part)
        return NDArray(part, self._ctx)

    def __setitem__(self, key, value):
        if isinstance(value, NDArray):
            value = value._np[0] if value.shape == (1,) else value._np  # a single element is (1,)
        else:
            require_real(value)
        self._np[plain_key(key)] = value

    # -- copies -----------------------------------------------------------------------------
    def copy(self):
        return array(self, self._ctx, self.dtype)

    def copyto(self, other):
        """Write the values into another NDArray, or into a new one on a context.

        Raises ValueError if the shapes differ.
        """
        if isinstance(other, Context):
            return array(self, other, self.dtype)
        if not isinstance(other, NDArray):
            raise TypeError(f"copyto takes an NDArray or a context, got {type(other).__name__}")
        if self.shape != other.shape:
            raise ValueError(f"copyto: {self.shape} does not fit into {other.shape}")
        other._np[...] = self._np
        return other

    def astype(self, dtype, copy=True):
        """The values in another dtype; self if it has it already and copy is False."""
        if not copy and self._np.dtype == np.dtype(name_of(dtype)):
            return self
        return array(self, self._ctx, dtype)

    def as_in_context(self, context):
        return self if context == self._ctx else array(self, context, self.dtype)

    as_in_ctx = as_in_context

    def wait_to_read(self):
        """Nothing to wait for: every call returns when its work is done."""

    def detach(self):
        return NDArray(self._np, self._ctx)

    # -- shapes -----------------------------------------------------------------------------
    def reshape(self, *shape, **kwargs):
        """The same memory in another shape, with the special codes of the operator Reshape."""
        if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
            shape = tuple(shape[0])
        shape = kwargs.pop("shape", shape)
        reverse = kwargs.pop("reverse", False)
        if kwargs:
            raise TypeError(f"reshape takes shape and reverse, not {', '.join(kwargs)}")
        if not all(isinstance(n, (int, np.integer)) for n in shape):
            raise TypeError(f"reshape takes lengths, as ints or a tuple of them, got {shape!r}")
        wanted = reshaped(self.shape, tuple(shape), reverse)
        return NDArray(self._np.reshape(wanted), self._ctx)

    # -- arithmetic, by the operators of the registry ---------------------------------------
    def __neg__(self):
        return apply("negative", [self])

    def __abs__(self):
        return apply("abs", [self])

    __hash__ = object.__hash__


def require_real(values):
    """Raise TypeError for values that would become NaN or lose a part in an NDArray."""
    if isinstance(values, (int, float)):
        return
    values = np.asarray(values)
    if values.dtype.kind == "c":
        raise TypeError("an NDArray has no complex numbers; take real and imaginary part apart")
    if values.dtype.kind == "O" and any(value is None for value in values.flat):
        raise TypeError("None is no number, nor an element of an NDArray")


def plain_key(key):
    if isinstance(key, tuple):
        return tuple(plain_key(k) for k in key)
    if isinstance(key, NDArray):
        values = key._np
        return values.astype(np.int64) if values.dtype.kind == "f" else values
    return key


def single(array, key, part):
    """The one element at key as a (1,) view of array where that is possible."""
    keys = key if isinstance(key, tuple) else (key,)
    if all(isinstance(k, (int, np.integer)) for k in keys):
        last = int(keys[-1]) % array.shape[len(keys) - 1]
        return array[(*keys[:-1], slice(last, last + 1))]
    return part.reshape(1)


def reshaped(shape, wanted, reverse):
    """What the operator Reshape makes of shape."""
    if wanted and all(n > 0 for n in wanted):
        return wanted
    out = invoke("Reshape", [np.empty(shape, np.int8)], {"shape": wanted, "reverse": reverse})
    return out[0].shape


def apply(name, arrays, params=None, out=None):
    """The result of an operator on NDArrays: an NDArray, or a list if it has several outputs.

    out, an NDArray or a list of them, is filled instead of new arrays. Raises MXNetError.
    """
    for array_ in arrays:
        if not isinstance(array_, NDArray):
            raise TypeError(f"{name} takes NDArrays, got {type(array_).__name__}")
    ctx = arrays[0]._ctx if arrays else cpu()
    outs = None if out is None else list(out) if isinstance(out, (list, tuple)) else [out]
    for each in outs or ():
        if not isinstance(each, NDArray):
            raise TypeError(f"{name}: out is an NDArray, or a list of them, got {type(each).__name__}")
    outs = outs and [each._np for each in outs]
    results = invoke(name, [a._np for a in arrays], params or {}, outs)
    if out is not None:
        return out
    made = [NDArray(r, ctx) for r in results]
    return made[0] if len(made) == 1 else made


def arithmetic(same, broadcast, scalar, reverse=None, in_place=False):
    """A Python operator: same for equal shapes, broadcast for others, scalar for numbers."""
    def method(self, other):
        out = self if in_place else None
        if isinstance(other, (numbers.Number, np.generic)):
            return apply(reverse or scalar, [self], {"scalar": other}, out)
        if isinstance(other, np.ndarray):
            other = array(other, self._ctx, self.dtype)
        if not isinstance(other, NDArray):
            return NotImplemented
        pair = [other, self] if reverse else [self, other]
        return apply(same if self.shape == other.shape else broadcast, pair, out=out)
    return method


ARITHMETIC = {      # Python's name: (equal shapes, other shapes, scalar on the right, on the left)
    "add": ("elemwise_add", "broadcast_add", "_plus_scalar", "_plus_scalar"),
    "sub": ("elemwise_sub", "broadcast_sub", "_minus_scalar", "_rminus_scalar"),
    "mul": ("elemwise_mul", "broadcast_mul", "_mul_scalar", "_mul_scalar"),
    "truediv": ("elemwise_div", "broadcast_div", "_div_scalar", "_rdiv_scalar"),
    "mod": ("_mod", "broadcast_mod", "_mod_scalar", "_rmod_scalar"),
    "pow": ("_power", "broadcast_power", "_power_scalar", "_rpower_scalar"),
}
COMPARISONS = {
    "eq": ("_equal", "broadcast_equal", "_equal_scalar"),
    "ne": ("_not_equal", "broadcast_not_equal", "_not_equal_scalar"),
    "gt": ("_greater", "broadcast_greater", "_greater_scalar"),
    "ge": ("_greater_equal", "broadcast_greater_equal", "_greater_equal_scalar"),
    "lt": ("_lesser", "broadcast_lesser", "_lesser_scalar"),
    "le": ("_lesser_equal", "broadcast_lesser_equal", "_lesser_equal_scalar"),
}
for _name, (_same, _broadcast, _scalar, _reverse) in ARITHMETIC.items():
    setattr(NDArray, f"__{_name}__", arithmetic(_same, _broadcast, _scalar))
    setattr(NDArray, f"__r{_name}__", arithmetic(_same, _broadcast, _scalar, _reverse))
    setattr(NDArray, f"__i{_name}__", arithmetic(_same, _broadcast, _scalar, in_place=True))
for _name, _ops in COMPARISONS.items():
    setattr(NDArray, f"__{_name}__", arithmetic(*_ops))


# -- creation -------------------------------------------------------------------------------
def require_dense(stype, who):
    """Raise MXNetError for a storage type other than 'default', the dense one."""
    if stype not in (None, "default"):
        raise MXNetError(f"{who}: there are no sparse arrays, so no {stype!r}")


def array(source_array, ctx=None, dtype=None):
    """A new NDArray with the values of anything NumPy takes.

    dtype is by default that of an NDArray source, and float32 for all others. Raises TypeError for
    None and for complex numbers.
    """
    if isinstance(source_array, NDArray):
        source_array = source_array._np
        dtype = dtype or source_array.dtype
    values = np.asarray(source_array)
    require_real(values)
    made = aligned(values.shape or (1,), name_of(dtype) or DEFAULT)
    if values.dtype.kind == "f" and made.dtype.kind in "iu":     # NumPy leaves NaN to the processor
        values, = invoke("Cast", [values.astype("float64")], {"dtype": made.dtype.name})
    made[...] = values
    return NDArray(made, require_cpu(ctx))


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
    return array(np.concatenate([a._np for a in arrays], axis), arrays[0].context)


def waitall():
    """Nothing to wait for: every call returns when its work is done."""


__all__ = ["NDArray", "arange", "array", "concatenate", "empty", "full", "ones", "waitall", "zeros"]
