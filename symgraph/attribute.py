"""MXNet's `mx.attribute`."""
from .names import AttrScope

__all__ = ["AttrScope"]
