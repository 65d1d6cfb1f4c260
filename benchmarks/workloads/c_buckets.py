"""C: the text as sentences, in six buckets."""
from ..work import Workload
from . import language


def workload(scale):
    return Workload(
        "C", "Buckets: the text as sentences, in six lengths of 10 to 60 steps",
        ("torch", "mxnet", "jax"), language.METRICS,
        (language.epoch("sentences", scale, text="sentences"),))
