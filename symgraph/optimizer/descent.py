"""SGD and Adam."""
import numpy as np

from .base import register
from .step import StepOptimizer, like


@register
class SGD(StepOptimizer):
    """Stochastic gradient descent with momentum and weight decay.

    With g = clip(rescale_grad * grad): ``mom = momentum * mom - lr * (g + wd * weight)``, then
    ``weight += mom``; without momentum ``weight -= lr * (g + wd * weight)``. The momentum is the
    one state. lazy_update concerns sparse gradients, which do not exist here; it has no effect.
    Other arguments are those of Optimizer.
    """

    operators = {0: "_sgd_update", 1: "_sgd_mom_update"}
    width = 5

    def __init__(self, momentum=0.0, lazy_update=True, **kwargs):
        super().__init__(**kwargs)
        self.momentum = momentum
        self.lazy_update = lazy_update

    def create_state(self, index, weight):
        return like(weight) if self.momentum else None

    def numbers(self, lr, wd, count):
        return (*super().numbers(lr, wd, count), self.momentum)


@register
class Adam(StepOptimizer):
    """Adam (Kingma and Ba, 2015), with weight decay as a part of the gradient.

    With g = clip(rescale_grad * grad + wd * weight) at update t of a parameter: ``mean = beta1 *
    mean + (1 - beta1) * g``, ``var = beta2 * var + (1 - beta2) * g * g``, ``weight -= lr * sqrt(1 -
    beta2**t) / (1 - beta1**t) * mean / (sqrt(var) + epsilon)``. The state is (mean, var).
    lazy_update has no effect, as in SGD. Other arguments are those of Optimizer.
    """

    operators = {2: "_adam_update"}
    width = 7

    def __init__(self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-8, lazy_update=True,
                 **kwargs):
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon
        self.lazy_update = lazy_update

    def create_state(self, index, weight):
        return like(weight), like(weight)

    def numbers(self, lr, wd, count):
        lr = lr * np.sqrt(1 - self.beta2 ** count) / (1 - self.beta1 ** count)
        return (*super().numbers(lr, wd, count), self.beta1, self.beta2, self.epsilon)
