"""Blocks one after the other, and functions as blocks."""
import warnings

from ... import ndarray, symbol
from ..base_block import Block, indented
from ..hybrid import HybridBlock


class Stack:
    """What Sequential and HybridSequential have in common: a list of blocks."""

    is_sequence = True

    def add(self, *blocks):
        """Append blocks."""
        for block in blocks:
            self.register_child(block)

    def __repr__(self):
        inner = "\n".join(f"  ({key}): {indented(repr(block))}"
                          for key, block in self._children.items())
        return f"{type(self).__name__}(\n{inner}\n)"

    def __getitem__(self, key):
        """The block at a place; for a slice a new sequence of the same prefix."""
        blocks = list(self._children.values())[key]
        if not isinstance(blocks, list):
            return blocks
        part = type(self)(prefix=self._prefix)
        with part.name_scope():
            part.add(*blocks)
        return part

    def __len__(self):
        return len(self._children)

    def __iter__(self):
        return iter(list(self._children.values()))


class Sequential(Stack, Block):
    """Blocks one after the other, each fed with what the one before returns."""

    def forward(self, x):
        for block in self._children.values():
            x = block(x)
        return x

    def hybridize(self, active=True, **kwargs):
        """Let the HybridBlocks in it be compiled, each by itself; a HybridSequential is one graph."""
        if self._children and all(isinstance(b, HybridBlock) for b in self._children.values()):
            warnings.warn(f"All children of this Sequential layer '{self.prefix}' are HybridBlocks. "
                          "Consider using HybridSequential for the best performance.", stacklevel=2)
        super().hybridize(active, **kwargs)


class HybridSequential(Stack, HybridBlock):
    """HybridBlocks one after the other, each fed with what the one before returns."""

    def hybrid_forward(self, F, x):
        for block in self._children.values():
            x = block(x)
        return x


class Lambda(Block):
    """A function of NDArrays, or the name of one of `mx.nd`, as a block.

    Raises ValueError for a name that is none, or something else.
    """

    def __init__(self, function, prefix=None):
        super().__init__(prefix)
        self._func, self._func_name = named_function(function, ndarray)

    def forward(self, *args):
        return self._func(*args)

    def __repr__(self):
        return f"{type(self).__name__}({self._func_name})"


class HybridLambda(HybridBlock):
    """A function of F, `mx.nd` or `mx.sym`, and inputs, as a block; or the name of one in both.

    Raises ValueError for a name that is none, or something else.
    """

    def __init__(self, function, prefix=None):
        super().__init__(prefix)
        self._func, self._func_name = named_function(function, symbol, ndarray)
        if isinstance(function, str):
            self._func = lambda F, *args: getattr(F, function)(*args)

    def hybrid_forward(self, F, x, *args):
        return self._func(F, x, *args)

    def __repr__(self):
        return f"{type(self).__name__}({self._func_name})"


def named_function(function, *modules):
    """(the function, its name) from a function or the name of one in modules."""
    if isinstance(function, str):
        for module in modules:
            if not hasattr(module, function):
                where = "/".join(m.__name__.rsplit(".", 1)[-1] for m in modules)
                raise ValueError(f"Function name {function} is not found in {where}.")
        return getattr(modules[0], function), function
    if callable(function):
        return function, getattr(function, "__name__", repr(function))
    raise ValueError(f"Unrecognized function in lambda: {function} of type {type(function)}")
