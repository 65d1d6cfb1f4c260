"""Datasets: items by number, and what is made of them."""
import os
from threading import Lock

from ...hostarray import NDArray
from ...recordio import MXIndexedRecordIO
from .sampler import FilterSampler, Sampler, SequentialSampler


class Dataset:
    """Items by number: a subclass defines __getitem__ and __len__."""

    def __getitem__(self, idx):
        raise NotImplementedError(f"{type(self).__name__} must define __getitem__(self, idx)")

    def __len__(self):
        raise NotImplementedError(f"{type(self).__name__} must define __len__(self)")

    def filter(self, fn):
        """The items that fn(item) is true of; they are looked at at once."""
        return Sampled(self, FilterSampler(fn, self))

    def shard(self, num_shards, index):
        """Part index of num_shards; the first ones are longer by one item if they are not equal.

        Raises ValueError for a part that is none.
        """
        if not 0 <= index < num_shards:
            raise ValueError(f"Shard index of out bound: {index} out of {num_shards}")
        least, longer = divmod(len(self), num_shards)
        start = index * least + min(index, longer)
        return Sampled(self, SequentialSampler(least + (index < longer), start))

    def take(self, count):
        """The first count items, all of them for None or if there are less.

        Raises ValueError for a negative count.
        """
        if count is not None and count < 0:
            raise ValueError(f"take: count is a number of items or None, got {count}")
        length = len(self) if count is None else min(count, len(self))
        return Sampled(self, SequentialSampler(length))

    def sample(self, sampler):
        """The items in the order in which a Sampler has them now. Raises TypeError for another one."""
        if not isinstance(sampler, Sampler):
            raise TypeError(f"Invalid sampler type: {type(sampler)}. Expected gluon.data.Sampler "
                            "instead.")
        return Sampled(self, sampler)

    def transform(self, fn, lazy=True):
        """fn of each item, or of the parts of items that are tuples, each time that one is asked for.

        Without lazy all are computed now, and kept.
        """
        found = Transformed(self, fn)
        return found if lazy else SimpleDataset([found[number] for number in range(len(found))])

    def transform_first(self, fn, lazy=True):
        """Items of which fn is applied to the first part alone, as to data and not to labels."""
        return self.transform(First(fn), lazy)


class SimpleDataset(Dataset):
    """The elements of a list, or of something else that has a length and can be indexed."""

    def __init__(self, data):
        self._data = data

    def __len__(self):
        return len(self._data)

    def __getitem__(self, idx):
        return self._data[idx]


class ArrayDataset(Dataset):
    """Item i has element i of each of some arrays, lists or datasets of equal length.

    Of a single one the elements are items themselves. Raises ValueError for none, or other lengths.
    """

    def __init__(self, *args):
        if not args:
            raise ValueError("Needs at least 1 arrays")
        self._length, self._data = len(args[0]), []
        for number, data in enumerate(args):
            if len(data) != self._length:
                raise ValueError("All arrays must have the same length; array[0] has length "
                                 f"{self._length} while array[{number}] has {len(data)}.")
            # Elements of a vector are numbers, which labels should be.
            self._data.append(data.asnumpy() if isinstance(data, NDArray) and data.ndim == 1 else data)

    def __len__(self):
        return self._length

    def __getitem__(self, idx):
        if len(self._data) == 1:
            return self._data[0][idx]
        return tuple(data[idx] for data in self._data)


class RecordFileDataset(Dataset):
    """The records of a file as bytes, in the order of the index beside it, *.idx for *.rec."""

    def __init__(self, filename):
        self.filename = filename
        self.idx_file = os.path.splitext(filename)[0] + ".idx"
        self._record = MXIndexedRecordIO(self.idx_file, filename, "r")
        self._one_at_a_time = Lock()

    def __getstate__(self):
        return {**self.__dict__, "_one_at_a_time": None}

    def __setstate__(self, state):
        self.__dict__.update(state)
        self._one_at_a_time = Lock()

    def __len__(self):
        return len(self._record.keys)

    def __getitem__(self, idx):
        with self._one_at_a_time:       # a file has one place where it is read
            return self._record.read_idx(self._record.keys[idx])


class Sampled(Dataset):
    """The items of another dataset at the indices of a sampler, as that has them once."""

    def __init__(self, dataset, sampler):
        self._dataset, self._indices = dataset, list(sampler)

    def __len__(self):
        return len(self._indices)

    def __getitem__(self, idx):
        return self._dataset[self._indices[idx]]


class Transformed(Dataset):
    """A function of the items of another dataset."""

    def __init__(self, dataset, fn):
        self._dataset, self._fn = dataset, fn

    def __len__(self):
        return len(self._dataset)

    def __getitem__(self, idx):
        item = self._dataset[idx]
        return self._fn(*item) if isinstance(item, tuple) else self._fn(item)


class First:
    """A function of the first of its arguments; the others stay."""

    def __init__(self, fn):
        self._fn = fn

    def __call__(self, first, *others):
        return (self._fn(first), *others) if others else self._fn(first)


__all__ = ["ArrayDataset", "Dataset", "RecordFileDataset", "SimpleDataset"]
