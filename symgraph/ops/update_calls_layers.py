"""Steps whose rates depend on arrays, as functions: LAMB in two phases, AdamW, rates of LARS."""
from ..dtypes import FLOATS
from ..op import REQUIRED, WIDE, Op, make, register, same_dtype, unify
from .update_calls import BETAS, Call, declare, text

LAMB = {"beta1": 0.9, "beta2": 0.999, "epsilon": 1e-6, "t": REQUIRED, "bias_correction": True,
        "wd": REQUIRED, "rescale_grad": 1.0, "clip_gradient": -1.0}


class Phase1(Call):
    """Where LAMB moves the weight, or its float32 copy, which stays as it is too."""

    step = "_lamb_direction"
    memory = ("mean", "var")

    @property
    def states(self):
        return {2: 1, 3: 2}

    def outputs(self):
        return ("output", "next_mean", "next_var")

    def dtypes(self, ins, outs):
        plain = ins[:2] if self.mixed else (*ins, *outs)
        common = same_dtype(*plain, types=self.types)
        wide = same_dtype(*ins[2:], *outs, WIDE if self.mixed else common)
        return [common, common, *[wide] * (len(ins) - 2)], [wide] * 3

    def expand(self, F, x):
        weight, grad, mean, var, *copy = x
        if copy:
            weight, grad = copy[0], F.Cast(grad, dtype=WIDE)
        hyper = F._numbers(values=self.row())
        direction, _, *moments = F.apply(make(self.step, {"row": 0, "apart": True}),
                                         [weight, grad, mean, var, hyper])
        return [direction, *moments]


class Phase2(Call):
    """A step in the direction g."""

    step = "_sgd_update"

    @property
    def slots(self):
        return ("weight", "g", "r1", "r2", *(("weight32",) if self.mixed else ()))

    @property
    def states(self):
        return {4: 1} if self.mixed else {}

    def outputs(self):
        return ("output", *(("next_weight32",) if self.mixed else ()))

    def shapes(self, ins, outs):
        weight, way, r1, r2, *copy = ins
        common = None
        for shape in (weight, way, *copy, *outs):
            common = unify(common, shape)
        return [common, common, unify(r1, (1,)), unify(r2, (1,)), *[common] * len(copy)], \
            [common] * len(outs)

    def dtypes(self, ins, outs):
        weight, way, r1, r2, *copy = ins
        common = same_dtype(weight, outs[0], *([] if self.mixed else [way]), types=self.types)
        wide = same_dtype(*([way] if self.mixed else []), *copy, *outs[1:],
                          WIDE if self.mixed else common)
        return ([common, wide, same_dtype(r1, types=self.types) or WIDE,
                 same_dtype(r2, types=self.types) or WIDE, *[wide] * len(copy)],
                [common, *[wide] * len(copy)])

    def expand(self, F, x):
        weight, way, r1, r2, *copy = x
        w, g = (F.Reshape(F.Cast(norm, dtype="float64"), shape=(1, 1)) for norm in (r1, r2))
        w = F._maximum_scalar(w, scalar=self.lower_bound) if self.lower_bound >= 0 else w
        w = F._minimum_scalar(w, scalar=self.upper_bound) if self.upper_bound >= 0 else w
        some = F.elemwise_mul(w, g)     # 0 if one of them is
        ratio = F.where(some, F.elemwise_div(w, g), F.ones_like(w))
        hyper = F.Concat(F._mul_scalar(ratio, scalar=self.lr), F._numbers(values=self.row()[1:]),
                         num_args=2, dim=1)
        return self.made(F, [weight, way, *copy], hyper, 0)


class AdamW(Call):
    """One step of Adam with weight decay apart from it, with rescale_grad as an array."""

    step = "_adamw_update"
    memory = ("mean", "var")

    def inputs(self):
        return (*self.slots, "rescale_grad")

    def shapes(self, ins, outs):
        alike, moved = super().shapes(ins[:-1], outs)
        return [*alike, unify(ins[-1], (1,))], moved

    def dtypes(self, ins, outs):
        alike, moved = super().dtypes(ins[:-1], outs)
        return [*alike, same_dtype(ins[-1], types=self.types) or WIDE], moved

    def expand(self, F, x):
        *own, rescale = x
        lr, wd, _, *rest = self.row()
        rescale = F.Reshape(F.Cast(rescale, dtype="float64"), shape=(1, 1))
        hyper = F.Concat(F._numbers(values=(lr, wd)), rescale, F._numbers(values=rest), num_args=3,
                         dim=1)
        return self.made(F, own, hyper, 0)


@register("multi_lars")
class MultiLars(Op):
    """The rates of LARS (You, Gitman and Ginsburg, 2017) for several weights, from sums of squares.

    With the norms w and g, the roots of ``weights_sum_sq`` and ``rescale_grad ** 2 * grads_sum_sq``:
    ``lr * eta * w / (g + wd * w + eps)``, and lr where a norm is 0. All are vectors of one length and
    one dtype. No gradient flows.
    """

    eta: float
    eps: float
    rescale_grad: float = 1.0

    composite = True
    differentiable = False
    types = FLOATS

    def inputs(self):
        return ("lrs", "weights_sum_sq", "grads_sum_sq", "wds")

    def expand(self, F, x):
        lr, weights, grads, wd = (F.Cast(F.BlockGrad(ref), dtype="float64") for ref in x)
        w = F.sqrt(weights)
        g = F._mul_scalar(F.sqrt(grads), scalar=abs(self.rescale_grad))
        below = F._plus_scalar(F.elemwise_add(g, F.elemwise_mul(wd, w)), scalar=self.eps)
        scaled = F.elemwise_div(F._mul_scalar(F.elemwise_mul(lr, w), scalar=self.eta), below)
        rates = F.where(F.elemwise_mul(w, g), scaled, lr)
        return [F.Cast(rates, dtype=F.dtype(x[0]))]


for _before, _mixed in (("", False), ("mp_", True)):
    declare(f"{_before}lamb_update_phase1", Phase1, text(
        "_lamb_direction", ("mean", "var")).replace("next weight", "direction")
        + ("``weight32`` is a float32 copy of the weight.\n    " if _mixed else ""),
        LAMB, mixed=_mixed)
    declare(f"{_before}lamb_update_phase2", Phase2, text(
        "_sgd_update", (), _mixed,
        "With lr for ``lr r1 / r2``, unless one of these norms of weight and direction is 0, and g for "
        "the gradient, without decay; r1 is held within the bounds that are 0 or more. "),
        {"lr": REQUIRED, "lower_bound": -1.0, "upper_bound": -1.0}, mixed=_mixed)
    declare(f"_contrib_{_before}adamw_update", AdamW, text("_adamw_update", ("mean", "var"), _mixed),
            {"lr": REQUIRED, **BETAS, "wd": 0.0, "eta": REQUIRED, "clip_gradient": -1.0}, mixed=_mixed)
