"""Metrics of class predictions: how often, and how well, the right class is found."""
import numpy as np

from .arrays import check_classes, check_label_shapes, check_rows, class_ids, host
from .base import EvalMetric, alias, register


@register
@alias("acc")
class Accuracy(EvalMetric):
    """The share of labels whose class is the predicted one.

    A prediction holds the likelihoods of the classes along axis, or already the classes
    themselves, in the shape of the labels. Raises ValueError if the shapes do not fit.
    """

    def __init__(self, axis=1, name="accuracy", output_names=None, label_names=None):
        super().__init__(name, output_names, label_names, axis=axis, has_global_stats=True)
        self.axis = axis

    def update(self, labels, preds):
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(map(host, labels), map(host, preds)):
            guess = pred
            if pred.shape != label.shape and pred.ndim > 1:
                guess = pred.argmax(axis=self.axis)
            check_rows("Accuracy", label, pred, guess.size)
            right = class_ids(guess.ravel()) == class_ids(label.ravel())
            self._count(float(np.count_nonzero(right)), label.size)


@register
@alias("top_k_accuracy", "top_k_acc")
class TopKAccuracy(EvalMetric):
    """The share of labels whose class is among the top_k likeliest ones.

    Labels have n elements, predictions the shape (n, classes), or (n,) for classes themselves.
    Of equally likely classes the ones with the lower numbers come first. The name gets
    '_<top_k>' appended. Raises ValueError if top_k is less than 2 or the shapes do not fit.
    """

    def __init__(self, top_k=1, name="top_k_accuracy", output_names=None, label_names=None):
        if top_k < 2:
            raise ValueError(f"TopKAccuracy: top_k is at least 2, got {top_k}; use Accuracy for 1")
        super().__init__(f"{name}_{top_k}", output_names, label_names, top_k=top_k,
                         has_global_stats=True)
        self.top_k = top_k

    def get_config(self):
        return {**super().get_config(), "name": self.name.removesuffix(f"_{self.top_k}")}

    def update(self, labels, preds):
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(map(host, labels), map(host, preds)):
            if pred.ndim > 2:
                raise ValueError("TopKAccuracy: predictions have the shape (n, classes) or (n,), "
                                 f"got {pred.shape}")
            check_rows("TopKAccuracy", label, pred, len(pred))
            if pred.ndim == 1:
                right = class_ids(pred) == class_ids(label.ravel())
            else:
                right = self._among_top(check_classes("TopKAccuracy", label, pred.shape[1]), pred)
            self._count(float(np.count_nonzero(right)), label.size)

    def _among_top(self, ids, pred):
        own = pred[np.arange(len(ids)), ids][:, None]
        # Written so that NaN comes before every number: a prediction of NaN is never right.
        before = ~(pred <= own)
        before |= (pred == own) & (np.arange(pred.shape[1]) < ids[:, None])
        return np.count_nonzero(before, axis=1) < self.top_k


@register
class PCC(EvalMetric):
    """The discrete Pearson correlation of labels and predicted classes, of any number of classes.

    From the table C[label, prediction] of n rows with the sums t of its rows and p of its columns
    it is (n trace(C) - t.p) / sqrt((n^2 - t.t)(n^2 - p.p)) (Gorodkin, 2004). With two classes it
    equals MCC; it is NaN while all labels, or all predictions, are of one class. Labels have n
    elements, predictions that shape or (n, classes).
    """

    def __init__(self, name="pcc", output_names=None, label_names=None, has_global_stats=True):
        super().__init__(name, output_names, label_names, has_global_stats=has_global_stats)

    def update(self, labels, preds):
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(map(host, labels), map(host, preds)):
            self._add(label, pred)
        self.num_inst = self.global_num_inst = 1
        self.sum_metric = _correlation(self._local)
        self.global_sum_metric = _correlation(self._global)

    def _add(self, label, pred):
        guess = pred.argmax(axis=1) if pred.shape != label.shape and pred.ndim > 1 else pred
        check_rows("PCC", label, pred, guess.size)
        size = max(int(label.max(initial=0)), int(guess.max(initial=0)), len(self._local) - 1) + 1
        ids = check_classes("PCC", label, size)
        guesses = check_classes("PCC", guess, size)
        table = np.bincount(ids * size + guesses, minlength=size * size).reshape(size, size)
        self._local = table + _grown(self._local, size)
        self._global = table + _grown(self._global, size)

    def reset(self):
        super().reset()
        self._global = np.zeros((2, 2), np.int64)
        self._local = np.zeros((2, 2), np.int64)

    def reset_local(self):
        super().reset_local()
        self._local = np.zeros_like(self._local)


def _grown(table, size):
    return np.pad(table, (0, size - len(table)))


def _correlation(table):
    rows, columns = table.sum(axis=1, dtype=float), table.sum(axis=0, dtype=float)
    total = rows.sum()
    below = np.sqrt((total ** 2 - rows @ rows) * (total ** 2 - columns @ columns))
    return float((total * table.trace() - rows @ columns) / below) if below else float("nan")
