"""Labels and predictions as NumPy arrays, and the checks that all metrics share."""
import numpy as np

from ..ndarray import NDArray


def host(array):
    """The NumPy array behind an NDArray, without a copy; anything else as an array."""
    return array._np if isinstance(array, NDArray) else np.asarray(array)


def plain(value):
    """A NumPy number as Python's, which adds up in double and prints as digits; others as they are."""
    return value.item() if isinstance(value, np.generic) else value


def check_label_shapes(labels, preds, wrap=False, shape=False):
    """Labels and predictions, after checking that there are as many of one as of the other.

    With wrap, an array that stands alone becomes a list of one. With shape, the shapes of the
    arrays are compared too. Raises ValueError for a difference.
    """
    if wrap:
        labels = labels if isinstance(labels, (list, tuple)) else [labels]
        preds = preds if isinstance(preds, (list, tuple)) else [preds]
    if len(labels) != len(preds):
        raise ValueError(f"{len(labels)} labels do not match {len(preds)} predictions; label_names "
                         "and output_names of a metric choose among them")
    if shape and _shapes(labels) != _shapes(preds):
        raise ValueError(f"labels of shape {_shapes(labels)} do not match predictions of shape "
                         f"{_shapes(preds)}")
    return labels, preds


def _shapes(arrays):
    if isinstance(arrays, (list, tuple)):
        return [array.shape for array in arrays]
    return arrays.shape


def class_ids(array):
    """Class numbers; those given as floating point numbers lose their fraction."""
    return np.trunc(array) if array.dtype.kind == "f" else array


def check_classes(metric, labels, count):
    """Labels as integers of shape (n,).

    Raises ValueError for the first label outside [0, count).
    """
    with np.errstate(invalid="ignore"):     # NaN becomes a number outside
        ids = labels.ravel().astype(np.int64)
    outside = np.flatnonzero((ids < 0) | (ids >= count))
    if outside.size:
        raise ValueError(f"{metric}: label {labels.ravel()[outside[0]]} at {outside[0]} is outside "
                         f"[0, {count})")
    return ids


def check_rows(metric, label, pred, rows):
    """Raises ValueError unless there is one label for each row of a prediction."""
    if label.size != rows:
        raise ValueError(f"{metric}: labels of shape {label.shape} do not match predictions of "
                         f"shape {pred.shape}, which take {rows} labels")
