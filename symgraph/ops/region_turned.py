"""Boxes on images that are turned."""
from math import prod

from ..dtypes import DIFFERENTIABLE
from ..errors import GraphError
from ..op import register
from ..params import SHAPE
from .axes import ToShape
from .region import MOST_SAMPLES, Regions


@register("_contrib_RROIAlign")
class RROIAlign(Regions):
    """The mean of samples between pixels in each of ``pooled_size`` (h, w) cells of turned boxes.

    ``data`` is (n, channels, height, width), ``rois`` (boxes, 6) with rows of image, x, y of the
    center, width, height, and the angle in degrees, counted from the right upwards; ``output`` is
    (boxes, channels, h, w). All but the angle is multiplied by ``spatial_scale``; a box is at least
    one pixel large. A cell has ``sampling_ratio`` samples in both directions, as many as it has
    pixels if that is not above 0, at most 1000, evenly spread, linear between the four pixels
    around. One that is more than a pixel outside of the image is 0. A box on an image below 0 gives
    0; an image that data does not have is a KernelError. No gradient flows to ``rois``. float16,
    float32 and float64. Source: Ma et al. 2018, arXiv:1703.01086.
    """

    pooled_size: SHAPE
    spatial_scale: float
    sampling_ratio: int = -1

    kernel = "sg_rroi_align"
    numbers = 6

    def validate(self):
        super().validate()
        if self.sampling_ratio > MOST_SAMPLES:
            raise GraphError(f"{self.name}: sampling_ratio is {self.sampling_ratio}, cells have up "
                             f"to {MOST_SAMPLES} samples in each direction")

    @property
    def samples(self):
        return self.sampling_ratio

    def cost(self, ins, outs):
        return 10 * prod(outs[0]) * max(self.samples, 1) ** 2

    def gradient(self, F, x, y, dy):
        return [F._RROIAlignGrad(dy[0], x[1], spatial_scale=self.spatial_scale,
                                 samples=self.samples, shape=F.shape(x[0])), None]


@register("_RROIAlignGrad")
class RROIAlignGrad(ToShape):
    """The gradient of data of ``shape``: dy goes to the pixels around the samples of its cell."""

    spatial_scale: float
    samples: int

    types = DIFFERENTIABLE
    kernel = "sg_rroi_align_grad"

    def inputs(self):
        return ("dy", "rois")

    def cost(self, ins, outs):
        return 0.5 * prod(outs[0]) + 20 * prod(ins[0])
