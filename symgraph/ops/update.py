"""Steps of optimizers: weights and what an optimizer remembers are states that move."""
from math import prod

from ..errors import InferenceError
from ..op import Op, register, same_dtype, unify

DTYPE = "float64"       # of hyper


class Update(Op):
    """One step of an optimizer for one parameter.

    ``weight``, and what the optimizer remembers about it, are states: a training forward moves them
    in place. ``grad`` and they have one shape and one dtype, float32 or float64. Row ``row`` of
    ``hyper``, a float64 matrix, has the numbers of this parameter. The visible output, (1,), is the
    rate that was applied; a rate of 0 leaves the weight as it is, bit for bit. No gradient flows
    through a step.
    """

    differentiable = False
    memory = ()     # names of what the optimizer remembers
    width = 4       # numbers in a row of hyper: lr, wd, rescale, clip (below 0: none), its own

    def inputs(self):
        return ("weight", "grad", *self.memory, "hyper")

    def outputs(self):
        return ("rate", "next_weight", *(f"next_{name}" for name in self.memory))

    def shapes(self, ins, outs):
        *alike, hyper = ins
        common = None
        for shape in (*alike, *outs[1:]):
            common = unify(common, shape)
        hyper = unify(hyper, (0, self.width))
        if not 0 <= self.row < (hyper[0] or self.row + 1):
            raise InferenceError(f"row {self.row} of hyper {hyper}")
        return [common] * len(alike) + [hyper], [unify(outs[0], (1,))] + [common] * (len(outs) - 1)

    def dtypes(self, ins, outs):
        common = same_dtype(*ins[:-1], *outs, types=self.types)
        return [common] * (len(ins) - 1) + [same_dtype(ins[-1], DTYPE)], [common] * len(outs)

    def cost(self, ins, outs):
        return 0.15 * prod(ins[0]) * (2 * len(outs) - 1)


@register("_sgd_update")
class SgdUpdate(Update):
    """One step of gradient descent.

    ``weight = (1 - lr wd) weight - lr clip(rescale grad)``. A row of ``hyper`` is lr, wd, rescale,
    clip and a number that is not used. See Update; no gradient flows.
    """

    row: int

    states = {0: 1}
    width = 5


@register("_sgd_mom_update")
class SgdMomUpdate(Update):
    """One step of gradient descent with momentum.

    ``mom = momentum mom - lr wd weight - lr clip(rescale grad)``, ``weight = weight + mom``. A row
    of ``hyper`` is lr, wd, rescale, clip, momentum. See Update; no gradient flows.
    """

    row: int

    memory = ("mom",)
    states = {0: 1, 2: 2}
    width = 5


@register("_adam_update")
class AdamUpdate(Update):
    """One step of Adam (Kingma and Ba, 2015, section 2: the rate is corrected, not the moments).

    ``g = clip(rescale grad + wd weight)``, ``mean = beta1 mean + (1 - beta1) g``, ``var = beta2 var
    + (1 - beta2) g g``, ``weight = weight - lr mean / (sqrt(var) + epsilon)``. A row of ``hyper``
    is lr with its bias correction, wd, rescale, clip, beta1, beta2, epsilon. See Update; no
    gradient flows.
    """

    row: int

    memory = ("mean", "var")
    states = {0: 1, 2: 2, 3: 3}
    width = 7

    def cost(self, ins, outs):
        return 1.2 * prod(ins[0])
