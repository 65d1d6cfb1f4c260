"""Operators applied at once: a program of one instruction, kept for the next equal call."""
from functools import lru_cache
from threading import Lock, local

import numpy as np

from . import ir, random
from .elementless import Elementless
from .errors import GraphError, KernelError
from .native import empty
from .op import make
from .passes import compile_graph
from .program import Program
from .python_call import Bases
from .store import Arena


class Scratch(local):
    """Scratch memory of the operators that a thread applies, one after the other."""

    def __init__(self):
        self.arena = Arena()

    def reserve(self, nbytes):
        return self.arena.reserve(nbytes)


SCRATCH = Scratch()


class Call:
    """One operator on arrays of given shapes and dtypes."""

    def __init__(self, op, facts):
        node, shapes, dtypes = ir.applied(op, facts)
        heads = ir.outputs(node)[:op.visible]
        graph = compile_graph(heads, shapes, dtypes, {})
        slots = {name: slot for slot, name in enumerate(shapes)}
        self.bases = [(kind == "out", slots.get(name, name))
                      for kind, name in graph.graph["bases"][1:]]
        self.outputs = [(tuple(graph.fact(head, "shape")), graph.fact(head, "dtype"))
                        for head in graph.graph["heads"]]
        self.program = Program(graph)
        self.program.origin = "imperative"
        self.pure = op.pure
        self.arena = graph.graph["arena"]
        self.reentrant = op.python      # what users define may apply operators itself
        self.lock = Lock()      # C runs without the interpreter's lock

    def run(self, arrays, outs, is_train):
        """Fill outs from arrays, all C-contiguous NumPy arrays of the right shapes and dtypes."""
        memory = Bases(len(self.bases) + 1)
        memory.point(0, empty((self.arena,), np.uint8) if self.reentrant
                     else SCRATCH.reserve(self.arena))
        for base, (is_out, number) in enumerate(self.bases, 1):
            memory.point(base, outs[number] if is_out else arrays[number])
        key = 0 if self.pure else random.next_key()
        with self.lock:
            self.program.run(memory, 0, len(self.program.nodes), is_train, key)


def call_of(op, facts):
    return (Elementless if any(0 in shape for shape, _ in facts) else Call)(op, facts)


prepared = lru_cache(maxsize=1000)(call_of)


def invoke(name, arrays, params, outs=None, is_train=False):
    """Apply the operator called name to NumPy arrays; returns the list of its visible outputs.

    outs are arrays to fill, or None for new ones. Raises GraphError, InferenceError or KernelError.
    """
    op = make(name, params)
    if len(arrays) != len(op.inputs()):
        raise GraphError(f"{name} takes {len(op.inputs())} arrays ({', '.join(op.inputs())}), "
                         f"got {len(arrays)}")
    given, arrays = arrays, [np.ascontiguousarray(a) for a in arrays]
    facts = tuple((a.shape, a.dtype.name) for a in arrays)
    call = call_of(op, facts) if op.python else prepared(op, facts)    # what users define has state
    if outs is None:
        outs = [empty(shape, dtype) for shape, dtype in call.outputs]
    elif len(outs) != len(call.outputs):
        raise GraphError(f"{name} has {len(call.outputs)} outputs, got {len(outs)} arrays for them")
    targets = [target(name, out, arrays, *wanted, call)
               for out, wanted in zip(outs, call.outputs)]
    call.run(arrays, targets, is_train)
    for out, filled in zip(outs, targets):
        if out is not filled:
            out[...] = filled
    for slot in op.states:      # of arrays with gaps a copy has moved
        if given[slot] is not arrays[slot]:
            given[slot][...] = arrays[slot]
    return outs


def target(name, out, arrays, shape, dtype, call):
    """Where the kernel writes: out itself unless its memory will not do."""
    if tuple(out.shape) != shape:
        raise KernelError(f"{name}: the result has the shape {shape}, out has {tuple(out.shape)}")
    fits = out.flags.c_contiguous and out.dtype.name == dtype
    if fits and not any(np.shares_memory(out, a) for a in arrays):
        return out
    return empty(shape, dtype)


