"""Devices by name. All memory is the host's, so a context is a label that scripts may compare."""
import re

from .errors import MXNetError
from .names import Scope, brief, current, set_outermost
from .store import release_scratch


class Context(Scope):
    """A device type and number; `with mx.cpu(1):` makes it the default.

    Raises MXNetError for a type that MXNet does not know.
    """

    devtype2str = {1: "cpu", 2: "gpu", 3: "cpu_pinned", 5: "cpu_shared"}
    devstr2type = {name: number for number, name in devtype2str.items()}

    def __init__(self, device_type="cpu", device_id=0):
        if isinstance(device_type, Context):
            device_type, device_id = device_type.device_type, device_type.device_id
        if device_type not in self.devstr2type:
            raise MXNetError(f"{device_type!r} is no device type; there are "
                             f"{', '.join(self.devstr2type)}")
        try:
            self.device_id = int(device_id)
        except (TypeError, ValueError):
            raise TypeError(f"the number of a device is an int, got {brief(device_id)}") from None
        self.device_type = device_type

    @property
    def device_typeid(self):
        return self.devstr2type[self.device_type]

    def __eq__(self, other):
        return (isinstance(other, Context) and self.device_type == other.device_type
                and self.device_id == other.device_id)

    def __hash__(self):
        return hash((self.device_type, self.device_id))

    def __repr__(self):
        return f"{self.device_type}({self.device_id})"

    def empty_cache(self):
        """Let go of scratch memory, that of all executors, and of that of arrays that are gone.

        After inputs that were much larger than those to come: what runs next takes what it needs.
        Between forward and backward nothing is lost, but computed once more.
        """
        release_scratch()


Context.kind = Context
Context.default_ctx = Context("cpu", 0)


def cpu(device_id=0):
    """The host; numbers only distinguish the parts of a split batch."""
    return Context("cpu", device_id)


def cpu_pinned(device_id=0):
    """The host."""
    return Context("cpu_pinned", device_id)


def gpu(device_id=0):
    """A label that can be compared but not bound to: there are no GPU kernels."""
    return Context("gpu", device_id)


def num_gpus():
    """0."""
    return 0


def current_context():
    """The context of the innermost `with`, else cpu(0)."""
    return current(Context)


def set_default(ctx):
    """Let ctx be the current context of this thread outside of any `with`."""
    set_outermost(Context, ctx)


def named_context(text):
    """The Context that text as 'cpu(1)' or 'cpu' means; raises MXNetError for anything else."""
    found = re.fullmatch(r"(\w+)(?:\((\d+)\))?", text)
    if found is None:
        raise MXNetError(f"a context is wanted, as 'cpu(0)', got {text!r}")
    return Context(found[1], found[2] or 0)


def require_cpu(ctx):
    """ctx as a Context, the current one for None; raises MXNetError for a GPU."""
    ctx = current_context() if ctx is None else ctx
    if not isinstance(ctx, Context):
        raise TypeError(f"a context is wanted, as mx.cpu(), got {brief(ctx)}")
    if ctx.device_type == "gpu":
        raise MXNetError(f"{ctx}: symgraph runs on the CPU only; use mx.cpu()")
    return ctx
