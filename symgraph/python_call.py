"""Instructions that Python carries out, between two calls into C, and the memory they work on."""
from contextlib import contextmanager
from dataclasses import dataclass
from math import prod

import numpy as np

from . import ir
from .dtypes import SIZES
from .errors import KernelError
from .native import ALIGNMENT, empty, ffi


class Bases:
    """Where the blocks of memory of a program are: pointers for C, arrays for Python."""

    def __init__(self, count):
        self.pointers = ffi.new("char *[]", count)
        self.arrays = [None] * count

    def point(self, base, array):
        """Let a base be the memory of a C-contiguous NumPy array, which is kept alive."""
        self.pointers[base] = ffi.from_buffer("char *", array)
        self.arrays[base] = array

    def forget(self):
        """Hold no array any more."""
        self.arrays = [None] * len(self.arrays)

    def view(self, base, offset, shape, dtype):
        """The value at a home, as an array over that very memory."""
        end = offset + prod(shape) * SIZES[dtype]
        return self.arrays[base].reshape(-1).view(np.uint8)[offset:end].view(dtype).reshape(shape)


class Blocks:
    """Memory taken while a program runs forward, and in use until its backward part has run."""

    def __init__(self):
        self.chunk = empty((0,), np.uint8)
        self.used = 0           # bytes of the current chunk
        self.taken = self.peak = 0      # bytes in use now, and at most since the last clear

    def clear(self):
        """Everything taken is free again; from now on one chunk serves what was taken."""
        if self.peak > self.chunk.nbytes:
            self.chunk = empty((self.peak,), np.uint8)
        self.used = self.taken = self.peak = 0

    def take(self, nbytes):
        """nbytes that nobody else has; they stay as long as somebody holds them."""
        nbytes = -(-nbytes // ALIGNMENT) * ALIGNMENT
        if self.used + nbytes > self.chunk.nbytes:
            self.chunk = empty((max(nbytes, self.taken),), np.uint8)
            self.used = 0
        self.used += nbytes
        self.taken += nbytes
        self.peak = max(self.peak, self.taken)
        return self.chunk[self.used - nbytes:self.used]

    @contextmanager
    def borrowed(self):
        """What is taken inside the `with` block is free behind it."""
        chunk, used, taken = self.chunk, self.used, self.taken
        yield
        self.taken = taken
        if self.chunk is chunk:     # else what is left of the new one will do
            self.used = used


@dataclass
class Frame:
    """What the method run of an operator gets."""

    ins: list           # arrays over the memory of the inputs, of this run alone
    outs: list          # those of the outputs
    reqs: list          # null, write or add per output
    is_train: bool
    key: int            # of random numbers
    stream: int         # which of them are this instruction's
    move_states: bool
    memory: dict        # what this node keeps between runs of this executor, its gradient's too
    wanted: list        # forward: the requests for gradients of the inputs; empty without any
    shared: dict        # what this node keeps for all executors of the program
    blocks: Blocks
    keep: bool          # forward: whether a backward run may follow


@contextmanager
def simply_written(reqs, arrays):
    """Arrays to be written whatever the requests; what they hold then goes to arrays as reqs say."""
    written = [array if req == "write" else np.zeros_like(array) for req, array in zip(reqs, arrays)]
    yield written
    for req, array, values in zip(reqs, arrays, written):
        if req == "add":
            array += values


class PythonCall:
    """One such instruction: its operator and where its operands are."""

    def __init__(self, graph, node, forward_of, backward):
        """forward_of and backward map serial numbers to nodes, and to those of their gradients."""
        self.node = node
        origin = forward_of.get(node.op.serial)
        self.what = f"backward of {origin!r}" if origin else repr(node)     # for messages
        self.n_in = len(graph.inputs(node))
        self.homes = [tuple(graph.fact(ref, fact) for fact in ("home", "shape", "dtype"))
                      for ref in (*graph.inputs(node), *ir.outputs(node))]
        self.reqs = graph._node[node]["req"]
        forward = node.op.serial is None
        self.serial = node.serial if forward else node.op.serial
        partner = backward.get(node.serial) if forward else None
        self.wanted = graph._node[partner]["req"] if partner else []
        self.shared = {}

    def run(self, program, bases, stream, is_train, key, move_states):
        """Raises KernelError from whatever the operator raised; interrupts stay what they are."""
        views = [bases.view(*home, shape, dtype) for home, shape, dtype in self.homes]
        memory = program.memory.setdefault(self.serial, {})
        if memory.get("running"):
            raise KernelError(f"{self.what} is running: what it calls must not run the executor "
                              "that it is part of")
        frame = Frame(views[:self.n_in], views[self.n_in:], self.reqs, is_train, key, stream,
                      move_states, memory, self.wanted, self.shared,
                      program.blocks, bool(self.wanted) and (is_train or program.recorded))
        memory["running"] = True
        try:
            self.node.op.run(frame)
        except KernelError as error:
            raise KernelError(f"{self.what}: {error}") from error.__cause__
        except Exception as error:
            raise KernelError(f"{self.what}: {type(error).__name__}: {error}") from error
        finally:
            del memory["running"]
