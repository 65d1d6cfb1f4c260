"""Functions of `mx.sym` and `mx.nd` that are no single operator: scalars on either side, creation."""
import inspect
import numbers
import operator

import numpy as np

from . import frontend, ndarray, symbol
from .arithmetic import ARITHMETIC, COMPARISONS, with_number
from .dispatch import apply_to
from .dtypes import DEFAULT
from .errors import MXNetError
from .expression import Symbol, create
from .hostarray import NDArray
from .imperative import operation


def compared(name, mirrored):
    """A comparison of arithmetic.py, with the scalar operator that stands for a number on the left."""
    return *COMPARISONS[name], COMPARISONS[mirrored][2]


def symmetric(name):
    """A binary operator that Python has no sign for and that does not mind the order."""
    return f"_{name}", f"broadcast_{name}", f"_{name}_scalar", f"_{name}_scalar"


# name: (equal shapes, broadcasting of arrays, scalar on the right, scalar on the left)
BINARY = {
    "add": ARITHMETIC["add"], "subtract": ARITHMETIC["sub"], "multiply": ARITHMETIC["mul"],
    "divide": ARITHMETIC["truediv"], "true_divide": ARITHMETIC["truediv"],
    "modulo": ARITHMETIC["mod"], "power": ARITHMETIC["pow"], "pow": ARITHMETIC["pow"],
    "equal": compared("eq", "eq"), "not_equal": compared("ne", "ne"),
    "greater": compared("gt", "lt"), "greater_equal": compared("ge", "le"),
    "lesser": compared("lt", "gt"), "lesser_equal": compared("le", "ge"),
    **{name: symmetric(name) for name in ("maximum", "minimum", "hypot", "logical_and",
                                          "logical_or", "logical_xor")},
}

SIGNS = {"add": operator.add, "subtract": operator.sub, "multiply": operator.mul,
         "divide": operator.truediv, "true_divide": operator.truediv, "modulo": operator.mod,
         "power": operator.pow, "pow": operator.pow, "equal": operator.eq, "not_equal": operator.ne,
         "greater": operator.gt, "greater_equal": operator.ge, "lesser": operator.lt,
         "lesser_equal": operator.le}


def operands(name, array_type):
    """What MXNet calls the operands of a binary function."""
    if name == "power" or name == "pow" and array_type is Symbol:
        return "base", "exp"
    if name in ("maximum", "minimum", "hypot") and array_type is Symbol:
        return "left", "right"
    return "lhs", "rhs"


def binary(name, same, broadcast, right, left, array_type):
    """name(lhs, rhs), either of which may be a number; the operands are called as in MXNet."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    pair = inspect.Signature([inspect.Parameter(key, kind) for key in operands(name, array_type)])
    array_first, number_first = (symbol_makers(same, right, left) if array_type is Symbol else
                                 array_makers(name, same, broadcast, right, left))
    taken = array_type, numbers.Number

    def function(*args, **kwargs):
        lhs, rhs = args if len(args) == 2 and not kwargs else bound(name, pair, args, kwargs)
        if isinstance(lhs, array_type) and isinstance(rhs, taken):
            return array_first(lhs, rhs)
        if isinstance(lhs, numbers.Number) and isinstance(rhs, array_type):
            return number_first(rhs, lhs)
        for side in (lhs, rhs):
            if not isinstance(side, taken):
                raise TypeError(f"{name} takes {array_type.__name__}s and numbers, got {side!r}")
        raise TypeError(f"{name} of two numbers needs no {array_type.__name__}")
    function.__name__ = function.__qualname__ = name
    function.__signature__ = pair
    function.__doc__ = (f"{name} of two {array_type.__name__}s, or of one and a number; "
                        f"symbols have equal shapes (broadcast_* for others), arrays broadcast.")
    return function


def bound(name, pair, args, kwargs):
    """The two operands of a call; raises TypeError if there are others."""
    try:
        return pair.bind(*args, **kwargs).args
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from None


def symbol_makers(same, right, left):
    """(a function of a symbol and what is behind it, one of a symbol and the number before it)."""
    def made(op, inputs, **params):
        hint = frontend.HINTS.get(op) or frontend.scalar_hint(op)
        return create(op, hint, inputs, params)

    def symbol_first(lhs, rhs):
        if isinstance(rhs, Symbol):
            return made(same, [lhs, rhs])
        return made(right, [lhs], scalar=rhs)
    return symbol_first, lambda rhs, lhs: made(left, [rhs], scalar=lhs)


def array_makers(name, same, broadcast, right, left):
    """The same for NDArrays; where Python has a sign, that is what is called."""
    same, broadcast = operation(same, {}), operation(broadcast, {})

    def scaled(op, array, number):
        return apply_to(with_number(op, number, None if number else str(number)), [array])

    def array_first(lhs, rhs):
        if not isinstance(rhs, NDArray):
            return scaled(right, lhs, rhs)
        return apply_to(same if lhs.shape == rhs.shape else broadcast, [lhs, rhs])
    return SIGNS.get(name, array_first), lambda rhs, lhs: scaled(left, rhs, lhs)


def created(op, dtype, **given):
    """A symbol of an operator without inputs, named after it; None stands for what is not given."""
    params = {"dtype": dtype or DEFAULT, **{k: v for k, v in given.items() if v is not None}}
    return create(op, op, [], params)


def zeros(shape, dtype=None, **kwargs):
    """A symbol of zeros; a 0 in shape is a length to be inferred."""
    return created("_zeros", dtype, shape=shape, **kwargs)


def ones(shape, dtype=None, **kwargs):
    """A symbol of ones; a 0 in shape is a length to be inferred."""
    return created("_ones", dtype, shape=shape, **kwargs)


def full(shape, val, dtype=None, **kwargs):
    """A symbol filled with val."""
    return created("_full", dtype, shape=shape, value=float(val) if float(val) == val else val,
                   **kwargs)


def eye(N, M=0, k=0, dtype=None, **kwargs):
    """A symbol of (N, M) with ones on diagonal k; M of 0 is N."""
    return created("_eye", dtype, N=N, M=M, k=k, **kwargs)


def arange(start, stop=None, step=1.0, repeat=1, infer_range=False, name=None, dtype=None):
    """A symbol of numbers from start, 0 if only one bound is given, up to stop."""
    return created("_arange", dtype, start=start, stop="None" if stop is None else stop, step=step,
                   repeat=repeat, infer_range=infer_range, name=name)


def linspace(start, stop, num, endpoint=True, name=None, dtype=None):
    """A symbol of num equally spaced numbers from start to stop."""
    return created("_linspace", dtype, start=start, stop=stop, num=num, endpoint=endpoint, name=name)


def nd_eye(N, M=0, k=0, ctx=None, dtype=None, **kwargs):
    """An NDArray of (N, M) with ones on diagonal k; M of 0 is N."""
    return ndarray._internal._eye(N=N, M=M, k=k, ctx=ctx, dtype=dtype or DEFAULT, **kwargs)


def nd_linspace(start, stop, num, endpoint=True, ctx=None, dtype=DEFAULT):
    """An NDArray of num equally spaced numbers from start to stop."""
    return ndarray._internal._linspace(start=start, stop=stop, num=num, endpoint=endpoint,
                                       ctx=ctx, dtype=dtype or DEFAULT)


def moveaxis(tensor, source, destination):
    """An NDArray with the axes source, one or several, at the places destination."""
    ndim = len(tensor.shape)
    source, destination = (np.atleast_1d(axes) % ndim for axes in (source, destination))
    if len(source) != len(destination) or len(set(source)) < len(source):
        raise ValueError(f"moveaxis: {source} and {destination} are not as many different axes")
    order = [axis for axis in range(ndim) if axis not in source]
    for place, axis in sorted(zip(destination, source)):
        order.insert(place, axis)
    return ndarray.transpose(tensor, axes=tuple(int(axis) for axis in order))


def split_v2(ary, indices_or_sections, axis=0, squeeze_axis=False):
    """Parts of ary along axis: equal ones, if their number is given, or those that begin at indices.

    squeeze_axis drops that axis from parts of length 1.
    """
    given = {"axis": axis, "squeeze_axis": squeeze_axis}
    if isinstance(indices_or_sections, numbers.Integral):
        given.update(indices=[], sections=int(indices_or_sections))
    elif isinstance(indices_or_sections, (tuple, list)):
        given.update(indices=[0, *indices_or_sections], sections=0)
    else:
        raise ValueError("indices_or_sections is an int or a tuple of ints, got "
                         f"{indices_or_sections!r}")
    module = symbol if isinstance(ary, Symbol) else ndarray
    return module._internal._split_v2(ary, **given)


def histogram(a, bins=10, range=None, **kwargs):
    """How many elements of a lie in each bin, and the edges of the bins; see sym._internal._histogram.

    bins is their number, within range (of an NDArray by default from its least to its largest
    element), or an array of edges.
    """
    module, array_type = (symbol, Symbol) if isinstance(a, Symbol) else (ndarray, NDArray)
    if isinstance(bins, array_type):
        return module._internal._histogram(a, bins, **kwargs)
    if not isinstance(bins, numbers.Integral):
        raise ValueError(f"bins is a number or a {array_type.__name__}, got {bins!r}")
    if range is None:
        if array_type is Symbol:
            raise ValueError("histogram of a Symbol needs range, as its elements are not known yet")
        values = a.asnumpy()
        low, high = float(values.min()), float(values.max())
        if not np.isfinite(high - low):
            raise ValueError(f"histogram: the elements go from {low} to {high}; give a finite range")
        range = (low, high) if low != high else (low - 0.5, high + 0.5)     # as NumPy has it
    return module._internal._histogram(a, bin_cnt=int(bins), range=range, **kwargs)


def boolean_mask(data, index, axis=0, **kwargs):
    """The parts of an NDArray along axis where index is not 0.

    For Symbols it raises MXNetError: the shape would depend on data.
    """
    if isinstance(data, Symbol):
        raise MXNetError("boolean_mask: how long the result is depends on data, and a symbol's shape "
                         "cannot; where, SequenceMask, or a product with the mask keep the shape")
    chosen = np.flatnonzero(index.asnumpy())
    shape = data.shape
    if len(index.shape) != 1 or index.shape[0] != shape[axis]:
        raise MXNetError(f"boolean_mask: index is {index.shape}, data is {shape} with {shape[axis]} "
                         f"elements along axis {axis}")
    return ndarray.take(data, ndarray.array(chosen, dtype="int64"), axis=axis)


def tested(name):
    """A function that tells of each element of an NDArray what NumPy's function of that name does."""
    def function(data):
        found = getattr(np, name)(data.asnumpy())
        return ndarray.array(found.astype(data.dtype), dtype=data.dtype)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"1 where numpy.{name} is true of an element, else 0, in the dtype of data."
    return function


def onehot_encode(indices, out):
    """Make row i of out 1 at indices[i] and 0 elsewhere; one_hot makes a new array."""
    return ndarray.one_hot(indices, depth=out.shape[1], out=out)


for _name, _ops in BINARY.items():
    setattr(symbol, _name, binary(_name, *_ops, Symbol))
    setattr(ndarray, _name, binary(_name, *_ops, NDArray))
for _function in (zeros, ones, full, eye, arange, linspace):
    setattr(symbol, _function.__name__, _function)
for _module in (symbol, ndarray):
    _module.split_v2, _module.histogram = split_v2, histogram
    _module.contrib.boolean_mask = boolean_mask
ndarray.eye, ndarray.linspace, ndarray.moveaxis = nd_eye, nd_linspace, moveaxis
ndarray.onehot_encode = onehot_encode
for _name in ("isnan", "isinf", "isfinite"):
    setattr(ndarray.contrib, _name, tested(_name))
