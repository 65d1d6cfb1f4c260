"""Operators and compiled graphs applied to NDArrays, and written on the tape while it records."""
from .context import cpu
from .dtypes import DIFFERENTIABLE
from .errors import GraphError
from .hostarray import NDArray
from .imperative import operation, run
from .recorded import CallEntry
from .tape import live, mode

IN_PLACE = ("{what} would write into {which} while recording; gradients need what was there. Write "
            "the result into a new array, y = x + 1 rather than x += 1, or write outside of record()")


def apply(name, arrays, params=None, out=None):
    """The result of the operator called name on NDArrays; see apply_to."""
    return apply_to(operation(name, params or {}), arrays, out)


def apply_to(what, arrays, out=None):
    """The result of a callable on NDArrays: an NDArray, or a list if it has several outputs.

    out, an NDArray or a list of them, is filled instead of new arrays. While recording it is put on
    the tape if an input is. Raises MXNetError.
    """
    for each in arrays:
        if not isinstance(each, NDArray):
            raise TypeError(f"{what.name} takes NDArrays, got {type(each).__name__}")
    outs = None if out is None else list(out) if isinstance(out, (list, tuple)) else [out]
    sources = [live(each._tape) for each in arrays] if mode.recording else ()
    recorded = any(sources)
    if outs and mode.recording:
        require_new(what, outs, arrays if recorded else ())
    ctx = arrays[0]._ctx if arrays else cpu()
    made, how = run(what, arrays, outs, mode.training, wanted(what, arrays, sources),
                    lambda array: NDArray(array, ctx))
    for array in outs or ():
        array.written()
    if what.states and mode.training:
        for slot in what.states:
            arrays[slot].written()
    if recorded:
        record(what, arrays, sources, made, how)
    if out is not None:
        return out
    return made[0] if len(made) == 1 else made


def wanted(what, arrays, sources):
    """The inputs that gradients are to flow to, by number."""
    return tuple([slot for slot, source in enumerate(sources)
                  if source is not None and slot not in what.states
                  and arrays[slot]._fact.dtype in DIFFERENTIABLE])


def record(what, arrays, sources, made, how):
    """Put what was just applied on the tape."""
    call, ins, kept = how
    entry = CallEntry(what, call, tuple(sources), ins, made, kept, mode.training)
    for slot in call.read_ins:
        entry.watch(f"input {slot}", arrays[slot].writes())
    for number, array in enumerate(made):
        array._tape = entry, number
    for number in call.read_outs:
        entry.watch(f"output {number}", made[number].writes())


def require_new(what, outs, arrays):
    """Raise GraphError if an array to be filled is on the tape, or an input of what is recorded."""
    for out in outs:
        if live(out._tape):
            raise GraphError(IN_PLACE.format(what=what, which="an array that is recorded"))
        if any(out is each for each in arrays):
            raise GraphError(IN_PLACE.format(what=what, which="one of its inputs"))
