"""MXNet's `mx.gluon.block`."""
from .base_block import Block
from .hybrid import HybridBlock
from .symbol_block import SymbolBlock

__all__ = ["Block", "HybridBlock", "SymbolBlock"]
