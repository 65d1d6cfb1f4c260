"""Where the values of parameters are, and how they are filled."""
from ..context import Context, require_cpu
from ..initializer import InitDesc, Initializer, create


def detached(data):
    """The same memory, which may be written while recording: what is on the tape then knows."""
    return data.detach()


def fill(name, data, init, default_init):
    """Fill an NDArray by an initializer, or by its name; others that can be called are called."""
    if isinstance(init, str):
        init = create(init)
    if isinstance(init, Initializer):
        fallback = create(default_init) if isinstance(default_init, str) else default_init
        fallback = fallback if isinstance(fallback, Initializer) else init
        fallback(InitDesc(name, {"__init__": init}), data)
    elif callable(init):        # Load and Mixed, which go by names
        init(InitDesc(name), data)
    else:
        raise TypeError(f"the initializer of Parameter '{name}' is an Initializer or its name, got "
                        f"{init!r}")


def place(ctx):
    """What tells contexts apart; kinds of memory of the host do not."""
    return ctx.device_type == "gpu", ctx.device_id


def context_list(ctx):
    """A list of contexts from one, a list, or None for the current one; all of the host."""
    if ctx is None or isinstance(ctx, Context):
        ctx = [ctx]
    elif not isinstance(ctx, (list, tuple)):
        raise TypeError(f"contexts are given as one or a list, as mx.cpu(), got {ctx!r}")
    return [require_cpu(each) for each in ctx]
