"""Runs one kernel at a time on guarded buffers: no graph, no planner, no executor.

It speaks the contract of csrc/symgraph.h and nothing else, so it is the independent opinion about
what planned programs must compute. Every buffer has a margin that must survive, scratch memory is
poisoned before each share, and inputs must not change.
"""
from dataclasses import dataclass, field
from math import prod

import numpy as np

from symgraph.dtypes import CODES
from symgraph.errors import KernelError
from symgraph.ir import Builder
from symgraph.native import ffi, lib
from symgraph.program import pack_params

NULL, WRITE, ADD = 0, 1, 2
MARGIN = 64            # bytes on either side of a buffer, and the alignment that kernels may expect
PATTERN = 0xA5         # what margins and unused scratch memory hold
UNTOUCHED = bytes([PATTERN]) * (2 * MARGIN)
NAMES = {np.dtype(name): name for name in CODES}     # a dtype's own name is slow to ask for


class Buffer:
    """An array between two margins."""

    def __init__(self, shape, dtype):
        dtype = np.dtype(dtype)
        nbytes = prod(shape) * dtype.itemsize
        self.block = np.empty(nbytes + 3 * MARGIN, np.uint8)
        self.block.fill(PATTERN)
        self.start = -self.block.ctypes.data % MARGIN + MARGIN
        self.end = self.start + nbytes
        self.array = self.block[self.start:self.end].view(dtype).reshape(shape)

    @classmethod
    def of(cls, array):
        made = cls(array.shape, array.dtype)
        made.array[...] = array
        return made

    @property
    def bytes(self):
        return self.block[self.start:self.end]

    def check(self, *what):
        """Raise unless both margins are as they were; what says whose they are."""
        for side, margin in (("before", self.block[:self.start]), ("after", self.block[self.end:])):
            if margin.tobytes() != UNTOUCHED[:margin.size]:
                raise AssertionError(f"memory {side} {' '.join(map(str, what))} was overwritten")


def poison(array):
    """Fill array with what no kernel would compute: NaN, or a bit pattern for integers."""
    if array.dtype.kind == "f":
        array.fill(np.nan)
    else:
        array.reshape(-1).view(np.uint8).fill(0x5A if array.dtype != bool else 1)
    return array


@dataclass
class Setting:
    """How a kernel is called, beside what it is called on."""

    reqs: tuple | None = None       # per output; None: all written
    fill: list | None = None        # what outputs hold before the call; None: poison
    shares: tuple = ((0, 1),)       # the (ith, nth) to run, in this order
    alias: dict = field(default_factory=dict)   # output -> input slot that lies in one buffer
    is_train: bool = True
    move_states: bool = True
    key: int = 12345
    stream: int = 1


class Application:
    """An operator on input arrays, whose kernel can be called in any setting."""

    def __init__(self, op, inputs):
        self.op, self.inputs = op, inputs
        n_in, n_out = len(inputs), len(op.outputs())
        ins = [a.shape for a in inputs]
        shapes = op.shapes(ins, [None] * n_out)[1]
        dtypes = op.dtypes([NAMES[a.dtype] for a in inputs], [None] * n_out)[1]
        self.outputs = list(zip(shapes, dtypes))
        self.buffers = [Buffer.of(a) for a in inputs]
        nbytes = op.scratch(ins, list(shapes), np.dtype(dtypes[0]).itemsize)
        self.scratch = Buffer((int(nbytes),), np.uint8)
        self.tensors = ffi.new("sg_tensor[]", n_in + n_out)
        self.context = ffi.new("sg_context *", {"key": 12345, "is_train": 1, "move_states": 1})
        self.slots = ffi.new("int32_t[]", list(range(n_in + n_out)))
        self.reqs = ffi.new("uint8_t[]", n_out)
        self.params = pack_params(op)
        where = self.scratch.bytes.ctypes.data if nbytes else 0
        self.call = ffi.new("sg_call *", {
            "tensors": self.tensors, "in": self.slots, "out": self.slots + n_in, "req": self.reqs,
            "params": ffi.NULL if self.params is None else ffi.cast("void *", self.params),
            "scratch": ffi.cast("void *", where), "n_in": n_in, "n_out": n_out, "stream": 1,
            "ctx": self.context})

    def run(self, setting=None):
        """The outputs; raises KernelError with the kernel's message.

        Raises AssertionError if a margin or an input was overwritten.
        """
        setting = setting or Setting()
        alias = {**{out: slot for slot, out in self.op.states.items()}, **setting.alias}
        ins = [Buffer.of(a) if slot in alias.values() else self.buffers[slot]
               for slot, a in enumerate(self.inputs)]
        outs = [ins[alias[i]] if i in alias else Buffer(*facts)
                for i, facts in enumerate(self.outputs)]
        for i, out in enumerate(outs):
            self.reqs[i] = WRITE if setting.reqs is None else setting.reqs[i]
            if i in alias:
                continue
            if setting.fill is None:
                poison(out.array)
            else:
                out.array[...] = setting.fill[i]
        for place, buffer in enumerate((*ins, *outs)):
            point(self.tensors[place], buffer.array)
        self.context.is_train, self.context.move_states = setting.is_train, setting.move_states
        self.context.key, self.call.stream = setting.key, setting.stream
        self.call_kernel(setting.shares)
        for slot, buffer in enumerate(ins):
            buffer.check("input", slot, "of", self.op)
            if buffer is self.buffers[slot] and buffer.array.tobytes() != self.inputs[slot].tobytes():
                raise AssertionError(f"{self.op} changed its input {slot}")
        for i, buffer in enumerate(outs):
            buffer.check("output", i, "of", self.op)
        self.scratch.check("the scratch memory of", self.op)
        return [buffer.array for buffer in outs]

    def call_kernel(self, shares):
        """Call the kernel once per share; scratch memory of one share is no other's."""
        kernel, scratch = getattr(lib, self.op.kernel), self.scratch.bytes
        written = np.zeros(scratch.size, bool)
        for self.call.ith, self.call.nth in shares:
            scratch.fill(PATTERN)
            if kernel(self.call) != lib.SG_OK:
                raise KernelError(f"{self.op}: {ffi.string(self.context.message).decode()}")
            touched = scratch != PATTERN
            if (touched & written).any():
                raise AssertionError(f"{self.op}: two shares use the same scratch memory")
            written |= touched


def run(op, inputs, setting=None):
    """The outputs of one call of an operator's kernel; raises what Application.run raises."""
    return Application(op, inputs).run(setting)


def point(tensor, array):
    """Let a sg_tensor describe array."""
    tensor.data = ffi.cast("void *", array.ctypes.data)
    tensor.size, tensor.ndim, tensor.dtype = array.size, array.ndim, CODES[NAMES[array.dtype]]
    for axis, length in enumerate(array.shape):
        tensor.shape[axis] = length


class Value:
    """What a Ref is to gradient rules: an array, equal only to itself."""

    def __init__(self, array):
        self.array = array


class Eager(Builder):
    """The builder F that runs every operator at once, and remembers each (op, refs)."""

    def __init__(self):
        super().__init__(None, "eager")
        self.applied = []

    def apply(self, op, refs):
        if op.lowers([self.dtype(ref) for ref in refs]):
            return super().apply(op, refs)
        self.applied.append((op, refs))
        outs = [Value(array) for array in Application(op, [ref.array for ref in refs]).run()]
        return outs if len(outs) > 1 else outs[0]

    def shape(self, ref):
        return ref.array.shape

    def dtype(self, ref):
        return NAMES[ref.array.dtype]


class Known:
    """What a Ref is where only shape and dtype matter."""

    def __init__(self, shape, dtype):
        self.known_shape, self.known_dtype = shape, dtype


class Abstract(Builder):
    """The builder F that computes nothing, and remembers each (op, refs)."""

    def __init__(self):
        super().__init__(None, "abstract")
        self.applied = []

    def apply(self, op, refs):
        if op.lowers([self.dtype(ref) for ref in refs]):
            return super().apply(op, refs)
        self.applied.append((op, refs))
        n_out = len(op.outputs())
        shapes = op.shapes([ref.known_shape for ref in refs], [None] * n_out)[1]
        dtypes = op.dtypes([ref.known_dtype for ref in refs], [None] * n_out)[1]
        outs = [Known(shape, dtype) for shape, dtype in zip(shapes, dtypes)]
        return outs if len(outs) > 1 else outs[0]

    def shape(self, ref):
        return ref.known_shape

    def dtype(self, ref):
        return ref.known_dtype
