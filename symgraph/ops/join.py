"""Operators that put arrays together along a dimension, and take them apart again."""
from ..errors import GraphError, InferenceError
from ..op import Op, register, unify
from ..params import SHAPE
from .axes import ANY, axis_of, blank, ndim_of, stacked, unify_but, without


def joined(parts, whole, axis):
    """Refine the shapes of parts that lie side by side along axis, and of the whole."""
    common = unify_but(axis, whole, *parts)
    parts = [unify(part, common) for part in parts]
    whole = unify(whole, common)
    lengths = [part[axis] for part in parts]
    if 0 not in lengths:
        total = (*common[:axis], sum(lengths), *common[axis + 1:])
        return parts, unify(whole, total)
    left = whole[axis] - sum(lengths)
    if whole[axis] and left < lengths.count(0):
        raise InferenceError(f"the parts are longer than the whole along axis {axis}: {lengths} "
                             f"against {whole[axis]}")
    if whole[axis] and lengths.count(0) == 1:
        lone = lengths.index(0)
        parts[lone] = (*common[:axis], left, *common[axis + 1:])
    return parts, whole


def part_names(count):
    """Output names as MXNet gives them: a number only where there are several."""
    return ("output",) if count == 1 else tuple(f"output{i}" for i in range(count))


@register("Concat", "concat")
class Concat(Op):
    """Arrays side by side along dimension ``dim``; all other lengths are equal.

    ``num_args``, the number of inputs, follows from the call. All data types.
    """

    num_args: int
    dim: int = 1

    variadic = "num_args"
    types = ANY

    @property
    def axis(self):
        return self.dim

    def validate(self):
        if self.num_args < 1:
            raise GraphError("Concat needs at least one input")

    def inputs(self):
        return tuple(f"arg{i}" for i in range(self.num_args))

    def shapes(self, ins, outs):
        ndim = ndim_of(*ins, *outs)
        if ndim is None:
            return ins, outs
        parts, whole = joined(ins, outs[0], axis_of(self.dim, ndim))
        return parts, [whole]

    def joins(self, ins, outs):
        axis = axis_of(self.dim, len(outs[0]))
        return stacked(outs[0], axis, [part[axis] for part in ins])

    def gradient(self, F, x, y, dy):
        if len(x) == 1:
            return dy
        axis = axis_of(self.dim, len(F.shape(x[0])))
        starts = [0]
        for ref in x[:-1]:
            starts.append(starts[-1] + F.shape(ref)[axis])
        return F._split_v2(dy[0], indices=tuple(starts), axis=axis)


@register("_rnn_param_concat")
class RNNParamConcat(Concat):
    """Concat under the name that exported recurrent layers give it for their parameters.

    Where several lengths along ``dim`` are unknown, they are taken to be equal: these are the weights
    of the input in both directions of the lowest layer.
    """

    kernel = "sg_concat"

    def shapes(self, ins, outs):
        ins, outs = super().shapes(ins, outs)
        if outs[0] is None:
            return ins, outs
        axis = axis_of(self.dim, len(outs[0]))
        open_ = [i for i, part in enumerate(ins) if not part[axis]]
        left = outs[0][axis] - sum(part[axis] for part in ins)
        if outs[0][axis] and open_:
            if left % len(open_):
                raise InferenceError(f"{left} elements along axis {axis} are left for {len(open_)} "
                                     "arrays of equal length")
            for i in open_:
                ins[i] = (*ins[i][:axis], left // len(open_), *ins[i][axis + 1:])
        return ins, outs


@register("stack")
class Stack(Op):
    """Arrays of one shape along a new dimension, which becomes dimension ``axis`` of the output.

    ``axis`` lies in [-n - 1, n] for inputs of n dimensions. All data types.
    """

    num_args: int
    axis: int = 0

    variadic = "num_args"
    kernel = "sg_concat"
    types = ANY

    def validate(self):
        if self.num_args < 1:
            raise GraphError("stack needs at least one input")

    def inputs(self):
        return tuple(f"arg{i}" for i in range(self.num_args))

    def shapes(self, ins, outs):
        common, out = None, outs[0]
        for shape in ins:
            common = unify(common, shape)
        if out is not None:
            common = unify(common, without(out, axis_of(self.axis, len(out))))
        if common is not None:
            axis = axis_of(self.axis, len(common) + 1)
            out = unify(out, (*common[:axis], self.num_args, *common[axis:]))
        return [common] * len(ins), [out]

    def joins(self, ins, outs):
        return stacked(outs[0], axis_of(self.axis, len(outs[0])), [1] * len(ins))

    def gradient(self, F, x, y, dy):
        axis = axis_of(self.axis, len(F.shape(y[0])))
        parts = F.SliceChannel(dy[0], num_outputs=self.num_args, axis=axis, squeeze_axis=True)
        return parts if self.num_args > 1 else [parts]


@register("SliceChannel", "split")
class SliceChannel(Op):
    """``num_outputs`` equal parts of the data along ``axis``.

    Part i has elements i * n up to (i + 1) * n of the axis, with n its length / num_outputs. Where
    n is 1, ``squeeze_axis`` takes the dimension out of the outputs' shape. All data types. Raises
    InferenceError if the axis cannot be divided like that.
    """

    num_outputs: int
    axis: int = 1
    squeeze_axis: bool = False

    kernel = "sg_split"
    types = ANY

    def validate(self):
        if self.num_outputs < 1:
            raise GraphError(f"SliceChannel: num_outputs is {self.num_outputs}, it must be at "
                             "least 1")

    @property
    def visible(self):
        return self.num_outputs

    def outputs(self):
        return part_names(self.num_outputs)

    def shapes(self, ins, outs):
        data, count, squeezed = ins[0], self.num_outputs, self.squeeze_axis
        part = None
        for shape in outs:
            part = unify(part, shape)
        ndim = ndim_of(data, part and (part + (1,) if squeezed else part))
        if ndim is None:
            return ins, outs
        axis = axis_of(self.axis, ndim)
        if squeezed and part is not None:
            part = (*part[:axis], 1, *part[axis:])
        if data is not None:
            self.check(data, axis)
            part = unify(part, (*data[:axis], 1 if squeezed else data[axis] // count,
                                *data[axis + 1:]))
        data = unify(data, (*part[:axis], part[axis] * count, *part[axis + 1:]))
        return [data], [without(part, axis) if squeezed else part] * count

    def check(self, data, axis):
        if data[axis] % self.num_outputs:
            raise InferenceError(f"axis {axis} of {data} has length {data[axis]}, which cannot be "
                                 f"divided into num_outputs={self.num_outputs} equal parts")
        if self.squeeze_axis and data[axis] not in (0, self.num_outputs):
            raise InferenceError(f"axis {axis} of {data} has length {data[axis]}; squeeze_axis "
                                 f"wants it to be num_outputs={self.num_outputs}")

    def cuts(self, ins, outs):
        axis, count = axis_of(self.axis, len(ins[0])), self.num_outputs
        return stacked(ins[0], axis, [ins[0][axis] // count] * count)

    def gradient(self, F, x, y, dy):
        count, axis = self.num_outputs, axis_of(self.axis, len(F.shape(x[0])))
        present = tuple(i for i, ref in enumerate(dy) if ref is not None)
        if len(present) < count <= GAPS:
            there = [dy[i] for i in present]
            return [F._join_parts(*there, num_args=len(there), num_parts=count, parts=present,
                                  axis=axis, squeezed=self.squeeze_axis)]
        dy = fill_gaps(F, y, dy)
        if self.squeeze_axis:
            return [F.stack(*dy, num_args=count, axis=axis)]
        return [F.Concat(*dy, num_args=count, dim=axis)]


GAPS = 4096     # the most parts of which _join_parts can be told that some are missing


def fill_gaps(F, y, dy):
    """dy with zeros where no gradient arrived."""
    return [F.zeros_like(ref) if grad is None else grad for ref, grad in zip(y, dy)]


@register("_join_parts")
class JoinParts(Op):
    """The inverse of SliceChannel where some parts are missing: zeros stand in their place.

    Input i is part ``parts[i]`` of ``num_parts`` along dimension ``axis`` of the output. With
    ``squeezed`` the inputs lack that dimension. It only occurs in gradients and has none itself.
    """

    num_args: int
    num_parts: int
    parts: SHAPE
    axis: int
    squeezed: bool

    variadic = "num_args"
    types = ANY
    differentiable = False

    @property
    def present(self):
        """The numbers in parts as bits, 64 to a word."""
        words = [0] * (GAPS // 64)
        for part in self.parts:
            words[part // 64] |= 1 << part % 64
        return tuple(words)

    def inputs(self):
        return tuple(f"arg{i}" for i in range(self.num_args))

    def shapes(self, ins, outs):
        part = None
        for shape in ins:
            part = unify(part, shape)
        if part is None:
            return ins, outs
        inner = part if self.squeezed else without(part, self.axis)
        length = self.num_parts * (1 if self.squeezed else part[self.axis])
        return ([part] * len(ins),
                [unify(outs[0], (*inner[:self.axis], length, *inner[self.axis:]))])


@register("_split_v2")
class SplitV2(Op):
    """Parts of the data along ``axis``, of about equal lengths or cut at given places.

    With ``sections`` above 0 there are as many parts, equal or, where the length cannot be divided
    like that, the first ones longer by 1. Otherwise part i begins at ``indices[i]`` (the first one
    is 0) and ends where the next one begins. ``squeeze_axis`` takes the dimension out of the shape
    of parts of length 1. All data types.
    """

    indices: SHAPE
    axis: int = 1
    squeeze_axis: bool = False
    sections: int = 0

    kernel = "sg_split"
    types = ANY

    def validate(self):
        starts = self.indices
        if self.sections <= 0 and (starts[:1] != (0,)
                                   or any(a >= b for a, b in zip(starts, starts[1:]))):
            raise GraphError(f"_split_v2: indices {starts} must rise from 0; a part of no elements "
                             "is not possible")

    @property
    def visible(self):
        return self.sections if self.sections > 0 else len(self.indices)

    def outputs(self):
        return part_names(self.visible)

    def shapes(self, ins, outs):
        data, squeezed = ins[0], self.squeeze_axis
        if data is None:
            return ins, outs
        axis = axis_of(self.axis, len(data))
        lengths = self.lengths(data, axis)
        if squeezed and any(length > 1 for length in lengths):
            raise InferenceError(f"parts of lengths {tuple(lengths)} along axis {axis} of {data}; "
                                 "squeeze_axis wants lengths of 1")
        for i, length in enumerate(lengths):
            part = unify(outs[i], without(data, axis) if squeezed else
                         (*data[:axis], length, *data[axis + 1:]))
            outs[i] = part
            data = unify(data, (*part[:axis], 0, *part[axis:]) if squeezed else blank(part, axis))
        return [data], outs

    def lengths(self, data, axis):
        """How long each part is along axis, 0 where that is unknown."""
        length = data[axis]
        if self.sections > 0:
            if 0 < length < self.sections:
                raise InferenceError(f"axis {axis} of {data} has length {length}, too short for "
                                     f"{self.sections} sections")
            each, more = divmod(length, self.sections)
            return [each + (i < more) for i in range(self.sections)]
        if length and self.indices[-1] >= length:
            raise InferenceError(f"indices {self.indices} lie outside axis {axis} of {data}")
        ends = (*self.indices[1:], length or self.indices[-1])
        return [end - start for start, end in zip(self.indices, ends)]

    def cuts(self, ins, outs):
        axis = axis_of(self.axis, len(ins[0]))
        return stacked(ins[0], axis, self.lengths(ins[0], axis))

    def gradient(self, F, x, y, dy):
        axis = axis_of(self.axis, len(F.shape(x[0])))
        dy = fill_gaps(F, y, dy)
        if self.squeeze_axis:
            return [F.stack(*dy, num_args=len(dy), axis=axis)]
        return [F.Concat(*dy, num_args=len(dy), dim=axis)]
