"""MXNet's `mx.name`."""
from .names import NameManager, Prefix

__all__ = ["NameManager", "Prefix"]
