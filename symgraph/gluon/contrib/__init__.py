"""`mx.gluon.contrib`: blocks beside those of `mx.gluon.nn` and `mx.gluon.rnn`."""
from . import data, nn, rnn

__all__ = ["data", "nn", "rnn"]
