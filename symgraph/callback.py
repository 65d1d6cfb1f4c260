"""Callbacks for training: progress, speed and metrics in the log, checkpoints on disk."""
import math
import time

from . import log
from .checkpoint import save_checkpoint


def module_checkpoint(mod, prefix, period=1, save_optimizer_states=False):
    """A callback for the end of an epoch that lets a module save itself every period epochs.

    It calls mod.save_checkpoint(prefix, epochs done, save_optimizer_states=...).
    """
    period = max(1, int(period))

    def callback(iter_no, sym=None, arg=None, aux=None):
        if (iter_no + 1) % period == 0:
            mod.save_checkpoint(prefix, iter_no + 1, save_optimizer_states=save_optimizer_states)
    return callback


def do_checkpoint(prefix, period=1):
    """A callback for the end of an epoch that saves symbol and parameters every period epochs.

    The files are those of `model.save_checkpoint`, numbered by the epochs done.
    """
    period = max(1, int(period))

    def callback(iter_no, sym, arg, aux):
        if (iter_no + 1) % period == 0:
            save_checkpoint(prefix, iter_no + 1, sym, arg, aux)
    return callback


def log_train_metric(period, auto_reset=False):
    """A callback for the end of a batch that logs the training metric every period batches.

    With auto_reset, the local result of the metric starts anew after each line.
    """
    def callback(param):
        if param.nbatch % period or param.eval_metric is None:
            return
        for name, value in param.eval_metric.get_name_value():
            log.info("Iter[%d] Batch[%d] Train-%s=%f", param.epoch, param.nbatch, name, value)
        if auto_reset:
            param.eval_metric.reset_local()
    return callback


class Speedometer:
    """A callback for the end of a batch that logs speed and metric every frequent batches.

    batch_size is the number of samples of a batch. With auto_reset, the line is about the batches
    since the last one and the local result of the metric starts anew; without, about the epoch.
    """

    def __init__(self, batch_size, frequent=50, auto_reset=True):
        if frequent < 1:
            raise ValueError(f"Speedometer: frequent is a number of batches from 1, got {frequent}")
        self.batch_size = batch_size
        self.frequent = frequent
        self.auto_reset = auto_reset
        self.init = False
        self.tic = 0
        self.last_count = 0

    def __call__(self, param):
        count = param.nbatch
        if count < self.last_count:     # another epoch: what lay between is no training time
            self.init = False
        self.last_count = count
        if not self.init:
            self.init = True
            self.tic = time.time()
        elif count % self.frequent == 0:
            self._report(param)
            self.tic = time.time()

    def _report(self, param):
        elapsed = time.time() - self.tic
        speed = self.frequent * self.batch_size / elapsed if elapsed > 0 else math.inf
        if param.eval_metric is None:
            log.info("Iter[%d] Batch [%d]\tSpeed: %.2f samples/sec", param.epoch, param.nbatch,
                     speed)
            return
        results = param.eval_metric.get_name_value()
        first = 0
        if self.auto_reset:
            first = param.nbatch - self.frequent
            param.eval_metric.reset_local()
        values = "".join(f"\t{name}={value:f}" for name, value in results)
        log.info("Epoch[%d] Batch [%d-%d]\tSpeed: %.2f samples/sec%s", param.epoch, first,
                 param.nbatch, speed, values)


class ProgressBar:
    """A callback for the end of a batch that logs a bar of length characters.

    total is the number of batches of an epoch.
    """

    def __init__(self, total, length=80):
        self.total = total
        self.bar_len = length

    def __call__(self, param):
        done = min(param.nbatch / self.total, 1.0)
        filled = round(self.bar_len * done)
        bar = "=" * filled + "-" * (self.bar_len - filled)
        log.info("[%s] %d%%\r", bar, math.ceil(100 * done))


class LogValidationMetricsCallback:
    """A callback for the end of an evaluation that logs the metric."""

    def __call__(self, param):
        if param.eval_metric is None:
            return
        for name, value in param.eval_metric.get_name_value():
            log.info("Epoch[%d] Validation-%s=%f", param.epoch, name, value)
