"""MXNet's .params files: named or numbered arrays in one little-endian file."""
import struct
from math import prod

import numpy as np

from .dtypes import CODES, NAMES
from .errors import MXNetError

LIST_MAGIC = 0x112
V1, V2, V3 = 0xF993FAC8, 0xF993FAC9, 0xF993FACA     # dense before 1.0, with storage types, NumPy shapes
CPU = 1
MAX_NDIM = 32


class Reader:
    """A position in bytes; every read says where it failed."""

    def __init__(self, data, path):
        self.data, self.at, self.path = data, 0, path

    def take(self, count):
        if self.at + count > len(self.data):
            raise MXNetError(f"{self.path} is truncated: {count} bytes wanted at {self.at}, "
                             f"{len(self.data) - self.at} are there; fetch or save it again")
        self.at += count
        return self.data[self.at - count:self.at]

    def numbers(self, layout):
        return struct.unpack("<" + layout, self.take(struct.calcsize("<" + layout)))

    def number(self, layout):
        return self.numbers(layout)[0]

    def shape(self, count, letter="q"):
        """As many lengths as count says, each a number of that layout."""
        if count > MAX_NDIM:
            raise MXNetError(f"{self.path} is damaged: an array of {count} axes ends at {self.at}")
        shape = self.numbers(f"{count}{letter}")
        if shape and min(shape) < 0:
            raise MXNetError(f"{self.path} is damaged: an array of shape {shape} begins at {self.at}")
        return shape

    def text(self):
        data = bytes(self.take(self.number("Q")))
        try:
            return data.decode()
        except UnicodeDecodeError:
            raise MXNetError(f"{self.path} is damaged: the name before {self.at} is no UTF-8: "
                             f"{data[:40]!r}") from None


def write(path, arrays, names=()):
    """Write NumPy arrays to path, with names if they have any."""
    with open(path, "wb") as file:
        file.write(struct.pack("<QQQ", LIST_MAGIC, 0, len(arrays)))
        for array in arrays:
            file.write(struct.pack("<IiI", V2, 0, array.ndim))
            file.write(struct.pack(f"<{array.ndim}q", *array.shape))
            file.write(struct.pack("<iii", CPU, 0, CODES[array.dtype.name]))
            file.write(np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<"), copy=False)
                       .tobytes())
        file.write(struct.pack("<Q", len(names)))
        for name in names:
            text = name.encode()
            file.write(struct.pack("<Q", len(text)) + text)


def read(data, path):
    """The arrays and names in the bytes of a file; path is for messages.

    Raises MXNetError for a file of another kind, and for a truncated one.
    """
    reader = Reader(data, path)
    magic = reader.number("Q") if len(data) >= 8 else None
    if magic != LIST_MAGIC:
        raise MXNetError(f"{path} is no NDArray file: it should start with {LIST_MAGIC:#x} as 8 bytes "
                         f"and is {kind_of(data)}")
    reader.number("Q")
    arrays = [read_array(reader) for _ in range(reader.number("Q"))]
    names = [reader.text() for _ in range(reader.number("Q"))]
    if names and len(names) != len(arrays):
        raise MXNetError(f"{path} has {len(arrays)} arrays but {len(names)} names")
    return arrays, names


# How files begin that are taken for one of ours.
OTHERS = {
    b"<": "an HTML page", b"{": "JSON, perhaps of a symbol", b"PK": "a zip file, as of numpy.savez",
    b"\x93NUMPY": "a .npy file", b"\x80": "a pickle", b"\x1f\x8b": "compressed by gzip",
    b"\x89HDF": "an HDF5 file",
    b"version https://git-lfs": "a pointer of Git LFS, not the file itself (git lfs pull)"}


def kind_of(data):
    """What kind of file data is, for messages."""
    start = bytes(data[:24])
    if not start:
        return "empty"
    known = next((kind for begin, kind in OTHERS.items() if start.lstrip().startswith(begin)), None)
    return known or f"a file that starts with {start[:16]!r}"


def read_array(reader):
    magic = reader.number("I")
    if magic in (V2, V3):
        storage = reader.number("i")
        if storage not in (-1, 0):
            raise MXNetError(f"{reader.path} holds a sparse array (storage type {storage}); symgraph "
                             "reads dense ones: save it with tostype('default')")
        shape = reader.shape(reader.number("I"))
    elif magic == V1:
        shape = reader.shape(reader.number("I"))
    else:                                   # before that: the magic is the number of axes
        if magic > MAX_NDIM:
            raise MXNetError(f"{reader.path} is damaged: no NDArray at {reader.at - 4}")
        shape = reader.shape(magic, "I")
    if not shape and magic != V3:
        return np.zeros((0,), np.float32)   # an array that was never given a shape
    _, _, code = reader.numbers("iii")
    if code not in NAMES:
        raise MXNetError(f"{reader.path}: data type number {code} is unknown, before {reader.at}")
    dtype = np.dtype(NAMES[code])
    data = reader.take(prod(shape) * dtype.itemsize)
    values = np.frombuffer(data, dtype.newbyteorder("<")).astype(dtype)
    try:
        return values.reshape(shape)
    except ValueError:      # no elements, but lengths beside 0 that are too large
        raise MXNetError(f"{reader.path} is damaged: an array has the shape {shape}") from None
