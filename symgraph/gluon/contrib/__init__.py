"""`mx.gluon.contrib`: blocks beside those of `mx.gluon.nn` and `mx.gluon.rnn`."""
from . import nn, rnn

__all__ = ["nn", "rnn"]
