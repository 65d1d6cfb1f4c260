"""A batch, the description of its arrays, and what an iterator over batches is."""
from collections import namedtuple

import numpy as np


class DataDesc(namedtuple("DataDesc", ["name", "shape"])):
    """The name and the shape of an array of a batch, with the attributes dtype and layout.

    It compares equal to the pair (name, shape). layout has a letter for each axis, of which N
    marks the one along which the batch lies ('NCHW', 'TNC').
    """

    def __new__(cls, name, shape, dtype=np.float32, layout="NCHW"):
        if not isinstance(name, str):
            raise TypeError(f"DataDesc: a name and a shape are wanted, got {name!r} as the name")
        desc = super().__new__(cls, name, shape)
        desc.dtype = dtype
        desc.layout = layout
        return desc

    def __repr__(self):
        return f"DataDesc[{self.name},{self.shape},{self.dtype},{self.layout}]"

    @staticmethod
    def get_batch_axis(layout):
        """The axis along which a batch lies: 0 without a layout, -1 if it has no N."""
        return 0 if layout is None else layout.find("N")

    @staticmethod
    def get_list(shapes, types):
        """Descriptions from pairs (name, shape), and pairs (name, dtype) or None.

        Raises ValueError for a name that has no dtype.
        """
        if types is None:
            return [DataDesc(name, shape) for name, shape in shapes]
        known = dict(types)
        missing = [name for name, _ in shapes if name not in known]
        if missing:
            raise ValueError(f"DataDesc.get_list: no dtype for {', '.join(missing)}")
        return [DataDesc(name, shape, known[name]) for name, shape in shapes]


class DataBatch:
    """Arrays of one batch: data and label are lists of NDArrays (label may be None).

    pad is the number of rows at the end that only fill the batch up. index holds the numbers of
    the rows, if the iterator tells them. A batch of a bucketing model has a bucket_key, and
    provide_data and provide_label: the DataDescs of its own arrays.

    Raises TypeError for data or a label that is no list.
    """

    def __init__(self, data, label=None, pad=None, index=None, bucket_key=None,
                 provide_data=None, provide_label=None):
        for kind, arrays in (("data", data), ("label", label)):
            if arrays is not None and not isinstance(arrays, (list, tuple)):
                raise TypeError(f"DataBatch: {kind} is a list of NDArrays, "
                                f"got {type(arrays).__name__}; put it into [ ]")
        self.data = data
        self.label = label
        self.pad = pad
        self.index = index
        self.bucket_key = bucket_key
        self.provide_data = provide_data
        self.provide_label = provide_label

    def __repr__(self):
        extra = "".join(f", {name}={getattr(self, name)!r}" for name in ("pad", "bucket_key")
                        if getattr(self, name) is not None)
        return f"<{self}{extra}>"

    def __str__(self):
        data, label = (arrays and [array.shape for array in arrays]
                       for arrays in (self.data, self.label))
        return f"DataBatch: data shapes: {data} label shapes: {label}"


class DataIter:
    """Hands out batches, and starts anew after `reset`; the base of all iterators.

    An iterator of your own has the attributes provide_data and provide_label (lists of
    DataDesc), and defines `reset`, and either `next` or `iter_next` with the getters.
    """

    def __init__(self, batch_size=0):
        self.batch_size = batch_size

    def __iter__(self):
        return self

    def __next__(self):
        return self.next()

    def next(self):
        """The next DataBatch; raises StopIteration after the last one."""
        if not self.iter_next():
            raise StopIteration
        return DataBatch(data=self.getdata(), label=self.getlabel(), pad=self.getpad(),
                         index=self.getindex())

    def reset(self):
        """Starts again at the first batch."""

    def iter_next(self):
        """Moves to the next batch; False if there is none."""

    def getdata(self):
        """The data of the current batch: a list of NDArrays."""

    def getlabel(self):
        """The label of the current batch: a list of NDArrays."""

    def getindex(self):
        """The numbers of the rows of the current batch, where the iterator tells them."""

    def getpad(self):
        """How many rows at the end of the current batch only fill it up."""
