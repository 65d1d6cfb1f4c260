"""Metrics of the probabilities given to the right classes, and the mean of a computed loss."""
from math import exp

import numpy as np

from .arrays import check_classes, check_label_shapes, check_rows, host
from .base import EvalMetric, alias, register

# MXNet's floor of the probabilities in a perplexity.
FLOOR = 1e-10


def probabilities(label, pred, axis):
    """The probability of each label, as float64 of shape (n,); labels outside are clipped.

    label has n elements; pred has n rows, with the classes along axis.
    """
    axis %= pred.ndim
    with np.errstate(invalid="ignore"):
        ids = np.clip(label.astype(np.int64), 0, pred.shape[axis] - 1)
    ids = ids.reshape(pred.shape[:axis] + (1,) + pred.shape[axis + 1:])
    return np.take_along_axis(pred, ids, axis).ravel().astype(np.float64)


@register
class Perplexity(EvalMetric):
    """The exponential of the mean negative logarithm of the probabilities of the labels.

    Predictions hold probabilities, the classes along axis; there is one label for each of their
    rows. Rows whose label is ignore_label (None: none) count neither in the sum nor in the
    number. Probabilities are at least 1e-10, and labels outside are taken as the nearest class.
    Raises ValueError if the shapes do not fit.
    """

    def __init__(self, ignore_label, axis=-1, name="perplexity", output_names=None,
                 label_names=None):
        super().__init__(name, output_names, label_names, ignore_label=ignore_label, axis=axis,
                         has_global_stats=True)
        self.ignore_label = ignore_label
        self.axis = axis

    def update(self, labels, preds):
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(map(host, labels), map(host, preds)):
            check_rows("Perplexity", label, pred, pred.size // pred.shape[self.axis])
            chosen = probabilities(label, pred, self.axis)
            if self.ignore_label is not None:
                chosen = chosen[label.ravel() != self.ignore_label]
            self._count(-float(np.log(np.maximum(chosen, FLOOR)).sum()), chosen.size)

    def _value(self, total, number):
        return exp(total / number)


class _LogLoss(EvalMetric):
    """The mean of -log(p + eps), with p the probability of the label in each row."""

    def __init__(self, eps, name, output_names, label_names):
        super().__init__(name, output_names, label_names, eps=eps, has_global_stats=True)
        self.eps = eps

    def update(self, labels, preds):
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(map(host, labels), map(host, preds)):
            if pred.ndim != 2:
                raise ValueError(f"{type(self).__name__}: predictions have the shape "
                                 f"(n, classes), got {pred.shape}")
            check_rows(type(self).__name__, label, pred, len(pred))
            ids = check_classes(type(self).__name__, label, pred.shape[1])
            chosen = pred[np.arange(len(pred)), ids]
            # Added in the predictions' own type, in which 1 + eps is 1 and no loss is negative.
            chosen = chosen.astype(np.result_type(chosen, np.float32)) + float(self.eps)
            self._count(-float(np.log(chosen, dtype=np.float64).sum()), chosen.size)


@register
@alias("ce")
class CrossEntropy(_LogLoss):
    """The cross entropy: the mean of -log(p + eps), p the probability of the label.

    Labels have n elements, predictions the shape (n, classes).
    Raises ValueError if the shapes do not fit or a label is no class.
    """

    def __init__(self, eps=1e-12, name="cross-entropy", output_names=None, label_names=None):
        super().__init__(eps, name, output_names, label_names)


@register
@alias("nll_loss")
class NegativeLogLikelihood(_LogLoss):
    """The negative log-likelihood of the labels per row; the same figure as CrossEntropy."""

    def __init__(self, eps=1e-12, name="nll-loss", output_names=None, label_names=None):
        super().__init__(eps, name, output_names, label_names)


@register
class Loss(EvalMetric):
    """The mean of all elements of the outputs, for networks that compute their loss themselves.

    Labels are not looked at.
    """

    def __init__(self, name="loss", output_names=None, label_names=None):
        super().__init__(name, output_names, label_names, has_global_stats=True)

    def update(self, _, preds):
        for pred in map(host, preds if isinstance(preds, (list, tuple)) else [preds]):
            self._count(float(pred.sum(dtype=np.float64)), pred.size)


@register
class Torch(Loss):
    """Loss under the name 'torch', for old scripts."""

    def __init__(self, name="torch", output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)


@register
class Caffe(Loss):
    """Loss under the name 'caffe', for old scripts."""

    def __init__(self, name="caffe", output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)
