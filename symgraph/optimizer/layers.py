"""Optimizers for large batches, whose rates depend on the norms of whole weights."""
from math import sqrt

import numpy as np

from .. import log, symbol
from .adaptive import Adaptive
from .base import register
from .descent import Momentum
from .step import like


def scaled(rates):
    """A step of SGD whose rate is multiplied by what the operator rates makes of norms."""
    def step(weight, grad, *rest, row, name):
        *momentum, hyper = rest
        sums = symbol._internal._squares(weight, grad, name=f"{name}_squares")
        numbers = getattr(symbol._internal, rates)(sums, hyper, row=row, name=f"{name}_rates")
        descend = symbol._internal._sgd_mom_update if momentum else symbol._internal._sgd_update
        return descend(weight, grad, *momentum, numbers, row=0, name=name)
    return step


def lamb_step(weight, grad, mean, var, hyper, row, name):
    way = symbol._internal._lamb_direction(weight, grad, mean, var, hyper, row=row,
                                           name=f"{name}_direction")
    sums = symbol._internal._squares(weight, way, name=f"{name}_squares")
    numbers = symbol._internal._lamb_rates(sums, hyper, row=row, name=f"{name}_rates")
    return symbol._internal._sgd_update(weight, way, numbers, row=0, name=name)


@register
class LARS(Momentum):
    """SGD with a rate for each parameter by its size (You, Gitman and Ginsburg, 2017).

    With the norms w of a weight and g of rescale_grad * its gradient, lr is multiplied by ``eta * w
    / (g + wd * w + eps)``, unless one of them is 0 or the parameter's name ends in gamma, beta or
    bias. Only parameters whose names end in _weight decay. With momentum_correction, the momentum is
    multiplied by the rate of this update over that of the one before. lazy_update has no effect.
    Other arguments are those of Optimizer.
    """

    operators = dict.fromkeys((0, 1), scaled("_lars_rates"))
    remembered = ("last_lr", "cur_lr", "_rated")
    decaying = ("_weight",)

    def __init__(self, momentum=0.0, lazy_update=True, eta=0.001, eps=0, momentum_correction=True,
                 **kwargs):
        super().__init__(momentum, **kwargs)
        self.lazy_update = lazy_update
        self.eta = eta
        self.eps = eps
        self.momentum_correction = momentum_correction
        self.last_lr = self.cur_lr = None       # of the update before this one, of this one
        self._rated = None                      # the number of that update

    def columns(self, index):
        self._note_rate()
        *first, momentum = super().columns(index)
        if self.momentum_correction and self.last_lr:
            momentum *= self.cur_lr / self.last_lr
        eta = [-1.0 if self._name(i).endswith(("gamma", "beta", "bias")) else self.eta
               for i in index]
        return (*first, momentum, eta, self.eps)

    def _note_rate(self):
        lr = self.learning_rate
        if self._rated != self.num_update:
            self.last_lr = lr if self.cur_lr is None else self.cur_lr
            self._rated = self.num_update
        self.cur_lr = lr

    def _name(self, index):
        return str(self.idx2name.get(index, index))


@register
class LBSGD(Momentum):
    """SGD for large batches: the rate warms up, gradients of batch_scale updates are one batch.

    Each parameter's gradients are added up, and their mean over batch_scale updates makes one step of
    SGD. Its rate is lr times a factor that rises from 1 to batch_scale over warmup_epochs of
    updates_per_epoch updates, by warmup_strategy: 'linear', 'power2' or 'sqrt'; or, for 'lars', it
    is ``sqrt(w * w / (g * g + wd * w * w))`` between 0.01 and 100, with the norms w and g of weight
    and gradient. Counting begins at begin_epoch. The state is the momentum and, for a batch_scale
    above 1, the sum of gradients. num_epochs has no effect. Other arguments are those of Optimizer.
    """

    def __init__(self, momentum=0.0, multi_precision=False, warmup_strategy="linear",
                 warmup_epochs=5, batch_scale=1, updates_per_epoch=32, begin_epoch=0, num_epochs=60,
                 **kwargs):
        super().__init__(momentum, multi_precision=multi_precision, **kwargs)
        self.warmup_strategy = warmup_strategy
        self.warmup_epochs = warmup_epochs
        self.batch_scale = batch_scale
        self.updates_per_epoch = updates_per_epoch
        self.init_updates = begin_epoch * updates_per_epoch
        self.num_epochs = num_epochs
        log.info("LBSGD: batch_scale=%g, warmup_epochs=%g, warmup_strategy=%s, updates_per_epoch=%g",
                 batch_scale, warmup_epochs, warmup_strategy, updates_per_epoch)

    @property
    def operators(self):
        if self.warmup_strategy == "lars":
            return dict.fromkeys((0, 1), scaled_by_lars)
        return {0: "_sgd_update", 1: "_sgd_mom_update"}

    def create_state(self, index, weight):
        momentum = super().create_state(index, weight)
        return momentum if self.batch_scale == 1 else (momentum, like(weight))

    def numbers(self, lr, wd, count):
        done = count - self.begin_num_update + self.init_updates
        adaptive = self.warmup_strategy == "lars"
        factor = 1.0 if adaptive else np.array([self._factor(n) for n in done])
        first = super().numbers(lr * factor, wd, count)
        return (*first, self.batch_scale) if adaptive else first

    def _factor(self, done):
        """What the rate is multiplied by at update number done."""
        end, most = self.warmup_epochs * self.updates_per_epoch, float(self.batch_scale)
        if done >= end:
            return most
        climb = {"linear": done / end, "power2": (done / end) ** 2, "sqrt": sqrt(done / end)}
        return 1.0 if end <= 1 else 1.0 + (most - 1) * climb.get(self.warmup_strategy, 0.0)

    def _run(self, index, weights, grads, states):
        if self.batch_scale == 1:
            super()._run(index, weights, grads, states)
            return
        ready = []
        for place, i in enumerate(index):
            *_, total = states[place]
            total._np[...] += grads[place]._np
            done = self._index_update_count[i] - self.begin_num_update + self.init_updates
            if done % self.batch_scale == 0:
                ready.append((i, weights[place], total, states[place][:-1]))
        if ready:
            super()._run(*map(list, zip(*ready)))
        for _, _, total, _ in ready:
            total[:] = 0

    @property
    def rescale(self):
        return self.rescale_grad / self.batch_scale


scaled_by_lars = scaled("_lbsgd_rates")


@register
class LAMB(Adaptive):
    """Adam whose steps are as long as the weights they change (You and others, 2020).

    With g = clip(rescale_grad * grad) at update t of a parameter: ``mean = beta1 * mean + (1 - beta1)
    * g``, ``var = beta2 * var + (1 - beta2) * g * g``, ``way = mean / (1 - beta1**t) / (sqrt(var / (1
    - beta2**t)) + epsilon) + wd * weight``; without bias_correction nothing is divided by 1 -
    beta**t. Then ``weight -= lr * r * way``, where r is the norm of the weight, brought between
    lower_bound and upper_bound where they are given, over that of way; 1 if one of them is 0. The
    state is (mean, var). Other arguments are those of Optimizer.
    """

    operators = {2: lamb_step}

    def __init__(self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-6, lower_bound=None,
                 upper_bound=None, bias_correction=True, **kwargs):
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon
        self.lower_bound = lower_bound
        self.upper_bound = upper_bound
        self.bias_correction = bias_correction

    def numbers(self, lr, wd, count):
        corrections = (1 - self.beta1 ** count, 1 - self.beta2 ** count)
        return (*super().numbers(lr, wd, count), self.beta1, self.beta2, self.epsilon,
                *(corrections if self.bias_correction else (1.0, 1.0)),
                self.lower_bound or -1.0, self.upper_bound or -1.0)
