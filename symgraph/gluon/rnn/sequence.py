"""Sequences: one array with an axis for time, or a list of one array for each step."""
from ... import ndarray, symbol
from ...expression import Symbol
from ...hostarray import NDArray


def namespace(value):
    """`mx.nd` or `mx.sym`, for an array or a symbol."""
    return symbol if isinstance(value, Symbol) else ndarray


def merged(value):
    """Whether a sequence is one array or symbol."""
    return isinstance(value, (NDArray, Symbol))


def time_axis(who, layout):
    """Where time stands in a layout; raises ValueError for one that has no N and T in front."""
    if sorted(layout[:2]) != ["N", "T"]:
        raise ValueError(f"{who}: layout is 'NTC' or 'TNC', got {layout!r}")
    return layout.index("T")


def steps_of(who, length, inputs, layout):
    """A list of length arrays, one for each step. Raises ValueError for another number of them."""
    axis = time_axis(who, layout)
    if length < 1:
        raise ValueError(f"{who}: a sequence has at least one step, got length={length}")
    if not merged(inputs):
        inputs = list(inputs)
        if len(inputs) != length:
            raise ValueError(f"{who}: {length} steps expected, {len(inputs)} given")
        return inputs
    if isinstance(inputs, NDArray) and (inputs.ndim <= axis or inputs.shape[axis] != length):
        raise ValueError(f"{who}: {length} steps expected along axis {axis} of layout {layout}, inputs "
                         f"have the shape {inputs.shape}")
    if isinstance(inputs, Symbol) and len(inputs) > 1:
        raise ValueError(f"{who}: inputs is one output of an operator or a list, got all "
                         f"{len(inputs)} outputs of {inputs.name}")
    parts = namespace(inputs).split(inputs, axis=axis, num_outputs=length, squeeze_axis=True)
    return [parts] if isinstance(parts, NDArray) else list(parts)


def whole_of(who, inputs, layout):
    """One array of a sequence, laid out as layout says."""
    axis = time_axis(who, layout)
    return inputs if merged(inputs) else namespace(inputs[0]).stack(*inputs, axis=axis)


def formed(who, length, inputs, layout, merge):
    """A sequence in one array if merge, as a list if that is False, as it is if None."""
    if merge is None:
        return inputs
    if merge:
        return whole_of(who, inputs, layout)
    return steps_of(who, length, inputs, layout)


def masked(who, length, outputs, layout, valid_length, merge):
    """A sequence with 0 behind the valid steps of each row; as a list only if merge is False."""
    whole = whole_of(who, outputs, layout)
    whole = namespace(whole).SequenceMask(whole, sequence_length=valid_length, use_sequence_length=True,
                                          axis=time_axis(who, layout))
    return steps_of(who, length, whole, layout) if merge is False else whole


def turned(who, length, steps, valid_length):
    """A list of steps in the opposite order, of each row only its valid ones."""
    if valid_length is None:
        return steps[::-1]
    whole = whole_of(who, steps, "TNC")
    whole = namespace(whole).SequenceReverse(whole, sequence_length=valid_length,
                                             use_sequence_length=True)
    return steps_of(who, length, whole, "TNC")
