"""Makes random graphs, evaluates them node by node in NumPy, and runs them bound.

The same seed always gives the same graph; a graph of fewer steps is the beginning of a longer one,
which is how a failing graph is made small.
"""
import math
import random

import numpy as np

import symgraph as mx

from . import fuzz_layers, fuzz_nets  # noqa: F401  (they add their kinds)
from .fuzz_kinds import KINDS, Retry, Step, Value

# (lengths of axes, most elements of a value, most steps)
FLAVOURS = [((1, 2, 3, 4, 5), 400, 25), ((1, 2, 3, 4, 5), 400, 25), ((1, 7, 16, 17, 33), 4000, 20),
            ((1, 64, 96, 200), 40_000, 10)]


class Graph:
    """The generator, and afterwards the graph: steps in order of creation, variables first met."""

    def __init__(self, seed, steps=None):
        self.rnd = random.Random(seed)
        self.rng = np.random.default_rng(seed)
        self.sizes, self.limit, most = self.rnd.choice(FLAVOURS)
        self.dtype = self.rnd.choice(["float64", "float64", "float32"])
        self.clearance = 1e-6 if self.dtype == "float64" else 1e-4
        self.steps, self.pool, self.arrays, self.inputs = [], [], {}, {}
        self.state_values, self.memo = {}, {}
        for _ in range(self.rnd.randint(1, 3)):
            self.variable(self.shape(), self.dtype, fresh=True)
        wanted = self.rnd.randint(1, most)
        for _ in range(wanted if steps is None else min(wanted, steps)):
            self.grow()

    def choice(self, options):
        return self.rnd.choice(options)

    def shape(self):
        while True:
            shape = tuple(self.rnd.choice(self.sizes) for _ in range(self.rnd.randint(1, 4)))
            if math.prod(shape) <= self.limit:
                return shape

    def array(self, value):
        """What the NumPy training pass gives for value."""
        return self.memo[value]

    def clear_of(self, array, kink):
        """Whether no element is so near the kink that rounding may move it across."""
        return (np.abs(array - kink) > self.clearance).all()

    def pick(self, suits=lambda value: True):
        """A value, rather a recent one; raises Retry if none suits."""
        pool = [v for v in self.pool if not v.step.is_loss]
        for candidates in ([pool[-5:]] if self.rnd.random() < 0.6 else []) + [pool]:
            found = [v for v in candidates if suits(v)]
            if found:
                return self.rnd.choice(found)
        raise Retry

    def pick_or_variable(self, suits, shape, dtype):
        try:
            return self.pick(suits)
        except Retry:
            return self.variable(shape, dtype)

    def partner(self, value, suits):
        """A second operand for value: another value of its dtype, or a variable like it."""
        if self.rnd.random() < 0.4:
            found = self.variable(value.shape, value.dtype, fresh=self.rnd.random() < 0.6)
            if suits(found):
                return found
        return self.pick(lambda v: v.dtype == value.dtype and suits(v))

    def variable(self, shape, dtype, fresh=False):
        """A variable of this shape: often one that serves elsewhere already."""
        same = [v for v in self.pool if v.step.name and v.shape == shape and v.dtype == dtype
                and not v.step.name.startswith("ids")]
        if same and not fresh and self.rnd.random() < 0.5:
            return self.rnd.choice(same)
        scale = 1 / math.sqrt(shape[-1]) if len(shape) > 1 and shape[-1] > 8 else 1
        return self.declare("v", self.rng.uniform(-1.5, 1.5, shape) * scale, dtype)

    def ids(self, shape, rows):
        return self.declare("ids", self.rng.integers(0, rows, shape).astype(float), "float32")

    def declare(self, prefix, array, dtype):
        name = f"{prefix}{len(self.inputs)}"
        array = array.astype(dtype).astype(np.float64)
        step = Step("variable", [], mx.sym.Variable(name), name=name)
        value = Value(step, 0, array.shape, dtype, step.symbol)
        step.values.append(value)
        self.inputs[name] = (value, array)
        self.memo[value] = array
        if prefix != "ids":
            self.pool.append(value)
        return value

    def states(self, channels, dtype):
        """Names of a moving mean and variance: new ones, or those of an earlier BatchNorm."""
        same = [names for names, (shape, kind) in self.arrays.items()
                if shape == (channels,) and kind == dtype]
        if same and self.rnd.random() < 0.5:
            return self.rnd.choice(same)
        names = (f"mean{len(self.arrays)}", f"var{len(self.arrays)}")
        self.arrays[names] = ((channels,), dtype)
        self.state_values[names[0]] = self.rng.uniform(-0.5, 0.5, channels).astype(dtype)
        self.state_values[names[1]] = self.rng.uniform(0.5, 1.5, channels).astype(dtype)
        return names

    def step(self, name, inputs, params, forward, vjp):
        """A step that is one public operator."""
        symbol = getattr(mx.sym, name)(*(v.symbol for v in inputs), **params)
        text = ", ".join(f"{k}={v}" for k, v in params.items())
        return Step(f"{name}({text})", inputs, symbol, forward, vjp)

    def grow(self):
        """Add one step, or the steps of a small net."""
        for _ in range(40):
            try:
                step = self.rnd.choice(KINDS)(self)
                if step is not None:      # a net has committed its steps itself
                    self.commit(step)
                return
            except Retry:
                continue

    def commit(self, step):
        """Append step; its values. Raises Retry if they are wild or large."""
        x = [self.memo[v] for v in step.inputs]
        moving = tuple(self.state_values[n].astype(np.float64) for n in step.states)
        y = step.forward(x, moving, True)[0] if step.states else step.forward(x)
        tame = all(np.isfinite(a).all() and np.abs(a).max(initial=0) < 30
                   and 0 < a.size <= self.limit and a.ndim <= 5 for a in y)
        if not tame:
            raise Retry
        dtype = step.dtype or next(v.dtype for v in reversed(step.inputs))
        several = len(y) > 1
        for out, a in enumerate(y):
            value = Value(step, out, a.shape, dtype, step.symbol[out] if several else step.symbol)
            step.values.append(value)
            self.memo[value] = a
        self.steps.append(step)
        self.pool.extend(step.values)
        return step.values


def needed(heads):
    """The steps that heads depend on, variables too."""
    found, stack = set(), [head.step for head in heads]
    while stack:
        step = stack.pop()
        if step not in found:
            found.add(step)
            stack.extend(v.step for v in step.inputs)
    return found


def evaluate(graph, heads, states, is_train):
    """(value -> array, state -> next value, step -> states it read), node by node in float64."""
    values = dict(graph.inputs.values())
    states, read = {k: v.astype(np.float64) for k, v in states.items()}, {}
    wanted = needed(heads)
    for step in graph.steps:
        if step not in wanted:
            continue
        x = [values[v] for v in step.inputs]
        if step.states:
            read[step] = tuple(states[n] for n in step.states)
            y, moved = step.forward(x, read[step], is_train)
            states.update(zip(step.states, moved))
        else:
            y = step.forward(x)
        values.update(zip(step.values, y))
    return values, states, read


def gradients(graph, heads, head_grads, values, read):
    """Reverse mode, one step at a time: value -> gradient."""
    grads = {}

    def add(value, grad):
        if grad is not None:
            grads[value] = grads.get(value, 0) + grad
    for head, grad in zip(heads, head_grads):
        add(head, grad)
    wanted = needed(heads)
    for step in reversed(graph.steps):
        if step not in wanted or not any(v in grads for v in step.values):
            continue
        x, y = [values[v] for v in step.inputs], [values[v] for v in step.values]
        dy = [grads.get(v, np.zeros_like(a)) for v, a in zip(step.values, y)]
        found = step.vjp(x, y, dy, read[step]) if step.states else step.vjp(x, y, dy)
        for value, grad in zip(step.inputs, found, strict=True):
            add(value, grad)
    return grads


def to_text(graph, heads):
    """One line per value, for messages."""
    number = {}
    lines = []
    for name, (value, _) in graph.inputs.items():
        number[value] = name
        lines.append(f"{name} = variable {value.dtype}{list(value.shape)}")
    for step in graph.steps:
        for value in step.values:
            number[value] = f"%{len(number)}"
        names = ", ".join(number[v] for v in step.values)
        lines.append(f"{names} = {step.text} of {', '.join(number[v] for v in step.inputs)}  "
                     f"{step.values[0].dtype}{[list(v.shape) for v in step.values]}")
    return "\n".join([*lines, "heads: " + ", ".join(number[v] for v in heads)])
