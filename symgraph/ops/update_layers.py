"""Parts of steps whose rates depend on the norms of a whole weight and its gradient.

`_squares` sums up, one of the rates makes a row of numbers from the sums, and a step of gradient
descent takes that row. Sums are made piece by piece, so that threads share them without changing a
bit of the result.
"""
from math import prod

from ..op import Op, known, register, same_dtype, unify
from .update import DTYPE, Update, row_of_hyper

PIECE = 4096        # elements, as in csrc/update_layers.c


@register("_squares")
class Squares(Op):
    """Sums of squares of a weight and its gradient, of shape (pieces, 2), float64.

    ``weight``, a state since steps move it, and ``grad`` have one shape and dtype, float32 or
    float64; a piece is 4096 elements. No gradient flows.
    """

    differentiable = False
    states = {0: 1}

    def inputs(self):
        return ("weight", "grad")

    def outputs(self):
        return ("squares", "next_weight")

    def shapes(self, ins, outs):
        common = unify(unify(*ins), outs[1])
        pieces = -(-prod(common) // PIECE) if known(common) else 0
        return [common, common], [unify(outs[0], (pieces, 2)), common]

    def dtypes(self, ins, outs):
        common = same_dtype(*ins, outs[1], types=self.types)
        return [common, common], [same_dtype(outs[0], DTYPE), common]

    def cost(self, ins, outs):
        return 0.4 * prod(ins[0])


class Rates(Op):
    """A row of hyper for one step of gradient descent, made from norms and a longer row."""

    differentiable = False
    splittable = False
    types = (DTYPE,)

    def inputs(self):
        return ("squares", "hyper")

    def outputs(self):
        return ("hyper",)

    def shapes(self, ins, outs):
        return [unify(ins[0], (0, 2)), row_of_hyper(self, ins[1])], [unify(outs[0], (1, 5))]


@register("_lars_rates")
class LarsRates(Rates):
    """The row of numbers for a step of LARS (You, Gitman and Ginsburg, 2017).

    With the norms w and g of weight and rescaled gradient: lr is multiplied by ``eta w / (g + wd w +
    eps)``, unless a norm is 0 or eta below 0. ``squares`` are those of `_squares`. A row of
    ``hyper`` is lr, wd, rescale, clip, momentum, eta, eps. No gradient flows.
    """

    row: int

    numbers = ("momentum", "eta", "eps")


@register("_lbsgd_rates")
class LbsgdRates(Rates):
    """The row of numbers for a step of LBSGD with the strategy ``lars``.

    With the norms w and g of weight and gradient / batch_scale: lr is multiplied by ``sqrt(w w / (g
    g + wd w w + 1e-18))``, between 0.01 and 100. A row of ``hyper`` is lr, wd, rescale, clip,
    momentum, batch_scale. No gradient flows.
    """

    row: int

    numbers = ("momentum", "batch_scale")


LAMB = ("beta1", "beta2", "epsilon", "correction1", "correction2", "lower", "upper")


@register("_lamb_rates")
class LambRates(Rates):
    """The row of numbers for the second part of a step of LAMB (You and others, 2020).

    With the norms w of the weight, not below ``lower`` and not above ``upper`` where these are 0 or
    more, and g of the direction: lr is multiplied by ``w / g`` unless one of them is 0. Neither
    decay nor rescaling is left. ``hyper`` is that of `_lamb_direction`. No gradient flows.
    """

    row: int

    numbers = LAMB


@register("_lamb_direction")
class LambDirection(Update):
    """The first part of a step of LAMB (You and others, 2020): where the weight should go.

    ``g = clip(rescale grad)``, ``mean = beta1 mean + (1 - beta1) g``, ``var = beta2 var + (1 - beta2)
    g g``, ``direction = mean / correction1 / (sqrt(var / correction2) + epsilon) + wd weight``. The
    moments move; the weight does not. A row of ``hyper`` is lr, wd, rescale, clip, beta1, beta2,
    epsilon, correction1, correction2, lower, upper. See Update; no gradient flows.
    """

    memory = ("mean", "var")
    numbers = LAMB
    ns = 1.2

    def outputs(self):
        return ("direction", "next_weight", "next_mean", "next_var")

    def shapes(self, ins, outs):
        *alike, hyper = ins
        common = None
        for shape in (*alike, *outs):
            common = unify(common, shape)
        return [common] * len(alike) + [row_of_hyper(self, hyper)], [common] * len(outs)
