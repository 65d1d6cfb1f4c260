"""The Python operators of NDArrays, by the operators of the registry."""
import numbers
from functools import lru_cache

import numpy as np

from .creation import array
from .dispatch import apply, apply_to
from .hostarray import NDArray
from .imperative import operation

NUMBERS = (int, float, bool, numbers.Number, np.generic)


@lru_cache(maxsize=4096, typed=True)
def with_number(name, value, text):
    """The Operation called name with a number; text tells 0.0 and -0.0 apart."""
    return operation(name, {"scalar": value})


def arithmetic(same, broadcast, scalar, reverse=None, in_place=False):
    """A Python operator: same for equal shapes, broadcast for others, scalar for numbers."""
    same, broadcast = operation(same, {}), operation(broadcast, {})

    def method(self, other):
        out = self if in_place else None
        if type(other) is not NDArray:
            if isinstance(other, NUMBERS):
                text = None if other else str(other)
                return apply_to(with_number(reverse or scalar, other, text), [self], out)
            if isinstance(other, np.ndarray):
                other = array(other, self._ctx, self.dtype)
            elif not isinstance(other, NDArray):
                return NotImplemented
        pair = [other, self] if reverse else [self, other]
        return apply_to(same if self._fact.shape == other._fact.shape else broadcast, pair, out)
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


NDArray.__neg__ = lambda self: apply("negative", [self])
NDArray.__abs__ = lambda self: apply("abs", [self])
