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
        block = np.empty(nbytes + 3 * MARGIN, np.uint8)
        start = -block.ctypes.data % MARGIN + MARGIN
        self.before, self.after = block[:start], block[start + nbytes:]
        self.before.fill(PATTERN)
        self.after.fill(PATTERN)
        self.bytes = block[start:start + nbytes]
        self.array = self.bytes.view(dtype).reshape(shape)

    @classmethod
    def of(cls, array):
        made = cls(array.shape, array.dtype)
        made.array[...] = array
        return made

    def check(self, what):
        """Raise unless both margins are as they were."""
        for side, margin in (("before", self.before), ("after", self.after)):
            if margin.tobytes() != UNTOUCHED[:margin.size]:
                raise AssertionError(f"memory {side} {what} was overwritten")


def poison(array):
    """Fill array with what no kernel would compute: NaN, or a bit pattern for integers."""
    if array.dtype.kind == "f":
        array.fill(np.nan)
    else:
        array.reshape(-1).view(np.uint8).fill(0x5A if array.dtype != bool else 1)
    return array


def facts(op, inputs):
    """Shapes and dtypes of op's outputs for these input arrays."""
    n_out = len(op.outputs())
    shapes = op.shapes([a.shape for a in inputs], [None] * n_out)[1]
    dtypes = op.dtypes([NAMES[a.dtype] for a in inputs], [None] * n_out)[1]
    return list(shapes), list(dtypes)


def tensor(array):
    return {"data": ffi.cast("void *", array.ctypes.data), "size": array.size,
            "shape": list(array.shape), "dtype": CODES[NAMES[array.dtype]], "ndim": array.ndim}


@dataclass
class Setting:
    """How a kernel is called, beside what it is called on."""

    reqs: tuple | None = None       # per output; None: all written
    fill: tuple | None = None       # what outputs hold before the call; None: poison
    shares: tuple = ((0, 1),)       # the (ith, nth) to run, in this order
    alias: dict = field(default_factory=dict)   # output -> input slot that lies in one buffer
    is_train: bool = True
    move_states: bool = True
    key: int = 12345
    stream: int = 1


def run(op, inputs, setting=None):
    """The outputs of op on arrays; raises KernelError with the kernel's message.

    Raises AssertionError if a margin or an input was overwritten.
    """
    setting = setting or Setting()
    shapes, dtypes = facts(op, inputs)
    ins = [Buffer.of(a) for a in inputs]
    alias = {**{out: slot for slot, out in op.states.items()}, **setting.alias}
    outs = [ins[alias[i]] if i in alias else Buffer(s, d)
            for i, (s, d) in enumerate(zip(shapes, dtypes))]
    for i, out in enumerate(outs):
        if setting.fill is not None:
            out.array[...] = setting.fill[i] if i not in alias else out.array
        elif i not in alias:
            poison(out.array)
    nbytes = op.scratch([a.shape for a in inputs], shapes, outs[0].array.itemsize)
    scratch = Buffer((int(nbytes),), np.uint8)
    reqs = [WRITE] * len(outs) if setting.reqs is None else list(setting.reqs)
    invoke(op, ins, outs, reqs, scratch, setting)
    for i, (buffer, given) in enumerate(zip(ins, inputs)):
        buffer.check(f"input {i} of {op}")
        if i not in alias.values() and buffer.array.tobytes() != given.tobytes():
            raise AssertionError(f"{op} changed its input {i}")
    for i, buffer in enumerate(outs):
        buffer.check(f"output {i} of {op}")
    scratch.check(f"the scratch memory of {op}")
    return [buffer.array for buffer in outs]


def invoke(op, ins, outs, reqs, scratch, setting):
    """Call the kernel once per share."""
    tensors = ffi.new("sg_tensor[]", [tensor(b.array) for b in (*ins, *outs)])
    context = ffi.new("sg_context *", {"key": setting.key, "is_train": setting.is_train,
                                       "move_states": setting.move_states})
    slots = ffi.new("int32_t[]", list(range(len(ins))))
    places = ffi.new("int32_t[]", list(range(len(ins), len(ins) + len(outs))))
    req = ffi.new("uint8_t[]", reqs)
    params, where = pack_params(op), scratch.bytes.ctypes.data if scratch.bytes.size else 0
    call = ffi.new("sg_call *", {
        "tensors": tensors, "in": slots, "out": places, "req": req,
        "params": ffi.NULL if params is None else ffi.cast("void *", params),
        "scratch": ffi.cast("void *", where),
        "n_in": len(ins), "n_out": len(outs), "stream": setting.stream, "ctx": context})
    written = np.zeros(scratch.bytes.size, bool)
    for call.ith, call.nth in setting.shares:
        scratch.bytes.fill(PATTERN)
        if getattr(lib, op.kernel)(call) != lib.SG_OK:
            raise KernelError(f"{op}: {ffi.string(context.message).decode()}")
        touched = scratch.bytes != PATTERN
        if (touched & written).any():
            raise AssertionError(f"{op}: two shares use the same scratch memory")
        written |= touched


class Value:
    """What a Ref is to gradient rules: an array, equal only to itself."""

    def __init__(self, array):
        self.array = array


class Eager(Builder):
    """The builder F that runs every operator at once, and remembers each (op, inputs)."""

    def __init__(self):
        super().__init__(None, "eager")
        self.log = []

    def apply(self, op, refs):
        inputs = [ref.array for ref in refs]
        self.log.append((op, inputs))
        outs = [Value(array) for array in run(op, inputs)]
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
    """The builder F that computes nothing, and remembers which operators were applied."""

    def __init__(self):
        super().__init__(None, "abstract")
        self.log = []

    def apply(self, op, refs):
        self.log.append(op)
        n_out = len(op.outputs())
        shapes = op.shapes([ref.known_shape for ref in refs], [None] * n_out)[1]
        dtypes = op.dtypes([ref.known_dtype for ref in refs], [None] * n_out)[1]
        outs = [Known(shape, dtype) for shape, dtype in zip(shapes, dtypes)]
        return outs if len(outs) > 1 else outs[0]

    def shape(self, ref):
        return ref.known_shape

    def dtype(self, ref):
        return ref.known_dtype
