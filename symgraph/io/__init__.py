"""Iterators that hand out data in batches."""
from .arrays import NDArrayIter
from .batch import DataBatch, DataDesc, DataIter
from .wrappers import PrefetchingIter, ResizeIter

__all__ = ["DataBatch", "DataDesc", "DataIter", "NDArrayIter", "PrefetchingIter", "ResizeIter"]
