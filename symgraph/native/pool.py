"""Large blocks of memory that are used again.

The system gives memory of this size page by page, when it is first written, and takes it back at
once: that takes longer than adding two arrays of the size.
"""
import numpy as np

LARGE = 1 << 20     # bytes from which on it pays
MOST = 1 << 28      # bytes that are kept while nobody uses them

_free = {}          # bytes -> blocks of that size


def release():
    """Let go of all that nobody uses."""
    _free.clear()


class Block:
    """Bytes, at least as many as wanted, for the time that arrays over them live."""

    def __init__(self, nbytes):
        self.memory = None
        step = 1 << max(nbytes.bit_length() - 4, 0)     # at most an eighth more
        nbytes = -(-nbytes // step) * step
        try:
            self.memory = _free[nbytes].pop()
        except (KeyError, IndexError):
            self.memory = np.empty(nbytes, np.uint8)
        self.__array_interface__ = self.memory.__array_interface__

    def __del__(self):
        """No locks: this may run anywhere, and at worst a little more is kept."""
        if self.memory is None:     # there was not that much
            return
        size = self.memory.nbytes
        if size + sum(each * len(blocks) for each, blocks in list(_free.items())) > MOST:
            _free.clear()       # of sizes that are not wanted any more, perhaps
        if size <= MOST:
            _free.setdefault(size, []).append(self.memory)
