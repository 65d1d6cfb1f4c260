"""What a person sees of a training: a bar, a line per epoch, and a picture of the curves."""
import json
import os
import time

from tqdm import tqdm

try:
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogLocator, MaxNLocator, NullFormatter, ScalarFormatter
except ImportError:         # comes with the extra: pip install symgraph[plot]
    Figure = None


class Report:
    """Callbacks for BucketingModule.fit that show progress and keep the perplexities.

    In a terminal there is a bar with speed and perplexity; elsewhere a line every `period` batches
    of `batch_size` sentences. `history` has (epoch, training, validation) for each epoch up to
    `num_epochs`; <prefix>-history.json keeps it for a training that goes on after `begin` epochs.
    """

    def __init__(self, prefix, num_epochs, num_batches, batch_size, period, begin=0):
        self.prefix, self.num_epochs = prefix, num_epochs
        self.num_batches, self.batch_size, self.period = num_batches, batch_size, period
        self.history = []
        if begin and os.path.exists(self._path()):
            with open(self._path(), encoding="utf-8") as file:
                self.history = [row for row in json.load(file) if row[0] <= begin]
        self._start(begin)

    def _path(self):
        return f"{self.prefix}-history.json"

    def _start(self, epoch):
        self.perplexity, self.started, self.seconds = None, time.perf_counter(), None
        self.bar = tqdm(total=self.num_batches * self.batch_size, unit=" sentences", leave=False,
                        desc=f"epoch {epoch + 1}/{self.num_epochs}", disable=None,
                        dynamic_ncols=True)

    def batch_end(self, param):
        """Move the bar; for batch_end_callback."""
        done = param.nbatch + 1
        self.perplexity = param.eval_metric.get()[1]
        self.seconds = time.perf_counter() - self.started
        self.bar.set_postfix_str(f"perplexity {self.perplexity:.1f}", refresh=False)
        self.bar.update(self.batch_size)
        if self.bar.disable and self.period and done % self.period == 0:
            print(f"epoch {param.epoch + 1}, batch {done} of {self.num_batches}: perplexity "
                  f"{self.perplexity:.1f}, {self._speed(done):.0f} sentences/s", flush=True)

    def _speed(self, num_batches):
        return num_batches * self.batch_size / self.seconds

    def epoch_end(self, param):
        """Print the line of an epoch, and start the next one; for eval_end_callback."""
        self.bar.close()
        epoch, validation = param.epoch + 1, param.eval_metric.get()[1]
        self.history.append((epoch, self.perplexity, validation))
        with open(self._path(), "w", encoding="utf-8") as file:
            json.dump(self.history, file)
        width = len(str(self.num_epochs))
        print(f"epoch {epoch:{width}}/{self.num_epochs}   perplexity: training "
              f"{self.perplexity:6.1f}, validation {validation:6.1f}   "
              f"{self._speed(self.num_batches):5.0f} sentences/s, {self.seconds:.1f} s", flush=True)
        if epoch < self.num_epochs:
            self._start(epoch)

    def draw(self, unigram):
        """Write <prefix>.png with the curves, and return its path; None without matplotlib."""
        if Figure is None:
            return None
        figure = Figure(figsize=(7, 4.5), layout="constrained")
        axes = figure.add_subplot()
        epochs, training, validation = zip(*self.history)
        axes.axhline(unigram, color="gray", linestyle=":", label="word frequencies alone")
        axes.plot(epochs, training, marker=".", label="training")
        axes.plot(epochs, validation, marker=".", label="validation")
        axes.set(yscale="log", xlabel="epoch", ylabel="perplexity")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        axes.set_xlim(min(epochs) - 0.5, max(epochs) + 0.5)
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 3, 5)))
        axes.yaxis.set_major_formatter(ScalarFormatter())
        axes.yaxis.set_minor_formatter(NullFormatter())
        axes.grid(which="both", alpha=0.3)
        axes.legend()
        path = f"{self.prefix}.png"
        figure.savefig(path, dpi=120)
        return path
