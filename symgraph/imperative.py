"""Programs for what is applied at once: operators, and graphs that users compile.

A *callable*, an Operation or a CompiledGraph, has a Call for all arrays of equal shapes and dtypes,
kept for the next time. A Call is one program: its forward part, and the part that computes gradients
if they are wanted. Between the two only `saved` is kept, what backward needs of the forward part's
own values, so that many calls may be recorded before one goes backward.
"""
import threading
from functools import lru_cache

import numpy as np

from . import ir, random
from .buffer import Buffer, fact
from .elementless import Elementless
from .errors import GraphError, KernelError
from .native import empty, ffi, zeros
from .op import make
from .passes import compile_graph
from .program import Program
from .python_call import Bases

MOST_CALLS = 1000       # by shapes, of one callable


class Scratch(threading.local):
    """Memory that a program needs only while it runs, as large as the largest so far needed."""

    block = empty((0,), np.uint8)

    def take(self, nbytes):
        if self.block.nbytes < nbytes:
            self.block = empty((nbytes,), np.uint8)
        return self.block


scratch = Scratch()


class Kept:
    """What a forward run leaves for the backward one."""

    __slots__ = ("key", "saved", "runner")

    def __init__(self, key, saved, runner):
        self.key = key          # of random numbers
        self.saved = saved      # NumPy bytes, None if nothing is
        self.runner = runner    # the very program, if it has instructions in Python


class Runner:
    """A twin of a program, for one run at a time."""

    __slots__ = ("program", "bases")

    def __init__(self, program, n_bases):
        self.program = program
        self.bases = Bases(n_bases)


class Call:
    """Heads of a graph computed from arrays of given facts, and the gradients of those at wanted."""

    def __init__(self, heads, names, facts, wanted=()):
        """names are those of the variables of heads in order; wanted are numbers of some of them."""
        shapes = {name: f.shape or None for name, f in zip(names, facts)}
        graph = compile_graph(heads, shapes, {name: f.dtype for name, f in zip(names, facts)},
                              {names[slot]: "write" for slot in wanted}, keep=True)
        self.graph = graph
        self.names = names
        self.program = Program(graph)
        self.program.origin = "imperative"
        self.python = bool(self.program.python)
        self.pure = all(node.op.pure for node in self.program.nodes)
        self.outputs = [fact(tuple(graph.fact(head, "shape")), graph.fact(head, "dtype"))
                        for head in graph.graph["heads"]]
        self.arena, self.saved = graph.graph["arena"], graph.graph["saved"]
        slots = {name: slot for slot, name in enumerate(names)}
        self.places = {kind: [] for kind in ("in", "out", "seed", "grad", "saved")}
        for base, (kind, name) in enumerate(graph.graph["bases"][1:], 1):
            kind = "in" if kind in ("arg", "aux") else kind
            self.places[kind].append((base, slots.get(name, name)))
        self.n_bases = len(graph.graph["bases"])
        self.n_forward = self.program.n_forward
        self.grads = {slot: fact(facts[slot].shape, facts[slot].dtype)
                      for _, slot in self.places["grad"]}
        read = self.program.bases_of(self.n_forward, len(self.program.nodes))
        self.read_ins = [slot for base, slot in self.places["in"] if base in read]
        self.read_outs = [number for base, number in self.places["out"] if base in read]
        self.idle = {}          # which gradients are added to -> runners that nobody uses now

    def forward(self, ins, outs, train):
        """Fill outs from ins, Buffers without gaps that are as this Call's facts say.

        Returns what backward needs, a Kept.
        """
        runner = self._runner()
        self._point(runner, "in", ins)
        self._point(runner, "out", outs)
        saved = None
        if self.saved:
            saved = empty((self.saved,), np.uint8)
            runner.bases.point(self.places["saved"][0][0], saved)
        key = 0 if self.pure else random.next_key()
        if self.python:
            runner.program.blocks.clear()
        runner.program.run(runner.bases, 0, self.n_forward, train, key)
        if self.python and self.grads:
            return Kept(key, saved, runner)
        self.idle[()].append(runner)
        return Kept(key, saved, None)

    def backward(self, kept, ins, outs, heads, targets, train):
        """The gradients of the inputs as `tape` has it; ins and outs are dicts of Buffers by number.

        train is whether that forward was for training.
        """
        grads, adding = [None] * len(self.names), []
        for base, slot in self.places["grad"]:
            target = None if self.python else targets[slot]
            grads[slot] = empty(*self.grads[slot]) if target is None else target[0]
            if target is not None and target[1] == "add":
                adding.append(base)
        runner = kept.runner or self._runner(tuple(adding))
        for base in range(1, self.n_bases):     # what backward does not read is anywhere
            runner.bases.pointers[base] = runner.bases.pointers[0]
        self._point(runner, "in", ins)
        self._point(runner, "out", outs)
        for base, slot in self.places["grad"]:
            runner.bases.point(base, grads[slot])
        for base, number in self.places["seed"]:
            head = heads[number]
            runner.bases.point(base, zeros(*self.outputs[number]) if head is None else head)
        if self.saved:
            runner.bases.point(self.places["saved"][0][0], kept.saved)
        runner.program.run(runner.bases, self.n_forward, len(self.program.nodes), train, kept.key)
        if not kept.runner:
            runner.bases.arrays[:] = [None] * self.n_bases
            self.idle[tuple(adding)].append(runner)
        return grads

    def _runner(self, adding=()):
        """A runner that nobody else uses, with scratch memory."""
        idle = self.idle.setdefault(adding, [])
        try:
            runner = idle.pop()
        except IndexError:
            runner = Runner(self.program.twin(adding), self.n_bases)
        # Python may run other programs while this one runs, or keep memory until it goes backward.
        memory = empty((self.arena,), np.uint8) if self.python else scratch.take(self.arena)
        runner.bases.point(0, memory)
        return runner

    def _point(self, runner, kind, buffers):
        bases = runner.bases
        for base, number in self.places[kind]:
            if type(buffers) is dict and number not in buffers:
                continue
            bases.pointers[base] = buffers[number].pin()
            if self.python:
                bases.arrays[base] = buffers[number]._np


class Operation:
    """An operator with its parameters, to be applied at once."""

    def __init__(self, op):
        self.op = op
        self.name = op.name
        self.n_inputs = len(op.inputs())
        self.states = op.states     # input slots that are written
        self.calls = {}

    def __str__(self):
        return f"operator {self.name}"

    def call(self, facts, wanted=()):
        """The Call for a tuple of facts of the inputs, and of the gradients at wanted."""
        found = self.calls.get((facts, wanted))
        if found is None:
            found = self._call(facts, wanted)
            if not self.op.python:      # what users define has state
                if len(self.calls) >= MOST_CALLS:
                    self.calls.clear()
                self.calls[facts, wanted] = found
        return found

    def _call(self, facts, wanted):
        if any(0 in f.shape for f in facts):
            return Elementless(self.op, facts)
        node, names = ir.applied(self.op)
        return Call(ir.outputs(node)[:self.op.visible], names, facts, wanted)


class CompiledGraph:
    """The graph of heads as one thing to be applied to arrays, in the order of its variables' names.

    names has all variables of the heads; those that operators move are written in place when it is
    run for training.
    """

    def __init__(self, heads, names, name="compiled graph"):
        self.heads, self.names, self.name = list(heads), list(names), name
        self.n_inputs = len(self.names)
        users = [node for node in ir.postorder(self.heads, ir.user_args) if node.op]
        moved = {node.args[slot].node.name for node in users for slot in node.op.states}
        self.states = {slot for slot, n in enumerate(self.names) if n in moved}
        self.calls = {}

    def __str__(self):
        return f"graph '{self.name}'"

    def call(self, facts, wanted=()):
        """The Call for a tuple of facts of the inputs, and of the gradients at wanted."""
        found = self.calls.get((facts, wanted))
        if found is None:
            if len(self.calls) >= MOST_CALLS:
                self.calls.clear()
            found = self.calls[facts, wanted] = Call(self.heads, self.names, facts, wanted)
        return found


@lru_cache(maxsize=4096, typed=True)
def _operation(name, given):
    return Operation(make(name, dict(given)))


def operation(name, params):
    """The Operation of the operator called name; raises GraphError for wrong parameters."""
    try:
        made = _operation(name, tuple([(key, tuple(value) if type(value) is list else value)
                                       for key, value in params.items()]))
    except TypeError:       # a value that cannot be hashed, as an array
        return Operation(make(name, params))
    return Operation(make(name, params)) if made.op.python else made


def invoke(name, arrays, params, outs=None, is_train=False):
    """Apply the operator called name to NumPy arrays; returns the list of its visible outputs.

    outs are arrays to fill, or None for new ones. Raises GraphError, InferenceError or KernelError.
    """
    ins = [Buffer(array) for array in arrays]
    outs = None if outs is None else [Buffer(out) for out in outs]
    made, _ = run(operation(name, params), ins, outs, is_train)
    return [out._np for out in made]


def run(what, ins, outs=None, train=False, wanted=(), wrap=Buffer):
    """Apply a callable to Buffers: (Buffers with the outputs, how: Call, the ins, Kept).

    outs are Buffers to fill, or None for new ones, made by wrap. States move in place if train says
    so.
    """
    if len(ins) != what.n_inputs:
        raise GraphError(f"{what.name} takes {what.n_inputs} arrays, got {len(ins)}")
    call = what.call(tuple([buffer._fact for buffer in ins]), wanted)
    gaps = [slot for slot, buffer in enumerate(ins) if buffer.pin() is None]
    given = ins
    if gaps:
        ins = [Buffer(np.ascontiguousarray(buffer._np)) for buffer in ins]
    if outs is None:
        made = filled = [wrap(empty(*f)) for f in call.outputs]
    else:
        if len(outs) != len(call.outputs):
            raise GraphError(f"{what.name} has {len(call.outputs)} outputs, got {len(outs)} arrays "
                             "for them")
        made, filled = outs, [target(what, number, out, ins, wanted, call.outputs[number])
                              for number, out in enumerate(outs)]
    kept = call.forward(ins, filled, train)
    for out, result in zip(made, filled):
        if out is not result:
            out._np[...] = result._np
    for slot in gaps:
        if slot in what.states:
            given[slot]._np[...] = ins[slot]._np
    return made, (call, ins, kept)


def target(what, number, out, ins, wanted, wished):
    """Where the kernel writes: out itself unless its memory will not do."""
    if out._fact.shape != wished.shape:
        raise KernelError(f"{what.name}: the result is {wished.shape}, out is {out._fact.shape}")
    if not out._np.flags.writeable:
        raise KernelError(f"{what.name}: out is an array that cannot be written")
    if out._fact is wished and out.pin() is not None and not any(
            overlap(out, each) for each in ins):
        return out
    return Buffer(empty(*wished))


def overlap(a, b):
    """Whether two buffers without gaps share memory."""
    start, other = (int(ffi.cast("uintptr_t", buffer.pin())) for buffer in (a, b))
    return start < other + b._np.nbytes and other < start + a._np.nbytes


__all__ = ["Call", "CompiledGraph", "Operation", "invoke", "operation", "run"]
