"""Batches of the rows of arrays in memory."""
import numbers

import numpy as np

from .. import ndarray, random
from ..errors import MXNetError
from .batch import DataDesc, DataIter

LAST_BATCH = ("pad", "discard", "roll_over")


def named_arrays(arrays, default_name):
    """A list of pairs (name, NDArray) from an array, a list of arrays, or a dict.

    A single array gets default_name, those of a longer list _0_<name>, _1_<name>, ...; a dict is
    sorted by name. What is no NDArray becomes one of float32. Raises TypeError for what has no
    rows.
    """
    if arrays is None:
        return []
    if not isinstance(arrays, (dict, list, tuple)):
        arrays = [arrays]
    if isinstance(arrays, dict):
        pairs = sorted(arrays.items())
    elif len(arrays) == 1:
        pairs = [(default_name, arrays[0])]
    else:
        pairs = [(f"_{i}_{default_name}", array) for i, array in enumerate(arrays)]
    return [(name, _rows(name, array)) for name, array in pairs]


def _rows(name, array):
    if not isinstance(array, ndarray.NDArray):
        array = np.asarray(array)
        if array.dtype.kind not in "biuf" or array.ndim == 0:
            raise TypeError(f"NDArrayIter: {name!r} has to be an NDArray or a NumPy array of "
                            f"numbers with at least one axis, got {array.dtype} of shape "
                            f"{array.shape}; a list is taken as several arrays")
        array = ndarray.array(array)
    return array


def _checked_length(pairs, batch_size):
    """The number of rows that all arrays have; raises ValueError unless it is one number."""
    if not isinstance(batch_size, numbers.Integral):
        raise ValueError(f"NDArrayIter: batch_size is a whole number, got {batch_size!r}")
    lengths = {name: array.shape[0] for name, array in pairs}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"NDArrayIter: all arrays need the same number of rows, got {lengths}")
    if not lengths or not min(lengths.values()):
        raise ValueError(f"NDArrayIter: there are no rows to iterate over, got {lengths}")
    if batch_size < 1:
        raise ValueError(f"NDArrayIter: batch_size is at least 1, got {batch_size}")
    return min(lengths.values())


class NDArrayIter(DataIter):
    """Batches of consecutive rows, or of shuffled ones, of arrays that lie in memory.

    data and label are each an array (n, ...), a list of arrays or a dict from name to array;
    NDArrays keep their type, anything else becomes float32. With shuffle, every `reset` draws a
    new order (from the generator that mx.random.seed governs). last_batch_handle says what
    becomes of rows at the end that fill no batch: 'pad' fills it up with rows from the start and
    tells how many (DataBatch.pad), 'discard' leaves them out, 'roll_over' puts them at the
    start of the next epoch (unless `reset` comes before the end; `hard_reset` drops them).

    Batches are copies: writing into one changes neither the arrays nor later batches.
    Raises ValueError for arrays of different lengths or without rows, TypeError for no arrays.
    """

    def __init__(self, data, label=None, batch_size=1, shuffle=False, last_batch_handle="pad",
                 data_name="data", label_name="softmax_label", layout="NCHW"):
        super().__init__(batch_size)
        if last_batch_handle not in LAST_BATCH:
            raise ValueError("NDArrayIter: last_batch_handle is 'pad', 'discard' or 'roll_over', "
                             f"got {last_batch_handle!r}")
        self.data = named_arrays(data, data_name)
        self.label = named_arrays(label, label_name)
        if not self.data:
            raise ValueError("NDArrayIter: data has to hold at least one array, got none")
        self.num_data = _checked_length(self.data + self.label, batch_size)
        self.data_list = [array for _, array in self.data + self.label]
        self.num_source = len(self.data_list)
        self.shuffle = shuffle
        self.last_batch_handle = last_batch_handle
        self.layout = layout
        self.hard_reset()

    @property
    def provide_data(self):
        """The DataDescs of the data of a batch."""
        return self._descriptions(self.data)

    @property
    def provide_label(self):
        """The DataDescs of the labels of a batch."""
        return self._descriptions(self.label)

    def _descriptions(self, pairs):
        return [DataDesc(name, (self.batch_size, *array.shape[1:]), array.dtype, self.layout)
                for name, array in pairs]

    def hard_reset(self):
        """Starts again without any rows left over from the epoch before."""
        self._start(np.empty(0, np.int64))

    def reset(self):
        """Starts the next epoch."""
        carried = np.empty(0, np.int64)
        if self.last_batch_handle == "roll_over":
            if self._ended:
                carried = self.idx[self.cursor:]
            elif self.cursor < 0:   # reset twice: what was carried over is still to come
                carried = self.idx[:len(self.idx) - self.num_data]
        self._start(carried)

    def _start(self, carried):
        """Begins an epoch: idx lists its rows, cursor is where the current batch begins in it."""
        order = (random.host().permutation(self.num_data) if self.shuffle
                 else np.arange(self.num_data))
        self.idx = np.concatenate([carried, order])
        self.cursor = -self.batch_size
        self._ended = False

    def iter_next(self):
        if self._ended:
            return False
        self.cursor += self.batch_size
        needed = 1 if self.last_batch_handle == "pad" else self.batch_size
        self._ended = self.cursor + needed > len(self.idx)
        return not self._ended

    def getdata(self):
        return self._batch(self.data)

    def getlabel(self):
        return self._batch(self.label)

    def getpad(self):
        return max(0, self.cursor + self.batch_size - len(self.idx))

    def _batch(self, pairs):
        if self._ended or self.cursor < 0:
            raise MXNetError("NDArrayIter is not at a batch: " + (
                "the epoch is over, call reset()" if self._ended else "call next() first"))
        positions = np.arange(self.cursor, self.cursor + self.batch_size)
        rows = self.idx[positions % len(self.idx)]
        return [_taken(array, rows) for _, array in pairs]


def _taken(source, rows):
    batch = ndarray.empty((len(rows), *source.shape[1:]), dtype=source.dtype)
    # The rows are valid; with mode 'raise' NumPy would copy twice.
    np.take(source._np, rows, axis=0, out=batch._np, mode="clip")
    return batch
