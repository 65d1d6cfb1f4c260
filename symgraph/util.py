"""MXNet's `util`: the environment, the number of GPUs, and NumPy's semantics, which are not here."""
import os
from contextlib import nullcontext

from .context import num_gpus
from .errors import MXNetError


def getenv(name):
    """An environment variable, None if it is not set."""
    return os.environ.get(name)


def setenv(name, value):
    """Set an environment variable; None removes it."""
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


def get_gpu_count():
    """0."""
    return num_gpus()


def get_gpu_memory(gpu_dev_id):
    """Raises MXNetError: there is no GPU."""
    raise MXNetError(f"get_gpu_memory: there is no GPU {gpu_dev_id}, symgraph runs on the CPU only")


def set_module(module):
    """A decorator that says which module a function or class belongs to."""
    def decorate(thing):
        if module is not None:
            thing.__module__ = module
        return thing
    return decorate


def is_np_shape():
    """False: in shapes of symbols a 0 stands for an unknown length."""
    return False


def is_np_array():
    """False: arrays are NDArrays."""
    return False


def refuse(active, who):
    if active:
        raise MXNetError(f"{who}: symgraph has no mx.np; call it with False, or use mx.nd and mx.sym")


def set_np_shape(active):
    """False, what was set before; raises MXNetError for True."""
    refuse(active, "set_np_shape")
    return False


def np_shape(active=True):
    """An empty scope for False; raises MXNetError for True."""
    refuse(active, "np_shape")
    return nullcontext()


def np_array(active=True):
    """An empty scope for False; raises MXNetError for True."""
    refuse(active, "np_array")
    return nullcontext()


def set_np(shape=True, array=True):
    """Raises MXNetError unless both are False."""
    refuse(shape or array, "set_np")


def reset_np():
    """Nothing to reset."""


__all__ = ["get_gpu_count", "get_gpu_memory", "getenv", "is_np_array", "is_np_shape", "np_array",
           "np_shape", "reset_np", "set_module", "set_np", "set_np_shape", "setenv"]
