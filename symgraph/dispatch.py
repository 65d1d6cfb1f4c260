"""Operators and compiled graphs applied to NDArrays."""
from .context import require_cpu
from .hostarray import NDArray
from .imperative import operation, run
from .recorded import apply_recorded, written
from .tape import mode

new_array = NDArray.new


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
    ctx = arrays[0]._ctx if arrays else require_cpu(None)
    outs = None
    if out is not None:
        outs = list(out) if isinstance(out, (list, tuple)) else [out]
        for each in outs:
            if not isinstance(each, NDArray):
                raise TypeError(f"{what.name}: out is an NDArray, or a list of them, got "
                                f"{type(each).__name__}")
    if mode.recording:
        made = apply_recorded(what, arrays, outs, ctx)
    else:
        made, _, _ = run(what, list(arrays), outs, mode.training, (), new_array, ctx)
        if outs is not None or what.states:
            written(what, arrays, outs)
    if out is not None:
        return out
    return made[0] if len(made) == 1 else made
