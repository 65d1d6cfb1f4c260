"""Sampling of images between their pixels, at the places of a grid, and how grids are made."""
from math import prod

from ..dtypes import DIFFERENTIABLE
from ..errors import GraphError
from ..op import Op, register, unify
from ..params import SHAPE, choice, optional


class Targeted(Op):
    """What makes images of ``target_shape``."""

    def validate(self):
        if len(self.target_shape) != 2 or min(self.target_shape) < 1:
            raise GraphError(f"{self.name}: target_shape {self.target_shape} must be (h, w), both "
                             "above 0")


@register("GridGenerator")
class GridGenerator(Targeted):
    """A grid (n, 2, h, w) of places to sample an image at: x, then y, -1 to 1 from edge to edge.

    ``transform_type='affine'``: ``data`` (n, 6) holds matrices [[a, b, c], [d, e, f]], and the
    place for row i, column j is ``(a * x + b * y + c, d * x + e * y + f)`` with
    ``x = -1 + 2 * j / (w - 1)`` and ``y = -1 + 2 * i / (h - 1)``; ``target_shape`` is (h, w).
    'warp': ``data`` (n, 2, h, w) is a flow in pixels, and the place is that of pixel
    ``(j + data[:, 0, i, j], i + data[:, 1, i, j])``. An axis of length 1 is at 0. float16, float32
    and float64. Source: Jaderberg et al. 2015, arXiv:1506.02025.
    """

    transform_type: choice("affine", "warp")
    target_shape: SHAPE = (0, 0)

    types = DIFFERENTIABLE

    @property
    def affine(self):
        return self.transform_type == "affine"

    def validate(self):
        if self.affine:     # else the flow says how large the grid is
            super().validate()

    def shapes(self, ins, outs):
        data, out = ins[0], unify(outs[0], (0, 2, 0, 0))
        if not self.affine:
            data = unify(data, out)
            return [data], [data]
        data = unify(data, (out[0], 6))
        return [data], [unify(out, (data[0], 2, *self.target_shape))]

    def cost(self, ins, outs):
        return prod(outs[0])

    def gradient(self, F, x, y, dy):
        return [F._GridGeneratorGrad(dy[0], affine=self.affine)]


@register("_GridGeneratorGrad")
class GridGeneratorGrad(Op):
    """The gradient of the flow or of the matrices that a grid was made from."""

    affine: bool

    types = DIFFERENTIABLE

    def inputs(self):
        return ("dy",)

    def shapes(self, ins, outs):
        return ins, [(ins[0][0], 6) if self.affine else ins[0]]

    def cost(self, ins, outs):
        return (6 if self.affine else 1) * prod(ins[0])


def sampled(data, out, size):
    """Shapes of data and of samples of it, which are as many as size (h, w) says."""
    data = unify(data, (0,) * 4)
    out = unify(out, (*data[:2], *size))
    return unify(data, (*out[:2], 0, 0)), out


@register("BilinearSampler")
class BilinearSampler(Op):
    """Images sampled at the places of a grid, interpolated linearly between the pixels around.

    ``data`` is (n, channels, height, width), ``grid`` (n, 2, h, w), ``output`` (n, channels, h,
    w): ``output[:, :, i, j]`` is data at column ``(grid[:, 0, i, j] + 1) * (width - 1) / 2`` and
    row ``(grid[:, 1, i, j] + 1) * (height - 1) / 2``. Around the image everything is 0. A place
    that is not a finite number gives NaN, and has no gradient. ``cudnn_off`` has no effect. float16,
    float32 and float64. Source: Jaderberg et al. 2015, arXiv:1506.02025.
    """

    cudnn_off: optional(bool) = None

    types = DIFFERENTIABLE

    def inputs(self):
        return ("data", "grid")

    def shapes(self, ins, outs):
        grid = unify(ins[1], (0, 2, 0, 0))
        data, out = sampled(ins[0], outs[0], grid[2:])
        data, out = unify(data, (grid[0], 0, 0, 0)), unify(out, (grid[0], 0, 0, 0))
        return [data, unify(grid, (data[0], 0, *out[2:]))], [out]

    def cost(self, ins, outs):
        return 4 * prod(outs[0])

    def gradient(self, F, x, y, dy):
        return F._BilinearSamplerGrad(dy[0], x[0], x[1])


@register("_BilinearSamplerGrad")
class BilinearSamplerGrad(Op):
    """The gradients of data and grid of BilinearSampler."""

    types = DIFFERENTIABLE

    def inputs(self):
        return ("dy", "data", "grid")

    def outputs(self):
        return ("data", "grid")

    def shapes(self, ins, outs):
        return ins, [ins[1], ins[2]]

    def cost(self, ins, outs):
        return 20 * prod(ins[0])


@register("SpatialTransformer")
class SpatialTransformer(Targeted):
    """Images seen through an affine transformation of their coordinates.

    ``data`` is (n, channels, height, width), ``loc`` (n, 6) holds the transformations,
    ``output`` is (n, channels, h, w) with ``target_shape`` (h, w): BilinearSampler on the grid
    that GridGenerator makes of loc. ``transform_type`` and ``sampler_type`` have one value each,
    ``cudnn_off`` has no effect. float16, float32 and float64. Source: Jaderberg et al. 2015,
    arXiv:1506.02025.
    """

    target_shape: SHAPE = (0, 0)
    transform_type: choice("affine")
    sampler_type: choice("bilinear")
    cudnn_off: optional(bool) = None

    types = DIFFERENTIABLE

    def inputs(self):
        return ("data", "loc")

    def shapes(self, ins, outs):
        data, out = sampled(ins[0], outs[0], self.target_shape)
        loc = unify(ins[1], (data[0], 6))
        data, out = unify(data, (loc[0], 0, 0, 0)), unify(out, (loc[0], 0, 0, 0))
        return [data, loc], [out]

    def cost(self, ins, outs):
        return 4 * prod(outs[0])

    def gradient(self, F, x, y, dy):
        grid = F.GridGenerator(x[1], transform_type="affine", target_shape=self.target_shape)
        data, d_grid = F._BilinearSamplerGrad(dy[0], x[0], grid)
        return [data, F._GridGeneratorGrad(d_grid, affine=True)]
