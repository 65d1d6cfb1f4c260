"""Operators that repeat or mirror elements, or put a margin around them."""
from math import prod

from ..errors import GraphError, InferenceError
from ..op import Op, register, unify
from ..params import NUMBER, SHAPE, choice, optional
from .axes import ANY, ToShape, axes_of, axis_of


@register("tile")
class Tile(Op):
    """Copies of the whole data side by side, ``reps[i]`` of them along dimension i.

    Where ``reps`` and the shape have different lengths the shorter one gets ones in front. All data
    types.
    """

    reps: SHAPE

    types = ANY

    def validate(self):
        if any(count < 1 for count in self.reps):
            raise GraphError(f"tile: reps {self.reps} must be positive")

    def shapes(self, ins, outs):
        data, out = ins[0], outs[0]
        if data is None:
            return ins, outs
        ndim = max(len(data), len(self.reps))
        reps = (1,) * (ndim - len(self.reps)) + self.reps
        lead = ndim - len(data)
        out = unify(out, tuple(length * count for length, count in zip((1,) * lead + data, reps)))
        for axis, (length, count) in enumerate(zip(out, reps)):
            if length % count:
                raise InferenceError(f"axis {axis} of the output {out} is no multiple of its reps "
                                     f"{count}")
        return [unify(data, tuple(a // b for a, b in zip(out, reps))[lead:])], [out]

    def gradient(self, F, x, y, dy):
        return [F._tile_grad(dy[0], shape=F.shape(x[0]))]


@register("_tile_grad")
class TileGrad(ToShape):
    """The sum over the copies that tile made of data of the given shape."""

    types = ANY
    per_element = 1

    def shapes(self, ins, outs):
        dy = ins[0]
        if dy is not None:
            padded = (1,) * (len(dy) - len(self.shape)) + self.shape
            if len(dy) != len(padded) or any(a % b for a, b in zip(dy, padded)):
                raise InferenceError(f"dy of shape {dy} is not made of copies of {self.shape}")
        return super().shapes(ins, outs)

    def gradient(self, F, x, y, dy):
        shape = F.shape(x[0])
        padded = (1,) * (len(shape) - len(self.shape)) + self.shape
        return [F.tile(dy[0], reps=tuple(a // b for a, b in zip(shape, padded)))]


@register("repeat")
class Repeat(Op):
    """Every element ``repeats`` times, next to each other along ``axis``.

    Without ``axis`` the output is flat: each element of the flattened data. All data types.
    """

    repeats: int
    axis: optional(int) = None

    types = ANY

    def validate(self):
        if self.repeats < 1:
            raise GraphError(f"repeat: repeats is {self.repeats}, it must be at least 1")

    @property
    def along_axis(self):
        return self.axis is not None

    @property
    def axis_number(self):
        return self.axis or 0

    def shapes(self, ins, outs):
        data, out = ins[0], outs[0]
        if self.axis is None:
            size = 1
            for length in data or (0,):
                size *= length
            return ins, [unify(out, (size * self.repeats,))]
        ndim = next((len(shape) for shape in (data, out) if shape is not None), None)
        if ndim is None:
            return ins, outs
        axis = axis_of(self.axis, ndim)
        if data is not None:
            out = unify(out, (*data[:axis], data[axis] * self.repeats, *data[axis + 1:]))
        if out[axis] % self.repeats:
            raise InferenceError(f"axis {axis} of the output {out} is no multiple of "
                                 f"repeats={self.repeats}")
        return [unify(data, (*out[:axis], out[axis] // self.repeats, *out[axis + 1:]))], [out]

    def gradient(self, F, x, y, dy):
        return [F._repeat_grad(dy[0], axis=self.axis, shape=F.shape(x[0]))]


@register("_repeat_grad")
class RepeatGrad(ToShape):
    """The sum over the repetitions that repeat made of data of the given shape."""

    axis: optional(int)

    types = ANY
    per_element = 1

    def shapes(self, ins, outs):
        dy = ins[0]
        if dy is None:
            return super().shapes(ins, outs)
        if self.axis is None:
            fits = len(dy) == 1 and dy[0] % prod(self.shape) == 0
        else:
            axis = axis_of(self.axis, len(self.shape))
            pairs = enumerate(zip(dy, self.shape))
            fits = len(dy) == len(self.shape) and all(
                a % b == 0 if i == axis else a in (0, b) for i, (a, b) in pairs)
        if not fits:
            raise InferenceError(f"dy of shape {dy} is not made of repetitions of {self.shape} along "
                                 f"axis {self.axis}")
        return super().shapes(ins, outs)

    @property
    def along_axis(self):
        return self.axis is not None

    @property
    def axis_number(self):
        return self.axis or 0

    def gradient(self, F, x, y, dy):
        repeats = prod(F.shape(x[0])) // prod(self.shape)
        return [F.repeat(dy[0], repeats=repeats, axis=self.axis)]


@register("reverse", "flip")
class Reverse(Op):
    """The data with the order of elements reversed along each dimension in ``axis``.

    Negative dimensions count from the end. All data types.
    """

    axis: SHAPE

    types = ANY

    @property
    def axes(self):
        return self.axis

    @property
    def n_axes(self):
        return len(self.axis)

    def shapes(self, ins, outs):
        data = unify(ins[0], outs[0])
        if data is not None:
            axes_of(self.axis, len(data))
        return [data], [data]

    def gradient(self, F, x, y, dy):
        return [F.reverse(dy[0], axis=self.axis)]


MODES = ("constant", "edge", "reflect")


@register("Pad", "pad")
class Pad(Op):
    """The data with a margin, whose widths are ``pad_width``: before and after, for each dimension.

    The margin holds ``constant_value`` (``constant``), the nearest element (``edge``), or the data
    as mirrored at its first and last element, which are not repeated (``reflect``; widths are
    smaller than the dimension). As numpy.pad, with a flat pad_width. Any number of dimensions and
    all data types.
    """

    mode: choice(*MODES)
    pad_width: SHAPE
    constant_value: NUMBER = 0.0

    types = ANY

    def validate(self):
        if any(width < 0 for width in self.pad_width) or len(self.pad_width) % 2:
            raise GraphError(f"Pad: pad_width {self.pad_width} must be pairs of widths (before, "
                             "after) that are not negative")

    @property
    def mode_number(self):
        return MODES.index(self.mode)

    def shapes(self, ins, outs):
        data, out = ins[0], outs[0]
        before, after = self.pad_width[::2], self.pad_width[1::2]
        for shape in (data, out):
            if shape is not None and len(shape) != len(before):
                raise InferenceError(f"pad_width {self.pad_width} is for {len(before)} dimensions, "
                                     f"the data has {len(shape)}")
        widths = list(zip(before, after))
        data = data or (0,) * len(before)
        out = unify(out, tuple(n and n + a + b for n, (a, b) in zip(data, widths)))
        if any(0 < n <= a + b for n, (a, b) in zip(out, widths)):
            raise InferenceError(f"the output {out} has no room for pad_width {self.pad_width}")
        data = unify(data, tuple(n and n - a - b for n, (a, b) in zip(out, widths)))
        for length, width in zip(data, widths):
            if self.mode == "reflect" and 0 < length <= max(width):
                raise InferenceError(f"widths {width} to reflect must be smaller than the "
                                     f"dimension, which is {length} in {data}")
        return [data], [out]

    def gradient(self, F, x, y, dy):
        if self.mode != "constant":
            return [F._pad_grad(dy[0], mode=self.mode, pad_width=self.pad_width)]
        begin = self.pad_width[::2]
        end = tuple(a + n for a, n in zip(begin, F.shape(x[0])))
        return [F.slice(dy[0], begin=begin, end=end)]


@register("_pad_grad")
class PadGrad(Op):
    """dy, with what stands in the margin added to the element that it came from."""

    mode: choice("edge", "reflect")
    pad_width: SHAPE

    types = ANY

    @property
    def mode_number(self):
        return MODES.index(self.mode)

    def inputs(self):
        return ("dy",)

    def shapes(self, ins, outs):
        dy = ins[0]
        return ins, [unify(outs[0], dy and tuple(
            n and n - a - b for n, a, b in zip(dy, self.pad_width[::2], self.pad_width[1::2])))]

    def gradient(self, F, x, y, dy):
        return [F.Pad(dy[0], mode=self.mode, pad_width=self.pad_width)]
