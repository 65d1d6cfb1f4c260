"""Optimizers that MXNet keeps in `mx.optimizer.contrib`."""
from .. import ndarray
from ..errors import MXNetError
from .base import register
from .step import StepOptimizer

__all__ = ["GroupAdaGrad"]


@register
class GroupAdaGrad(StepOptimizer):
    """AdaGrad with one history for each row of a weight, a matrix, as for embeddings.

    With g = clip(rescale_grad * grad): ``history += mean(g * g)`` over each row, ``weight -= lr * g /
    sqrt(history + eps)``. The state is the history, (rows, 1). There is no weight decay: another wd
    than 0 raises MXNetError. Other arguments are those of Optimizer.
    """

    operators = {1: "_group_adagrad_update"}

    def __init__(self, eps=1e-5, **kwargs):
        super().__init__(**kwargs)
        self.float_stable_eps = eps

    def create_state(self, index, weight):
        if len(weight.shape) != 2:
            raise MXNetError(f"GroupAdaGrad: parameter {self.idx2name.get(index, index)!r} is "
                             f"{weight.shape}; it takes matrices only")
        return ndarray.zeros((weight.shape[0], 1), weight.context, dtype=weight.dtype)

    def numbers(self, lr, wd, count):
        if wd.any():
            raise MXNetError("GroupAdaGrad: there is no weight decay; leave wd at 0")
        return (*super().numbers(lr, wd, count), self.float_stable_eps)
