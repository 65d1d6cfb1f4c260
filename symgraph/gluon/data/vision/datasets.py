"""Datasets of pictures, all from files that lie there already: nothing is downloaded."""
import os
import warnings

import numpy as np

from ....creation import array
from ....errors import MXNetError
from ....io.files import read_idx
from ....recordio import unpack
from ..dataset import Dataset, RecordFileDataset
from .pictures import decoded

HOME = os.path.join("~", ".mxnet", "datasets")
SUFFIXES = (".jpg", ".jpeg", ".png")


def find(root, names, what):
    """The path of the first of some names that is in a folder; raises MXNetError if none is."""
    for name in names:
        path = os.path.join(root, name)
        if os.path.exists(path):
            return path
    raise MXNetError(f"{what}: there is no {' or '.join(names)} in {root!r}; get it by other means, "
                     "and put it there or give another root: symgraph downloads nothing")


class LocalDataset(Dataset):
    """Pictures with labels in memory; transform(picture, label) is applied when one is asked for."""

    def __init__(self, root, transform):
        self._root, self._transform = os.path.expanduser(root), transform
        if transform is not None and not callable(transform):
            raise TypeError(f"{type(self).__name__}: transform is a function, got {transform!r}")
        data, self._label = self._get_data()
        self._data = array(data, dtype="uint8")

    def __getitem__(self, idx):
        item = self._data[idx], self._label[idx]
        return item if self._transform is None else self._transform(*item)

    def __len__(self):
        return len(self._label)


class MNIST(LocalDataset):
    """Handwritten digits, uint8 (28, 28, 1), with labels int32 from 0 to 9; LeCun et al. (1998).

    root has the files as they are published, train-images-idx3-ubyte.gz and so on, or unpacked. Raises
    MXNetError if one is missing or damaged.
    """

    def __init__(self, root=os.path.join(HOME, "mnist"), train=True, transform=None):
        self._train = train
        super().__init__(root, transform)

    def _get_data(self):
        kind, found = ("train" if self._train else "t10k"), []
        for name, ndim in (("images-idx3", 3), ("labels-idx1", 1)):
            name = f"{kind}-{name}-ubyte"
            found.append(read_idx(find(self._root, (name + ".gz", name), type(self).__name__), ndim))
        pictures, labels = found
        if len(pictures) != len(labels):
            raise MXNetError(f"{type(self).__name__}: {len(pictures)} pictures in {self._root!r} have "
                             f"{len(labels)} labels")
        return pictures[..., None], labels.astype(np.int32)


class FashionMNIST(MNIST):
    """Clothes in the format of MNIST; Xiao et al. (2017)."""

    def __init__(self, root=os.path.join(HOME, "fashion-mnist"), train=True, transform=None):
        super().__init__(root, train, transform)


class CIFAR10(LocalDataset):
    """Small pictures, uint8 (32, 32, 3), with labels int32 from 0 to 9; Krizhevsky (2009).

    root has the files of the binary version, data_batch_1.bin and so on, or their folder. Raises
    MXNetError if one is missing or damaged.
    """

    folder = "cifar-10-batches-bin"
    labels = 1      # bytes before each picture

    def __init__(self, root=os.path.join(HOME, "cifar10"), train=True, transform=None):
        self._train = train
        super().__init__(root, transform)

    def _files(self):
        return [f"data_batch_{n}.bin" for n in range(1, 6)] if self._train else ["test_batch.bin"]

    def _get_data(self):
        parts = [self._read_batch(find(self._root, (name, os.path.join(self.folder, name)),
                                       type(self).__name__)) for name in self._files()]
        data, label = (np.concatenate(part) for part in zip(*parts))
        return data, label

    def _read_batch(self, filename):
        size = self.labels + 3 * 32 * 32
        with open(filename, "rb") as file:
            data = np.frombuffer(file.read(), np.uint8)
        if data.size % size or not data.size:
            raise MXNetError(f"{type(self).__name__}: {filename} has {data.size} bytes, a picture and "
                             f"its labels take {size}")
        rows = data.reshape(-1, size)
        pictures = rows[:, self.labels:].reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1)
        return pictures, rows[:, self._label_place()].astype(np.int32)

    def _label_place(self):
        return 0


class CIFAR100(CIFAR10):
    """Small pictures, uint8 (32, 32, 3), with labels int32: 20 kinds, or with fine_label 100.

    root has train.bin and test.bin, or their folder. Raises MXNetError if one is missing or damaged.
    """

    folder = "cifar-100-binary"
    labels = 2

    def __init__(self, root=os.path.join(HOME, "cifar100"), fine_label=False, train=True,
                 transform=None):
        self._fine_label = fine_label
        super().__init__(root, train, transform)

    def _files(self):
        return ["train.bin" if self._train else "test.bin"]

    def _label_place(self):
        return int(self._fine_label)


class ImageRecordDataset(RecordFileDataset):
    """Pictures with labels in a file of records, which needs its index beside it; see `mx.recordio`.

    Pictures are uint8 (height, width, 3) with red first, or (height, width, 1) with flag 0. A label is
    a number, or an array of them. transform(picture, label) is applied to each.
    """

    def __init__(self, filename, flag=1, transform=None):
        super().__init__(filename)
        self._flag, self._transform = flag, transform

    def __getitem__(self, idx):
        header, data = unpack(super().__getitem__(idx))
        picture = decoded(data, self._flag, f"record {self._record.keys[idx]} of {self.filename}")
        item = picture, header.label
        return item if self._transform is None else self._transform(*item)


class ListedDataset(Dataset):
    """Pictures in files, with labels: `items` are pairs (path, label)."""

    def __init__(self, flag, transform):
        self._flag, self._transform, self.items = flag, transform, []

    def __getitem__(self, idx):
        path, label = self.items[idx]
        item = decoded(path, self._flag, path), label
        return item if self._transform is None else self._transform(*item)

    def __len__(self):
        return len(self.items)


class ImageFolderDataset(ListedDataset):
    """Pictures in the folders of a folder; the label is the number of a folder, in order of names.

    `synsets` are the names of folders, `items` pairs (path, label). Pictures are .jpg, .jpeg and .png
    files, uint8 (height, width, 3) with red first, or (height, width, 1) with flag 0. Other files are
    left out, with a warning. transform(picture, label) is applied to each. Raises MXNetError if there
    is no such folder.
    """

    def __init__(self, root, flag=1, transform=None):
        super().__init__(flag, transform)
        self._root = os.path.expanduser(root)
        if not os.path.isdir(self._root):
            raise MXNetError(f"ImageFolderDataset: there is no folder {self._root!r}")
        self.synsets = []
        for folder in sorted(os.listdir(self._root)):
            path = os.path.join(self._root, folder)
            if not os.path.isdir(path):
                warnings.warn(f"Ignoring {path}, which is not a directory.", stacklevel=2)
                continue
            self._add(path, len(self.synsets))
            self.synsets.append(folder)

    def _add(self, folder, label):
        for name in sorted(os.listdir(folder)):
            path, suffix = os.path.join(folder, name), os.path.splitext(name)[1]
            if suffix.lower() in SUFFIXES:
                self.items.append((path, label))
            else:
                warnings.warn(f"Ignoring {path} of type {suffix}. Only support {', '.join(SUFFIXES)}",
                              stacklevel=3)


class ImageListDataset(ListedDataset):
    """Pictures in files below root that a list names; of MXNet 2.

    imglist is a .lst file, with lines 'number<tab>label<tab>...<tab>path', or a list of [label, ...,
    path], where a label may be a list itself. Labels are numbers if there is one, else float32 arrays.
    Pictures are as in ImageFolderDataset. Raises MXNetError for other lines.
    """

    def __init__(self, root=".", imglist=None, flag=1):
        super().__init__(flag, None)
        self._root = os.path.expanduser(root)
        if isinstance(imglist, str):
            with open(os.path.join(self._root, imglist), encoding="utf-8") as lines:
                entries = [self._entry(number, line) for number, line in enumerate(lines, 1)
                           if line.strip()]
        elif isinstance(imglist, (list, tuple)):
            entries = [(path, labels) for *labels, path in imglist]
        else:
            raise TypeError("ImageListDataset: imglist is a list or the name of a .lst file, got "
                            f"{imglist!r}")
        for path, labels in entries:
            found = np.concatenate([np.ravel(np.asarray(label, np.float32)) for label in labels])
            label = found[0] if found.size == 1 else found
            self.items.append((os.path.join(self._root, path), label))

    def _entry(self, number, line):
        words = line.rstrip("\n").split("\t")
        try:
            return words[-1], [float(word) for word in words[1:-1]] or [float("nan")]
        except ValueError as error:
            raise MXNetError(f"ImageListDataset, line {number}: {error}; a line is 'number<tab>label"
                             "<tab>...<tab>path'") from None


__all__ = ["CIFAR10", "CIFAR100", "FashionMNIST", "ImageFolderDataset", "ImageListDataset",
           "ImageRecordDataset", "MNIST"]
