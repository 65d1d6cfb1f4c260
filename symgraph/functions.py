"""Functions of `mx.sym` and `mx.nd` that are no single operator: scalars on either side, creation."""
import numbers

from . import frontend, ndarray, symbol
from .dtypes import DEFAULT
from .expression import Symbol, create
from .hostarray import ARITHMETIC, COMPARISONS, NDArray
from .hostarray import apply as apply_now


def compared(name, mirrored):
    """A comparison of hostarray, with the scalar operator that stands for a number on the left."""
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


def binary(name, same, broadcast, right, left, array_type):
    """name(lhs, rhs), either of which may be a number."""
    def function(lhs, rhs):
        numbers_given = [isinstance(side, numbers.Number) for side in (lhs, rhs)]
        for side, is_number in zip((lhs, rhs), numbers_given):
            if not is_number and not isinstance(side, array_type):
                raise TypeError(f"{name} takes {array_type.__name__}s and numbers, got {side!r}")
        if all(numbers_given):
            raise TypeError(f"{name} of two numbers needs no {array_type.__name__}")
        if any(numbers_given):
            op, array, scalar = (right, lhs, rhs) if numbers_given[1] else (left, rhs, lhs)
            return call(op, [array], {"scalar": scalar}, array_type)
        if array_type is Symbol or lhs.shape == rhs.shape:
            return call(same, [lhs, rhs], {}, array_type)
        return call(broadcast, [lhs, rhs], {}, array_type)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = (f"{name} of two {array_type.__name__}s, or of one and a number; "
                        f"symbols have equal shapes (broadcast_* for others), arrays broadcast.")
    return function


def call(op, inputs, params, array_type):
    if array_type is Symbol:
        hint = frontend.HINTS.get(op) or frontend.scalar_hint(op)
        return create(op, hint, inputs, params)
    return apply_now(op, inputs, {k: float(v) for k, v in params.items()})


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
    return created("_full", dtype, shape=shape, value=float(val), **kwargs)


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


for _name, _ops in BINARY.items():
    setattr(symbol, _name, binary(_name, *_ops, Symbol))
    setattr(ndarray, _name, binary(_name, *_ops, NDArray))
for _function in (zeros, ones, full, eye, arange, linspace):
    setattr(symbol, _function.__name__, _function)
