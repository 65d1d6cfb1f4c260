"""`mx.gluon.contrib.data`: a sampler beside those of `mx.gluon.data`."""
from . import sampler
from .sampler import IntervalSampler

__all__ = ["IntervalSampler", "sampler"]
