"""symgraph: a symbolic graph compiler with an executor and bucketing, with MXNet's symbolic API.

`import symgraph as mx` runs symbolic MXNet scripts.
"""
import sys

from . import (
    attribute,
    autograd,
    base,
    callback,
    context,
    contrib,
    control_flow,
    engine,
    executor,
    executor_manager,
    frontend,
    functions,
    gluon,
    imdecode,
    initializer,
    io,
    kvstore,
    log,
    lr_scheduler,
    methods,
    metric,
    model,
    module,
    monitor,
    name,
    ndarray,
    operator,
    optimizer,
    profiler,
    random,
    recordio,
    rnn,
    runtime,
    sampling,
    symbol,
    test_utils,
    threads,
    updates,
    util,
    visualization,
)
from .attribute import AttrScope
from .base import MXNetError
from .context import Context, cpu, cpu_pinned, current_context, gpu, num_gpus
from .executor import Executor
from .monitor import Monitor
from .name import NameManager, Prefix
from .ndarray import NDArray, waitall
from .symbol import Group, Symbol, Variable
from .threads import get_num_threads, set_num_threads
from .version import __version__

# MXNet's short names of its modules.
nd = ndarray
sym = symbol
mod = module
init = initializer
opt = optimizer
kv = kvstore
mon = monitor
rnd = random
viz = visualization

__all__ = [
    "AttrScope", "Context", "Executor", "Group", "MXNetError", "Monitor", "NDArray",
    "NameManager", "Prefix", "Symbol", "Variable", "__version__", "attribute", "autograd", "base",
    "callback", "context", "contrib", "control_flow", "cpu", "cpu_pinned", "current_context",
    "engine", "executor", "executor_manager", "frontend", "functions", "get_num_threads", "gluon",
    "gpu", "imdecode", "init", "initializer", "io", "kv", "kvstore", "log", "lr_scheduler", "methods",
    "metric", "mod", "model", "module", "mon", "monitor", "name", "nd", "ndarray", "num_gpus",
    "operator", "opt", "optimizer", "profiler", "random", "recordio", "rnd", "rnn", "runtime",
    "sampling", "set_num_threads", "sym", "symbol", "test_utils", "threads", "updates", "util",
    "visualization", "viz", "waitall",
]

# Parts of MXNet that are looked for, and what is here in their place.
_ABSENT = {
    **dict.fromkeys(("np", "npx"), "arrays are those of mx.nd, asnumpy() gives NumPy's"),
    "image": "mx.io.ImageRecordIter reads pictures",
    "onnx": "symbols are saved as JSON",
}


def __getattr__(name):
    reason = f"; {_ABSENT[name]}" if name in _ABSENT else ""
    raise AttributeError(f"symgraph has no attribute '{name}'{reason}", name=name,
                         obj=sys.modules[__name__])
