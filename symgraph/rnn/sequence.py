"""Sequences of symbols: one symbol that holds all time steps, or a list with one for each."""
from .. import symbol
from ..errors import MXNetError


def split_steps(who, length, inputs, layout):
    """Return a list of `length` symbols of shape (batch, ...), one for each time step.

    `inputs` is such a list already, or one symbol that is split along the axis that `layout` calls
    T. Raises TypeError, ValueError or MXNetError for inputs that cannot be unrolled.
    """
    axis = time_axis(who, layout)
    if isinstance(length, bool) or not isinstance(length, int) or length < 1:
        raise ValueError(f"{who}: length must be an int of at least 1, found {length!r}")
    if not isinstance(inputs, symbol.Symbol):
        return _check_list(who, length, inputs)
    if len(inputs.list_outputs()) != 1:
        raise MXNetError(
            f"{who}: inputs must be a symbol with one output, found {inputs.list_outputs()}; to "
            "use them as the time steps give a list, list(inputs)"
        )
    return list(symbol.split(inputs, axis=axis, num_outputs=length, squeeze_axis=1))


def merge_steps(steps, axis):
    """Return one symbol that holds the time steps along `axis`."""
    return symbol.Concat(*[symbol.expand_dims(step, axis=axis) for step in steps], dim=axis)


def time_axis(who, layout):
    """Return the position of T in a layout such as "NTC"."""
    if layout.count("T") != 1:
        raise ValueError(f"{who}: layout must have one T, as in 'NTC' and 'TNC', found {layout!r}")
    return layout.index("T")


def flatten(states):
    """Return a flat list of the symbols in nested lists of states."""
    if isinstance(states, (list, tuple)):
        return [symbol_ for part in states for symbol_ in flatten(part)]
    if isinstance(states, symbol.Symbol) and len(states.list_outputs()) > 1:
        return list(states)
    return [states]


def _check_list(who, length, inputs):
    if inputs is None or not isinstance(inputs, (list, tuple)):
        raise TypeError(
            f"{who}: inputs must be a Symbol or a list of {length} Symbols, found "
            f"{type(inputs).__name__}"
        )
    if len(inputs) != length:
        raise ValueError(
            f"{who}: a list of inputs must have one symbol for each of the {length} steps, found "
            f"{len(inputs)}"
        )
    for step, each in enumerate(inputs):
        if not isinstance(each, symbol.Symbol):
            raise TypeError(f"{who}: the input of step {step} must be a Symbol, found {each!r}")
    return list(inputs)
