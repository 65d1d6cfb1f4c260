"""Settings of operators that MXNet 1.9.1 is asked for, by family; ask_mxnet.py asks.

They are further than those of golden/: combinations, odd axes, empty ranges, other types. Plain
Python 3.8, without symgraph.
"""
from . import detection, general, linear, ordering, recurrent, small, vision, windows  # noqa: F401
from .ask import FAMILIES

__all__ = ["FAMILIES"]
