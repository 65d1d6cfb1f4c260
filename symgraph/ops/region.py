"""Boxes on images: pooled, sampled, compared."""
from math import prod

from ..dtypes import DIFFERENTIABLE
from ..errors import GraphError, InferenceError
from ..op import Op, register, same_dtype, unify
from ..params import SHAPE, choice
from .axes import ToShape

MOST_SAMPLES = 1000     # of a cell; a million in the plane. csrc/region_plan.h has the same number


class Regions(Op):
    """What pools each of several boxes of images to cells of ``pooled_size``."""

    types = DIFFERENTIABLE
    position_sensitive = False
    numbers = 5         # of a box

    def inputs(self):
        return ("data", "rois")

    def validate(self):
        if len(self.pooled_size) != 2 or min(self.pooled_size) < 1:
            raise GraphError(f"{self.name}: pooled_size {self.pooled_size} must be (h, w), both "
                             "above 0")

    def shapes(self, ins, outs):
        (data, rois), out = ins, outs[0]
        data, rois = unify(data, (0,) * 4), unify(rois, (0, self.numbers))
        out = unify(out, (rois[0], 0, *self.pooled_size))
        cells = prod(self.pooled_size) if self.position_sensitive else 1
        if data[1] % cells:
            raise InferenceError(f"data {data} needs a multiple of {cells} channels, some for each "
                                 f"cell of pooled_size {self.pooled_size}")
        out = unify(out, (0, data[1] // cells, 0, 0))
        data = unify(data, (0, out[1] * cells, 0, 0))
        return [data, unify(rois, (out[0], 0))], [out] * len(outs)


@register("ROIPooling")
class ROIPooling(Regions):
    """The largest element in each of ``pooled_size`` (h, w) cells of boxes on images.

    ``data`` is (n, channels, height, width), ``rois`` (boxes, 5) with rows of image, x1, y1, x2,
    y2; ``output`` is (boxes, channels, h, w). Coordinates are multiplied by ``spatial_scale``
    and rounded; a box includes both corners and is at least one pixel large. Row i of the cells
    goes from ``floor(i * height_of_box / h)`` to before ``ceil((i + 1) * height_of_box / h)``,
    columns likewise. What lies outside the image does not count, a cell without pixels gives 0. A
    box on an image below 0 gives 0; an image that data does not have is a KernelError. NaN is the
    largest. The gradient of data goes to the first one of equal maxima; none flows to ``rois``.
    float16, float32 and float64. Source: Girshick 2015, arXiv:1504.08083.
    """

    pooled_size: SHAPE
    spatial_scale: float

    kernel = "sg_roi_pooling"

    def outputs(self):
        return ("output", "position")

    def dtypes(self, ins, outs):
        common = same_dtype(*ins, outs[0], types=self.types)
        return [common] * 2, [common, "int32"]

    def cost(self, ins, outs):
        return 0.5 * prod(ins[0][2:]) * prod(outs[0][:2])

    def gradient(self, F, x, y, dy):
        return [F._ROIPoolingGrad(dy[0], y[1], x[1], shape=F.shape(x[0])), None]


@register("_ROIPoolingGrad")
class ROIPoolingGrad(ToShape):
    """The gradient of data of ``shape``: each dy goes to the position of its cell's maximum."""

    types = DIFFERENTIABLE
    kernel = "sg_roi_pooling_grad"

    def inputs(self):
        return ("dy", "position", "rois")

    def dtypes(self, ins, outs):
        return ins, [ins[0]]

    def cost(self, ins, outs):
        return 0.5 * prod(outs[0]) + 2 * prod(ins[0])


@register("_contrib_ROIAlign")
class ROIAlign(Regions):
    """The mean of samples between pixels in each of ``pooled_size`` (h, w) cells of boxes.

    ``data`` is (n, channels, height, width), ``rois`` (boxes, 5) with rows of image, x1, y1, x2,
    y2; ``output`` is (boxes, channels, h, w). Coordinates are multiplied by ``spatial_scale`` and
    not rounded; with ``aligned`` they are moved by half a pixel, else a box is at least one pixel
    large. A cell has ``sample_ratio`` samples in both directions, at most 1000, as many as it has
    pixels if that is not above 0, evenly spread, interpolated linearly between the four pixels
    around. One that is more than a pixel outside of the image is 0. With ``position_sensitive``
    data has h * w channels for each one of the output, which cell k takes from number k of them. A
    box on an image below 0 gives 0; an image that data does not have is a KernelError. No gradient
    flows to ``rois``. float16, float32 and float64. Source: He et al. 2017, arXiv:1703.06870.
    """

    pooled_size: SHAPE
    spatial_scale: float
    sample_ratio: int = -1
    position_sensitive: bool = False
    aligned: bool = False

    kernel = "sg_roi_align"

    def validate(self):
        super().validate()
        if self.sample_ratio > MOST_SAMPLES:
            raise GraphError(f"{self.name}: sample_ratio is {self.sample_ratio}, cells have up to "
                             f"{MOST_SAMPLES} samples in each direction")

    def cost(self, ins, outs):
        return 10 * prod(outs[0]) * max(self.sample_ratio, 1) ** 2

    def gradient(self, F, x, y, dy):
        return [F._ROIAlignGrad(dy[0], x[1], spatial_scale=self.spatial_scale,
                                sample_ratio=self.sample_ratio, aligned=self.aligned,
                                position_sensitive=self.position_sensitive,
                                shape=F.shape(x[0])), None]


@register("_ROIAlignGrad")
class ROIAlignGrad(ToShape):
    """The gradient of data of ``shape``: dy goes to the pixels around the samples of its cell."""

    spatial_scale: float
    sample_ratio: int
    position_sensitive: bool
    aligned: bool

    types = DIFFERENTIABLE
    kernel = "sg_roi_align_grad"

    def inputs(self):
        return ("dy", "rois")

    def cost(self, ins, outs):
        return 0.5 * prod(outs[0]) + 20 * prod(ins[0])


@register("_contrib_box_iou")
class BoxIou(Op):
    """How much boxes overlap: the area common to two, divided by the area that either covers.

    ``lhs`` is (*p, 4), ``rhs`` (*q, 4), ``output`` (*p, *q). Boxes are (x1, y1, x2, y2), or with
    ``format='center'`` (x, y, width, height). A box whose width or height is not above 0 has no
    area; 0 where neither box has one. float16, float32 and float64. It has no gradient, as in
    MXNet, since it serves to choose boxes.
    """

    format: choice("center", "corner") = "corner"

    types = DIFFERENTIABLE
    differentiable = False
    kernel = "sg_box_iou"

    @property
    def centered(self):
        return self.format == "center"

    def inputs(self):
        return ("lhs", "rhs")

    def shapes(self, ins, outs):
        for name, shape in zip(self.inputs(), ins):
            if shape is not None and (len(shape) < 2 or shape[-1] not in (0, 4)):
                raise InferenceError(f"{name} {shape} must be (..., 4), the numbers of a box last")
        if None in ins:
            return ins, outs
        ins = [(*shape[:-1], 4) for shape in ins]
        return ins, [unify(outs[0], (*ins[0][:-1], *ins[1][:-1]))]

    def cost(self, ins, outs):
        return 2 * prod(outs[0])
