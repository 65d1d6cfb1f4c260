"""symgraph: a symbolic graph compiler with an executor and bucketing, with MXNet's symbolic API.

`import symgraph as mx` runs symbolic MXNet scripts.
"""
from . import (
    attribute,
    base,
    context,
    executor,
    frontend,
    functions,
    name,
    ndarray,
    random,
    symbol,
    threads,
)
from .attribute import AttrScope
from .base import MXNetError
from .context import Context, cpu, cpu_pinned, current_context, gpu, num_gpus
from .executor import Executor
from .name import NameManager, Prefix
from .ndarray import NDArray, waitall
from .symbol import Group, Symbol, Variable
from .threads import get_num_threads, set_num_threads
from .version import __version__ as __version__

nd = ndarray
sym = symbol


