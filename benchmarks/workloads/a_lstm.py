"""A: the language model of MXNet's bucketing example, on the text's lines."""
from ..work import Workload
from . import language


def workload(scale):
    return Workload(
        "A", "LSTM: a language model, 2 layers of 200, batch 32, 30 steps, SGD, an epoch",
        ("torch", "mxnet", "jax", "limit"), language.METRICS,
        (language.epoch("lines of 30", scale),))
