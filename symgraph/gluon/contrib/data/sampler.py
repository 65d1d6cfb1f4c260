"""MXNet's `mx.gluon.contrib.data.sampler`."""
from ...data.sampler import IntervalSampler

__all__ = ["IntervalSampler"]
