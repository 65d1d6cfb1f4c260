"""Iterators around iterators: another length of the epoch, and batches made in advance."""
from concurrent.futures import ThreadPoolExecutor, wait

import numpy as np

from ..errors import MXNetError
from .batch import DataBatch, DataDesc, DataIter


class Wrapper(DataIter):
    """What hands out whole batches of other iterators: iter_next puts one into current_batch."""

    current_batch = None

    def next(self):
        if not self.iter_next():
            raise StopIteration
        return self.current_batch

    def getdata(self):
        return self.current_batch.data

    def getlabel(self):
        return self.current_batch.label

    def getindex(self):
        return self.current_batch.index

    def getpad(self):
        return self.current_batch.pad


def _require_iterator(who, value):
    if not (hasattr(value, "provide_data") and hasattr(value, "__next__")):
        raise TypeError(f"{who} takes a DataIter, got {value!r}")


class ResizeIter(Wrapper):
    """Makes an epoch of size batches out of another iterator, starting it anew as often as needed.

    With reset_internal=False, `reset` leaves the other iterator where it is, so that epochs
    continue one another. Raises MXNetError if the other iterator yields nothing.
    """

    def __init__(self, data_iter, size, reset_internal=True):
        _require_iterator("ResizeIter", data_iter)
        if not isinstance(size, (int, np.integer)) or size < 0:
            raise ValueError(f"ResizeIter: size is a number of batches, got {size!r}")
        super().__init__(data_iter.batch_size)
        self.data_iter = data_iter
        self.size = size
        self.reset_internal = reset_internal
        self.cur = 0
        self.provide_data = data_iter.provide_data
        self.provide_label = data_iter.provide_label
        if hasattr(data_iter, "default_bucket_key"):
            self.default_bucket_key = data_iter.default_bucket_key

    def reset(self):
        self.cur = 0
        if self.reset_internal:
            self.data_iter.reset()

    def iter_next(self):
        if self.cur == self.size:
            return False
        self.current_batch = next(self.data_iter, None)
        if self.current_batch is None:
            self.data_iter.reset()
            self.current_batch = next(self.data_iter, None)
        if self.current_batch is None:
            raise MXNetError(f"ResizeIter: {type(self.data_iter).__name__} yields no batch even "
                             "after reset(); it may have fewer rows than batch_size")
        self.cur += 1
        return True


def _next_or_none(iterator):
    return next(iterator, None)


class PrefetchingIter(Wrapper):
    """Lets threads make the next batch while the current one is in use.

    Several iterators, given as a list, are read in step: their arrays stand one after another in
    one batch. rename_data and rename_label are lists with a dict from old to new names for each
    iterator. An error inside of an iterator comes out of `next`.

    Raises ValueError without iterators, or if names to be renamed do not fit; MXNetError if the
    iterators do not end together or disagree about padding.
    """

    def __init__(self, iters, rename_data=None, rename_label=None):
        self.iters = list(iters) if isinstance(iters, (list, tuple)) else [iters]
        self.n_iter = len(self.iters)
        if not self.iters:
            raise ValueError("PrefetchingIter: needs at least one iterator, got none")
        for each in self.iters:
            _require_iterator("PrefetchingIter", each)
        for what, renames in (("rename_data", rename_data), ("rename_label", rename_label)):
            if renames is not None and len(renames) != self.n_iter:
                raise ValueError(f"PrefetchingIter: {what} needs one dict for each of the "
                                 f"{self.n_iter} iterators, got {len(renames)}")
        self.rename_data = rename_data
        self.rename_label = rename_label
        super().__init__(self.provide_data[0].shape[0])
        if hasattr(self.iters[0], "default_bucket_key"):
            self.default_bucket_key = self.iters[0].default_bucket_key
        self._pool = ThreadPoolExecutor(self.n_iter, thread_name_prefix="PrefetchingIter")
        self._fetch()

    def _fetch(self):
        self._pending = [self._pool.submit(_next_or_none, each) for each in self.iters]

    @property
    def provide_data(self):
        """The DataDescs of the data of all iterators, renamed."""
        return _renamed([each.provide_data for each in self.iters], self.rename_data)

    @property
    def provide_label(self):
        """The DataDescs of the labels of all iterators, renamed."""
        return _renamed([each.provide_label for each in self.iters], self.rename_label)

    def reset(self):
        wait(self._pending)
        for each in self.iters:
            each.reset()
        self._fetch()

    def iter_next(self):
        pending, self._pending = self._pending, []
        batches = [future.result() for future in pending]
        ended = [i for i, batch in enumerate(batches) if batch is None]
        if len(ended) == len(batches):
            return False
        if ended:
            raise MXNetError("PrefetchingIter: the iterators do not have the same number of "
                             f"batches; number {ended[0]} ended before the others")
        self.current_batch = self._joined(batches)
        self._fetch()
        return True

    def _joined(self, batches):
        pads = {batch.pad for batch in batches}
        keys = {batch.bucket_key for batch in batches}
        if len(pads) > 1 or len(keys) > 1:
            raise MXNetError("PrefetchingIter: the iterators disagree about a batch, with pad "
                             f"{[batch.pad for batch in batches]} and bucket_key "
                             f"{[batch.bucket_key for batch in batches]}")
        data = [batch.provide_data or each.provide_data
                for batch, each in zip(batches, self.iters)]
        label = [batch.provide_label or each.provide_label
                 for batch, each in zip(batches, self.iters)]
        return DataBatch([array for batch in batches for array in batch.data],
                         [array for batch in batches for array in batch.label or []],
                         batches[0].pad, batches[0].index, batches[0].bucket_key,
                         _renamed(data, self.rename_data), _renamed(label, self.rename_label))


def _renamed(lists, renames):
    """The descriptions of all lists as one; renames is None or has a dict for each list."""
    joined = []
    for descriptions, names in zip(lists, renames or [None] * len(lists)):
        for entry in descriptions:
            desc = entry if isinstance(entry, DataDesc) else DataDesc(*entry)
            if names is not None and desc.name not in names:
                raise ValueError(f"PrefetchingIter: no new name for {desc.name!r}, the names "
                                 f"given are for {', '.join(names) or 'nothing'}")
            name = desc.name if names is None else names[desc.name]
            joined.append(DataDesc(name, desc.shape, desc.dtype, desc.layout))
    return joined
