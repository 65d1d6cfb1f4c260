"""Operators that change the order of dimensions."""
from ..errors import GraphError, InferenceError
from ..op import Op, register, unify
from ..params import SHAPE
from .axes import ANY, axes_of, axis_of, ndim_of


def permuted(shape, axes):
    return shape and tuple(shape[axis] for axis in axes)


@register("transpose")
class Transpose(Op):
    """Dimensions in another order: dimension i of the output is dimension ``axes[i]`` of ``data``.

    Without ``axes`` the order is reversed. All data types.
    """

    axes: SHAPE = ()

    types = ANY

    @property
    def n_axes(self):
        return len(self.axes)

    def order(self, ndim):
        """The permutation for ndim dimensions."""
        if not self.axes:
            return tuple(range(ndim))[::-1]
        if len(self.axes) != ndim:
            raise InferenceError(f"axes {self.axes} order {len(self.axes)} dimensions, the data "
                                 f"has {ndim}")
        return axes_of(self.axes, ndim)

    def shapes(self, ins, outs):
        ndim = ndim_of(ins[0], outs[0], (0,) * len(self.axes) if self.axes else None)
        if ndim is None:
            return ins, outs
        order = self.order(ndim)
        out = unify(unify(outs[0], permuted(ins[0], order)), (0,) * ndim)
        return [permuted(out, inverse(order))], [out]

    def gradient(self, F, x, y, dy):
        order = self.order(len(F.shape(x[0])))
        return [F.transpose(dy[0], axes=inverse(order))]


def inverse(order):
    return tuple(sorted(range(len(order)), key=order.__getitem__))


@register("SwapAxis", "swapaxes")
class SwapAxis(Op):
    """Dimensions ``dim1`` and ``dim2`` exchanged.

    Negative ones count from the end. All data types.
    """

    dim1: int = 0
    dim2: int = 0

    types = ANY

    def shapes(self, ins, outs):
        ndim = ndim_of(ins[0], outs[0])
        if ndim is None:
            return ins, outs
        order = list(range(ndim))
        a, b = axis_of(self.dim1, ndim), axis_of(self.dim2, ndim)
        order[a], order[b] = b, a
        out = unify(outs[0], permuted(ins[0], order))
        return [permuted(out, order)], [out]

    def gradient(self, F, x, y, dy):
        return [F.SwapAxis(dy[0], dim1=self.dim1, dim2=self.dim2)]


class Blocks(Op):
    """What depth_to_space and space_to_depth share: shapes of the two sides."""

    def validate(self):
        if self.block_size < 1:
            raise GraphError(f"{self.name}: block_size is {self.block_size}, it must be at least 1")

    def sides(self, deep, wide):
        """Refine (n, c * b * b, h, w) and (n, c, h * b, w * b)."""
        b = self.block_size
        deep, wide = unify(deep, (0, 0, 0, 0)), unify(wide, (0, 0, 0, 0))
        for axis, factor, large in ((1, b * b, deep), (2, b, wide), (3, b, wide)):
            if large[axis] % factor:
                raise InferenceError(f"dimension {axis} of {large} is no multiple of {factor}, "
                                     f"block_size is {b}")
        wide = unify(wide, (deep[0], deep[1] // (b * b), deep[2] * b, deep[3] * b))
        deep = unify(deep, (wide[0], wide[1] * b * b, wide[2] // b, wide[3] // b))
        return deep, wide


@register("depth_to_space")
class DepthToSpace(Blocks):
    """Channels moved into blocks of pixels: (n, b * b * c, h, w) becomes (n, c, h * b, w * b).

    ``output[n, c, i * b + p, j * b + q] = data[n, (p * b + q) * C + c, i, j]`` with b the block
    size and C the number of output channels. All data types.
    """

    block_size: int

    types = ANY

    def shapes(self, ins, outs):
        deep, wide = self.sides(ins[0], outs[0])
        return [deep], [wide]

    def gradient(self, F, x, y, dy):
        return [F.space_to_depth(dy[0], block_size=self.block_size)]


@register("space_to_depth")
class SpaceToDepth(Blocks):
    """Blocks of pixels moved into channels: (n, c, h * b, w * b) becomes (n, b * b * c, h, w).

    The inverse of depth_to_space. All data types.
    """

    block_size: int

    types = ANY

    def shapes(self, ins, outs):
        deep, wide = self.sides(outs[0], ins[0])
        return [wide], [deep]

    def gradient(self, F, x, y, dy):
        return [F.depth_to_space(dy[0], block_size=self.block_size)]
