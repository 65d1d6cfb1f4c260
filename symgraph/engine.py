"""MXNet's `engine`: how many operators are run at once. A program always runs as a whole."""
from contextlib import contextmanager

_size = 15      # MXNet's default


def set_bulk_size(size):
    """Accepted without an effect; returns the size set before."""
    global _size        # noqa: PLW0603 - MXNet's interface is a global setting
    before, _size = _size, size
    return before


@contextmanager
def bulk(size):
    """set_bulk_size inside a `with` block."""
    before = set_bulk_size(size)
    try:
        yield
    finally:
        set_bulk_size(before)


__all__ = ["bulk", "set_bulk_size"]
