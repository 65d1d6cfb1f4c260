"""Operators and compiled graphs applied to NDArrays, and written on the tape while it records."""
from .context import current_context
from .dtypes import DIFFERENTIABLE
from .errors import GraphError
from .hostarray import NDArray
from .imperative import operation, run
from .recorded import CallEntry
from .tape import live, mode

IN_PLACE = ("{what} would write into {which} while recording; gradients need what was there. Write "
            "the result into a new array, y = x + 1 rather than x += 1, or write outside of record()")


def apply(name, arrays, params=None, out=None):
    """The result of the operator called name on NDArrays; see apply_to. Raises TypeError for others."""
    for each in arrays:
        if not isinstance(each, NDArray):
            raise TypeError(f"{name} takes NDArrays, got {type(each).__name__}")
    return apply_to(operation(name, params or {}), arrays, out)


def apply_to(what, arrays, out=None):
    """The result of a callable on a list of NDArrays: an NDArray, or a list if it has several outputs.

    out, an NDArray or a list of them, is filled instead of new arrays. While recording it is put on
    the tape if an input is. Raises MXNetError.
    """
    ctx = arrays[0]._ctx if arrays else current_context()
    outs = None if out is None else list(out) if isinstance(out, (list, tuple)) else [out]
    if mode.recording:
        made = recorded(what, arrays, outs, ctx)
    else:
        made, _, _ = run(what, list(arrays), outs, mode.training, (), new_array, ctx)
        if outs is not None or what.states:
            written(what, arrays, outs)
    if out is not None:
        return out
    return made[0] if len(made) == 1 else made


new_array = NDArray.new


def recorded(what, arrays, outs, ctx):
    """run while recording: the outputs."""
    sources = [live(each._tape) for each in arrays]
    taped, ins = any(sources), list(arrays)
    if outs is not None:
        require_new(what, outs, arrays if taped else ())
    made, call, kept = run(what, ins, outs, mode.training, wanted(what, arrays, sources), new_array,
                           ctx)
    written(what, arrays, outs)
    if taped:
        record(what, arrays, sources, made, call, ins, kept)
    return made


def written(what, arrays, outs):
    """Count writes to what an application has written in place."""
    for array in outs or ():
        array.written()
    if mode.training:
        for slot in what.states:
            arrays[slot].written()


def wanted(what, arrays, sources):
    """The inputs that gradients are to flow to, by number."""
    return tuple([slot for slot, source in enumerate(sources)
                  if source is not None and slot not in what.states
                  and arrays[slot]._fact.dtype in DIFFERENTIABLE])


def record(what, arrays, sources, made, call, ins, kept):
    """Put what was just applied on the tape; ins are what it read, arrays or copies of them."""
    entry = CallEntry(what, call, sources, ins, made, kept, mode.training)
    for slot in call.read_ins:
        entry.watch(slot, arrays[slot].writes())
    for number, array in enumerate(made):
        array._tape = entry, number
    for number in call.read_outs:
        entry.watch(~number, made[number].writes())


def require_new(what, outs, arrays):
    """Raise GraphError if an array to be filled is on the tape, or an input of what is recorded."""
    for out in outs:
        if live(out._tape):
            raise GraphError(IN_PLACE.format(what=what, which="an array that is recorded"))
        if any(out is each or out._writes is not None and out._writes is each._writes
               for each in arrays):
            raise GraphError(IN_PLACE.format(what=what, which="one of its inputs"))
