"""Patches of two images compared at several displacements."""
from math import prod

from ..dtypes import DIFFERENTIABLE
from ..errors import GraphError, InferenceError
from ..op import Op, register, unify


class Matching(Op):
    """What Correlation and its gradient have in common."""

    types = DIFFERENTIABLE

    def work(self, outputs, images):
        return 0.5 * prod(outputs) * images[1] * self.kernel_size ** 2


@register("Correlation")
class Correlation(Matching):
    """How alike two images are, place by place, if one of them is displaced.

    ``data1`` and ``data2`` are (n, channels, height, width), surrounded by ``pad_size`` rows and
    columns of 0. With ``r = max_displacement // stride2`` there are ``(2 * r + 1) ** 2``
    displacements by multiples of ``stride2``, row by row, which are the channels of ``output``. At
    every ``stride1``-th place from ``max_displacement`` on, a patch of ``kernel_size`` rows and
    columns of data1 is compared with the displaced one of data2: the output is the mean of the
    products of their elements over all channels, or with ``is_multiply=False`` that of ``|a - b|``,
    where equal elements have the gradient of ``a - b``. There are as many places as fit:
    ``ceil((height + 2 * pad_size - 2 * (max_displacement + kernel_size // 2)) / stride1)`` rows,
    columns likewise. float16, float32 and float64. Source: Fischer et al. 2015, arXiv:1504.06852.
    """

    kernel_size: int = 1
    max_displacement: int = 1
    stride1: int = 1
    stride2: int = 1
    pad_size: int = 0
    is_multiply: bool = True

    def validate(self):
        if self.kernel_size < 1 or self.kernel_size % 2 == 0:
            raise GraphError(f"Correlation: kernel_size {self.kernel_size} must be odd")
        if min(self.stride1, self.stride2) < 1 or min(self.max_displacement, self.pad_size) < 0:
            raise GraphError("Correlation: stride1 and stride2 must be at least 1, max_displacement "
                             "and pad_size at least 0")

    def inputs(self):
        return ("data1", "data2")

    def shapes(self, ins, outs):
        data = unify(unify(*ins), (0,) * 4)
        out = unify(outs[0], (0,) * 4)
        data = unify(data, (out[0], 0, 0, 0))
        border = self.max_displacement + self.kernel_size // 2
        places = [length and -(-(length + 2 * (self.pad_size - border)) // self.stride1)
                  for length in data[2:]]
        if any(length and n < 1 for length, n in zip(data[2:], places)):
            raise InferenceError(f"no place of {data} is {border} pixels from the border, as "
                                 f"max_displacement {self.max_displacement} and kernel_size "
                                 f"{self.kernel_size} need; a larger pad_size than {self.pad_size} "
                                 "is needed")
        displacements = (2 * (self.max_displacement // self.stride2) + 1) ** 2
        return [data, data], [unify(out, (data[0], displacements, *places))]

    def cost(self, ins, outs):
        return self.work(outs[0], ins[0])

    def gradient(self, F, x, y, dy):
        return F._CorrelationGrad(dy[0], *x, **{name: getattr(self, name) for name in self.parameters})


@register("_CorrelationGrad")
class CorrelationGrad(Matching):
    """The gradients of both images that Correlation compared."""

    kernel_size: int
    max_displacement: int
    stride1: int
    stride2: int
    pad_size: int
    is_multiply: bool

    def inputs(self):
        return ("dy", "data1", "data2")

    def outputs(self):
        return ("data1", "data2")

    def shapes(self, ins, outs):
        return ins, ins[1:]

    def cost(self, ins, outs):
        return 2 * self.work(ins[0], ins[1])
