"""Functions of `mx.sym` and `mx.nd` that are no single operator: scalars on either side, creation."""
import numbers

from . import frontend, ndarray, symbol
from .expression import Symbol, create
from .hostarray import NDArray
from .hostarray import apply as apply_now

# name: (equal shapes of symbols, broadcasting of arrays, scalar on the right, scalar on the left,
#        Python on two numbers)
BINARY = {
    "add": ("elemwise_add", "broadcast_add", "_plus_scalar", "_plus_scalar"),
    "subtract": ("elemwise_sub", "broadcast_sub", "_minus_scalar", "_rminus_scalar"),
    "multiply": ("elemwise_mul", "broadcast_mul", "_mul_scalar", "_mul_scalar"),
    "divide": ("elemwise_div", "broadcast_div", "_div_scalar", "_rdiv_scalar"),
    "true_divide": ("elemwise_div", "broadcast_div", "_div_scalar", "_rdiv_scalar"),
    "modulo": ("_mod", "broadcast_mod", "_mod_scalar", "_rmod_scalar"),
    "power": ("_power", "broadcast_power", "_power_scalar", "_rpower_scalar"),
    "pow": ("_power", "broadcast_power", "_power_scalar", "_rpower_scalar"),
    "maximum": ("_maximum", "broadcast_maximum", "_maximum_scalar", "_maximum_scalar"),
    "minimum": ("_minimum", "broadcast_minimum", "_minimum_scalar", "_minimum_scalar"),
    "hypot": ("_hypot", "broadcast_hypot", "_hypot_scalar", "_hypot_scalar"),
    "equal": ("_equal", "broadcast_equal", "_equal_scalar", "_equal_scalar"),
    "not_equal": ("_not_equal", "broadcast_not_equal", "_not_equal_scalar", "_not_equal_scalar"),
    "greater": ("_greater", "broadcast_greater", "_greater_scalar", "_lesser_scalar"),
    "greater_equal": ("_greater_equal", "broadcast_greater_equal", "_greater_equal_scalar",
                      "_lesser_equal_scalar"),
    "lesser": ("_lesser", "broadcast_lesser", "_lesser_scalar", "_greater_scalar"),
    "lesser_equal": ("_lesser_equal", "broadcast_lesser_equal", "_lesser_equal_scalar",
                     "_greater_equal_scalar"),
    "logical_and": ("_logical_and", "broadcast_logical_and", "_logical_and_scalar",
                    "_logical_and_scalar"),
    "logical_or": ("_logical_or", "broadcast_logical_or", "_logical_or_scalar",
                   "_logical_or_scalar"),
    "logical_xor": ("_logical_xor", "broadcast_logical_xor", "_logical_xor_scalar",
                    "_logical_xor_scalar"),
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


def creator(op, **fixed):
    """A creation function of symbols that names itself after its operator."""
    def function(**given):
        params = {**fixed, **{k: v for k, v in given.items() if v is not None}}
        return create(op, op, [], params)
    return function


def zeros(shape, dtype=None, **kwargs):
    """A symbol of zeros; a 0 in shape is a length to be inferred."""
    return creator("_zeros", dtype="float32")(shape=shape, dtype=dtype, **kwargs)


def ones(shape, dtype=None, **kwargs):
    """A symbol of ones; a 0 in shape is a length to be inferred."""
    return creator("_ones", dtype="float32")(shape=shape, dtype=dtype, **kwargs)


def full(shape, val, dtype=None, **kwargs):
    """A symbol filled with val."""
    return creator("_full", dtype="float32")(shape=shape, value=float(val), dtype=dtype, **kwargs)


def eye(N, M=0, k=0, dtype=None, **kwargs):
    """A symbol of (N, M) with ones on diagonal k; M of 0 is N."""
    return creator("_eye", dtype="float32")(N=N, M=M, k=k, dtype=dtype, **kwargs)


def arange(start, stop=None, step=1.0, repeat=1, infer_range=False, name=None, dtype=None):
    """A symbol of numbers from start, 0 if only one bound is given, up to stop."""
    return creator("_arange", dtype="float32")(start=start, stop="None" if stop is None else stop,
                                               step=step, repeat=repeat,
                                               infer_range=infer_range, name=name, dtype=dtype)


def linspace(start, stop, num, endpoint=True, name=None, dtype=None):
    """A symbol of num equally spaced numbers from start to stop."""
    return creator("_linspace", dtype="float32")(start=start, stop=stop, num=num, endpoint=endpoint,
                                                 name=name, dtype=dtype)


for _name, _ops in BINARY.items():
    setattr(symbol, _name, binary(_name, *_ops, Symbol))
    setattr(ndarray, _name, binary(_name, *_ops, NDArray))
for _function in (zeros, ones, full, eye, arange, linspace):
    setattr(symbol, _function.__name__, _function)
