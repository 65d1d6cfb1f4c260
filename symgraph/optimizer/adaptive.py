"""Optimizers that divide by a measure of what gradients were before."""
import numpy as np

from .base import register
from .step import StepOptimizer, like


class Adaptive(StepOptimizer):
    """An optimizer that keeps two arrays for each parameter, all zeros at first."""

    def create_state(self, index, weight):
        return like(weight), like(weight)


@register
class Adam(Adaptive):
    """Adam (Kingma and Ba, 2015), with weight decay as a part of the gradient.

    With g = clip(rescale_grad * grad + wd * weight) at update t of a parameter: ``mean = beta1 *
    mean + (1 - beta1) * g``, ``var = beta2 * var + (1 - beta2) * g * g``, ``weight -= lr * sqrt(1 -
    beta2**t) / (1 - beta1**t) * mean / (sqrt(var) + epsilon)``. The state is (mean, var).
    lazy_update has no effect, as in SGD. Other arguments are those of Optimizer.
    """

    operators = {2: "_adam_update"}

    def __init__(self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-8, lazy_update=True,
                 **kwargs):
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon
        self.lazy_update = lazy_update

    def numbers(self, lr, wd, count):
        lr = lr * np.sqrt(1 - self.beta2 ** count) / (1 - self.beta1 ** count)
        return (*super().numbers(lr, wd, count), self.beta1, self.beta2, self.epsilon)


@register
class Adamax(Adaptive):
    """AdaMax (Kingma and Ba, 2015, section 7): Adam with the infinity norm.

    With g = clip(rescale_grad * grad + wd * weight) at update t of a parameter: ``mean = beta1 *
    mean + (1 - beta1) * g``, ``most = max(beta2 * most, abs(g))``, ``weight -= lr / (1 - beta1**t) *
    mean / most``; a weight that never had a gradient stays. The state is (mean, most). Other
    arguments are those of Optimizer.
    """

    operators = {2: "_adamax_update"}

    def __init__(self, learning_rate=0.002, beta1=0.9, beta2=0.999, **kwargs):
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2

    def numbers(self, lr, wd, count):
        return (*super().numbers(lr / (1 - self.beta1 ** count), wd, count), self.beta1, self.beta2)


@register
class Nadam(Adaptive):
    """Adam with Nesterov's momentum (Dozat, 2016).

    With mean and var as in Adam, at update t of a parameter: ``u(t) = beta1 * (1 - 0.5 * 0.96**(t *
    schedule_decay))``, ``weight -= lr * ((1 - u(t)) * g / (1 - m) + u(t + 1) * mean / (1 - m * u(t +
    1))) / (sqrt(var / (1 - beta2**t)) + epsilon)``. m is the product of the u of all updates so far,
    of every parameter, as in MXNet; it is the attribute m_schedule, and goes along with the states.
    Other arguments are those of Optimizer.
    """

    operators = {2: "_nadam_update"}
    remembered = ("m_schedule",)

    def __init__(self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-8,
                 schedule_decay=0.004, **kwargs):
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon
        self.schedule_decay = schedule_decay
        self.m_schedule = 1.0

    def numbers(self, lr, wd, count):
        now, then = self._momentum(count), self._momentum(count + 1)
        m = self.m_schedule * np.cumprod(now)
        self.m_schedule = float(m[-1])
        return (*super().numbers(lr, wd, count), self.beta1, self.beta2, self.epsilon,
                (1 - now) / (1 - m), then / (1 - m * then), 1 - self.beta2 ** count)

    def _momentum(self, count):
        return self.beta1 * (1 - 0.5 * 0.96 ** (count * self.schedule_decay))


@register
class FTML(StepOptimizer):
    """Follow the moving leader (Zheng and Kwok, 2017).

    With g = clip(rescale_grad * grad + wd * weight) at update t of a parameter: ``v = beta2 * v + (1
    - beta2) * g * g``, ``d(t) = (1 - beta1**t) / lr * (sqrt(v / (1 - beta2**t)) + epsilon)``, ``z =
    beta1 * z + (1 - beta1) * g - (d(t) - beta1 * d(t - 1)) * weight``, ``weight = -z / d(t)``. The
    state is (d, v, z). Other arguments are those of Optimizer.
    """

    operators = {3: "_ftml_update"}

    def __init__(self, beta1=0.6, beta2=0.999, epsilon=1e-8, **kwargs):
        super().__init__(**kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon

    def create_state(self, index, weight):
        return like(weight), like(weight), like(weight)

    def numbers(self, lr, wd, count):
        return (*super().numbers(lr, wd, count), self.beta1, self.beta2, self.epsilon,
                1 - self.beta1 ** count, 1 - self.beta2 ** count)


@register
class AdaGrad(StepOptimizer):
    """AdaGrad (Duchi, Hazan and Singer, 2011), with weight decay apart from the gradient.

    With g = clip(rescale_grad * grad): ``history += g * g``, ``weight -= lr * (g / sqrt(history +
    eps) + wd * weight)``. The state is the history. Other arguments are those of Optimizer.
    """

    operators = {1: "_adagrad_update"}

    def __init__(self, eps=1e-7, **kwargs):
        super().__init__(**kwargs)
        self.float_stable_eps = eps

    def create_state(self, index, weight):
        return like(weight)

    def numbers(self, lr, wd, count):
        return (*super().numbers(lr, wd, count), self.float_stable_eps)


@register
class RMSProp(StepOptimizer):
    """RMSProp of Tieleman and Hinton, 2012, or, if centered, of Graves, 2013.

    With g = clip(rescale_grad * grad + wd * weight): ``n = gamma1 * n + (1 - gamma1) * g * g``,
    ``weight -= lr * g / sqrt(n + epsilon)``. If centered, also ``mean = gamma1 * mean + (1 - gamma1)
    * g``, ``delta = gamma2 * delta - lr * g / sqrt(n - mean * mean + epsilon)``, ``weight += delta``.
    The state is (n,), or (n, mean, delta). With clip_weights, weights are then clipped to
    [-clip_weights, clip_weights]. Other arguments are those of Optimizer.
    """

    operators = {1: "_rmsprop_update", 3: "_rmspropalex_update"}

    def __init__(self, learning_rate=0.001, gamma1=0.9, gamma2=0.9, epsilon=1e-8, centered=False,
                 clip_weights=None, **kwargs):
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.gamma1 = gamma1
        self.gamma2 = gamma2
        self.epsilon = epsilon
        self.centered = centered
        self.clip_weights = clip_weights

    def create_state(self, index, weight):
        return tuple(like(weight) for _ in range(3 if self.centered else 1))

    def numbers(self, lr, wd, count):
        return (*super().numbers(lr, wd, count), self.gamma1, self.gamma2, self.epsilon,
                self.clip_weights or -1.0)


@register
class AdaDelta(Adaptive):
    """AdaDelta (Zeiler, 2012), which finds its own rate.

    With g = clip(rescale_grad * grad): ``acc_g = rho * acc_g + (1 - rho) * g * g``, ``delta =
    sqrt(acc_delta + epsilon) / sqrt(acc_g + epsilon) * g``, ``acc_delta = rho * acc_delta + (1 - rho)
    * delta * delta``, ``weight -= delta + wd * weight``. The learning rate has no effect, but a rate
    of 0 leaves a weight as it is. The state is (acc_g, acc_delta). Other arguments are those of
    Optimizer.
    """

    operators = {2: "_adadelta_update"}

    def __init__(self, rho=0.90, epsilon=1e-5, **kwargs):
        super().__init__(**kwargs)
        self.rho = rho
        self.epsilon = epsilon

    def numbers(self, lr, wd, count):
        return (*super().numbers(lr, wd, count), self.rho, self.epsilon)


@register
class Ftrl(Adaptive):
    """FTRL-Proximal (McMahan and others, 2013): many weights become 0.

    With g = clip(rescale_grad * grad): ``z += g - (sqrt(n + g * g) - sqrt(n)) * weight / lr``, ``n +=
    g * g``, ``weight = (sign(z) * lamda1 - z) / ((beta + sqrt(n)) / lr + wd)`` where abs(z) > lamda1,
    and 0 elsewhere. The state is (z, n). A scheduler keeps its own base_lr. Other arguments are
    those of Optimizer.
    """

    operators = {2: "_ftrl_update"}

    def __init__(self, lamda1=0.01, learning_rate=0.1, beta=1, **kwargs):
        super().__init__(**kwargs)
        self.lamda1 = lamda1
        self.beta = beta
        self.lr = learning_rate

    def numbers(self, lr, wd, count):
        return (*super().numbers(lr, wd, count), self.lamda1, self.beta)
