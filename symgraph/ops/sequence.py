"""Operators on sequences of unequal length that share one array.

``data`` is (steps, batch, ...) with ``axis`` 0, (batch, steps, ...) with 1. With
``use_sequence_length`` there is a second input of shape (batch,), the length of each sequence, of
any data type; without it all sequences are as long as the array. Lengths below 0 count as 0, those
above the number of steps as that number, and no gradient flows to them.
"""
from ..errors import GraphError, InferenceError
from ..op import Op, register, same_dtype, unify
from ..params import NUMBER
from .axes import ANY, without


class Sequence(Op):
    """What operators on sequences share: their inputs, and what lengths follow from the data."""

    types = ANY

    def validate(self):
        if self.axis not in (0, 1):
            raise GraphError(f"{self.name}: axis is {self.axis}, the sequence axis can be 0 or 1")

    def inputs(self):
        return ("data", "sequence_length")[:1 + self.use_sequence_length]

    def refine(self, data, lengths):
        """The data's shape and the list of the lengths', from each other."""
        if data is not None and len(data) < 2:
            raise InferenceError(f"data {data} needs a step and a batch dimension")
        if not lengths or data is None:
            return data, lengths
        batch = 1 - self.axis
        shape = unify(lengths[0], data[batch:batch + 1])
        return (*data[:batch], *shape, *data[batch + 1:]), [shape]

    def shapes(self, ins, outs):
        data, lengths = self.refine(unify(ins[0], outs[0]), ins[1:])
        return [data, *lengths], [data]

    def dtypes(self, ins, outs):
        common = same_dtype(ins[0], *outs)
        return [common, *(dtype or common for dtype in ins[1:])], [common]


@register("SequenceMask")
class SequenceMask(Sequence):
    """The data with ``value`` in all steps at or behind the length of a sequence.

    ``data`` is (steps, batch, ...) with ``axis`` 0, (batch, steps, ...) with 1;
    ``sequence_length`` is (batch,), of any data type. Without ``use_sequence_length`` the output
    equals the data.
    """

    use_sequence_length: bool = False
    value: NUMBER = 0.0
    axis: int = 0

    inplace = ((0, 0),)

    def gradient(self, F, x, y, dy):
        dx = F.SequenceMask(dy[0], *x[1:], use_sequence_length=self.use_sequence_length,
                            axis=self.axis)
        return [dx, *[None] * len(x[1:])]


@register("SequenceReverse")
class SequenceReverse(Sequence):
    """The steps of each sequence in reverse order; steps behind its length stay where they are.

    ``data`` is (steps, batch, ...) with ``axis`` 0, (batch, steps, ...) with 1;
    ``sequence_length`` is (batch,), of any data type. Without ``use_sequence_length`` all steps
    are reversed.
    """

    use_sequence_length: bool = False
    axis: int = 0

    def gradient(self, F, x, y, dy):
        dx = F.SequenceReverse(dy[0], *x[1:], use_sequence_length=self.use_sequence_length,
                               axis=self.axis)
        return [dx, *[None] * len(x[1:])]


@register("SequenceLast")
class SequenceLast(Sequence):
    """The last step of each sequence: (steps, batch, ...) gives (batch, ...).

    ``data`` is (steps, batch, ...) with ``axis`` 0, (batch, steps, ...) with 1;
    ``sequence_length`` is (batch,), of any data type; a length below 1 counts as 1. Without
    ``use_sequence_length`` it is the last step of all.
    """

    use_sequence_length: bool = False
    axis: int = 0

    def shapes(self, ins, outs):
        data, lengths = self.refine(ins[0], ins[1:])
        out = outs[0]
        if data is not None:
            out = unify(out, without(data, self.axis))
            data = unify(data, (*out[:self.axis], 0, *out[self.axis:]))
        return [data, *lengths], [out]

    def gradient(self, F, x, y, dy):
        steps = F.shape(x[0])[self.axis]
        dx = F._SequenceLastGrad(dy[0], *x[1:], use_sequence_length=self.use_sequence_length,
                                 axis=self.axis, steps=steps)
        return [dx, *[None] * len(x[1:])]


@register("_SequenceLastGrad")
class SequenceLastGrad(Sequence):
    """dy in the last step of each sequence, zeros in the other steps."""

    use_sequence_length: bool
    axis: int
    steps: int

    def inputs(self):
        return ("dy", "sequence_length")[:1 + self.use_sequence_length]

    def shapes(self, ins, outs):
        dy = ins[0]
        if dy is None:
            return ins, outs
        return ins, [unify(outs[0], (*dy[:self.axis], self.steps, *dy[self.axis:]))]

    def gradient(self, F, x, y, dy):
        found = F.SequenceLast(dy[0], *x[1:], use_sequence_length=self.use_sequence_length,
                               axis=self.axis)
        return [found, *[None] * len(x[1:])]
