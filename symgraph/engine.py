"""MXNet's `mx.engine`: a program is one call anyway, so sizes of bulks have no effect."""
from contextlib import contextmanager

_SIZE = [0]


def set_bulk_size(size):
    """Keep a number; returns the one before."""
    before, _SIZE[0] = _SIZE[0], size
    return before


@contextmanager
def bulk(size):
    """set_bulk_size for the time of a `with` block."""
    before = set_bulk_size(size)
    try:
        yield
    finally:
        set_bulk_size(before)
