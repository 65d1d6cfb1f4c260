"""The Python operators of NDArrays, by the operators of the registry."""
import numbers
from functools import lru_cache

import numpy as np

from .creation import array
from .dispatch import apply, apply_to
from .hostarray import NDArray
from .imperative import operation
from .native import arrays

NUMBERS = (int, float, bool, numbers.Number, np.generic)


@lru_cache(maxsize=4096, typed=True)
def with_number(name, value, text):
    """The Operation called name with a number; text tells 0.0 and -0.0 apart."""
    return operation(name, {"scalar": value})


def arithmetic(sign, same, broadcast, scalar, reverse=None):
    """Let NDArrays have a Python operator: same for equal shapes, broadcast for others, scalar for
    numbers, reverse for numbers on the left."""
    same, broadcast, reverse = operation(same, {}), operation(broadcast, {}), reverse or scalar

    def with_operand(self, other, name, pair, out):
        """self and an operand of any kind; pair puts it on its side."""
        if isinstance(other, NUMBERS):
            return apply_to(with_number(name, other, None if other else str(other)), [self], out)
        if isinstance(other, np.ndarray):
            other = array(other, self._ctx, self.dtype)
        elif not isinstance(other, NDArray):
            return NotImplemented
        equal = self._fact.shape == other._fact.shape
        return apply_to(same if equal else broadcast, pair(self, other), out)

    def method(left, right, in_place):
        if isinstance(left, NDArray):
            return with_operand(left, right, scalar, lambda a, b: [a, b], left if in_place else None)
        return with_operand(right, left, reverse, lambda a, b: [b, a], None)
    arrays.set_operator(sign, same, broadcast, lambda value: with_number(scalar, value, None),
                        lambda value: with_number(reverse, value, None), method)


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
for _name, _ops in ARITHMETIC.items():
    arithmetic(_name, *_ops)
for _name, _ops in COMPARISONS.items():
    mirrored = {"gt": "lt", "ge": "le", "lt": "gt", "le": "ge"}.get(_name, _name)
    arithmetic(_name, *_ops, COMPARISONS[mirrored][2])
NDArray.__neg__ = lambda self: apply("negative", [self])
NDArray.__abs__ = lambda self: apply("abs", [self])
