"""The steps of recurrent layers: what RNN consists of, beside the products with its input.

One instruction does all steps of a layer in one direction. Rows of the batch do not depend on one
another, so each thread takes its rows through all steps without waiting for the others. Inputs are
i2h (steps, batch, gates * width), the product with the input and the sum of all that is constant;
``weight`` (gates * width, out) and the same ``transposed``; the first states. The output ``states``
(steps + 1, batch, out) holds the first state as well, so that all but one of its blocks are the
layer's output, and all but another one what the products of the steps were made with. With
``reverse`` time runs backward, and the first state is the last block. With ``use_lengths`` the last
input has a length for every row; the states of later steps are those of the step before.
"""
from math import prod

from ..op import Op, register
from .activation import EXP_NS
from .dense import product_cost

ROWS = 4            # of the batch that are worth a thread
GATE_NS = 2         # nanoseconds of a gate beside its product


class Steps(Op):
    """The steps of one layer in one direction; see the module."""

    n_states = 1        # outputs that are states or cells

    @property
    def visible(self):
        return self.n_states

    def operands(self):
        """The names of the inputs before the lengths."""
        raise NotImplementedError

    def inputs(self):
        return (*self.operands(), *(("lengths",) if self.use_lengths else ()))

    def shapes(self, ins, outs):
        state = ins[self.operands().index("state")]
        steps, batch, _ = ins[0]
        return ins, [(steps + 1, batch, state[1]), *self.kept(steps, batch, ins)]

    def kept(self, steps, batch, ins):
        """The shapes of the outputs after the states."""
        return []

    def scratch(self, ins, outs, itemsize):
        return itemsize * sum(2 * prod(shape[1:]) for shape in outs)

    def cost(self, ins, outs):
        steps, batch, sums = ins[0]
        return steps * (product_cost(batch, sums, ins[1][1]) + (EXP_NS + GATE_NS) * batch * sums)

    def shares(self, ins, outs):
        return max(1, min(super().shares(ins, outs), ins[0][1] // ROWS))

    def back(self, F, x, y, dy, *known, beside=(), **params):
        """What the gradient operator gives; it reads known, the weight and what is beside it."""
        arrived = [F.zeros_like(ref) if grad is None else grad
                   for ref, grad in zip(y[:self.n_states], dy)]     # else it is 0
        lengths = x[len(self.operands()):]
        grad = getattr(F, self.name + "_grad")
        return grad(*arrived, *known, x[1], *beside, *lengths, reverse=self.reverse,
                    use_lengths=self.use_lengths, **params)

    def weight_gradient(self, F, states, d):
        """That of the weight: a product over the rows of all steps with the states before them."""
        steps = F.shape(d)[0]
        if self.reverse:
            before = F._split_v2(states, indices=(0, 1), axis=0)[1]
        else:
            before = F._split_v2(states, indices=(0, steps), axis=0)[0]
        return product_over_rows(F, d, before)


def product_over_rows(F, a, b):
    """a' b for matrices with the rows of all steps, given as (steps, batch, width)."""
    rows = [F.Reshape(ref, shape=(-1, F.shape(ref)[-1])) for ref in (a, b)]
    return F.dot(*rows, transpose_a=True)


class StepsGrad(Op):
    """The gradients of Steps' inputs, by going back through time."""

    known = ()          # inputs before the weight
    made = ()           # outputs

    def inputs(self):
        return (*self.known, "weight", *(("lengths",) if self.use_lengths else ()))

    def outputs(self):
        return self.made

    def scratch(self, ins, outs, itemsize):
        rest = sum(prod(shape) for shape in outs if len(shape) == 2)
        return itemsize * (rest + 2 * sum(prod(s[1:]) for s in outs if len(s) == 3))

    def cost(self, ins, outs):
        steps, batch, sums = outs[0]
        width = ins[len(self.known)][1]
        return steps * (product_cost(batch, sums, width) + GATE_NS * batch * sums)

    def shares(self, ins, outs):
        return max(1, min(super().shares(ins, outs), outs[0][1] // ROWS))


@register("_rnn_steps")
class RNNSteps(Steps):
    """``after = f(i2h + before @ weight.T)`` for each step, with f relu or tanh."""

    reverse: bool
    use_lengths: bool
    relu: bool

    def operands(self):
        return ("i2h", "weight", "transposed", "state")

    def outputs(self):
        return ("states",)

    def gradient(self, F, x, y, dy):
        d_i2h, d_state = self.back(F, x, y, dy, y[0], relu=self.relu)
        return [d_i2h, self.weight_gradient(F, y[0], d_i2h), None, d_state, *[None] * len(x[4:])]


@register("_rnn_steps_grad")
class RNNStepsGrad(StepsGrad):
    """The gradients of i2h and state of _rnn_steps."""

    reverse: bool
    use_lengths: bool
    relu: bool

    known = ("d_states", "states")
    made = ("d_i2h", "d_state")

    def shapes(self, ins, outs):
        places, batch, width = ins[1]
        return ins, [(places - 1, batch, width), (batch, width)]


@register("_lstm_steps")
class LSTMSteps(Steps):
    """The steps of long short-term memory, with gates i, f, g, o that lie in this order.

    ``cell = f * cell + i * g``, held between clip_min and clip_max (where NaN becomes clip_max if
    clip_nan); ``after = o * tanh(cell)``, times projection.T if that is given, with its transpose.
    """

    reverse: bool
    use_lengths: bool
    projected: bool = False
    clip_min: float = -float("inf")
    clip_max: float = float("inf")
    clip_nan: bool = False

    n_states = 2
    inplace = ((0, 2),)

    def operands(self):
        projection = ("projection", "projection_transposed") if self.projected else ()
        return ("i2h", "weight", "transposed", "state", "cell", *projection)

    def outputs(self):
        return ("states", "cells", "gates", *(("hidden",) if self.projected else ()))

    def kept(self, steps, batch, ins):
        width = ins[4][1]
        hidden = [(steps, batch, width)] if self.projected else []
        return [(steps + 1, batch, width), ins[0], *hidden]

    def gradient(self, F, x, y, dy):
        params = {name: getattr(self, name)
                  for name in ("projected", "clip_min", "clip_max", "clip_nan")}
        beside = x[5:6] if self.projected else ()
        d_i2h, d_state, d_cell, *d_projected = self.back(F, x, y, dy, *y[1:3], beside=beside,
                                                         **params)
        d_weight = self.weight_gradient(F, y[0], d_i2h)
        found = [d_i2h, d_weight, None, d_state, d_cell]
        if self.projected:
            found += [product_over_rows(F, d_projected[0], y[3]), None]
        return found + [None] * (len(x) - len(found))


@register("_lstm_steps_grad")
class LSTMStepsGrad(StepsGrad):
    """The gradients of i2h, state and cell of _lstm_steps, and of the projected states."""

    reverse: bool
    use_lengths: bool
    projected: bool = False
    clip_min: float
    clip_max: float
    clip_nan: bool

    known = ("d_states", "d_cells", "cells", "gates")

    def inputs(self):
        ins = super().inputs()
        return (*ins[:5], "projection", *ins[5:]) if self.projected else ins

    def outputs(self):
        return ("d_i2h", "d_state", "d_cell", *(("d_projected",) if self.projected else ()))

    def shapes(self, ins, outs):
        (places, batch, width), out = ins[2], ins[4][1]
        projected = [(places - 1, batch, out)] if self.projected else []
        return ins, [ins[3], (batch, out), (batch, width), *projected]

    def scratch(self, ins, outs, itemsize):
        return super().scratch(ins, outs, itemsize) + itemsize * prod(outs[2])


@register("_gru_steps")
class GRUSteps(Steps):
    """The steps of gated recurrent units, with gates r, z, n that lie in this order.

    ``n = tanh(i2h_n + r * product)`` with ``product = before @ weight_n.T + bias_n``, and
    ``after = (1 - z) * n + z * before``.
    """

    reverse: bool
    use_lengths: bool

    inplace = ((0, 1),)

    def operands(self):
        return ("i2h", "weight", "transposed", "bias", "state")

    def outputs(self):
        return ("states", "gates", "product")

    def kept(self, steps, batch, ins):
        return [ins[0], (steps, batch, ins[4][1])]

    def gradient(self, F, x, y, dy):
        d_i2h, d_h2h, d_state = self.back(F, x, y, dy, *y)
        rows = F.Reshape(d_h2h, shape=(-1, F.shape(d_h2h)[-1]))
        return [d_i2h, self.weight_gradient(F, y[0], d_h2h), None, F._column_sum(rows), d_state,
                *[None] * len(x[5:])]


@register("_gru_steps_grad")
class GRUStepsGrad(StepsGrad):
    """The gradients of i2h, of the products with the states, and of the state of _gru_steps."""

    reverse: bool
    use_lengths: bool

    known = ("d_states", "states", "gates", "product")
    made = ("d_i2h", "d_h2h", "d_state")

    def shapes(self, ins, outs):
        return ins, [ins[2], ins[2], ins[3][1:]]
