"""What executors share: arrays by kind and name, and one block of scratch memory."""
import weakref

import numpy as np

from .native import ALIGNMENT, aligned, arrays, empty, pool
from .python_call import Blocks


class Arena:
    """Scratch memory of all executors of one store: as large as the largest of them needs."""

    all = weakref.WeakSet()

    def __init__(self):
        self.memory = empty((0,), np.uint8)
        self.blocks = Blocks()
        self._tenant = None
        Arena.all.add(self)

    @property
    def tenant(self):
        """The executor whose activations are in the memory; it is not kept alive by that."""
        return self._tenant and self._tenant()

    @tenant.setter
    def tenant(self, executor):
        self._tenant = executor and weakref.ref(executor)

    def reserve(self, nbytes):
        """The memory, large enough; what was there is lost if it grows, and nobody is tenant then."""
        if nbytes > self.memory.nbytes:
            # Not a block that is kept to be used again: of this size nobody will want one.
            self.memory = aligned((nbytes,), np.uint8, nbytes, np.empty(nbytes + ALIGNMENT, np.uint8))
            self.tenant = None
        return self.memory

    def release(self):
        """Let go of the memory; whoever runs next reserves what it needs."""
        self.memory, self.tenant = empty((0,), np.uint8), None
        self.blocks.release()


def release_scratch():
    """Let go of the scratch memory of all programs, and of what large arrays left behind."""
    for arena in list(Arena.all):
        arena.release()
    pool.release()
    arrays.release_memory()


class ArrayStore:
    """Arrays that outlive one graph. Executors bound with the same store share by name."""

    def __init__(self):
        self.arrays = {}        # (kind, name) -> NDArray; kind is arg, grad or aux
        self.arena = Arena()

    def shared(self, kind, name, shape, dtype):
        """The stored array if it has this shape and dtype, else None."""
        array = self.arrays.get((kind, name))
        if array is not None and array.shape == shape and array._np.dtype.name == dtype:
            return array
        return None

    def keep(self, kind, name, array):
        """Store array unless there is one of that name: the first bound is what others share."""
        self.arrays.setdefault((kind, name), array)
