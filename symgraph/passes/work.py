"""What an operator says of operands of given shapes, asked once for all nodes that are alike."""
from functools import lru_cache
from typing import Any, NamedTuple

FLAT_SHARE = 3000       # elements; about a microsecond, several times what a barrier takes


class Work(NamedTuple):
    """The answers of an Op's methods."""

    cuts: Any       # where the outputs lie in input 0; None if they do not
    joins: Any      # where the inputs lie in output 0; None if they do not
    flat: Any       # elements that the work is shared out by; None if it is shared otherwise
    shares: int     # the most it may be cut into
    cost: float     # nanoseconds on one thread
    scratch: int    # bytes


@lru_cache(maxsize=10_000)
def work(op, ins, outs, itemsize):
    """The Work of op, given shapes and the item size of output 0.

    Flat instructions of one size are cut alike whatever they cost: then they need no barrier.
    """
    flat = op.flat_size(ins, outs)
    shares = op.shares(ins, outs) if flat is None else flat // FLAT_SHARE
    return Work(op.cuts(ins, outs), op.joins(ins, outs), flat, min(max(1, shares), 1 << 30),
                float(op.cost(ins, outs)), op.scratch(ins, outs, itemsize))
