"""Watching the arrays of executors while they run."""
import numpy as np

from . import log
from .names import pattern_of
from .ndarray import NDArray


def _mean_norm(array):
    """The Euclidean norm over the root of the size: how large the elements of an array are.

    Added up in double, and of the array's dtype unless that is one of integers.
    """
    values = array._np.astype(np.float64, copy=False)
    size = np.linalg.norm(values) / np.sqrt(values.size)
    return size.astype(array.dtype) if np.issubdtype(array.dtype, np.floating) else size


def _text(statistics):
    """What a statistic, or a list of them, looks like: as NumPy writes it, one element plainly.

    A number has as many digits as its dtype tells apart.
    """
    if not isinstance(statistics, (list, tuple)):
        statistics = [statistics]
    arrays = (each._np if isinstance(each, NDArray) else np.asarray(each) for each in statistics)
    return "".join(str(array.ravel()[0] if array.size == 1 else array) + "\t" for array in arrays)


class Monitor:
    """Collects a statistic of outputs, arguments and auxiliary states every interval batches.

    stat_func takes an NDArray and returns a number, an NDArray or a list of them; by default it
    is norm(x) / sqrt(size). Only arrays whose name matches the regular expression pattern are
    looked at. With monitor_all, the inputs of operators are reported as well. With sort, results
    come in the order of names, else in the order of computation.

    Use: install, then for each batch `tic` before forward, and `toc` or `toc_print` after.
    """

    def __init__(self, interval, stat_func=None, pattern=".*", sort=False, monitor_all=False):
        if not isinstance(interval, (int, np.integer)) or interval < 1:
            raise ValueError(f"Monitor: interval is a number of batches from 1, got {interval!r}")
        if not (stat_func is None or callable(stat_func)):
            raise TypeError(f"Monitor: stat_func is a function of an NDArray, got {stat_func!r}")
        self.stat_func = _mean_norm if stat_func is None else stat_func
        self.interval = interval
        self.re_prog = pattern_of(pattern, "Monitor: pattern")
        self.sort = sort
        self.monitor_all = monitor_all
        self.activated = False
        self.step = 0
        self.queue = []
        self.exes = []

    def stat_helper(self, name, array):
        """What executors call with each output, and what takes its statistic."""
        if self.activated and self.re_prog.match(name):
            # As text at once: the array's memory belongs to the executor, which goes on.
            self.queue.append((self.step, name, _text(self.stat_func(array))))

    def install(self, exe):
        """Watches an executor, besides those watched already."""
        exe.set_monitor_callback(self.stat_helper, self.monitor_all)
        if not any(exe is known for known in self.exes):
            self.exes.append(exe)

    def tic(self):
        """Starts collecting if this batch is one to be looked at; to be called before forward."""
        if self.step % self.interval == 0:
            self.queue = []
            self.activated = True
        self.step += 1

    def toc(self):
        """Ends collecting, and returns a list of (batch, name, statistic as text).

        Batches count from 1. The list is empty for a batch that was not to be looked at.
        """
        if not self.activated:
            return []
        for exe in self.exes:
            for arrays in (exe.arg_dict, exe.aux_dict):
                for name, array in arrays.items():
                    self.stat_helper(name, array)
        self.activated = False
        results, self.queue = self.queue, []
        return sorted(results, key=lambda result: result[1]) if self.sort else results

    def toc_print(self):
        """Ends collecting, and logs what was collected."""
        for step, name, text in self.toc():
            log.info("Batch: %7d %-30s %s", step, name, text)
