"""Cases of the operators on sequences of unequal length."""
import numpy as np

from . import case
from .shape import double, moved


def lengths(*values):
    return lambda rng: np.array(values, np.float64)


def turn(x, axis):
    """Steps first, whatever the layout; its own inverse."""
    return x.swapaxes(0, 1) if axis else x


def clean(length, steps, least=0):
    """Lengths as the operators define them: towards zero, NaN below all, then clipped."""
    length = np.where(np.isnan(length), -1, length)
    return np.clip(np.trunc(length), least, steps).astype(int)


def masked(axis, value=0.0):
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


OPERATORS = [("SequenceMask", masked), ("SequenceReverse", mirrored), ("SequenceLast", last)]
for axis, shape, length in [
    (0, (4, 2, 3), (2, 4)),
    (0, (3, 2, 2, 2), (1, 3)),
    (1, (2, 5, 3), (3, 1)),
    (0, (4, 6), (0, -3, 9, 2.9, np.nan, 4)),
    (1, (6, 4), (0, -3, 9, 2.9, np.nan, 4)),
    (0, (30, 4, 33), (7, 30, 12, 1)),
    (1, (5, 20, 17), (7, 20, 12, 1, 16)),
]:
    for op, ref in OPERATORS:
        double(op, ref(axis), shape, (len(length),), make={1: lengths(*length)},
               params={"use_sequence_length": True, "axis": axis})

double("SequenceMask", masked(0, 1.5), (4, 2, 3), (2,), make={1: lengths(1, 3)},
       params={"use_sequence_length": True, "value": 1.5})
for op, ref in OPERATORS:
    moved(op, ref(0), (4, 3, 5), (3,), make={1: lengths(1, 4, 2)}, in_dtypes={1: "uint8"},
          params={"use_sequence_length": True})
    case(op, ref(0), (4, 3, 5), (3,), make={1: lengths(1, 4, 2)}, in_dtypes={1: "int32"},
         params={"use_sequence_length": True}, dtypes=("float32",))

double("SequenceMask", lambda x, is_train: x, (4, 2, 3))
double("SequenceReverse", lambda x, is_train: x[::-1], (4, 2, 3))
double("SequenceReverse", lambda x, is_train: x[:, ::-1], (4, 5), params={"axis": 1})
double("SequenceLast", lambda x, is_train: x[-1], (4, 2, 3))
double("SequenceLast", lambda x, is_train: x[:, -1], (4, 2, 3), params={"axis": 1})
