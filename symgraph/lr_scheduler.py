"""Learning rates as functions of the number of updates, each with an optional warm-up."""
import itertools
import numbers
from math import cos, pi

from . import log

WARMUP_MODES = ("linear", "constant")


class LRScheduler:
    """Gives the learning rate for a number of updates; the base of all schedulers.

    base_lr is the rate before any decay; an optimizer with a rate of its own overwrites it. For
    the first warmup_steps updates the rate climbs from warmup_begin_lr to the base_lr given here
    (warmup_mode 'linear') or stays at warmup_begin_lr ('constant').

    Raises ValueError for a warm-up that cannot mean anything.
    """

    def __init__(self, base_lr=0.01, warmup_steps=0, warmup_begin_lr=0, warmup_mode="linear"):
        who = type(self).__name__
        if not isinstance(warmup_steps, numbers.Integral) or warmup_steps < 0:
            raise ValueError(f"{who}: warmup_steps is a whole number from 0, got {warmup_steps!r}")
        for name, value in (("base_lr", base_lr), ("warmup_begin_lr", warmup_begin_lr)):
            if not isinstance(value, numbers.Real):
                raise ValueError(f"{who}: {name} is a number, got {value!r}")
        if warmup_begin_lr > base_lr:
            raise ValueError(f"{who}: warmup_begin_lr may not exceed base_lr ({base_lr}), "
                             f"got {warmup_begin_lr}")
        if warmup_mode not in WARMUP_MODES:
            raise ValueError(f"{who}: warmup_mode is 'linear' or 'constant', got {warmup_mode!r}")
        self.base_lr = base_lr
        self.warmup_steps = warmup_steps
        self.warmup_begin_lr = warmup_begin_lr
        self.warmup_final_lr = base_lr
        self.warmup_mode = warmup_mode

    def get_warmup_lr(self, num_update):
        """The rate of an update inside the warm-up.

        Raises ValueError for an update after it.
        """
        if num_update >= self.warmup_steps:
            raise ValueError(f"{type(self).__name__}: update {num_update} is not in the warm-up "
                             f"of {self.warmup_steps} steps")
        if self.warmup_mode == "constant":
            return self.warmup_begin_lr
        climb = self.warmup_final_lr - self.warmup_begin_lr
        return self.warmup_begin_lr + climb * num_update / self.warmup_steps

    def __call__(self, num_update):
        """The learning rate for update number num_update, as a float."""
        raise NotImplementedError(f"{type(self).__name__} must define __call__(num_update)")


def _check_factor(scheduler, factor):
    if not isinstance(factor, numbers.Real) or factor > 1.0:
        raise ValueError(f"{type(scheduler).__name__}: factor is at most 1, so that the rate "
                         f"falls; got {factor!r}")


class FactorScheduler(LRScheduler):
    """Multiplies the rate by factor after every step updates, down to stop_factor_lr.

    Update n has the rate base_lr * factor ** ((n - 1) // step).
    """

    def __init__(self, step, factor=1, stop_factor_lr=1e-8, base_lr=0.01, warmup_steps=0,
                 warmup_begin_lr=0, warmup_mode="linear"):
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        if not isinstance(step, numbers.Real) or step < 1:
            raise ValueError(f"FactorScheduler: step is at least 1 update, got {step!r}")
        _check_factor(self, factor)
        self.step = step
        self.factor = factor
        self.stop_factor_lr = stop_factor_lr
        self.count = 0

    def __call__(self, num_update):
        if num_update < self.warmup_steps:
            return self.get_warmup_lr(num_update)
        for _ in range(int(max(0, num_update - self.count - 1) // self.step)):
            self._decay(num_update)
            self.count += self.step
        return self.base_lr

    def _decay(self, num_update):
        if self.base_lr == self.stop_factor_lr:
            return
        self.base_lr = max(self.base_lr * self.factor, self.stop_factor_lr)
        end = ", which is final" if self.base_lr == self.stop_factor_lr else ""
        log.info("Update[%d]: Change learning rate to %0.5e%s", num_update, self.base_lr, end)


class MultiFactorScheduler(LRScheduler):
    """Multiplies the rate by factor after each of the numbers of updates listed in step.

    Raises ValueError if step is not a rising list of whole numbers from 1.
    """

    def __init__(self, step, factor=1, base_lr=0.01, warmup_steps=0, warmup_begin_lr=0,
                 warmup_mode="linear"):
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        steps = list(step) if isinstance(step, (list, tuple)) else []
        rising = all(earlier < later for earlier, later in itertools.pairwise(steps))
        if not steps or not rising or steps[0] < 1:
            raise ValueError("MultiFactorScheduler: step is a rising list of numbers of updates "
                             f"from 1, got {step!r}")
        _check_factor(self, factor)
        self.step = steps
        self.factor = factor
        self.cur_step_ind = 0
        self.count = 0

    def __call__(self, num_update):
        if num_update < self.warmup_steps:
            return self.get_warmup_lr(num_update)
        for step in self.step[self.cur_step_ind:]:
            if num_update <= step:
                break
            self.count = step
            self.cur_step_ind += 1
            self.base_lr *= self.factor
            log.info("Update[%d]: Change learning rate to %0.5e", num_update, self.base_lr)
        return self.base_lr


class _Decay(LRScheduler):
    """Falls from base_lr to final_lr in max_update updates, along a curve from 1 to 0.

    After max_update the rate stays where the last call inside the decay left it.
    """

    def __init__(self, max_update, base_lr, final_lr, warmup_steps, warmup_begin_lr, warmup_mode):
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        if not isinstance(max_update, numbers.Integral) or max_update < 1:
            raise ValueError(f"{type(self).__name__}: max_update is a whole number from 1, "
                             f"got {max_update!r}")
        if warmup_steps > max_update:
            raise ValueError(f"{type(self).__name__}: the warm-up of {warmup_steps} updates is longer "
                             f"than all of the {max_update} of max_update")
        self.base_lr_orig = base_lr
        self.max_update = max_update
        self.final_lr = final_lr
        self.max_steps = max_update - warmup_steps

    def __call__(self, num_update):
        if num_update < self.warmup_steps:
            return self.get_warmup_lr(num_update)
        if num_update <= self.max_update and self.max_steps > 0:
            done = (num_update - self.warmup_steps) / self.max_steps
            height = self.base_lr_orig - self.final_lr
            self.base_lr = self.final_lr + height * self._curve(done)
        return self.base_lr


class PolyScheduler(_Decay):
    """Lets the rate fall to final_lr by update max_update, as the power pwr of what remains.

    The rate is final_lr + (base_lr - final_lr) * (1 - done) ** pwr, where done climbs from 0 at
    the end of the warm-up to 1 at max_update. The base_lr meant is the one given here.
    """

    def __init__(self, max_update, base_lr=0.01, pwr=2, final_lr=0, warmup_steps=0,
                 warmup_begin_lr=0, warmup_mode="linear"):
        super().__init__(max_update, base_lr, final_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        self.power = pwr

    def _curve(self, done):
        return (1 - done) ** self.power


class CosineScheduler(_Decay):
    """Lets the rate fall to final_lr by update max_update, along half a cosine wave.

    The rate is final_lr + (base_lr - final_lr) * (1 + cos(pi * done)) / 2, where done climbs from
    0 at the end of the warm-up to 1 at max_update (Loshchilov and Hutter, 2016, without
    restarts). The base_lr meant is the one given here.
    """

    def __init__(self, max_update, base_lr=0.01, final_lr=0, warmup_steps=0, warmup_begin_lr=0,
                 warmup_mode="linear"):
        super().__init__(max_update, base_lr, final_lr, warmup_steps, warmup_begin_lr, warmup_mode)

    def _curve(self, done):
        return (1 + cos(pi * done)) / 2
