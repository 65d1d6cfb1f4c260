"""`mx.gluon.data.vision`: pictures from local files, and what is done to them."""
from . import datasets, transforms
from .datasets import (
    CIFAR10,
    CIFAR100,
    MNIST,
    FashionMNIST,
    ImageFolderDataset,
    ImageListDataset,
    ImageRecordDataset,
)

__all__ = ["CIFAR10", "CIFAR100", "FashionMNIST", "ImageFolderDataset", "ImageListDataset",
           "ImageRecordDataset", "MNIST", "datasets", "transforms"]
