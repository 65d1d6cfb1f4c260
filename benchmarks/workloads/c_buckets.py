"""C: the text as sentences, in six buckets."""
from ..work import Workload
from . import language


def workload(scale):
    return Workload(
        "C", "The text as sentences, in six buckets of 10 to 60 steps", ("torch", "mxnet", "jax"),
        language.METRICS, (language.epoch("sentences", scale, text="sentences"),))
