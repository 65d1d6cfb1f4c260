"""One program for arrays of given shapes and dtypes: a graph, and its gradient if that is wanted.

Between the forward part and the one that computes gradients only `saved` is kept, what backward
needs of the forward part's own values, so that many runs may be recorded before one goes backward.
"""
import copy
import threading

import numpy as np

from . import random
from .buffer import Buffer, fact
from .errors import InferenceError
from .native import empty, lib, zeros
from .passes import compile_graph
from .program import Program, pack_params
from .python_call import Bases
from .trace import recorder

sg_run = lib.sg_run
WAKING = 30_000     # nanoseconds; other threads are not woken up for less work


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

    __slots__ = ("program", "bases", "context")

    def __init__(self, program, n_bases):
        self.program = program
        self.bases = Bases(n_bases)
        self.context = program.context
        self.context.move_states = True


class Call:
    """Heads of a graph computed from arrays of given facts, and the gradients of those at wanted."""

    numbers = ()        # (instruction, struct) of parameters that differ from run to run
    inplace = ()        # (input, output) pairs that may be one array
    flat = False        # whether several inputs may be that array

    def __init__(self, heads, names, facts, wanted=()):
        """names are those of the variables of heads in order; wanted are numbers of some of them."""
        shapes = {name: f.shape for name, f in zip(names, facts)}
        graph = compile_graph(heads, shapes, {name: f.dtype for name, f in zip(names, facts)},
                              {names[slot]: "write" for slot in wanted}, keep=True)
        for node in graph.variables():      # a length of 0 was taken for an unknown one
            inferred = tuple(graph._node[node]["shape"][0])
            if shapes.get(node.name, inferred) != inferred:
                raise InferenceError(f"the array of '{node.name}' is {shapes[node.name]}, the graph "
                                     f"needs {inferred}")
        self.graph = graph
        self.names = names
        self.outputs = [fact(tuple(graph.fact(head, "shape")), graph.fact(head, "dtype"))
                        for head in graph.graph["heads"]]
        self.lone = self.outputs[0] if len(self.outputs) == 1 else None
        self.arena, self.saved = graph.graph["arena"], graph.graph["saved"]
        slots = {name: slot for slot, name in enumerate(names)}
        self.places = {kind: [] for kind in ("in", "out", "seed", "grad", "saved")}
        for base, (kind, name) in enumerate(graph.graph["bases"][1:], 1):
            kind = "in" if kind in ("arg", "aux") else kind
            self.places[kind].append((base, slots.get(name, name)))
        self.in_places, self.out_places = self.places["in"], self.places["out"]
        self.n_bases = len(graph.graph["bases"])
        self.grads = {slot: facts[slot] for _, slot in self.places["grad"]}
        self._adopt(Program(graph))

    def _adopt(self, program):
        program.origin = "imperative"
        self.program, self.n_forward = program, program.n_forward
        self.python = bool(program.python)
        self.pure = all(node.op.pure for node in program.nodes)
        read = program.bases_of(self.n_forward, len(program.nodes))
        self.read_ins = [slot for base, slot in self.places["in"] if base in read]
        self.read_outs = [number for base, number in self.places["out"] if base in read]
        again = {self.names.index(name) for name in read_again(self.graph)} if self.saved else set()
        self.kept_ins = sorted({*self.read_ins, *again})    # differentiate may need more
        for part in (slice(self.n_forward), slice(self.n_forward, None)):
            if sum(nanoseconds(self.graph, node) for node in program.nodes[part]) < WAKING:
                program.code["split"][part] = 1
        self.simple = not (self.arena or self.saved or self.python)
        self.unused = []        # runners that nobody uses now
        self.idle = {(): self.unused}       # the same by which gradients are added to

    def like(self, op):
        """The same with other numbers for the kernel of the operators that are as op but for these.

        Both share their runners; each sets the numbers when it runs.
        """
        other = copy.copy(self)
        other.numbers = [(pc, pack_params(op)) for pc, node in enumerate(self.program.nodes)
                         if type(node.op) is type(op)]
        return other

    def forward(self, ins, outs, train):
        """Fill outs from ins, pinned Buffers that are as this Call's facts say.

        Returns what backward needs, a Kept.
        """
        key = 0 if self.pure else random.next_key()
        idle = self.unused
        try:
            runner = idle.pop()
        except IndexError:
            runner = self._new_runner()
        for pc, params in self.numbers:
            runner.program.set_parameters(pc, params)
        pointers = runner.bases.pointers
        for base, slot in self.in_places:
            pointers[base] = ins[slot]._pointer
        for base, number in self.out_places:
            pointers[base] = outs[number]._pointer
        if self.simple and not recorder.wanted:     # what Program.run does, less what it looks at
            context = runner.context
            context.is_train, context.key = train, key
            if sg_run(runner.program.c, pointers, 0, self.n_forward, context):
                raise runner.program.failure()
            idle.append(runner)
            return Kept(key, None, None) if self.grads else None
        saved = self._prepare(runner, ins, outs)
        runner.program.run(runner.bases, 0, self.n_forward, train, key)
        if self.python and self.grads:
            return Kept(key, saved, runner)
        runner.bases.forget()
        idle.append(runner)
        return Kept(key, saved, None) if self.grads else None

    def _prepare(self, runner, ins, outs):
        """Scratch memory, what Python has to see, and memory for what is saved, which is returned."""
        saved = empty((self.saved,), np.uint8) if self.saved else None
        self._lend(runner)
        if self.saved:
            runner.bases.point(self.places["saved"][0][0], saved)
        if self.python:
            runner.program.blocks.clear()
            for kind, buffers in (("in", ins), ("out", outs)):
                for base, number in self.places[kind]:
                    runner.bases.point(base, buffers[number]._np)
        return saved

    def backward(self, kept, ins, outs, heads, targets, train):
        """The gradients of the inputs as `tape` has it; ins and outs are dicts of Buffers by number.

        train is whether that forward was for training.
        """
        grads, adding = [None] * len(self.names), ()
        if not self.grads:
            return grads
        for base, slot in self.places["grad"]:
            target = targets[slot]
            if target is None or self.python or target[0]._fact is not self.grads[slot]:
                grads[slot] = Buffer.new(self.grads[slot])
            else:
                grads[slot] = target[0]
                if target[1] == "add":
                    adding += (base,)
        runner = kept.runner or self._backward_runner(adding)
        bases = runner.bases
        pointers = bases.pointers
        for base, slot in self.in_places:
            if slot in ins:
                pointers[base] = ins[slot]._pointer
        for base, number in self.out_places:
            if number in outs:
                pointers[base] = outs[number]._pointer
        for base, slot in self.places["grad"]:
            pointers[base] = grads[slot]._pointer
        for base, number in self.places["seed"]:
            head = heads[number]
            if head is None:
                heads[number] = head = Buffer(zeros(*self.outputs[number]))
            pointers[base] = head.pin()
        if not self.simple:
            self._prepare_backward(runner, kept, ins, outs, heads, grads)
        runner.program.run(bases, self.n_forward, len(self.program.nodes), train, kept.key)
        if not kept.runner:
            if not self.simple:
                bases.forget()
            self.idle[adding].append(runner)
        return grads

    def _prepare_backward(self, runner, kept, ins, outs, heads, grads):
        """Scratch memory, what was saved, and what Python has to see."""
        bases = runner.bases
        if self.saved:
            bases.point(self.places["saved"][0][0], kept.saved)
        if not self.python:
            self._lend(runner)
            return
        for kind, buffers in (("in", ins), ("out", outs), ("seed", heads), ("grad", grads)):
            for base, number in self.places[kind]:
                if type(buffers) is list or number in buffers:
                    bases.point(base, buffers[number]._np)

    def _new_runner(self, adding=()):
        runner = Runner(self.program.twin(adding), self.n_bases)
        runner.program.recorded = bool(self.grads)
        for base in range(self.n_bases):    # what is not used is anywhere
            runner.bases.point(base, scratch.block)
        runner.bases.forget()
        return runner

    def _backward_runner(self, adding):
        try:
            return self.idle.setdefault(adding, []).pop()
        except IndexError:
            return self._new_runner(adding)

    def _lend(self, runner):
        """Memory for the arena: scratch, unless Python may run other programs in the meantime."""
        runner.bases.point(0, empty((self.arena,), np.uint8) if self.python
                           else scratch.take(self.arena))


def nanoseconds(graph, node):
    """Roughly how long one thread needs for a node."""
    ins = [graph.fact(ref, "shape") for ref in graph.inputs(node)]
    return node.op.cost(ins, graph._node[node]["shape"])


def replayed(node):
    """Whether an operator may be applied once more, on its inputs, and does the same again."""
    return node.op.pure and not node.op.states and not node.op.python


def read_again(graph):
    """The names of the variables from which values of the forward part can be computed once more."""
    nodes = list(graph)
    n_forward = graph.graph["n_forward"]
    early = {*nodes[:n_forward]}
    pending = [ref.node for node in nodes[n_forward:] for ref in graph.inputs(node)
               if ref.node in early]
    heads, found, seen = {ref.node for ref in graph.graph["heads"]}, set(), set()
    while pending:
        node = pending.pop()
        if node in seen:
            continue
        seen.add(node)
        if node.op is None:
            found.add(node.name)
        elif node not in heads and replayed(node):
            pending += [ref.node for ref in graph.inputs(node)]
    return found
