"""A penalty that keeps the mean activation of units near a target."""
from ..dtypes import DIFFERENTIABLE, FLOATS
from ..errors import InferenceError
from ..op import Op, register, same_dtype, unify
from .norm import along, statistics_dtype, with_length


@register("IdentityAttachKLSparseReg")
class IdentityAttachKLSparseReg(Op):
    """The input, with a penalty on the mean of every unit added to its gradient.

    ``output`` is ``data``, (n, units, ...), meant to be sigmoids. In a training forward the state
    ``moving_avg``, (units,), moves towards the unit's mean over the batch,
    ``moving_avg = momentum * moving_avg + (1 - momentum) * mean``; with r its new value and t the
    ``sparseness_target``, ``penalty * ((1 - t) / (1 - r) - t / r)``, the derivative of the
    Kullback-Leibler divergence of t and r, is added to the gradient. float16, float32
    and float64. Source: Ng, "Sparse autoencoder", CS294A lecture notes, 2011.
    """

    sparseness_target: float = 0.1
    penalty: float = 0.001
    momentum: float = 0.9

    types = DIFFERENTIABLE
    kernel = "sg_sparse_reg"
    states = {1: 2}
    variable_attrs = {"moving_avg": {"__init__": '["zero", {}]'}}

    def inputs(self):
        return ("data", "moving_avg")

    def outputs(self):
        return ("output", "average", "next_moving_avg")

    def shapes(self, ins, outs):
        data = unify(ins[0], outs[0])
        if data is not None and len(data) < 2:
            raise InferenceError(f"data needs the axes (n, units, ...), it is {data}")
        units = along(1, data)
        for shape in (ins[1], *outs[1:]):
            units = unify(units, shape)
        data = with_length(data, 1, units)
        return [data, units], [data, units, units]

    def dtypes(self, ins, outs):
        data = same_dtype(ins[0], outs[0], types=self.types)
        held = same_dtype(statistics_dtype(data), ins[1], outs[2], types=FLOATS)
        return [data, held], [data, "float64", held]

    def gradient(self, F, x, y, dy):
        return [F._SparseRegGrad(dy[0], y[1], sparseness_target=self.sparseness_target,
                                 penalty=self.penalty), None]


@register("_SparseRegGrad")
class SparseRegGrad(Op):
    """``dy`` plus the derivative of the penalty at the average of each unit."""

    sparseness_target: float
    penalty: float

    types = DIFFERENTIABLE
    inplace = ((0, 0),)

    def inputs(self):
        return ("dy", "average")

    def shapes(self, ins, outs):
        return ins, [ins[0]]

    def dtypes(self, ins, outs):
        return ins, [ins[0]]
