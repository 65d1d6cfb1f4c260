"""DataLoader: batches of a dataset, loaded here, by threads or by processes."""
import multiprocessing
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from itertools import count

from ... import random
from ...context import cpu_pinned
from ...hostarray import NDArray
from .batchify import default_batchify_fn
from .sampler import BatchSampler, RandomSampler, SequentialSampler
from .workers import Workers

WITH_BATCH_SAMPLER = ("batch_size, shuffle, sampler and last_batch must not be specified if "
                      "batch_sampler is specified.")


class DataLoader:
    """Batches of a dataset; iterate over it once an epoch, as often as you like.

    Batches have batch_size items, in order, in another order each time with shuffle, or in that of a
    sampler; last_batch, 'keep' by default, is what BatchSampler says. Or batch_sampler gives lists of
    indices. batchify_fn makes a batch of a list of items, by default NDArrays with a new first axis,
    and of tuples a list of such.

    With num_workers, so many processes load batches, or threads with thread_pool; up to prefetch
    batches ahead, by default twice as many as there are workers. Exceptions in them are raised here,
    with the place as their cause. No batch within timeout seconds raises multiprocessing.TimeoutError.
    In processes, random numbers follow from `mx.random.seed` and the number of the batch, however many
    there are. They begin when they are first needed, and end with the loader. On Linux they are forked:
    a dataset may hold anything; elsewhere it must be one that can be pickled, as batchify_fn.

    pin_memory puts arrays on `mx.cpu_pinned`, which is the memory that all have. auto_reload begins
    with the first batches of an epoch when the one before ends. Raises ValueError for arguments that do
    not go together.
    """

    def __init__(self, dataset, batch_size=None, shuffle=False, sampler=None, last_batch=None,
                 batch_sampler=None, batchify_fn=None, num_workers=0, pin_memory=False,
                 pin_device_id=0, prefetch=None, thread_pool=False, timeout=120, auto_reload=False):
        if timeout <= 0:
            raise ValueError(f"timeout must be positive, given {timeout}")
        self._dataset, self._timeout = dataset, timeout
        self._pin = cpu_pinned(pin_device_id) if pin_memory else None
        if batch_sampler is None:
            batch_sampler = batches(dataset, batch_size, shuffle, sampler, last_batch)
        elif batch_size is not None or shuffle or sampler is not None or last_batch is not None:
            raise ValueError(WITH_BATCH_SAMPLER)
        self._batch_sampler = batch_sampler
        self._num_workers = max(0, num_workers)
        self._thread_pool = thread_pool
        self._prefetch = max(0, 2 * self._num_workers if prefetch is None else int(prefetch))
        self._load = Load(dataset, batchify_fn or default_batchify_fn)
        self._pool = None
        self._begun = None      # an epoch that was begun ahead of time
        self.auto_reload = auto_reload
        if auto_reload:
            self.refresh()

    def __len__(self):
        """The number of batches."""
        return len(self._batch_sampler)

    def __iter__(self):
        """The batches of an epoch."""
        if not self._num_workers:
            epoch = map(self._load, self._batch_sampler)
        else:
            epoch, self._begun = self._begun or self._epoch(), None
        for batch in epoch:
            yield batch if self._pin is None else moved(batch, self._pin)
        if self.auto_reload:
            self.refresh()

    def refresh(self):
        """Begin the next epoch ahead of time, if there are workers."""
        if self._num_workers:
            self._begun = self._epoch()

    def clean(self):
        """Forget an epoch that was begun ahead of time."""
        self._begun = None

    def _epoch(self):
        if self._pool is None or self._pool.closed:
            kind = Threads if self._thread_pool else Workers
            self._pool = kind(self._load, self._num_workers)
        return Epoch(self._pool, iter(self._batch_sampler), self._prefetch, self._timeout)


def batches(dataset, batch_size, shuffle, sampler, last_batch):
    """The BatchSampler of a DataLoader; raises ValueError for what does not go together."""
    if batch_size is None:
        raise ValueError("batch_size must be specified unless batch_sampler is specified")
    if sampler is None:
        if not hasattr(dataset, "__len__"):
            raise TypeError("DataLoader: a dataset has a length and items by number, "
                            f"{type(dataset).__name__} has no length; make a list of it, or give a "
                            "sampler")
        sampler = (RandomSampler if shuffle else SequentialSampler)(len(dataset))
    elif shuffle:
        raise ValueError("shuffle must not be specified if sampler is specified")
    return BatchSampler(sampler, batch_size, last_batch or "keep")


class Load:
    """Makes the batch of a list of indices."""

    def __init__(self, dataset, batchify_fn):
        self._dataset, self._batchify_fn = dataset, batchify_fn

    def __call__(self, indices):
        return self._batchify_fn([self._dataset[index] for index in indices])


class Epoch:
    """The batches of one epoch from a pool, with some of them asked for ahead of time."""

    def __init__(self, pool, indices, prefetch, timeout):
        self._pool, self._indices, self._timeout = pool, indices, timeout
        self._seeds = count(random.next_key())      # as kernels do, so that shuffles stay as they are
        self._asked = deque()
        for _ in range(prefetch):
            self._ask()

    def _ask(self):
        indices = next(self._indices, None)
        if indices is not None:
            self._asked.append(self._pool.submit(indices, next(self._seeds)))

    def __iter__(self):
        return self

    def __next__(self):
        self._ask()
        if not self._asked:
            raise StopIteration
        return self._pool.result(self._asked.popleft(), self._timeout)

    def __del__(self):
        self._pool.drop(self._asked)


class Threads:
    """Threads in place of Workers."""

    closed = False

    def __init__(self, load, number):
        self._load, self._executor = load, ThreadPoolExecutor(number, "DataLoader")

    def submit(self, indices, seed):
        return self._executor.submit(self._load, indices)

    def result(self, future, timeout):
        try:
            return future.result(timeout)
        except FutureTimeout:
            if future.done():       # loading itself raised it
                raise
            raise multiprocessing.TimeoutError(f"DataLoader: no batch came within timeout={timeout} "
                                               "seconds") from None

    def drop(self, futures):
        for future in futures:
            future.cancel()

    def __del__(self):
        self._executor.shutdown(wait=False, cancel_futures=True)


def moved(batch, ctx):
    """The arrays in nested lists on a context."""
    if isinstance(batch, NDArray):
        return batch.as_in_context(ctx)
    if isinstance(batch, (list, tuple)):
        return type(batch)(moved(part, ctx) for part in batch)
    return batch


__all__ = ["DataLoader"]
