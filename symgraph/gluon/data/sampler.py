"""Samplers: in which order the items of a dataset come, and how they make batches."""
from numbers import Integral

from ... import random


class Sampler:
    """Something that has a length, and over which one iterates once an epoch, as over indices."""

    def __iter__(self):
        raise NotImplementedError(f"{type(self).__name__} must define __iter__(self)")

    def __len__(self):
        raise NotImplementedError(f"{type(self).__name__} must define __len__(self)")


class SequentialSampler(Sampler):
    """length indices in order, the first of which is start."""

    def __init__(self, length, start=0):
        self._length, self._start = length, start

    def __iter__(self):
        return iter(range(self._start, self._start + self._length))

    def __len__(self):
        return self._length


class RandomSampler(Sampler):
    """The indices below length in another order each time, which `mx.random.seed` governs."""

    def __init__(self, length):
        self._length = length

    def __iter__(self):
        return iter(random.host().permutation(self._length).tolist())

    def __len__(self):
        return self._length


class FilterSampler(Sampler):
    """The indices of those items of a dataset that fn(item) is true of; they are looked at at once."""

    def __init__(self, fn, dataset):
        self._indices = [number for number in range(len(dataset)) if fn(dataset[number])]

    def __iter__(self):
        return iter(self._indices)

    def __len__(self):
        return len(self._indices)


class IntervalSampler(Sampler):
    """Every interval-th index below length; with rollover then those between, one start at a time.

    Raises ValueError for an interval that is larger than length.
    """

    def __init__(self, length, interval, rollover=True):
        if interval > length:
            raise ValueError(f"Interval {interval} must be smaller than or equal to length {length}")
        self._length, self._interval, self._rollover = length, interval, rollover

    def __iter__(self):
        starts = range(self._interval if self._rollover else 1)
        return (index for start in starts for index in range(start, self._length, self._interval))

    def __len__(self):
        return self._length if self._rollover else -(-self._length // self._interval)


class BatchSampler(Sampler):
    """Lists of batch_size indices from another sampler.

    What is left at the end makes a smaller batch if last_batch is 'keep', is left out if it is
    'discard', and begins the next epoch if it is 'rollover'. Raises ValueError for another one, and for
    a batch_size below 1.
    """

    def __init__(self, sampler, batch_size, last_batch="keep"):
        if last_batch not in ("keep", "discard", "rollover"):
            raise ValueError("last_batch must be one of 'keep', 'discard', or 'rollover', but got "
                             f"{last_batch}")
        if not isinstance(batch_size, Integral) or batch_size < 1:
            raise ValueError(f"batch_size must be a whole number of at least 1, got {batch_size!r}")
        self._sampler, self._batch_size, self._last_batch = sampler, batch_size, last_batch
        self._left = []

    def __iter__(self):
        batch, self._left = self._left, []
        for index in self._sampler:
            batch.append(index)
            if len(batch) == self._batch_size:
                yield batch
                batch = []
        if batch and self._last_batch == "keep":
            yield batch
        elif self._last_batch == "rollover":
            self._left = batch

    def __len__(self):
        size, count = self._batch_size, len(self._sampler)
        if self._last_batch == "keep":
            return -(-count // size)
        return (count + len(self._left)) // size


__all__ = ["BatchSampler", "FilterSampler", "IntervalSampler", "RandomSampler", "Sampler",
           "SequentialSampler"]
