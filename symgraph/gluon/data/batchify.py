"""Functions that make a batch of a list of items; those of MXNet 2."""
import numpy as np

from ... import ndarray
from ...creation import array
from ...dtypes import name_of
from ...errors import MXNetError
from ...hostarray import NDArray

REMEDY = ("give DataLoader a batchify_fn that makes a batch of a list of such items, or transform the "
          "dataset")


def numbers(values):
    """values as a NumPy array; raises TypeError for what is no array of numbers."""
    try:
        found = np.asarray(values)
        if found.dtype.kind in "OUSV":
            raise TypeError("no numbers")
        name_of(found.dtype)        # checks
    except (ValueError, TypeError, MXNetError):
        kinds = ", ".join(sorted({type(value).__name__ for value in values}))
        shapes = sorted({np.shape(v) for v in values if isinstance(v, (np.ndarray, np.generic))})
        raise TypeError(f"no batch can be made of items of type {kinds}"
                        + (f", of shapes {shapes}" if shapes else "") + f"; {REMEDY}") from None
    return found


def stacked(arrays):
    """NDArrays along a new first axis; raises MXNetError for other shapes."""
    shapes = sorted({each.shape for each in arrays})
    if len(shapes) > 1:
        raise MXNetError(f"no batch can be made of arrays of shapes {shapes}; pad them, as "
                         f"batchify.Pad does, or {REMEDY}")
    return ndarray.stack(*arrays)


def default_batchify_fn(data):
    """NDArrays and numbers along a new first axis; for tuples a list of what is made of each part."""
    if isinstance(data[0], NDArray):
        return stacked(data)
    if isinstance(data[0], tuple):
        return [default_batchify_fn(part) for part in zip(*data)]
    found = numbers(data)
    return array(found, dtype=found.dtype)


default_mp_batchify_fn = default_batchify_fn        # MXNet's for processes


class Stack:
    """Items of one shape along a new first axis."""

    def __call__(self, data):
        if isinstance(data[0], NDArray):
            return stacked(data)
        found = numbers(data)
        return array(found, dtype=found.dtype)


class Pad:
    """Arrays of different lengths along a new first axis, filled up with val at their ends.

    dtype is that of the first item by default. With round_to, lengths are multiples of it.
    """

    def __init__(self, val=0, dtype=None, round_to=None):
        self._val, self._dtype, self._round_to = val, dtype, round_to

    def __call__(self, data):
        arrays = [each.asnumpy() if isinstance(each, NDArray) else np.asarray(each) for each in data]
        if len({each.ndim for each in arrays}) > 1:
            raise ValueError("Pad: items have the same number of axes, got the shapes "
                             f"{[each.shape for each in arrays]}")
        lengths = [max(axis) for axis in zip(*(each.shape for each in arrays))]
        if self._round_to is not None:
            lengths = [-(-length // self._round_to) * self._round_to for length in lengths]
        dtype = arrays[0].dtype if self._dtype is None else self._dtype
        whole = np.full((len(arrays), *lengths), self._val, dtype)
        for row, each in zip(whole, arrays):
            row[tuple(map(slice, each.shape))] = each
        return array(whole, dtype=whole.dtype)


class Group:
    """For items that are tuples: the first function for their first parts, and so on.

    Raises ValueError for another number of parts.
    """

    def __init__(self, fn, *args):
        self._functions = (*fn, *args) if isinstance(fn, (list, tuple)) else (fn, *args)
        for function in self._functions:
            if not callable(function):
                raise TypeError(f"Group takes functions, got {function!r}")

    def __call__(self, data):
        if len(data[0]) != len(self._functions):
            raise ValueError(f"Group has {len(self._functions)} functions, items have "
                             f"{len(data[0])} parts")
        return tuple(function(list(part)) for function, part in zip(self._functions, zip(*data)))


class AsList:
    """The list of items itself, as for texts."""

    def __call__(self, data):
        return list(data)


__all__ = ["AsList", "Group", "Pad", "Stack"]
