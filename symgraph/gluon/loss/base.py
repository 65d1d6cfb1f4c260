"""What all losses have in common: weights, and the mean of each row."""
from numbers import Number

from ..hybrid import HybridBlock


class Loss(HybridBlock):
    """A loss for each row of a batch, (batch,), unless the class says otherwise.

    weight is a number that it is multiplied by, or None. batch_axis is the axis of rows. sample_weight,
    where it is taken, is multiplied with the loss of each element, by broadcasting: (batch, 1) for a
    factor for each row of (batch, n). pred and label have as many elements, label in any shape, unless
    the class says otherwise. Raises TypeError for a weight that is no number.
    """

    def __init__(self, weight, batch_axis, **kwargs):
        if not (weight is None or isinstance(weight, Number)):
            raise TypeError(f"{type(self).__name__}: weight must be a number, got {weight!r}")
        super().__init__(**kwargs)
        self._weight, self._batch_axis = weight, batch_axis

    def __repr__(self):
        return f"{type(self).__name__}(batch_axis={self._batch_axis}, w={self._weight})"

    def hybrid_forward(self, F, x, *args, **kwargs):
        """To be overridden: the loss, by functions of F."""
        raise NotImplementedError(f"{type(self).__name__} must define hybrid_forward(self, F, pred, "
                                  "label, ...)")

    def _weighted(self, F, loss, sample_weight, factor=1):
        """loss with both weights, that of the loss times factor."""
        if sample_weight is not None:
            loss = F.broadcast_mul(loss, sample_weight)
        return loss if self._weight is None else loss * (self._weight * factor)

    def _by_row(self, F, loss, sample_weight, factor=1, reduce="mean"):
        """The weighted loss, reduced to a number for each row."""
        loss = self._weighted(F, loss, sample_weight, factor)
        return getattr(F, reduce)(loss, axis=self._batch_axis, exclude=True)
