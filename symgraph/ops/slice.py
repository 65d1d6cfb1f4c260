"""Operators that cut a part out of an array, and the gradients that put it back."""
from math import prod

from ..errors import GraphError, InferenceError
from ..op import Op, register, unify
from ..params import SHAPE, SLICES, optional
from .axes import ANY, Selecting, ToShape, axes_of, axis_of, follow, ndim_of, unify_but


def moved(ins, outs):
    """Cost of reading and writing the smaller side."""
    return 0.3 * min(prod(ins[0]), prod(outs[0]))


def cut(length, begin, end, what):
    """begin and end counted from the front; raises unless they enclose part of the length."""
    first = begin + length * (begin < 0)
    last = length if end is None else end + length * (end < 0)
    if not 0 <= first < last <= length:
        raise InferenceError(f"{what} has length {length}; begin={begin}, end={end} select nothing "
                             "or lie outside")
    return first, last


@register("slice_axis")
class SliceAxis(Selecting):
    """Elements ``begin`` up to ``end`` of dimension ``axis``.

    Negative values count from the end; ``end`` None means up to the end. All data types. Raises
    InferenceError if that selects nothing or reaches outside.
    """

    axis: int
    begin: int
    end: optional(int) = None

    types = ANY

    def shapes(self, ins, outs):
        data, out = ins[0], outs[0]
        ndim = ndim_of(data, out)
        if ndim is None:
            return ins, outs
        axis = axis_of(self.axis, ndim)
        common = unify_but(axis, data, out)
        data, out = unify(data, common), unify(out, common)
        if data[axis]:
            first, last = cut(data[axis], self.begin, self.end, f"axis {axis} of {data}")
            out = unify(out, (*common[:axis], last - first, *common[axis + 1:]))
        return [data], [out]

    def cost(self, ins, outs):
        return moved(ins, outs)

    def gradient(self, F, x, y, dy):
        shape = F.shape(x[0])
        axis = axis_of(self.axis, len(shape))
        first, _ = cut(shape[axis], self.begin, self.end, "")
        return [F._slice_axis_grad(dy[0], axis=axis, begin=first, length=shape[axis])]


@register("_slice_axis_grad")
class SliceAxisGrad(Op):
    """dy as elements ``begin`` and following of dimension ``axis``, else zeros."""

    axis: int
    begin: int
    length: int

    types = ANY

    def inputs(self):
        return ("dy",)

    def shapes(self, ins, outs):
        dy, axis = ins[0], self.axis
        if dy is None:
            return ins, outs
        return ins, [unify(outs[0], (*dy[:axis], self.length, *dy[axis + 1:]))]

    def gradient(self, F, x, y, dy):
        part = F.shape(x[0])[self.axis]
        return [F.slice_axis(dy[0], axis=self.axis, begin=self.begin, end=self.begin + part)]


def steps_of(step, count):
    """One step per axis, 1 where none is given."""
    return tuple(1 if s is None else s for s in step) + (1,) * (count - len(step))


@register("slice", "crop")
class Slice(Selecting):
    """A region of the data: elements ``begin[i]`` up to ``end[i]``, in steps, of each dimension i.

    Like ``data[begin[0]:end[0]:step[0], begin[1]:end[1]:step[1], ...]`` in NumPy: negative values
    count from the end, None means from the start or up to the end, values outside are cut off.
    Further dimensions are taken whole. All data types. Raises InferenceError if nothing is
    selected.
    """

    begin: SLICES
    end: SLICES
    step: SLICES = ()

    types = ANY

    def validate(self):
        if len(self.begin) != len(self.end) or len(self.step) not in (0, len(self.begin)):
            raise GraphError(f"slice: begin {self.begin}, end {self.end} and step {self.step} must "
                             "be of one length")
        if 0 in self.step:
            raise GraphError(f"slice: step {self.step} must not be 0")

    @property
    def steps(self):
        return steps_of(self.step, len(self.begin))

    @property
    def starts(self):
        """begin, with None as the first element of the walk."""
        return tuple(-(step < 0) if first is None else first
                     for first, step in zip(self.begin, self.steps))

    @property
    def n_axes(self):
        return len(self.begin)

    def shapes(self, ins, outs):
        data, out = ins[0], outs[0]
        ndim = ndim_of(data, out)
        if ndim is None:
            return ins, outs
        if len(self.begin) > ndim:
            raise InferenceError(f"begin {self.begin} is for more than the {ndim} dimensions of "
                                 "the data")
        rest = len(self.begin)
        whole = (0,) * rest
        common = unify(data and (*whole, *data[rest:]), out and (*whole, *out[rest:]))
        data, out = unify(data, common), unify(out, common)
        counts = [len(self.walk(i, data)) if data[i] else 0 for i in range(rest)]
        return [data], [unify(out, (*counts, *common[rest:]))]

    def walk(self, axis, data):
        """The positions along one axis that are taken, as a range."""
        first, last, step = self.begin[axis], self.end[axis], self.steps[axis]
        taken = range(data[axis])[slice(first, last, step)]
        if not taken:
            raise InferenceError(f"axis {axis} of {data} has length {data[axis]}; begin={first}, "
                                 f"end={last}, step={step} select nothing")
        return taken

    def cost(self, ins, outs):
        return moved(ins, outs)

    def gradient(self, F, x, y, dy):
        return [F._slice_grad(dy[0], begin=self.starts, step=self.steps, shape=F.shape(x[0]))]


@register("_slice_grad")
class SliceGrad(ToShape):
    """dy where slice with ``begin`` and ``step`` took it from an array of ``shape``, else zeros."""

    begin: SHAPE
    step: SHAPE

    types = ANY

    @property
    def starts(self):
        return self.begin

    @property
    def steps(self):
        return self.step

    @property
    def n_axes(self):
        return len(self.begin)

    def shapes(self, ins, outs):
        rest, dy = len(self.begin), ins[0]
        if rest > len(self.shape) or len(self.step) != rest:
            raise InferenceError(f"begin {self.begin} and step {self.step} do not fit {self.shape}")
        dy = unify(dy, (*(0,) * rest, *self.shape[rest:]))
        for axis, (start, step, count) in enumerate(zip(self.begin, self.step, dy)):
            length = self.shape[axis]
            first = min(max(start + length * (start < 0), 0), length - 1)
            if count and not 0 <= first + step * (count - 1) < length:
                raise InferenceError(f"dy of shape {dy} does not lie in {self.shape} from {self.begin} "
                                     f"on by {self.step}")
        return super().shapes([dy], outs)

    def gradient(self, F, x, y, dy):
        ends = []
        for start, step, length, count in zip(self.begin, self.step, self.shape, F.shape(x[0])):
            first = start + length * (start < 0)
            first = min(max(first, 0), length - 1)
            end = first + step * count
            ends.append(end if end >= 0 else None)
        return [F.slice(dy[0], begin=self.begin, end=tuple(ends), step=self.step)]


@register("slice_like")
class SliceLike(Selecting):
    """The first elements of ``data`` along ``axes`` (or all), as many as ``shape_like`` has.

    Values of ``shape_like`` do not matter, and no gradient flows to it. All data types.
    """

    axes: SHAPE = ()

    types = ANY

    def inputs(self):
        return ("data", "shape_like")

    def shapes(self, ins, outs):
        (data, like), out = ins, outs[0]
        if data is None or like is None:
            return ins, outs
        if not self.axes and len(data) != len(like):
            raise InferenceError(f"data {data} and shape_like {like} differ in their number of "
                                 "dimensions; name the axes to be cut")
        axes = axes_of(self.axes, len(data)) or range(len(data))
        others = axes_of(self.axes, len(like)) or range(len(like))
        lengths = list(data)
        for axis, other in zip(axes, others):
            lengths[axis] = like[other]
            if data[axis] and like[other] > data[axis]:
                raise InferenceError(f"axis {axis} of data {data} is shorter than that of "
                                     f"shape_like {like}")
        out = unify(out, tuple(lengths))
        data = unify(data, tuple(0 if i in axes else out[i] for i in range(len(out))))
        like = list(like)
        for axis, other in zip(axes, others):
            like[other] = out[axis]
        return [data, tuple(like)], [out]

    def dtypes(self, ins, outs):
        return follow(ins, outs)

    def cost(self, ins, outs):
        return moved(ins, outs)

    def gradient(self, F, x, y, dy):
        shape = F.shape(x[0])
        ndim = len(shape)
        return [F._slice_grad(dy[0], begin=(0,) * ndim, step=(1,) * ndim, shape=shape), None]


@register("Crop")
class Crop(Selecting):
    """A window of the last two dimensions of (n, c, h, w), of size ``h_w``.

    Its first pixel is ``offset`` (y, x), or where ``center_crop`` puts it: half of what is left
    over. With a second input (``num_args`` 2) the window has the height and width of that input,
    whose values do not matter. All data types.
    """

    num_args: int
    offset: SHAPE = (0, 0)
    h_w: SHAPE = (0, 0)
    center_crop: bool = False

    variadic = "num_args"
    types = ANY

    def validate(self):
        if self.num_args not in (1, 2):
            raise GraphError(f"Crop takes one or two inputs, not {self.num_args}")
        if len(self.offset) != 2 or len(self.h_w) != 2:
            raise GraphError(f"Crop: offset {self.offset} and h_w {self.h_w} must be pairs")

    def inputs(self):
        return tuple(f"arg{i}" for i in range(self.num_args))

    def shapes(self, ins, outs):
        data, out = unify(ins[0], (0, 0, 0, 0)), unify(outs[0], (0, 0, 0, 0))
        size = self.h_w if len(ins) == 1 else unify(ins[1], (0, 0, 0, 0))[2:]
        data = unify(data, (*out[:2], 0, 0))
        out = unify(out, (*data[:2], *size))
        for name, length, part, first in zip("hw", data[2:], out[2:], self.offset):
            if length and part + (0 if self.center_crop else first) > length:
                raise InferenceError(f"the window of {part} at {first} is outside of {name}, which "
                                     f"is {length}")
        return [data, *(unify(like, (0, 0, *out[2:])) for like in ins[1:])], [out]

    def dtypes(self, ins, outs):
        return follow(ins, outs)

    def cost(self, ins, outs):
        return moved(ins[:1], outs)

    def gradient(self, F, x, y, dy):
        shape, part = F.shape(x[0]), F.shape(y[0])
        first = self.offset
        if self.center_crop:
            first = tuple((a - b) // 2 for a, b in zip(shape[2:], part[2:]))
        dx = F._slice_grad(dy[0], begin=(0, 0, *first), step=(1, 1, 1, 1), shape=shape)
        return [dx, *[None] * (len(x) - 1)]
