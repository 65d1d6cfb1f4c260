"""Gradient descent and its kin."""
from .base import register
from .step import StepOptimizer, like


class Momentum(StepOptimizer):
    """An optimizer whose one state is a momentum, which is not kept where it would be 0."""

    def __init__(self, momentum=0.0, **kwargs):
        super().__init__(**kwargs)
        self.momentum = momentum

    def create_state(self, index, weight):
        return like(weight) if self.momentum else None

    def numbers(self, lr, wd, count):
        return (*super().numbers(lr, wd, count), self.momentum)


@register
class SGD(Momentum):
    """Stochastic gradient descent with momentum and weight decay.

    With g = clip(rescale_grad * grad): ``mom = momentum * mom - lr * (g + wd * weight)``, then
    ``weight += mom``; without momentum ``weight -= lr * (g + wd * weight)``. The momentum is the
    one state. lazy_update concerns sparse gradients, which do not exist here; it has no effect.
    Other arguments are those of Optimizer.
    """

    operators = {0: "_sgd_update", 1: "_sgd_mom_update"}

    def __init__(self, momentum=0.0, lazy_update=True, **kwargs):
        super().__init__(momentum, **kwargs)
        self.lazy_update = lazy_update


@register
class ccSGD(SGD):   # noqa: N801 - MXNet's name
    """SGD by an old name."""


@register
class NAG(Momentum):
    """Nesterov's accelerated gradient.

    With push = lr * (clip(rescale_grad * grad) + wd * weight): ``mom = momentum * mom - push``, then
    ``weight += momentum * mom - push``; without momentum it is SGD. The momentum is the one state.
    Other arguments are those of Optimizer.
    """

    operators = {0: "_sgd_update", 1: "_nag_mom_update"}


@register
class Signum(Momentum):
    """Steps by the sign of the momentum or, with momentum 0, of the gradient (signSGD).

    With g = clip(rescale_grad * grad) + wd * weight: ``mom = momentum * mom - (1 - momentum) * g``,
    then ``weight = (1 - lr * wd_lh) * weight + lr * sign(mom)``; without momentum ``weight = (1 - lr
    * wd) * weight - lr * sign(grad)``. wd_lh is a decay apart from the gradient. Bernstein and
    others, 2018. Other arguments are those of Optimizer.
    """

    operators = {0: "_signsgd_update", 1: "_signum_update"}

    def __init__(self, learning_rate=0.01, momentum=0.9, wd_lh=0.0, **kwargs):
        super().__init__(momentum, learning_rate=learning_rate, **kwargs)
        self.wd_lh = wd_lh

    def numbers(self, lr, wd, count):
        return (*super().numbers(lr, wd, count), self.wd_lh)


@register
class DCASGD(Momentum):
    """Descent that makes up for gradients which come late (Zheng and others, 2016).

    With g = clip(rescale_grad * grad): ``mom = momentum * mom - lr * (g + wd * weight + lamda * g *
    g * (weight - previous))``, then ``weight += mom``, where previous is the weight one update
    before. The state is (momentum, or None without, previous). Other arguments are those of
    Optimizer.
    """

    operators = {1: "_dcasgd_update", 2: "_dcasgd_mom_update"}

    def __init__(self, momentum=0.0, lamda=0.04, **kwargs):
        super().__init__(momentum, **kwargs)
        self.lamda = lamda

    def create_state(self, index, weight):
        return super().create_state(index, weight), weight.copy()

    def numbers(self, lr, wd, count):
        return (*super().numbers(lr, wd, count), self.lamda)


@register
class SGLD(StepOptimizer):
    """Stochastic gradient Langevin dynamics: weights become samples of their posterior.

    ``weight += noise - lr / 2 * (clip(rescale_grad * grad) + wd * weight)``, where the noise is
    normal with the standard deviation sqrt(lr), drawn by `mx.random`. There is no state. Arguments
    are those of Optimizer. Welling and Teh, 2011.
    """

    operators = {0: "_sgld_update"}


@register
class Test(StepOptimizer):
    """For tests of what is around optimizers: ``weight += rescale_grad * grad``.

    The state is a copy of the weight after the step.
    """

    operators = {1: "_test_update"}

    def create_state(self, index, weight):
        return like(weight)
