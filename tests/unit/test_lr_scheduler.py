"""Learning rates against their formulas, warm-ups, and arguments that make no sense."""
import logging
from math import cos, pi

import numpy as np
import pytest

import symgraph as mx


def test_factor():
    scheduler = mx.lr_scheduler.FactorScheduler(step=3, factor=0.5, base_lr=0.8)
    rates = [scheduler(update) for update in range(1, 10)]
    assert rates == [0.8 * 0.5 ** ((update - 1) // 3) for update in range(1, 10)]
    assert scheduler(1) == rates[-1]        # what is done stays done


def test_factor_stops_at_its_limit(caplog):
    scheduler = mx.lr_scheduler.FactorScheduler(step=1, factor=0.1, stop_factor_lr=0.05, base_lr=1)
    with caplog.at_level(logging.INFO):
        assert [scheduler(update) for update in (1, 2, 3, 9)] == [1, 0.1, 0.05, 0.05]
    assert [record.getMessage() for record in caplog.records] == [
        "Update[2]: Change learning rate to 1.00000e-01",
        "Update[3]: Change learning rate to 5.00000e-02, which is final"]


def test_several_factors():
    scheduler = mx.lr_scheduler.MultiFactorScheduler(step=(2, 5), factor=0.5, base_lr=1.0)
    assert [scheduler(update) for update in range(1, 8)] == [1, 1, 0.5, 0.5, 0.5, 0.25, 0.25]
    skipping = mx.lr_scheduler.MultiFactorScheduler(step=[2, 5], factor=0.5, base_lr=1.0)
    assert skipping(100) == 0.25


@pytest.mark.parametrize(("make", "curve"), [
    (lambda **kw: mx.lr_scheduler.PolyScheduler(pwr=3, **kw), lambda t: (1 - t) ** 3),
    (mx.lr_scheduler.CosineScheduler, lambda t: (1 + cos(pi * t)) / 2),
])
def test_decay_with_warmup(make, curve):
    scheduler = make(max_update=12, base_lr=1.0, final_lr=0.2, warmup_steps=4, warmup_begin_lr=0.2)
    rates = [scheduler(update) for update in range(15)]
    assert rates[:4] == pytest.approx([0.2, 0.4, 0.6, 0.8])
    want = [0.2 + 0.8 * curve(t) for t in np.linspace(0, 1, 9)]
    assert rates[4:] == pytest.approx([*want, 0.2, 0.2])


def test_constant_warmup():
    scheduler = mx.lr_scheduler.FactorScheduler(10, base_lr=1.0, warmup_steps=2,
                                                warmup_begin_lr=0.1, warmup_mode="constant")
    assert [scheduler(update) for update in range(4)] == [0.1, 0.1, 1.0, 1.0]


def test_warmup_as_long_as_the_decay():
    scheduler = mx.lr_scheduler.PolyScheduler(4, base_lr=1.0, warmup_steps=4)
    assert [scheduler(update) for update in (3, 4, 5)] == [0.75, 1.0, 1.0]


@pytest.mark.parametrize(("make", "message"), [
    (lambda s: s.LRScheduler(warmup_steps=-1), "warmup_steps is a whole number from 0, got -1"),
    (lambda s: s.LRScheduler(warmup_steps=2.5), "warmup_steps is a whole number"),
    (lambda s: s.LRScheduler(0.1, 2, 0.3), r"may not exceed base_lr \(0.1\), got 0.3"),
    (lambda s: s.LRScheduler(warmup_mode="log"), "'linear' or 'constant', got 'log'"),
    (lambda s: s.LRScheduler(0.1, 4).get_warmup_lr(4), "update 4 is not in the warm-up of 4"),
    (lambda s: s.FactorScheduler(0), "FactorScheduler: step is at least 1"),
    (lambda s: s.FactorScheduler(3, 1.5), "factor is at most 1"),
    (lambda s: s.MultiFactorScheduler([]), r"rising list .* got \[\]"),
    (lambda s: s.MultiFactorScheduler([3, 3]), r"rising list .* got \[3, 3\]"),
    (lambda s: s.MultiFactorScheduler([0, 3]), "from 1"),
    (lambda s: s.MultiFactorScheduler(3), "got 3"),
    (lambda s: s.MultiFactorScheduler([3], 2), "MultiFactorScheduler: factor is at most 1"),
    (lambda s: s.PolyScheduler(0), "PolyScheduler: max_update is a whole number from 1, got 0"),
    (lambda s: s.CosineScheduler(2.5), "CosineScheduler: max_update is a whole number"),
])
def test_errors(make, message):
    with pytest.raises(ValueError, match=message):
        make(mx.lr_scheduler)


def test_base_is_abstract():
    with pytest.raises(NotImplementedError, match="LRScheduler must define __call__"):
        mx.lr_scheduler.LRScheduler()(1)
