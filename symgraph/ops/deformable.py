"""Convolutions whose windows see pixels at places that are learnt."""
from math import prod

from ..dtypes import DIFFERENTIABLE
from ..errors import GraphError, InferenceError
from ..op import Op, register, unify
from ..params import SHAPE
from .convolution import LAYOUT, Layer
from .groups import groups
from .windows import Windowed, parts

PLANES = 4      # channels that are worked on together; csrc/deformable.c has the same number


class Deformed(Windowed):
    """Windows of which each element has offsets (down, across), and with ``modulated`` a mask.

    Channels are cut into ``num_deformable_group`` groups, each with offsets of its own.
    """

    kernel_: SHAPE
    stride: SHAPE = ()
    dilate: SHAPE = ()
    pad: SHAPE = ()
    num_deformable_group: int = 1
    modulated: bool = False

    @property
    def moved(self):
        """The inputs that say where elements are."""
        return ("offset", "mask") if self.modulated else ("offset",)

    @property
    def held(self):
        """The parameters, for the gradients."""
        return {**self.settings, "num_deformable_group": self.num_deformable_group,
                "modulated": self.modulated}

    def shares(self, ins, outs):
        return Op.shares(self, ins, outs)

    def scratch(self, ins, outs, itemsize):
        return 0


@register("_DeformableColumns")
class DeformableColumns(Deformed):
    """What windows see whose elements are moved: (n, channels * elements, *grid)."""

    kernel = "sg_deformable_columns"

    def inputs(self):
        return ("data", *self.moved)

    def shapes(self, ins, outs):
        images, channels, *_ = ins[0]
        return ins, [unify(outs[0], (images, channels * self.taps, *ins[1][2:]))]

    def gradient(self, F, x, y, dy):
        data = F._DeformableDataGrad(dy[0], *x[1:], shape=F.shape(x[0]), **self.held)
        moved = F._DeformableOffsetGrad(dy[0], *x, **self.held)
        return [data, *(moved if self.modulated else [moved])]

    def cost(self, ins, outs):
        return 3 * prod(outs[0]) + 5 * prod(ins[1])


@register("_DeformableDataGrad")
class DeformableDataGrad(Deformed):
    """The gradient of data of ``shape``: each dy goes to the four pixels around its place."""

    shape: SHAPE

    kernel = "sg_deformable_data_grad"

    def inputs(self):
        return ("dy", *self.moved)

    def shapes(self, ins, outs):
        return ins, [unify(outs[0], self.shape)]

    def items(self, outs):
        """How many blocks of channels there are."""
        images, channels = outs[0][:2]
        return images * self.num_deformable_group * parts(channels // self.num_deformable_group, PLANES)

    def shares(self, ins, outs):
        return min(super().shares(ins, outs), groups(self.items(outs)))

    def scratch(self, ins, outs, itemsize):
        return groups(self.items(outs)) * PLANES * prod(outs[0][2:]) * 8

    def cost(self, ins, outs):
        return 6 * prod(ins[0])


@register("_DeformableOffsetGrad")
class DeformableOffsetGrad(DeformableColumns):
    """The gradients of offsets, and perhaps masks, from that of the columns."""

    kernel = "sg_deformable_offset_grad"
    gradient = Op.gradient      # that of DeformableColumns is another one

    @property
    def visible(self):
        return len(self.moved)

    def inputs(self):
        return ("dy", "data", *self.moved)

    def outputs(self):
        return tuple(f"d_{name}" for name in self.moved)

    def shapes(self, ins, outs):
        return ins, list(ins[2:])

    def cost(self, ins, outs):
        return 8 * prod(ins[0])


class Deformable(Layer):
    """A convolution of what windows see whose elements are moved."""

    kernel_: SHAPE
    stride: SHAPE = ()
    dilate: SHAPE = ()
    pad: SHAPE = ()
    num_filter: int
    num_group: int = 1
    num_deformable_group: int = 1
    workspace: int = 1024
    no_bias: bool = False

    types = DIFFERENTIABLE
    composite = True
    modulated = False
    moved = ("offset",)

    def validate(self):
        super().validate()
        if self.n_spatial != 2:
            raise GraphError(f"{self.name}: kernel {self.kernel_} must be (h, w)")
        if self.num_deformable_group < 1:
            raise GraphError(f"{self.name}: num_deformable_group is {self.num_deformable_group}, it "
                             "must be at least 1")

    def inputs(self):
        return ("data", *self.moved, *("weight", "bias")[:2 - self.no_bias])

    def shapes(self, ins, outs):
        n = len(self.moved)
        data, moved, weight, out = ins[0], ins[1:1 + n], ins[1 + n], outs[0]
        if data is None:
            return ins, outs
        self.check_data(data)
        if data[1] % self.num_deformable_group:
            raise InferenceError(f"data {data} has {data[1]} channels, they must be a multiple of "
                                 f"num_deformable_group={self.num_deformable_group}")
        grid = self.grid(data[2:])
        elements = self.taps * self.num_deformable_group
        out = unify(out, (data[0], self.num_filter, *grid))
        data = unify(data, (out[0], 0, 0, 0))
        weight = unify(weight, (self.num_filter, data[1] // self.num_group, *self.kernel_))
        wanted = [(data[0], 2 * elements, *grid), (data[0], elements, *grid)]
        return [data, *map(unify, moved, wanted), weight, *self.biases(ins[n:])], [out]

    def expand(self, F, x):
        n = 1 + len(self.moved)
        seen = F._DeformableColumns(*x[:n], num_deformable_group=self.num_deformable_group,
                                    modulated=self.modulated, **self.settings)
        weight = F.Reshape(x[n], shape=(self.num_filter, -1, 1, 1))
        return [F.Convolution(seen, weight, *x[n + 1:], kernel=(1, 1), num_filter=self.num_filter,
                              num_group=self.num_group, no_bias=self.no_bias)]


@register("_contrib_DeformableConvolution")
class DeformableConvolution(Deformable):
    """A convolution of images whose windows see pixels at places that offsets move.

    ``output[n, f, o] = bias[f] + sum(weight[f, c, k] * data[n, c, place])`` over channels c and
    elements k of the ``kernel`` (h, w), with ``place = o * stride + k * dilate - pad + (offset[n,
    2 * k, o], offset[n, 2 * k + 1, o])``, linear between the four pixels around it. It is 0
    outside; the last row and column go on for one more pixel. ``data`` is (n, channels, height,
    width), ``offset`` (n, num_deformable_group * h * w * 2, rows, columns) for an ``output`` of
    (n, num_filter, rows, columns); ``weight``, ``bias`` and ``num_group`` are as in Convolution.
    Channels are cut into ``num_deformable_group`` parts with offsets of their own. ``workspace``
    has no effect. float16, float32 and float64. Source: Dai et al. 2017, arXiv:1703.06211.
    """

    layout: LAYOUT = None


@register("_contrib_ModulatedDeformableConvolution")
class ModulatedDeformableConvolution(Deformable):
    """A convolution whose windows see pixels at places that offsets move, times a mask.

    As DeformableConvolution, with each pixel times ``mask[n, k, o]``; ``mask`` is (n,
    num_deformable_group * h * w, rows, columns). What is outside of the image counts as pixels of
    0, between which and the border it is linear too. ``im2col_step`` has no effect. float16,
    float32 and float64. Source: Zhu et al. 2018, arXiv:1811.11168.
    """

    im2col_step: int = 64
    layout: LAYOUT = None

    modulated = True
    moved = ("offset", "mask")
