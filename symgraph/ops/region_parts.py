"""Boxes on images whose cells have channels of their own, and perhaps are moved."""
from math import prod

from ..dtypes import DIFFERENTIABLE
from ..errors import GraphError, InferenceError
from ..op import Op, register, unify
from .axes import ToShape
from .region import MOST_SAMPLES


def require(op, **least):
    """Raise GraphError for a parameter that is below what it must be at least."""
    for name, low in least.items():
        if getattr(op, name) < low:
            raise GraphError(f"{op.name}: {name}={getattr(op, name)} must be at least {low}")


class PositionSensitive(Op):
    """What pools boxes to ``pooled_size`` cells a side, ``group_size`` squared channels for each one
    of ``output_dim``."""

    types = DIFFERENTIABLE

    @property
    def group(self):
        return self.group_size or self.pooled_size

    def validate(self):
        require(self, output_dim=1, pooled_size=1, group_size=0)

    def inputs(self):
        return ("data", "rois")

    def pooled(self, data, rois, out):
        """The shapes of data, rois and output."""
        channels, side = self.output_dim * self.group ** 2, self.pooled_size
        if data is not None and len(data) == 4 and data[1] not in (0, channels):
            raise InferenceError(f"data {data} must have {channels} channels, output_dim="
                                 f"{self.output_dim} times {self.group} squared")
        data, rois = unify(data, (0, channels, 0, 0)), unify(rois, (0, 5))
        out = unify(out, (rois[0], self.output_dim, side, side))
        return data, unify(rois, (out[0], 5)), out


@register("_contrib_PSROIPooling")
class PSROIPooling(PositionSensitive):
    """The mean of the pixels in each cell of boxes, where cells have channels of their own.

    ``data`` is (n, output_dim * group_size ** 2, height, width), ``rois`` (boxes, 5) with rows of
    image, x1, y1, x2, y2; ``output`` is (boxes, output_dim, pooled_size, pooled_size). Coordinates
    are rounded and multiplied by ``spatial_scale``; a box includes both corners and is at least a
    tenth of a pixel large. A cell has the pixels that it touches; what lies outside the image does
    not count, a cell without pixels is 0. Cell (i, j) of channel k takes channel ``(k * group_size
    + i * group_size // pooled_size) * group_size + j * group_size // pooled_size``; ``group_size``
    is ``pooled_size`` if it is 0. A box on an image below 0 gives 0; an image that data does not
    have is a KernelError. No gradient flows to ``rois``. float16, float32 and float64. Source: Dai
    et al. 2016, arXiv:1605.06409.
    """

    spatial_scale: float
    output_dim: int
    pooled_size: int
    group_size: int = 0

    kernel = "sg_psroi_pooling"

    def shapes(self, ins, outs):
        data, rois, out = self.pooled(*ins, outs[0])
        return [data, rois], [out]

    def cost(self, ins, outs):
        return 0.5 * prod(ins[0][2:]) * prod(outs[0][:2]) + 10 * prod(outs[0])

    def gradient(self, F, x, y, dy):
        return [F._PSROIPoolingGrad(dy[0], x[1], spatial_scale=self.spatial_scale,
                                    group=self.group, shape=F.shape(x[0])), None]


@register("_PSROIPoolingGrad")
class PSROIPoolingGrad(ToShape):
    """The gradient of data of ``shape``: each dy goes to the pixels of its cell in equal parts."""

    spatial_scale: float
    group: int

    types = DIFFERENTIABLE
    kernel = "sg_psroi_pooling_grad"

    def inputs(self):
        return ("dy", "rois")

    def cost(self, ins, outs):
        return 0.5 * prod(outs[0]) + 20 * prod(ins[0])


@register("_contrib_DeformablePSROIPooling")
class DeformablePSROIPooling(PositionSensitive):
    """The mean of samples in each cell of boxes, which learnt shifts move.

    ``data``, ``rois``, ``output`` and the channels of cells are as in PSROIPooling. Boxes, after
    rounding and scaling, are moved by half a pixel to the left and up. A cell has
    ``sample_per_part`` squared samples, from its corner on, linear between four pixels; those more
    than half a pixel outside of the image do not count. ``trans`` is (boxes, 2 * classes,
    part_size, part_size), with shifts to the right and down of each part of a box for the channels
    of ``output_dim / classes`` in turn; times ``trans_std`` they are parts of the box's width and
    height. ``part_size`` is ``pooled_size`` if it is 0. With ``no_trans`` there is no ``trans``. A
    box on an image below 0 gives 0; an image that data does not have is a KernelError. No gradient
    flows to ``rois``. float16, float32 and float64. Source: Dai et al. 2017, arXiv:1703.06211.
    """

    spatial_scale: float
    output_dim: int
    group_size: int
    pooled_size: int
    part_size: int = 0
    sample_per_part: int = 1
    trans_std: float = 0.0
    no_trans: bool = False

    kernel = "sg_deformable_psroi"

    def validate(self):
        super().validate()
        require(self, group_size=1, part_size=0, sample_per_part=1)
        if self.sample_per_part > MOST_SAMPLES:
            raise GraphError(f"{self.name}: sample_per_part is {self.sample_per_part}, cells have up "
                             f"to {MOST_SAMPLES} samples in each direction")

    @property
    def parts(self):
        return self.part_size or self.pooled_size

    @property
    def samples(self):
        return self.sample_per_part

    def inputs(self):
        return ("data", "rois") if self.no_trans else ("data", "rois", "trans")

    def shapes(self, ins, outs):
        data, rois, out = self.pooled(ins[0], ins[1], outs[0])
        trans = [unify(trans, (rois[0], 0, self.parts, self.parts)) for trans in ins[2:]]
        for shape in trans:
            if shape[1] % 2 or shape[1] and self.output_dim % (shape[1] // 2):
                raise InferenceError(f"trans {shape} needs two numbers for each class, of which "
                                     f"output_dim={self.output_dim} must be a multiple")
            rois, out = unify(rois, (shape[0], 5)), unify(out, (shape[0], 0, 0, 0))
        return [data, rois, *trans], [out]

    def cost(self, ins, outs):
        return 30 * prod(outs[0]) * self.samples ** 2

    def gradient(self, F, x, y, dy):
        held = {"spatial_scale": self.spatial_scale, "trans_std": self.trans_std,
                "group": self.group, "parts": self.parts, "samples": self.samples}
        data = F._DeformablePSROIDataGrad(dy[0], *x[1:], no_trans=self.no_trans, **held,
                                          shape=F.shape(x[0]))
        return [data, None, *(F._DeformablePSROITransGrad(dy[0], *x, **held, shape=F.shape(trans))
                              for trans in x[2:])]


class Moved(ToShape):
    """What gradients of DeformablePSROIPooling know of it."""

    spatial_scale: float
    trans_std: float
    group: int
    parts: int
    samples: int
    no_trans: bool = False

    types = DIFFERENTIABLE


@register("_DeformablePSROIDataGrad")
class DeformablePSROIDataGrad(Moved):
    """The gradient of data of ``shape``: dy goes to the pixels around the samples of its cell."""

    kernel = "sg_deformable_psroi_data_grad"

    def inputs(self):
        return ("dy", "rois") if self.no_trans else ("dy", "rois", "trans")

    def cost(self, ins, outs):
        return 0.5 * prod(outs[0]) + 60 * prod(ins[0]) * self.samples ** 2


@register("_DeformablePSROITransGrad")
class DeformablePSROITransGrad(Moved):
    """The gradient of the shifts of ``shape``, from how samples change with them."""

    kernel = "sg_deformable_psroi_trans_grad"

    def inputs(self):
        return ("dy", "data", "rois", "trans")

    def cost(self, ins, outs):
        return 100 * prod(ins[0]) * self.samples ** 2
