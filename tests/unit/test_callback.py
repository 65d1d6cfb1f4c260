"""Callbacks: what they log and when, and which checkpoints they write."""
import logging
import os
import re

import numpy as np
import pytest

import symgraph as mx


@pytest.fixture
def logged(caplog):
    """A function that returns what was logged since it was last called."""
    caplog.set_level(logging.INFO)

    def take():
        lines = [record.getMessage() for record in caplog.records]
        caplog.clear()
        return lines
    return take


def accuracy(right, number):
    metric = mx.metric.Accuracy()
    metric.update([mx.nd.ones((number,))], [mx.nd.array(np.arange(number) < right)])
    return metric


def param(nbatch, metric=None, epoch=3):
    return mx.model.BatchEndParam(epoch=epoch, nbatch=nbatch, eval_metric=metric, locals=None)


@pytest.fixture
def clock(monkeypatch):
    """Replaces time.time by a clock that the test moves."""
    now = [100.0]
    monkeypatch.setattr("time.time", lambda: now[0])

    def forward(seconds):
        now[0] += seconds
    return forward


def test_speedometer(logged, clock):
    metric = accuracy(1, 2)
    meter = mx.callback.Speedometer(batch_size=10, frequent=2)
    for nbatch in range(5):
        meter(param(nbatch, metric))
        clock(0.5)
    assert logged() == ["Epoch[3] Batch [0-2]\tSpeed: 20.00 samples/sec\taccuracy=0.500000",
                        "Epoch[3] Batch [2-4]\tSpeed: 20.00 samples/sec\taccuracy=nan"]
    assert metric.get_global() == ("accuracy", 0.5)
    clock(1000)                             # the next epoch begins with another measurement
    for nbatch in range(3):
        meter(param(nbatch, metric, epoch=4))
        clock(0.25)
    assert logged() == ["Epoch[4] Batch [0-2]\tSpeed: 40.00 samples/sec\taccuracy=nan"]


def test_speedometer_without_reset(logged, clock):
    metric = mx.metric.create(["acc", "loss"])
    metric.metrics[0] = accuracy(3, 4)
    meter = mx.callback.Speedometer(10, frequent=2, auto_reset=False)
    for nbatch in range(5):
        meter(param(nbatch, metric))
        clock(2)
    assert [re.sub(r"Speed: [\d.]+ ", "", line) for line in logged()] == [
        f"Epoch[3] Batch [0-{last}]\tsamples/sec\taccuracy=0.750000\tloss=nan" for last in (2, 4)]


def test_speedometer_without_metric_or_time(logged, clock):
    meter = mx.callback.Speedometer(10, frequent=1)
    meter(param(0))
    meter(param(1))
    assert logged() == ["Iter[3] Batch [1]\tSpeed: inf samples/sec"]


def test_log_train_metric(logged):
    metric = accuracy(1, 4)
    callback = mx.callback.log_train_metric(2)
    for nbatch in range(3):
        callback(param(nbatch, metric))
    assert logged() == [f"Iter[3] Batch[{n}] Train-accuracy=0.250000" for n in (0, 2)]
    resetting = mx.callback.log_train_metric(1, auto_reset=True)
    resetting(param(0, metric))
    resetting(param(1, metric))
    assert logged() == ["Iter[3] Batch[0] Train-accuracy=0.250000",
                        "Iter[3] Batch[1] Train-accuracy=nan"]
    resetting(param(2))
    assert logged() == []


def test_progress_bar(logged):
    bar = mx.callback.ProgressBar(total=3, length=10)
    for nbatch in range(5):
        bar(param(nbatch))
    assert logged() == ["[----------] 0%\r", "[===-------] 34%\r", "[=======---] 67%\r",
                        "[==========] 100%\r", "[==========] 100%\r"]


def test_log_validation_metrics(logged):
    callback = mx.callback.LogValidationMetricsCallback()
    callback(param(7, accuracy(1, 2)))
    callback(param(7))
    assert logged() == ["Epoch[3] Validation-accuracy=0.500000"]


def test_lines_appear_although_only_the_level_was_set(capsys):
    """Scripts set the level of the root logger and leave its handlers to the first message."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers[:] = []
    try:
        root.setLevel(logging.INFO)
        mx.callback.LogValidationMetricsCallback()(param(7, accuracy(1, 2)))
        assert "Epoch[3] Validation-accuracy=0.5" in capsys.readouterr().err
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)


@pytest.mark.parametrize(("period", "epochs"), [(1, [1, 2, 3, 4]), (2, [2, 4]), (0, [1, 2, 3, 4])])
def test_do_checkpoint(tmp_path, period, epochs):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    args = {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.zeros((2,))}
    callback = mx.callback.do_checkpoint(str(tmp_path / "m"), period)
    for epoch in range(4):
        callback(epoch, net, args, {})
    assert sorted(os.listdir(tmp_path)) == [f"m-{n:04d}.params" for n in epochs] + [
        "m-symbol.json"]


def test_module_checkpoint():
    class Recorder:
        def save_checkpoint(self, prefix, epoch, save_optimizer_states=False):
            calls.append((prefix, epoch, save_optimizer_states))

    calls = []
    callback = mx.callback.module_checkpoint(Recorder(), "p", 2, save_optimizer_states=True)
    callback(0)
    callback(1, "symbol", {}, {})
    callback(3)
    assert calls == [("p", 2, True), ("p", 4, True)]
