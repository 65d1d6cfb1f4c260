"""NDArrays from and for others: NumPy, libraries that speak DLPack, files."""
import os

import numpy as np

from . import ndarray_file
from .creation import array
from .dtypes import name_of
from .hostarray import NDArray


def from_numpy(ndarray, zero_copy=True, array_cls=NDArray):
    """An NDArray over a C-contiguous NumPy array's own memory; a copy if zero_copy is False.

    Raises ValueError for an array whose memory kernels cannot walk, TypeError for another array_cls
    than NDArray.
    """
    if array_cls is not NDArray:
        raise TypeError(f"from_numpy makes NDArrays, there is no {array_cls!r}")
    if not zero_copy:
        return array(ndarray)
    if not ndarray.flags.c_contiguous:
        raise ValueError("from_numpy shares memory only with C-contiguous arrays; "
                         "use numpy.ascontiguousarray, or zero_copy=False")
    if not (ndarray.dtype.isnative and ndarray.flags.aligned):
        raise ValueError("from_numpy shares memory only with aligned arrays in the machine's order of "
                         "bytes; use zero_copy=False")
    name_of(ndarray.dtype)
    return NDArray(ndarray)


def from_dlpack(dlpack):
    """An NDArray over the memory of any object with __dlpack__, or of a capsule, on the host.

    It may be written, unless dlpack says that its memory must not be. A capsule serves once. Raises
    TypeError for anything else, and for a capsule that was used.
    """
    if not hasattr(dlpack, "__dlpack__"):
        if type(dlpack).__name__ != "PyCapsule" or '"dltensor' not in repr(dlpack):
            raise TypeError("from_dlpack takes an object with __dlpack__, or a capsule that nobody has "
                            f"taken the memory of yet, got {dlpack!r}")
        dlpack = Capsule(dlpack)
    source = Source(dlpack)
    values = np.from_dlpack(source)
    return from_numpy(values if source.versioned else np.asarray(Writable(values)))


def to_dlpack_for_read(data):
    """A DLPack capsule over the memory of an NDArray; consumers that take objects need none of it."""
    return data.__dlpack__()


def to_dlpack_for_write(data):
    """A DLPack capsule over the memory of an NDArray."""
    return data.__dlpack__()


class Capsule:
    """What NumPy takes in place of a DLPack capsule over memory of the host."""

    def __init__(self, capsule):
        self.capsule = capsule

    def __dlpack__(self, **_):
        return self.capsule

    def __dlpack_device__(self):
        return 1, 0


class Source:
    """An object with __dlpack__, and whether its capsule has a version, which may forbid writes."""

    def __init__(self, given):
        self.given = given

    def __dlpack__(self, **options):
        try:
            capsule = self.given.__dlpack__(**options)
        except TypeError:       # it knows nothing of versions
            capsule = self.given.__dlpack__()
        self.versioned = '"dltensor_versioned"' in repr(capsule)
        return capsule

    def __dlpack_device__(self):
        return self.given.__dlpack_device__()


class Writable:
    """The memory of an array that NumPy takes for one that must not be written."""

    def __init__(self, values):
        interface = values.__array_interface__
        self.__array_interface__ = {**interface, "data": (interface["data"][0], False)}
        self.values = values


def save(fname, data):
    """Write an NDArray, a list of them or a dict of them as MXNet's .params file.

    Raises TypeError for anything else.
    """
    if isinstance(data, NDArray):
        data = [data]
    names = list(data) if isinstance(data, dict) else []
    arrays = list(data.values()) if isinstance(data, dict) else data
    fit = isinstance(arrays, (list, tuple)) and all(isinstance(a, NDArray) for a in arrays)
    if not fit or not all(isinstance(name, str) for name in names):
        raise TypeError("save(fname, data): data is an NDArray, a list of them, or a dict of them by "
                        f"name, got {described(data)}")
    if not isinstance(fname, (str, os.PathLike)):
        raise TypeError(f"save(fname, data): fname is the name of a file, got {described(fname)}")
    ndarray_file.write(fname, [a._np for a in arrays], names)


def described(data):
    """What data is, for messages: its type, and for a dict or a list the types in it."""
    if not isinstance(data, (dict, list, tuple)) or not data:
        return type(data).__name__
    parts = (f"{type(k).__name__}: {type(v).__name__}" for k, v in data.items()) if (
        isinstance(data, dict)) else (type(each).__name__ for each in data)
    return f"a {type(data).__name__} of {', '.join(dict.fromkeys(parts))}"


def load(fname):
    """What `save` wrote: a list, or a dict if the file has names.

    Raises MXNetError for a file that is none or is cut short, OSError if it cannot be opened.
    """
    with open(fname, "rb") as file:
        return loaded(file.read(), fname)


def load_frombuffer(buf):
    """load from bytes."""
    return loaded(buf, "the buffer")


def loaded(data, where):
    values, names = ndarray_file.read(data, where)
    arrays = [array(v, dtype=v.dtype) if v.ndim else NDArray(v) for v in values]
    return dict(zip(names, arrays)) if names else arrays


__all__ = ["from_dlpack", "from_numpy", "load", "load_frombuffer", "save", "to_dlpack_for_read",
           "to_dlpack_for_write"]
