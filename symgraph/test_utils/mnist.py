"""The handwritten digits of MNIST, from files that lie there already: nothing is downloaded."""
import gzip
import os
import struct

import numpy as np

from ..errors import MXNetError
from ..io import NDArrayIter

FOLDERS = (".", "data")
FILES = {"train": "train-{}-ubyte", "test": "t10k-{}-ubyte"}


def find(name):
    """The path of a file of MNIST, packed or not; raises MXNetError if it is in no folder."""
    for folder in FOLDERS:
        for path in (os.path.join(folder, name), os.path.join(folder, name + ".gz")):
            if os.path.exists(path):
                return path
    raise MXNetError(f"there is no {name}.gz (or {name}) in {' or '.join(map(repr, FOLDERS))}; put the "
                     "four files of MNIST there, symgraph downloads nothing")


def read(name, magic):
    """What a file in the format IDX has, as uint8; raises MXNetError if it is damaged."""
    path = find(name)
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        head = file.read(4)
        if len(head) < 4 or struct.unpack(">I", head) != (magic,):
            raise MXNetError(f"{path} is no file of MNIST: it begins with {head!r}")
        shape = struct.unpack(f">{head[3]}I", file.read(4 * head[3]))
        values = np.frombuffer(file.read(), np.uint8)
    if values.size != np.prod(shape):
        raise MXNetError(f"{path} has {values.size} values, {shape} says its head")
    return values.reshape(shape)


def get_mnist():
    """A dict of NumPy arrays: train_data, train_label, test_data and test_label.

    Pictures are (n, 1, 28, 28), float32 from 0 to 1, labels int8. The files, as
    train-images-idx3-ubyte.gz, lie in the current folder or in its folder data; nothing is
    downloaded. Raises MXNetError if one is missing.
    """
    found = {}
    for part, pattern in FILES.items():
        pictures = read(pattern.format("images-idx3"), 0x803)
        found[f"{part}_data"] = pictures[:, None].astype(np.float32) / 255
        found[f"{part}_label"] = read(pattern.format("labels-idx1"), 0x801).astype(np.int8)
    return found


def get_mnist_iterator(batch_size, input_shape, num_parts=1, part_index=0):
    """Iterators over the pictures for training, shuffled, and for testing, from the files of get_mnist.

    Pictures are flat unless input_shape has three axes. Of num_parts equal parts of the data they
    give number part_index.
    """
    mnist, made = get_mnist(), []
    for part in FILES:
        pictures, labels = mnist[f"{part}_data"], mnist[f"{part}_label"].astype(np.float32)
        each = len(pictures) // num_parts
        mine = slice(part_index * each, (part_index + 1) * each)
        shape = tuple(input_shape) if len(input_shape) == 3 else (-1,)
        made.append(NDArrayIter(pictures[mine].reshape(each, *shape), labels[mine], batch_size,
                                shuffle=part == "train", last_batch_handle="discard"))
    return tuple(made)
