"""`mx.gluon.data`: items, the order in which they come, and the batches that they make."""
from . import batchify, dataloader, dataset, sampler, vision
from .dataloader import DataLoader
from .dataset import ArrayDataset, Dataset, RecordFileDataset, SimpleDataset
from .sampler import BatchSampler, FilterSampler, RandomSampler, Sampler, SequentialSampler

__all__ = ["ArrayDataset", "BatchSampler", "DataLoader", "Dataset", "FilterSampler", "RandomSampler",
           "RecordFileDataset", "Sampler", "SequentialSampler", "SimpleDataset", "batchify",
           "dataloader", "dataset", "sampler", "vision"]
