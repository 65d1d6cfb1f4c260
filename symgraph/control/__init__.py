"""Operators that run graphs of their own: loops and branches."""
from .branch import Cond
from .loops import Foreach, WhileLoop

__all__ = ["Cond", "Foreach", "WhileLoop"]
