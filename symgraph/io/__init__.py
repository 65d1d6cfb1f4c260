"""Iterators that hand out data in batches."""
from .arrays import NDArrayIter
from .batch import DataBatch, DataDesc, DataIter
from .files import CSVIter, LibSVMIter, MNISTIter
from .images import ImageRecordIter, ImageRecordUInt8Iter
from .wrappers import PrefetchingIter, ResizeIter

__all__ = ["CSVIter", "DataBatch", "DataDesc", "DataIter", "ImageRecordIter", "ImageRecordUInt8Iter",
           "LibSVMIter", "MNISTIter", "NDArrayIter", "PrefetchingIter", "ResizeIter"]
