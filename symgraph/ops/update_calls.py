"""Steps of optimizers with numbers as parameters, as `sgd_update`: for loops of users' own.

They consist of the steps of update.py and its kin, which read their numbers from a matrix. The weight
stays as it is, the output is the next one; what is remembered beside it are states.
"""
from ..dtypes import DIFFERENTIABLE
from ..op import REQUIRED, WIDE, Op, lookup, make, register, same_dtype
from ..params import FLOATS
from . import update, update_adaptive, update_layers  # noqa: F401  (the steps)
from .creation import Constant

USUAL = {"wd": 0.0, "rescale_grad": 1.0, "clip_gradient": -1.0}
LAZY = {"lazy_update": True}        # concerns sparse gradients, which do not exist here
MOMENTUM = {"lr": REQUIRED, "momentum": 0.0, **USUAL}
BETAS = {"beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8}
KINDS = {"lazy_update": bool, "bias_correction": bool, "t": int, "num_weights": int, "lrs": FLOATS,
         "wds": FLOATS}             # of parameters that are no float
DERIVED = {     # numbers of a step that follow from parameters
    "by_d": lambda op: 1 - op.beta1 ** op.t,
    "correction": lambda op: 1 - op.beta2 ** op.t,
    "correction1": lambda op: 1 - op.beta1 ** op.t if op.bias_correction else 1.0,
    "correction2": lambda op: 1 - op.beta2 ** op.t if op.bias_correction else 1.0,
}


@register("_numbers")
class Numbers(Constant):
    """A row of at most 16 numbers, (1, n), float64; a constant, so no gradient flows."""

    values: FLOATS

    types = ("float64",)
    flat = False
    splittable = False

    @property
    def n_values(self):
        return len(self.values)

    def size(self):
        return (1, self.n_values)

    def dtypes(self, ins, outs):
        return [], [same_dtype(outs[0], *self.types)]


class Call(Op):
    """One step for one weight; if mixed, of a float32 copy of it, which is a state too."""

    step = None         # the operator that makes it
    memory = ()         # names of what is remembered
    mixed = False

    composite = True
    differentiable = False
    reads_states = True
    moves_always = True
    types = DIFFERENTIABLE

    @property
    def slots(self):
        """Names of the arrays that belong to one weight."""
        return ("weight", "grad", *self.memory, *(("weight32",) if self.mixed else ()))

    @property
    def states(self):
        return {slot: slot - 1 for slot in range(2, len(self.slots))}

    def inputs(self):
        return self.slots

    def outputs(self):
        return ("output", *(f"next_{name}" for name in self.slots[2:]))

    def dtypes(self, ins, outs):
        plain = ins[:2] if self.mixed else ins
        common = same_dtype(*plain, outs[0], types=self.types)
        states = [same_dtype(WIDE if self.mixed else common, *pair) for pair in zip(ins[2:], outs[1:])]
        return [common, common, *states], [common, *states]

    def row(self, lr=None, wd=None):
        """The numbers of the step; lr and wd may come from elsewhere than the parameters."""
        given = {name: getattr(self, name) for name in self.parameters}
        clip = given.get("clip_gradient", given.get("clip_grad", -1.0))
        first = (given.get("lr", 1.0) if lr is None else lr, given.get("wd", 0.0) if wd is None else wd,
                 given.get("rescale_grad", 1.0), clip if clip > 0 else -1.0)
        return (*first, *(DERIVED[name](self) if name in DERIVED else given.get(name, 0.0)
                          for name in lookup(self.step).numbers))

    def expand(self, F, x):
        return self.made(F, x, F._numbers(values=self.row()), 0)

    def made(self, F, x, hyper, row):
        """The next weight and the next values of the states, by the numbers in a row of hyper."""
        weight, grad, *memory = x
        if not self.mixed:
            step = make(self.step, {"row": row, "apart": True})
            return F.apply(step, [weight, grad, *memory, hyper])[1:]
        *memory, copy = memory
        wide = F.Cast(grad, dtype=WIDE)
        _, moved, *following = F.apply(make(self.step, {"row": row}), [copy, wide, *memory, hyper])
        return [F.Cast(moved, dtype=F.dtype(weight)), *following, moved]


def declare(name, base, doc, params, **facts):
    """Register the operator name with params, {name: default}."""
    register(name)(type(name, (base,), {
        "__annotations__": {key: KINDS.get(key, float) for key in params},
        "__doc__": doc, "__module__": __name__, **facts,
        **{key: value for key, value in params.items() if value is not REQUIRED}}))


def text(step, memory=(), mixed=False, more=""):
    """The help text of a function that makes a step."""
    moving = [f"``{name}``" for name in memory] + ["``weight32``"] * mixed
    states = f"What moves, in every forward: {', '.join(moving)}. " if moving else ""
    copy = "``weight32`` is a float32 copy of the weight, which is rounded from it. " if mixed else ""
    formula = lookup(step).__doc__.split("\n\n    A row of")[0].split("; ``momentum``")[0]
    formula = formula if formula.endswith(".") else formula + "."
    return (f"{formula}\n\n    {more}The output is the next weight; ``weight`` itself stays as it is. "
            f"{states}{copy}Clipping is left out unless it is above 0. No gradient flows.\n    ")


STEPS = {       # name: (step, what it remembers, parameters in MXNet's order)
    "sgd_update": ("_sgd_update", (), {"lr": REQUIRED, **USUAL, **LAZY}),
    "sgd_mom_update": ("_sgd_mom_update", ("mom",), {**MOMENTUM, **LAZY}),
    "nag_mom_update": ("_nag_mom_update", ("mom",), MOMENTUM),
    "signsgd_update": ("_signsgd_update", (), {"lr": REQUIRED, **USUAL}),
    "signum_update": ("_signum_update", ("mom",), {**MOMENTUM, "wd_lh": 0.0}),
    "adam_update": ("_adam_update", ("mean", "var"), {"lr": REQUIRED, **BETAS, **USUAL, **LAZY}),
    "ftml_update": ("_ftml_update", ("d", "v", "z"), {
        "lr": REQUIRED, **BETAS, "beta1": 0.6, "t": REQUIRED, "wd": 0.0, "rescale_grad": 1.0,
        "clip_grad": -1.0}),
    "rmsprop_update": ("_rmsprop_update", ("n",), {
        "lr": REQUIRED, "gamma1": 0.95, "epsilon": 1e-8, **USUAL, "clip_weights": -1.0}),
    "rmspropalex_update": ("_rmspropalex_update", ("n", "g", "delta"), {
        "lr": REQUIRED, "gamma1": 0.95, "gamma2": 0.9, "epsilon": 1e-8, **USUAL,
        "clip_weights": -1.0}),
    "ftrl_update": ("_ftrl_update", ("z", "n"), {
        "lr": REQUIRED, "lamda1": 0.01, "beta": 1.0, **USUAL}),
}
MIXED = ("sgd_update", "sgd_mom_update", "nag_mom_update")      # those that exist as mp_, too

for _name, (_step, _memory, _params) in STEPS.items():
    declare(_name, Call, text(_step, _memory), _params, step=_step, memory=_memory)
    if _name in MIXED:
        declare(f"mp_{_name}", Call, text(_step, _memory, True), _params, step=_step, memory=_memory,
                mixed=True)
