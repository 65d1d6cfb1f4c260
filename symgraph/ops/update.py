"""Steps of optimizers: weights and what an optimizer remembers are states that move."""
from math import prod

from ..dtypes import DIFFERENTIABLE
from ..errors import InferenceError
from ..op import Op, register, same_dtype, unify

DTYPE = "float64"       # of hyper
FIRST = ("lr", "wd", "rescale", "clip")     # what every row of hyper begins with


def row_of_hyper(op, hyper):
    """The shape of hyper as far as it is known, where op reads one row; raises InferenceError."""
    hyper = unify(hyper, (0, len(FIRST) + len(op.numbers)))
    if not 0 <= op.row < (hyper[0] or op.row + 1):
        raise InferenceError(f"row {op.row} of hyper {hyper}")
    return hyper


class Update(Op):
    """One step of an optimizer for one parameter.

    ``weight``, and what the optimizer remembers about it, are states: every forward moves them in
    place. ``grad`` and they have one shape and one floating-point dtype. Row ``row`` of ``hyper``, a
    float64 matrix, has the numbers of this parameter. The visible output, (1,), is the rate that was
    applied; a rate of 0 leaves the weight as it is, bit for bit. If ``apart``, the weight is no state:
    the next one is another value. No gradient flows through a step.
    """

    row: int
    apart: bool = False

    types = DIFFERENTIABLE
    differentiable = False
    moves_always = True
    memory = ()     # names of what the optimizer remembers
    numbers = ()    # names of what follows in a row of hyper behind lr, wd, rescale, clip (below 0:
                    # none)
    ns = None       # nanoseconds per element; None: it is a pass over memory

    @property
    def reads_states(self):
        return self.apart

    @property
    def states(self):
        moved = {2 + i: 2 + i for i in range(len(self.memory))}
        return moved if self.apart else {0: 1, **moved}

    @property
    def inplace(self):
        return ((0, 1),) if self.apart else ()

    def inputs(self):
        return ("weight", "grad", *self.memory, "hyper")

    def outputs(self):
        return ("rate", "next_weight", *(f"next_{name}" for name in self.memory))

    def shapes(self, ins, outs):
        *alike, hyper = ins
        common = None
        for shape in (*alike, *outs[1:]):
            common = unify(common, shape)
        return ([common] * len(alike) + [row_of_hyper(self, hyper)],
                [unify(outs[0], (1,))] + [common] * (len(outs) - 1))

    def dtypes(self, ins, outs):
        common = same_dtype(*ins[:-1], *outs, types=self.types)
        return [common] * (len(ins) - 1) + [same_dtype(ins[-1], DTYPE)], [common] * len(outs)

    def cost(self, ins, outs):
        return prod(ins[0]) * (0.15 * (2 * len(outs) - 1) if self.ns is None else self.ns)


def update(name, doc, memory=(), numbers=(), **facts):
    """Declare a step whose shapes follow the general rule; doc is its first line and formula."""
    row = ", ".join((*FIRST, *numbers))
    text = f"{doc}\n\n    A row of ``hyper`` is {row}. See Update; no gradient flows.\n    "
    register(name)(type(name, (Update,), {
        "__doc__": text, "__module__": __name__, "memory": tuple(memory),
        "numbers": tuple(numbers), **facts}))


MOMENTUM = ("momentum",)

update("_sgd_update", """One step of gradient descent.

    ``weight = (1 - lr wd) weight - lr clip(rescale grad)``; ``momentum`` is not used.""",
       numbers=MOMENTUM)
update("_sgd_mom_update", """One step of gradient descent with momentum.

    ``mom = momentum mom - lr wd weight - lr clip(rescale grad)``, ``weight = weight + mom``.""",
       ["mom"], MOMENTUM)
update("_nag_mom_update", """One step of Nesterov's accelerated gradient.

    ``push = lr (clip(rescale grad) + wd weight)``, ``mom = momentum mom - push``, ``weight = weight +
    momentum mom - push``.""", ["mom"], MOMENTUM)
update("_signsgd_update", """One step by the sign of the gradient (Bernstein and others, 2018).

    ``weight = (1 - lr wd) weight - lr sign(rescale grad)``; ``momentum`` and ``wd_lh`` are not
    used.""", numbers=["momentum", "wd_lh"])
update("_signum_update", """One step by the sign of the momentum (Bernstein and others, 2018).

    ``mom = momentum mom - (1 - momentum) (clip(rescale grad) + wd weight)``, ``weight = (1 - lr
    wd_lh) weight + lr sign(mom)``.""", ["mom"], ["momentum", "wd_lh"])
update("_dcasgd_update", """One step that makes up for delay (Zheng and others, 2016).

    ``g = clip(rescale grad)``, ``weight = weight - lr (g + wd weight + lamda g g (weight -
    previous))``; ``previous`` is the weight before; ``momentum`` is not used.""",
       ["previous"], ["momentum", "lamda"])
update("_dcasgd_mom_update", """One step that makes up for delay, with momentum.

    ``g = clip(rescale grad)``, ``mom = momentum mom - lr (g + wd weight + lamda g g (weight -
    previous))``, ``weight = weight + mom``; ``previous`` is the weight before.""",
       ["mom", "previous"], ["momentum", "lamda"])
update("_sgld_update", """One step of Langevin dynamics (Welling and Teh, 2011).

    ``weight = weight - lr / 2 (clip(rescale grad) + wd weight) + noise``, which is normal with the
    variance lr.""", pure=False, ns=15)
update("_test_update", """One step of an optimizer for tests.

    ``weight = weight + rescale grad``, ``copy = weight``; the rate only says whether it moves.""",
       ["copy"])
