"""Batches of rows that lie in files: comma separated, LibSVM's format, MNIST's."""
import gzip
import os
import struct
from math import prod

import numpy as np

from .. import ndarray
from ..dtypes import DEFAULT, name_of
from ..errors import MXNetError
from .batch import DataBatch, DataDesc, DataIter

IDX_BYTES = 8       # the type of elements in MNIST's files


class FileIter(DataIter):
    """Batches of rows of two arrays, data and label, that were read from files.

    With `around`, rows from the start fill the last batch up, and the next epoch begins behind
    them; otherwise it begins with the first row. Settings of threads, devices and prefetching are
    accepted and have no effect.
    """

    whole_batches = False       # whether rows that fill no batch are left out
    _order = None               # the numbers of the rows in the order of an epoch, if not their own

    def __init__(self, data, label, batch_size, around, data_name, label_name):
        super().__init__(int(batch_size))
        who = type(self).__name__
        if self.batch_size < 1:
            raise ValueError(f"{who}: batch_size is at least 1, got {batch_size}")
        if len(data) != len(label):
            raise MXNetError(f"{who}: {len(data)} rows of data have {len(label)} labels")
        if not len(data):
            raise MXNetError(f"{who}: the files have no rows")
        self._data, self._label = data, label
        self._around = around
        self.provide_data = self._described(data_name, data)
        self.provide_label = self._described(label_name, label)
        self._rows, self._pad, self._begin = None, 0, 0

    def _described(self, name, array):
        return [DataDesc(name, (self.batch_size, *array.shape[1:]), array.dtype.type)]

    def reset(self):
        self._begin = self._pad % len(self._data) if self._around else 0
        self._rows, self._pad = None, 0

    def iter_next(self):
        left = len(self._data) - self._begin
        if left < (self.batch_size if self.whole_batches else 1):
            return False
        self._rows = np.arange(self._begin, self._begin + self.batch_size) % len(self._data)
        if self._order is not None:
            self._rows = self._order[self._rows]
        self._pad = max(0, self.batch_size - left)
        self._begin += self.batch_size
        return True

    def _batch(self, array):
        if self._rows is None:
            raise MXNetError(f"{type(self).__name__} is not at a batch: call next() first")
        return ndarray.array(array[self._rows], dtype=array.dtype)

    def next(self):
        if not self.iter_next():
            raise StopIteration
        return DataBatch([self.getdata()], [self.getlabel()], self._pad, self._rows)

    def getdata(self):
        """The data of the current batch, an NDArray."""
        return self._batch(self._data)

    def getlabel(self):
        """The label of the current batch, an NDArray."""
        return self._batch(self._label)

    def getindex(self):
        return self._rows

    def getpad(self):
        return self._pad


def files_of(path):
    """The file at path, or all files of a directory in the order of their names."""
    path = os.fspath(path)      # a number would be a file that is open already
    if not os.path.isdir(path):
        return [path]
    return [os.path.join(path, name) for name in sorted(os.listdir(path))]


def opened(path, mode):
    """A file that may be compressed."""
    with open(path, "rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    return gzip.open(path, mode) if packed else open(path, mode)


def shaped(rows, shape, path):
    """rows, each as an array of shape; labels of shape (1,) are numbers."""
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    if rows.shape[1] != prod(shape):
        raise MXNetError(f"{path} has {rows.shape[1]} values in a row, shape {shape} takes "
                         f"{prod(shape)}")
    return rows.reshape(len(rows), *shape)


def labelled(rows, shape, path):
    rows = shaped(rows, shape, path)
    return rows.reshape(-1) if rows.shape[1:] == (1,) else rows


class CSVIter(FileIter):
    """Batches of lines of comma separated numbers, compressed or not.

    data_csv is a file, or a directory of them; a line is an array of data_shape. Labels are lines
    of label_csv, arrays of label_shape, or 0 without it. dtype is float32 by default. With
    round_batch, lines from the start fill the last batch up, `pad` of them, and the next epoch
    begins behind them. Files are read at once, into memory.

    Raises MXNetError for lines of other lengths and for what is no number.
    """

    def __init__(self, data_csv, data_shape, batch_size, label_csv=None, label_shape=(1,),
                 round_batch=True, dtype=None, data_name="data", label_name="softmax_label",
                 prefetch_buffer=4, ctx="cpu"):
        dtype = np.dtype(name_of(dtype) or DEFAULT)
        data = shaped(comma_separated(data_csv, dtype), data_shape, data_csv)
        if label_csv in (None, "NULL"):
            shape = (label_shape,) if isinstance(label_shape, int) else tuple(label_shape)
            label = np.zeros((len(data), prod(shape)), dtype)
        else:
            label = comma_separated(label_csv, dtype)
        super().__init__(data, labelled(label, label_shape, label_csv), batch_size,
                         bool(round_batch), data_name, label_name)


def comma_separated(path, dtype):
    parts = []
    for name in files_of(path):
        try:
            with opened(name, "rt") as lines:
                parts.append(np.loadtxt(lines, dtype, comments=None, delimiter=",", ndmin=2))
        except ValueError as error:
            raise MXNetError(f"CSVIter: {name}: {error}") from None
    return np.concatenate(parts)


class LibSVMIter(FileIter):
    """Batches of lines 'label index:value index:value ...', indices from 0, as dense arrays.

    What is not named in a line is 0. Labels are those of the lines, or, with label_libsvm, what
    the lines of that file make of label_shape. num_parts and part_index choose a part of the
    lines. For the rest see CSVIter. MXNet's batches are sparse arrays, which are not there.

    Raises MXNetError for an index outside of the shape and for what is no such line.
    """

    def __init__(self, data_libsvm, data_shape, batch_size, label_libsvm=None, label_shape=(1,),
                 num_parts=1, part_index=0, round_batch=True, dtype=None, data_name="data",
                 label_name="softmax_label", prefetch_buffer=4, ctx="cpu"):
        dtype = np.dtype(name_of(dtype) or DEFAULT)
        data, label = index_value_lines(data_libsvm, data_shape, dtype)
        if label_libsvm not in (None, "NULL"):
            label, _ = index_value_lines(label_libsvm, label_shape, dtype)
            label = labelled(label.reshape(len(label), -1), label_shape, label_libsvm)
        chosen = part(len(data), num_parts, part_index)
        super().__init__(data[chosen], label[chosen], batch_size, bool(round_batch), data_name,
                         label_name)


def part(length, num_parts, part_index):
    """The slice that is part part_index of num_parts nearly equal ones."""
    if not 0 <= part_index < num_parts:
        raise ValueError(f"part_index {part_index} is not one of {num_parts} parts")
    return slice(length * part_index // num_parts, length * (part_index + 1) // num_parts)


def index_value_lines(path, shape, dtype):
    """(array of a row for each line, the numbers that lines begin with)."""
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    rows, labels = [], []
    for name in files_of(path):
        with opened(name, "rt") as lines:
            for number, line in enumerate(lines, 1):
                words = line.split("#")[0].split()
                if not words:
                    continue
                row = np.zeros(prod(shape), dtype)
                try:
                    labels.append(float(words[0]))
                    for word in words[1:]:
                        index, _, value = word.partition(":")
                        row[natural(index)] = float(value or 1)
                except (ValueError, IndexError) as error:
                    raise MXNetError(f"LibSVMIter: {name}, line {number}: {error}; a line is "
                                     f"'label index:value ...' with indices below {prod(shape)}"
                                     ) from None
                rows.append(row)
    return np.array(rows, dtype).reshape(-1, *shape), np.array(labels, dtype)


def natural(text):
    number = int(text)
    if number < 0:
        raise ValueError(f"index {number}")
    return number


class MNISTIter(FileIter):
    """Batches of the images of MNIST, and of what has its format, compressed or not.

    image and label are files as they are published; pixels are divided by 256. Images are (1, h,
    w), or with `flat` one row of pixels. shuffle draws one order, from seed, for all epochs. What
    fills no batch at the end is left out. num_parts and part_index choose a part of the images.

    Raises MXNetError for files of another format or cut off.
    """

    whole_batches = True

    def __init__(self, image="./train-images-idx3-ubyte", label="./train-labels-idx1-ubyte",
                 batch_size=128, shuffle=True, flat=False, seed=0, silent=False, num_parts=1,
                 part_index=0, input_shape=None, dtype=None, data_name="data",
                 label_name="softmax_label", prefetch_buffer=4, ctx="cpu"):
        dtype = np.dtype(name_of(dtype) or DEFAULT)
        images, labels = read_idx(image, 3), read_idx(label, 1)
        if len(images) != len(labels):
            raise MXNetError(f"MNISTIter: {len(images)} images have {len(labels)} labels")
        order = np.arange(len(images))
        if shuffle:
            order = np.random.default_rng(seed).permutation(order)
        order = order[part(len(order), num_parts, part_index)]
        shape = (-1,) if flat else (1, *images.shape[1:])
        data = (images[order] * np.float32(1 / 256)).astype(dtype).reshape(len(order), *shape)
        super().__init__(data, labels[order].astype(dtype), batch_size, False, data_name,
                         label_name)


def read_idx(path, ndim):
    """The bytes in a file of MNIST's format as an array of ndim axes."""
    with opened(path, "rb") as file:
        data = file.read()
    head = 4 + 4 * ndim
    if len(data) < head or data[:4] != struct.pack(">HBB", 0, IDX_BYTES, ndim):
        raise MXNetError(f"MNISTIter: {path} is no file of bytes with {ndim} axes, it starts with "
                         f"{data[:4]!r}")
    shape = struct.unpack(f">{ndim}I", data[4:head])
    if len(data) - head < prod(shape):
        raise MXNetError(f"MNISTIter: {path} is cut off: {shape} takes {prod(shape)} bytes, "
                         f"{len(data) - head} are there")
    return np.frombuffer(data, np.uint8, prod(shape), head).reshape(shape)
