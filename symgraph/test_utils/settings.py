"""What tests run in: context, environment, repetitions."""
import functools
import os
import sys
from contextlib import contextmanager

from ..context import Context, current_context, set_default
from ..io import DataIter


def default_context():
    """The context that arrays and executors get where none is given."""
    return current_context()


def set_default_context(ctx):
    """Let ctx be that context in this thread, outside of any `with`."""
    set_default(Context(ctx))


def list_gpus():
    """No GPU: an empty list."""
    return []


def retry(n):
    """A decorator for a test that may fail by chance: only the n-th AssertionError counts."""
    if n < 1:
        raise ValueError(f"retry: a test is run at least once, got {n}")

    def decorate(test):
        @functools.wraps(test)
        def repeated(*args, **kwargs):
            for left in reversed(range(n)):
                try:
                    return test(*args, **kwargs)
                except AssertionError:
                    if not left:
                        raise
        return repeated
    return decorate


@contextmanager
def environment(*args):
    """Environment variables inside a `with` block: a name and a value, or a dict; None removes one."""
    wanted = args[0] if len(args) == 1 else dict([args])
    before = {name: os.environ.get(name) for name in wanted}
    set_variables(wanted)
    try:
        yield
    finally:
        set_variables(before)


def set_variables(values):
    for name, value in values.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


@contextmanager
def discard_stderr():
    """What is written to the process's standard error inside the `with` block goes nowhere."""
    sys.stderr.flush()
    kept = os.dup(2)
    try:
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 2)
            yield
    finally:
        sys.stderr.flush()
        os.dup2(kept, 2)
        os.close(kept)


class DummyIter(DataIter):
    """Gives the first batch of another iterator again and again, to measure speed without reading."""

    def __init__(self, real_iter):
        super().__init__(real_iter.batch_size)
        self.real_iter = real_iter
        self.provide_data = real_iter.provide_data
        self.provide_label = real_iter.provide_label
        self.the_batch = next(real_iter)

    def next(self):
        """The batch; there is no end."""
        return self.the_batch
