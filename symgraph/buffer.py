"""Memory that programs run on."""
from math import prod

import numpy as np

from .native import SMALL, empty, ffi


class Fact:
    """A shape and a dtype. There is one object for each pair, so that identity will do to compare."""

    __slots__ = ("shape", "dtype", "type", "nbytes", "small")
    made = {}

    def __init__(self, shape, dtype):
        self.shape = shape
        self.dtype = dtype
        self.type = np.dtype(dtype)
        self.nbytes = prod(shape) * self.type.itemsize
        self.small = self.nbytes <= SMALL

    def empty(self):
        """A NumPy array of undefined values."""
        return np.empty(self.shape, self.type) if self.small else empty(self.shape, self.type)

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


class Buffer:
    """A NumPy array, with what programs have to know of it."""

    __slots__ = ("_np", "_fact", "_pointer", "__weakref__")

    def __init__(self, data):
        self._np = data
        self._fact = fact_of(data)
        self._pointer = None        # for C, once somebody needed it; never of memory with gaps

    @classmethod
    def new(cls, fact, ctx=None):
        """A pinned Buffer over new memory of undefined values."""
        self = cls.__new__(cls)
        self._np = array = fact.empty()
        self._fact = fact
        self._pointer = ffi.from_buffer("char *", array)
        return self

    def bare(self):
        """A Buffer of the same memory that is nothing else."""
        other = Buffer.__new__(Buffer)
        other._np, other._fact, other._pointer = self._np, self._fact, self._pointer
        return other

    def pin(self):
        """The address for C, which also keeps the memory alive; None if the array has gaps."""
        if self._pointer is None and self._np.flags.c_contiguous:
            self._pointer = ffi.from_buffer("char *", self._np)
        return self._pointer
