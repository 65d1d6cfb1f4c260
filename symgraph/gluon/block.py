"""MXNet's `mx.gluon.block`."""
from .base_block import Block
from .hybrid import HybridBlock

__all__ = ["Block", "HybridBlock"]
