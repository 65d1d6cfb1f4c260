"""The graph that a loop or a branch runs: what is known of it, its program, and its runs."""
from math import prod

import numpy as np

from .. import ir
from ..errors import InferenceError
from ..passes import compile_graph, inferred
from ..program import Program
from ..python_call import Bases


class Body:
    """A graph inside an operator; its variables are what the operator hands to it."""

    def __init__(self, heads):
        nodes = list(ir.postorder(heads, ir.user_args))
        users = [node for node in nodes if node.op]
        self.heads = list(heads)
        self.names = list(dict.fromkeys(node.name for node in nodes if node.op is None))
        self.moved = {node.args[slot].node.name for node in users for slot in node.op.states}
        self.pure = all(node.op.pure for node in users)
        self.reads_states = any(node.op.reads_states for node in users if node.op.states)

    def infer(self, rule, known, outs):
        """Shapes (or dtypes) of the variables by name, and of the heads, as far as can be told."""
        fact = "shape" if rule == "shapes" else "dtype"
        graph = inferred(self.heads, known, known, fact, outs)
        values = {node.name: graph._node[node][fact][0] for node in graph.variables()}
        return values, [graph.fact(head, fact) for head in graph.graph["heads"]]

    def compile(self, arrays, reqs):
        """The program for arrays by name; reqs says which gradients it computes, and how."""
        return Compiled(self, {name: array.shape for name, array in arrays.items()},
                        {name: array.dtype.name for name, array in arrays.items()}, reqs)


class Compiled:
    """A body's program; runs of it at the same time have a Run each."""

    def __init__(self, body, shapes, dtypes, reqs):
        graph = compile_graph(body.heads, shapes, dtypes, reqs)
        self.program = Program(graph)
        self.bases = {kind: [] for kind in ("arena", "variable", "out", "seed", "grad")}
        for base, (kind, name) in enumerate(graph.graph["bases"]):
            self.bases["variable" if kind in ("arg", "aux") else kind].append((base, name))
        self.arena = graph.graph["arena"]
        self.grads = set(graph.graph["grads"])
        self.reqs = reqs
        self.heads = [(graph.fact(head, "shape"), graph.fact(head, "dtype"))
                      for head in graph.graph["heads"]]


class Run:
    """One run of a body: it keeps in its memory what its backward part needs."""

    def __init__(self, compiled):
        self.compiled = compiled
        self.program = compiled.program.twin()
        self.bases = Bases(sum(map(len, compiled.bases.values())))

    def forward(self, frame, arena, variables, heads, key):
        """Compute heads, in arrays, from arrays by name; states among these move."""
        self.program.blocks = frame.blocks
        self.bases.point(0, arena)
        self._point("variable", variables)
        self._point("out", heads)
        self.key, self.is_train = key, frame.is_train
        self.program.run(self.bases, 0, self.program.n_forward, frame.is_train, key,
                         frame.move_states)

    def backward(self, seeds, grads):
        """Compute grads, arrays by name, from the gradients of the heads, a list of arrays.

        As the requests said when the body was compiled; what gets no gradient is set to zero.
        """
        self._point("seed", seeds)
        self._point("grad", grads)
        for name, array in grads.items():
            if name not in self.compiled.grads and self.compiled.reqs[name] == "write":
                array.fill(0)
        self.program.run(self.bases, self.program.n_forward, len(self.program.nodes), self.is_train,
                         self.key)

    def _point(self, kind, arrays):
        for base, name in self.compiled.bases[kind]:
            self.bases.point(base, arrays[name])


def require_number(condition, ins):
    """Raise InferenceError unless a condition, a body and its slots, puts out one number."""
    body, slots = condition
    _, (shape,) = body.infer("shapes", {n: ins[slot] for n, slot in zip(body.names, slots)}, [None])
    if shape is not None and 0 not in shape and prod(shape) != 1:
        raise InferenceError(f"the condition is one number, its shape is {shape}")


def decide(condition, frame, arrays, key):
    """Whether a condition, a body and its slots, holds for arrays by slot."""
    body, slots = condition
    given = {name: arrays[slot] for name, slot in zip(body.names, slots)}
    if "condition" not in frame.memory:
        if "condition" not in frame.shared:
            frame.shared["condition"] = body.compile(given, {})
        frame.memory["condition"] = Run(frame.shared["condition"])
    run = frame.memory["condition"]
    (shape, dtype), = run.compiled.heads
    answer = np.empty(shape, dtype)
    with frame.blocks.borrowed():
        run.forward(frame, frame.blocks.take(run.compiled.arena), given, [answer], key)
    return bool(answer.reshape(-1)[0])


def derived(key, *numbers):
    """Another key of random numbers for each tuple of numbers, by the finalizer of splitmix64."""
    mask = (1 << 64) - 1
    for number in numbers:
        key = (key + 0x9E3779B97F4A7C15 * (number + 1)) & mask
        key = (key ^ key >> 30) * 0xBF58476D1CE4E5B9 & mask
        key = (key ^ key >> 27) * 0x94D049BB133111EB & mask
        key ^= key >> 31
    return key
