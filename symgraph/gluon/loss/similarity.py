"""Losses of vectors that belong together, or do not."""
from .base import Loss

TINY = 1e-12        # the least that is divided by


class TripletLoss(Loss):
    """max(0, |positive - pred|² - |negative - pred|² + margin), with sums over each row.

    All three have as many elements. Schroff et al. (2015).
    """

    def __init__(self, margin=1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, pred, positive, negative):
        loss = (F.square(F.reshape_like(positive, pred) - pred)
                - F.square(F.reshape_like(negative, pred) - pred))
        loss = F.sum(loss, axis=self._batch_axis, exclude=True)
        return self._weighted(F, F.relu(loss + self._margin), None)


class CosineEmbeddingLoss(Loss):
    """1 - cos(input1, input2) where label is 1, max(0, cos - margin) where it is -1.

    The inputs are (..., size), label has a number for each vector. The result is (vectors, 1), so that
    sample_weight is that too.
    """

    def __init__(self, weight=None, batch_axis=0, margin=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, input1, input2, label, sample_weight=None):
        cosine = self._cosine_similarity(F, F.reshape_like(input1, input2), input2)
        label = F.reshape(label, shape=(-1, 1))
        loss = ((label == 1) * (1 - cosine)
                + F.maximum((label == -1) * (cosine - self._margin), 0.0))
        return self._weighted(F, loss, sample_weight)

    def _cosine_similarity(self, F, x, y, axis=-1):
        def column(value):
            return F.reshape(value, shape=(-1, 1))
        lengths = column(F.norm(x, axis=axis)) * column(F.norm(y, axis=axis))
        return column(F.sum(x * y, axis=axis)) / F.maximum(lengths, TINY)


class SDMLLoss(Loss):
    """Row i of x1 belongs to row i of x2, all others do not; Bonadiman et al. (2019), 1905.12786.

    With the squared distances of all rows of x1 (batch, size) to all of x2: the Kullback-Leibler
    divergence of softmax(-distances) from probabilities that are 1 - smoothing_parameter for what
    belongs together, and share smoothing_parameter among the others.
    """

    def __init__(self, smoothing_parameter=0.3, weight=1.0, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self.smoothing_parameter = smoothing_parameter

    def hybrid_forward(self, F, x1, x2):
        pairs = F.broadcast_sub(F.expand_dims(x1, axis=1), F.expand_dims(x2, axis=0))
        distances = F.sum(F.square(pairs), axis=2)
        found, wished = F.log_softmax(-distances, axis=1), self._labels(F, distances)
        loss = F.sum(wished * (F.log(wished + TINY) - found), axis=1)
        return self._weighted(F, loss, None)

    def _labels(self, F, distances):
        """The probabilities, in the shape of distances."""
        rows, columns = (F.contrib.arange_like(distances, axis=axis) for axis in (0, 1))
        same = F.broadcast_equal(F.expand_dims(rows, axis=1), F.expand_dims(columns, axis=0))
        others = F.maximum(F.sum(1 - same, axis=1, keepdims=True), 1.0)
        return same * (1 - self.smoothing_parameter) + F.broadcast_div(
            (1 - same) * self.smoothing_parameter, others)
