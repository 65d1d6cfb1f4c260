"""Cases of the operators on sequences of unequal length."""
import numpy as np

from . import case
from .shape import MOVED


def lengths(*values):
    return lambda rng: np.array(values, np.float64)


def turn(x, axis):
    """Steps first, whatever the layout; its own inverse."""
    return x.swapaxes(0, 1) if axis else x


def clean(length, steps, least=0):
    """Lengths as the operators define them: towards zero, NaN below all, then clipped."""
    length = np.where(np.isnan(length), -1, length)
    return np.clip(np.trunc(length), least, steps).astype(int)


def masked(axis, value):
    def ref(x, length, is_train):
        y = turn(x, axis).copy()
        for i, n in enumerate(clean(length, len(y))):
            y[n:, i] = value
        return turn(y, axis)
    return ref


def mirrored(axis):
    def ref(x, length, is_train):
        y = turn(x, axis).copy()
        for i, n in enumerate(clean(length, len(y))):
            y[:n, i] = y[:n, i][::-1].copy()
        return turn(y, axis)
    return ref


def last(axis):
    def ref(x, length, is_train):
        x = turn(x, axis)
        return np.stack([x[n - 1, i] for i, n in enumerate(clean(length, len(x), 1))])
    return ref


SETTINGS = [
    (0, (4, 2, 3), (2, 4)),
    (0, (3, 2, 2, 2), (1, 3)),
    (1, (2, 5, 3), (3, 1)),
    (0, (4, 6), (0, -3, 9, 2.9, np.nan, 4)),
    (1, (6, 4), (0, -3, 9, 2.9, np.nan, 4)),
    (0, (30, 4, 33), (7, 30, 12, 1)),
    (1, (5, 20, 17), (7, 20, 12, 1, 16)),
]
for axis, shape, length in SETTINGS:
    for op, ref, params in [("SequenceMask", masked(axis, 1.5), {"value": 1.5}),
                            ("SequenceReverse", mirrored(axis), {}), ("SequenceLast", last(axis), {})]:
        case(op, ref, shape, (len(length),), make={1: lengths(*length)},
             params={"use_sequence_length": True, "axis": axis, **params})

for kind in ("int32", "int64", "uint8", "float32"):
    for op, ref in [("SequenceMask", masked(0, 0)), ("SequenceReverse", mirrored(0)),
                    ("SequenceLast", last(0))]:
        case(op, ref, (4, 3, 5), (3,), make={1: lengths(1, 4, 2)}, in_dtypes={1: kind},
             params={"use_sequence_length": True}, dtypes=MOVED)

case("SequenceMask", lambda x, is_train: x, (4, 2, 3))
case("SequenceReverse", lambda x, is_train: x[::-1], (4, 2, 3))
case("SequenceReverse", lambda x, is_train: x[:, ::-1], (4, 5), params={"axis": 1})
case("SequenceLast", lambda x, is_train: x[-1], (4, 2, 3))
case("SequenceLast", lambda x, is_train: x[:, -1], (4, 2, 3), params={"axis": 1})
