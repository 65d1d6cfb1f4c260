"""Scores of two classes, from the counts of right and wrong positives and negatives."""
from math import sqrt

import numpy as np

from .arrays import check_label_shapes, check_rows, class_ids, host
from .base import EvalMetric, register

AVERAGES = ("macro", "micro")


def check_average(metric, average):
    """average itself; raises ValueError unless it is 'macro' or 'micro'."""
    if average not in AVERAGES:
        raise ValueError(f"{metric}: average is 'macro' or 'micro', got {average!r}")
    return average


def confusion(metric, label, pred):
    """Numbers of true and false positives, true and false negatives: an int64 array of 4.

    label holds 0 or 1 (or -1 and 1) for each of n rows, pred has shape (n, classes); a row is
    positive if class 1 has its highest probability. Raises ValueError for other labels or shapes.
    """
    if pred.ndim != 2:
        raise ValueError(f"{metric}: predictions have the shape (n, 2), got {pred.shape}")
    check_rows(metric, label, pred, len(pred))
    found = np.unique(class_ids(label))
    if len(found) > 2 or not np.isin(found, (-1, 0, 1)).all():
        raise ValueError(f"{metric} is for two classes, with the labels 0 and 1; got the labels "
                         f"{found[:10].tolist()}")
    real = class_ids(label.ravel()) == 1
    guess = pred.argmax(axis=1) == 1
    return np.array([np.count_nonzero(guess & real), np.count_nonzero(guess & ~real),
                     np.count_nonzero(~guess & ~real), np.count_nonzero(~guess & real)])


class _BinaryMetric(EvalMetric):
    """A score of a table of confusion: per batch and then averaged, or of all rows together."""

    def __init__(self, name, output_names, label_names, average):
        self.average = check_average(type(self).__name__, average)
        super().__init__(name, output_names, label_names, average=average, has_global_stats=True)

    def update(self, labels, preds):
        labels, preds = check_label_shapes(labels, preds, True)
        batch = sum(confusion(type(self).__name__, host(label), host(pred))
                    for label, pred in zip(labels, preds))
        if self.average == "macro":
            self._count(self._score(*batch.tolist()), 1)
            return
        self._local = self._local + batch
        self._global = self._global + batch
        self.num_inst, self.sum_metric = self._weighed(self._local)
        self.global_num_inst, self.global_sum_metric = self._weighed(self._global)

    def _weighed(self, table):
        rows = int(table.sum())
        return rows, self._score(*table.tolist()) * rows

    def reset(self):
        super().reset()
        self._global = np.zeros(4, np.int64)
        self._local = np.zeros(4, np.int64)

    def reset_local(self):
        super().reset_local()
        self._local = np.zeros(4, np.int64)


@register
class F1(_BinaryMetric):
    """The F1 score of two classes: 2 TP / (2 TP + FP + FN), 0 without true positives.

    Labels are 0 or 1 and predictions have shape (n, 2). average 'macro' is the mean of the scores
    of the batches, 'micro' the score of all rows together.
    Raises ValueError for labels of other classes.
    """

    def __init__(self, name="f1", output_names=None, label_names=None, average="macro"):
        super().__init__(name, output_names, label_names, average)

    @staticmethod
    def _score(true_pos, false_pos, _, false_neg):
        return 2 * true_pos / (2 * true_pos + false_pos + false_neg) if true_pos else 0.0


@register
class MCC(_BinaryMetric):
    """The correlation coefficient of Matthews (1975) for two classes.

    It is (TP TN - FP FN) / sqrt((TP + FP)(TP + FN)(TN + FP)(TN + FN)), where sums that are 0 do
    not count: 1 is perfect, 0 no better than chance. Labels, predictions and average are those
    of F1.
    """

    def __init__(self, name="mcc", output_names=None, label_names=None, average="macro"):
        super().__init__(name, output_names, label_names, average)

    @staticmethod
    def _score(true_pos, false_pos, true_neg, false_neg):
        sums = (true_pos + false_pos, true_pos + false_neg,
                true_neg + false_pos, true_neg + false_neg)
        below = 1.0
        for each in sums:
            below *= sqrt(each) if each else 1.0
        return (true_pos * true_neg - false_pos * false_neg) / below
