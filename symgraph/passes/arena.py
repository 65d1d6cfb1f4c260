"""Offsets in one block of memory, given and taken back while planning."""
from bisect import bisect_left, insort

ALIGNMENT = 64      # a cache line, and the widest vector


class Arena:
    """Hands out offsets; best fit among the holes, else from the top."""

    def __init__(self):
        self.top = 0
        self.by_size = []       # (size, offset) of every hole, sorted
        self.starts = {}        # offset of a hole -> its size
        self.ends = {}          # end of a hole -> its offset

    def take(self, nbytes):
        """The offset of nbytes that nobody else holds."""
        nbytes = aligned(nbytes)
        i = bisect_left(self.by_size, (nbytes, -1))
        if i < len(self.by_size):
            size, offset = self.by_size[i]
            self._remove(offset, size)
            if size > nbytes:
                self._insert(offset + nbytes, size - nbytes)
            return offset
        # Nothing fits: extend the hole that ends at the top, if there is one.
        offset = self.ends.get(self.top, self.top)
        if offset < self.top:
            self._remove(offset, self.top - offset)
        self.top = offset + nbytes
        return offset

    def give(self, offset, nbytes):
        """Take back what take(nbytes) gave."""
        nbytes = aligned(nbytes)
        before = self.ends.get(offset)
        if before is not None:
            self._remove(before, offset - before)
            offset, nbytes = before, nbytes + offset - before
        after = self.starts.get(offset + nbytes)
        if after is not None:
            self._remove(offset + nbytes, after)
            nbytes += after
        self._insert(offset, nbytes)

    def _insert(self, offset, size):
        insort(self.by_size, (size, offset))
        self.starts[offset] = size
        self.ends[offset + size] = offset

    def _remove(self, offset, size):
        del self.by_size[bisect_left(self.by_size, (size, offset))]
        del self.starts[offset], self.ends[offset + size]


def aligned(nbytes):
    return max(ALIGNMENT, -(-nbytes // ALIGNMENT) * ALIGNMENT)
