"""Dropout and random numbers.

Every draw depends on the seed, the number of the run, the operator's place in the program and the
element, by the counter-based generator Philox4x32-10 (Salmon et al. 2011): equal seeds give equal
numbers, whatever the number of threads.
"""
from math import prod

from ..dtypes import DIFFERENTIABLE
from ..errors import GraphError
from ..op import Op, register, unify
from ..params import SHAPE, choice, optional
from .axes import axes_of

DRAW_COST = 1.5     # ns per element


@register("Dropout")
class Dropout(Op):
    """Set elements to 0 with probability p, and scale the others by 1 / (1 - p).

    ``output`` has the shape of ``data``. Only in a training forward, or in any with
    ``mode='always'``; otherwise ``output`` is ``data``. All elements along each of ``axes`` share
    one decision, and equal seeds (`mx.random.seed`) give equal decisions. ``cudnn_off`` has no
    effect. float16, float32 and float64. Source: Srivastava et al. 2014, "Dropout: A Simple Way to
    Prevent Neural Networks from Overfitting".
    """

    p: float = 0.5
    mode: choice("always", "training") = "training"
    axes: SHAPE = ()
    cudnn_off: optional(bool) = False

    types = DIFFERENTIABLE
    pure = False
    inplace = ((0, 0),)

    @property
    def always(self):
        return self.mode == "always"

    def outputs(self):
        return ("output", "mask")

    def validate(self):
        if not 0 <= self.p <= 1:
            raise GraphError(f"Dropout: p is {self.p}, a probability lies in [0, 1]")

    def shapes(self, ins, outs):
        data = unify(ins[0], outs[0])
        if data is None:
            return [None], [None, None]
        axes = axes_of(self.axes, len(data))
        mask = tuple(1 if i in axes else n for i, n in enumerate(data))
        return [data], [data, mask]

    def gradient(self, F, x, y, dy):
        multiply = F.broadcast_mul if self.axes else F.elemwise_mul
        return [multiply(dy[0], y[1])]

    def cost(self, ins, outs):
        return DRAW_COST * prod(outs[0])
