"""Losses of numbers."""
from math import pi

from .base import Loss


class L2Loss(Loss):
    """weight / 2 * (label - pred)², the mean of each row."""

    def __init__(self, weight=1.0, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = F.square(F.reshape_like(label, pred) - pred)
        return self._by_row(F, loss, sample_weight, 0.5)


class L1Loss(Loss):
    """|label - pred|, the mean of each row."""

    def __init__(self, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        return self._by_row(F, F.abs(F.reshape_like(label, pred) - pred), sample_weight)


class HuberLoss(Loss):
    """d - rho / 2 where d = |label - pred| is above rho, d² / (2 rho) elsewhere; the mean of each row.

    Huber (1964).
    """

    def __init__(self, rho=1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._rho = rho

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = F.abs(F.reshape_like(label, pred) - pred)
        loss = F.where(loss > self._rho, loss - 0.5 * self._rho, (0.5 / self._rho) * F.square(loss))
        return self._by_row(F, loss, sample_weight)


class PoissonNLLLoss(Loss):
    """Minus the logarithm of the probability of target, if it is Poisson distributed; the mean of all.

    The mean of the distribution is exp(pred) with from_logits: exp(pred) - target * pred. Without, it
    is pred: pred - target * log(pred + epsilon). compute_full adds the logarithm of target!, which does
    not depend on pred, by Stirling's formula, n log n - n + log(2 pi n) / 2, where target is above 1.
    The result is one number, (1,).
    """

    def __init__(self, weight=None, from_logits=True, batch_axis=0, compute_full=False, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits, self._compute_full = from_logits, compute_full

    def hybrid_forward(self, F, pred, target, sample_weight=None, epsilon=1e-08):
        target = F.reshape_like(target, pred)
        if self._from_logits:
            loss = F.exp(pred) - target * pred
        else:
            loss = pred - target * F.log(pred + epsilon)
        if self._compute_full:
            n = F.maximum(target, 1.0)      # where there is no logarithm, none is looked at
            factorial = n * F.log(n) - n + 0.5 * F.log(2 * n * pi)
            loss = loss + F.where(target > 1, factorial, F.zeros_like(factorial))
        return F.mean(self._weighted(F, loss, sample_weight))
