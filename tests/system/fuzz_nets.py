"""Small nets in random graphs: the shapes of program that compilers look for."""
import numpy as np

from .fuzz_kinds import Retry, kind
from .fuzz_layers import affine, cut


def plus(g, a, b):
    return g.commit(g.step("elemwise_add", [a, b], {}, lambda x: (x[0] + x[1],),
                           lambda x, y, dy: [dy[0], dy[0]]))[0]


def times(g, a, b):
    return g.commit(g.step("elemwise_mul", [a, b], {}, lambda x: (x[0] * x[1],),
                           lambda x, y, dy: [dy[0] * x[1], dy[0] * x[0]]))[0]


def tanh(g, x):
    return g.commit(g.step("tanh", [x], {}, lambda a: (np.tanh(a[0]),),
                           lambda a, y, dy: [dy[0] * (1 - y[0] ** 2)]))[0]


def sigmoid(g, x):
    return g.commit(g.step("sigmoid", [x], {}, lambda a: (1 / (1 + np.exp(-a[0])),),
                           lambda a, y, dy: [dy[0] * y[0] * (1 - y[0])]))[0]


def sequence(g):
    """(rows, width) steps cut from one value, or one value at every step."""
    x = g.pick(lambda v: len(v.shape) == 3 and 2 <= v.shape[0] <= 8 and v.shape[2] <= 200
               or len(v.shape) == 2 and v.shape[1] <= 200)
    if len(x.shape) == 2:
        return [x] * g.rnd.randint(2, 4)
    return g.commit(cut(g, x, 0, x.shape[0], True))


@kind()
def same_layer_at_every_step(g):
    """Products that share weight and bias and do not depend on one another."""
    steps = sequence(g)
    hidden = g.choice(g.sizes)
    layer = [g.variable((hidden, steps[0].shape[1]), steps[0].dtype)]
    if g.rnd.random() < 0.6:
        layer.append(g.variable((hidden,), steps[0].dtype))
    for x in steps:
        y = g.commit(affine(g, [x, *layer], True))[0]
        if g.rnd.random() < 0.5:
            tanh(g, y)


@kind()
def recurrent(g):
    """A recurrent layer over a few steps, with weights of its own or of an earlier layer."""
    steps = sequence(g)
    rows, width = steps[0].shape
    hidden = g.choice(g.sizes)
    if rows * hidden * len(steps) > g.limit:
        raise Retry
    dtype = steps[0].dtype
    into = [g.variable((hidden, width), dtype), g.variable((hidden,), dtype)]
    across = g.variable((hidden, hidden), dtype)
    state = g.variable((rows, hidden), dtype)
    for x in steps:
        inner = g.commit(affine(g, [state, across], True))[0]
        state = tanh(g, plus(g, g.commit(affine(g, [x, *into], True))[0], inner))


@kind()
def gated(g):
    """The cell of an LSTM over a few steps: four gates cut from one product."""
    steps = sequence(g)[:3]
    rows, width = steps[0].shape
    hidden = g.choice(g.sizes)
    if rows * 4 * hidden * len(steps) > g.limit or hidden > 64:
        raise Retry
    dtype = steps[0].dtype
    into = [g.variable((4 * hidden, width), dtype), g.variable((4 * hidden,), dtype)]
    across = [g.variable((4 * hidden, hidden), dtype), g.variable((4 * hidden,), dtype)]
    state, cell = g.variable((rows, hidden), dtype), g.variable((rows, hidden), dtype)
    for x in steps:
        both = [g.commit(affine(g, [v, *layer], True))[0] for v, layer in ((x, into),
                                                                          (state, across))]
        gates = g.commit(cut(g, plus(g, *both), 1, 4, False))
        keep, let_in, let_out = (sigmoid(g, gate) for gate in gates[:3])
        cell = plus(g, times(g, keep, cell), times(g, let_in, tanh(g, gates[3])))
        state = times(g, let_out, tanh(g, cell))


@kind()
def chain(g):
    """Elementwise operators one after another, each on the last and on something earlier."""
    x = first = g.pick()
    for _ in range(g.rnd.randint(2, 6)):
        if g.rnd.random() < 0.5:
            x = g.choice([tanh, sigmoid])(g, x)
        else:
            other = g.pick(lambda v: v.shape == first.shape and v.dtype == first.dtype)
            x = g.choice([times, plus])(g, x, other)
