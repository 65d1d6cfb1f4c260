"""Operators and compiled graphs applied to NDArrays.

`apply_to` is in csrc/python/apply.c; what it does not do itself comes back here.
"""
from .context import require_cpu
from .hostarray import NDArray
from .imperative import operation, run
from .native import arrays
from .recorded import apply_recorded, written
from .tape import mode

apply_to = arrays.apply_to


def apply(name, inputs, params=None, out=None):
    """The result of the operator called name on NDArrays; see apply_to. Raises TypeError for others."""
    for each in inputs:
        if not isinstance(each, NDArray):
            raise TypeError(f"{name} takes NDArrays, got {type(each).__name__}")
    return apply_to(operation(name, params or {}), inputs, out)


def apply_slowly(what, inputs, out):
    """What apply_to does with new shapes, states, gaps in memory, out, no inputs, and on the tape."""
    ctx = inputs[0]._ctx if inputs else require_cpu(None)
    outs = None
    if out is not None:
        outs = list(out) if isinstance(out, (list, tuple)) else [out]
        for each in outs:
            if not isinstance(each, NDArray):
                raise TypeError(f"{what.name}: out is an NDArray, or a list of them, got "
                                f"{type(each).__name__}")
    if mode.recording:
        made = apply_recorded(what, inputs, outs, ctx)
    else:
        made, _, _ = run(what, list(inputs), outs, mode.training, (), NDArray.new, ctx)
        if outs is not None or what.states:
            written(what, inputs, outs)
    if out is not None:
        return out
    return made[0] if len(made) == 1 else made


arrays.set_hook("apply", apply_slowly)
