"""B: the same with BatchNorm at every step, on the products with inputs and with states."""
from ..work import Workload
from . import language

PEERS = ("torch", "mxnet")


def workload(scale):
    return Workload(
        "B", "BatchNorm LSTM: the same with BatchNorm at every step on i2h and h2h", PEERS,
        language.METRICS, (language.epoch("lines of 30", scale, normalized=True),))
