"""Memory that programs run on."""
from math import prod

import numpy as np

from .dtypes import DIFFERENTIABLE
from .native import SMALL, arrays, empty

Buffer = arrays.Buffer      # a NumPy array, with its Fact


class Fact(arrays.Fact):
    """A shape and a dtype. There is one object for each pair, so that identity will do to compare."""

    __slots__ = ()
    made = {}

    def __init__(self, shape, dtype):
        kind = np.dtype(dtype)
        nbytes = prod(shape) * kind.itemsize
        super().__init__(shape, dtype, kind, nbytes, nbytes <= SMALL, dtype in DIFFERENTIABLE)

    def __repr__(self):
        return f"{self.dtype}{self.shape}"

    def __iter__(self):
        return iter((self.shape, self.dtype))


def fact(shape, dtype):
    """The Fact of a shape and the name of a dtype."""
    found = Fact.made.get((shape, dtype))
    if found is None:
        if len(Fact.made) > 20_000:     # many lengths over a long run; unequal twins do no harm
            Fact.made.clear()
        found = Fact.made.setdefault((shape, dtype), Fact(shape, dtype))
    return found


def fact_of(array):
    """The Fact of a NumPy array. (The name of a dtype takes NumPy microseconds.)"""
    key = array.shape, array.dtype
    return Fact.made.get(key) or Fact.made.setdefault(key, fact(array.shape, array.dtype.name))


arrays.set_hook("fact_of", fact_of)
arrays.set_hook("empty", empty)
