"""Metrics of predictions that are numbers: mean errors and correlation."""
from math import sqrt

import numpy as np

from .arrays import check_label_shapes, host
from .base import EvalMetric, alias, register
from .binary import check_average


def difference(metric, label, pred):
    """label - pred elementwise, in float32 at least.

    A label takes the shape of a prediction of equal size; one number per row is compared with
    every column. Raises ValueError for other shapes.
    """
    if label.size == pred.size:
        label = label.reshape(pred.shape)
    elif pred.ndim == 2 and label.size == len(pred):
        label = label.reshape(-1, 1)
    else:
        raise ValueError(f"{metric}: labels of shape {label.shape} do not match predictions of "
                         f"shape {pred.shape}")
    return np.subtract(label, pred, dtype=np.result_type(label, pred, np.float32))


class _MeanError(EvalMetric):
    """The mean over batches of an error of a batch."""

    def __init__(self, name, output_names, label_names):
        super().__init__(name, output_names, label_names, has_global_stats=True)

    def update(self, labels, preds):
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(map(host, labels), map(host, preds)):
            self._count(self._error(difference(type(self).__name__, label, pred)), 1)


@register
class MAE(_MeanError):
    """The mean over batches of the mean absolute error of a batch.

    Labels and predictions have the same number of elements, or there is one label per row.
    Raises ValueError for other shapes.
    """

    def __init__(self, name="mae", output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)

    @staticmethod
    def _error(errors):
        return float(np.abs(errors).mean(dtype=np.float64))


@register
class MSE(_MeanError):
    """The mean over batches of the mean squared error of a batch; shapes as for MAE."""

    def __init__(self, name="mse", output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)

    @staticmethod
    def _error(errors):
        return float(np.square(errors).mean(dtype=np.float64))


@register
class RMSE(_MeanError):
    """The mean over batches of the root of the mean squared error of a batch; shapes as for MAE.

    It is no more than the root of MSE, and equal only if all batches are equally far off.
    """

    def __init__(self, name="rmse", output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)

    @staticmethod
    def _error(errors):
        return sqrt(MSE._error(errors))


@register
@alias("pearsonr")
class PearsonCorrelation(EvalMetric):
    """Pearson's correlation of labels and predictions, which have equal shapes.

    average 'macro' is the mean of the correlations of the batches, 'micro' the correlation of all
    elements together. The correlation with something constant is NaN.
    Raises ValueError for unequal shapes.
    """

    def __init__(self, name="pearsonr", output_names=None, label_names=None, average="macro"):
        self.average = check_average("PearsonCorrelation", average)
        super().__init__(name, output_names, label_names, average=average, has_global_stats=True)

    def update(self, labels, preds):
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(map(host, labels), map(host, preds)):
            check_label_shapes(label, pred, shape=True)
            moments = _moments(label, pred)
            if self.average == "macro":
                self._count(_correlation(moments), 1)
                continue
            self._local = _joined(self._local, moments)
            self._global = _joined(self._global, moments)
            self._count(0.0, 1)
        if self.average == "micro":
            self._show()

    def reset(self):
        super().reset()
        self._global = np.zeros(6)
        self.reset_micro()

    def reset_local(self):
        super().reset_local()
        self.reset_micro()

    def reset_micro(self):
        """Forget the elements of 'micro' that count for `get`."""
        self._local = np.zeros(6)
        if self.average == "micro" and self.num_inst:
            self.sum_metric = float("nan")

    def update_variance(self, new_values, *aggregate):
        """(count, mean, sum of squared distances from it) of what aggregate tells of and new_values."""
        new_values = np.asarray(new_values, np.float64)
        before = np.array([aggregate[0], aggregate[1], 0, aggregate[2], 0, 0], np.float64)
        after = _joined(before, _moments(new_values, new_values)) if len(new_values) else before
        return after[0], after[1], after[3]

    def update_cov(self, label, pred):
        """Add the products of distances from the means to their sum, as `get` of 'micro' shows it."""
        means = self._local[1:3]
        self._local[5] += ((host(label) - means[0]) * (host(pred) - means[1])).sum(dtype=np.float64)
        self._show()

    def _show(self):
        self.sum_metric = _correlation(self._local) * self.num_inst
        self.global_sum_metric = _correlation(self._global) * self.global_num_inst


def _moments(label, pred):
    """The number of pairs, both means, and the central sums of xx, yy and xy."""
    x, y = label.ravel().astype(np.float64), pred.ravel().astype(np.float64)
    mean_x, mean_y = x.mean(), y.mean()
    x -= mean_x
    y -= mean_y
    return np.array([len(x), mean_x, mean_y, x @ x, y @ y, x @ y])


def _joined(first, second):
    """The moments of two samples together (Chan, Golub and LeVeque, 1983)."""
    number = first[0] + second[0]
    step_x, step_y = second[1:3] - first[1:3]
    joined = first + second
    joined[1:3] = first[1:3] + (step_x * second[0] / number, step_y * second[0] / number)
    joined[3:] += (np.array([step_x * step_x, step_y * step_y, step_x * step_y])
                   * first[0] * second[0] / number)
    return joined


def _correlation(moments):
    below = moments[3] * moments[4]
    return float(moments[5] / sqrt(below)) if below > 0 else float("nan")
