"""`mx.gluon.contrib`: layers beside those of `mx.gluon.nn`."""
from . import nn

__all__ = ["nn"]
