"""Packed weights: all gates of a cell in one array, one below the other."""
from .. import ndarray
from ..errors import MXNetError

_GROUPS = tuple((side, kind) for side in ("i2h", "h2h") for kind in ("weight", "bias"))


def unpack(who, prefix, gates, args):
    """Replace the packed arrays in the dict `args` by one array for each gate.

    Arrays that another cell with the same weights has unpacked before are left as they are.
    """
    for packed, parts in _names(prefix, gates):
        if packed not in args:
            _require(who, args, parts, packed)
            continue
        array = args.pop(packed)
        size, rest = divmod(array.shape[0], len(gates))
        if rest:
            raise MXNetError(
                f"{who}: '{packed}' must hold {len(gates)} gates of equal size, found shape "
                f"{array.shape}"
            )
        for index, part in enumerate(parts):
            args[part] = array[index * size : (index + 1) * size].copy()


def pack(who, prefix, gates, args):
    """Replace the arrays of the gates in the dict `args` by packed ones.

    Arrays that another cell with the same weights has packed before are left as they are.
    """
    for packed, parts in _names(prefix, gates):
        if packed in args and packed not in parts:
            continue
        _require(who, args, parts, packed)
        args[packed] = ndarray.concatenate([args.pop(part) for part in parts])


def _names(prefix, gates):
    """Yield the name of each packed array with the names of its parts."""
    for side, kind in _GROUPS:
        yield f"{prefix}{side}_{kind}", [f"{prefix}{side}{gate}_{kind}" for gate in gates]


def _require(who, args, parts, packed):
    missing = [part for part in parts if part not in args]
    if missing:
        raise MXNetError(
            f"{who}: neither '{packed}' nor all of its parts are among the {len(args)} arrays "
            f"given, missing {', '.join(missing)}; were they saved with other cells or prefixes?"
        )
