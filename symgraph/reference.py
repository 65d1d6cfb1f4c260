"""What is told of operators: signatures, help texts, docs/operators.md, and stubs for editors.

`python -m symgraph.reference` writes the files anew from the registry.
"""
import inspect
from functools import cache

from .errors import MXNetError
from .op import ALIASES, REGISTRY, REQUIRED, Op
from .params import KINDS, read

# Where MXNet keeps operators of a prefix; the longest prefix wins, others start the public name.
NAMESPACES = {"_linalg_": "linalg", "_contrib_": "contrib", "_image_": "image", "_random_": "random",
              "_sparse_": "sparse", "_": "_internal"}


def place(alias):
    """(namespace or None, public name) of one of an operator's names."""
    prefix = next((p for p in NAMESPACES if alias.startswith(p)), None)
    if prefix is None:
        return None, alias
    if prefix == "_random_" and not alias.endswith("_like"):
        return "_internal", alias       # sampling.py has the functions of these names
    return NAMESPACES[prefix], alias if prefix == "_" else alias[len(prefix):]


def aliases(cls):
    """All public names of an operator with their namespaces, as written behind `mx.sym.`."""
    placed = [place(alias) for alias, canonical in ALIASES.items() if canonical == cls.name]
    return [f"{space}.{name}" if space else name for space, name in placed if space != "_internal"]


def placeholder(kind):
    """A value for a parameter that has to be given: 1, or what that is read as, (1,) for shapes."""
    try:
        return read(kind, 1)
    except ValueError:
        return 1


def sample(cls):
    """The operator under default parameters, None if they do not make one."""
    values = {f.name: placeholder(f.kind) if f.default is REQUIRED else f.default
              for f in cls.parameters.values()}
    unchecked = type(cls.__name__, (cls,), {"validate": Op.validate})     # for names they need not fit
    try:
        try:
            op = cls(**values)
        except MXNetError:
            op = unchecked(**values)
        return op if op.inputs() is not None and op.outputs() else None
    except (TypeError, ValueError, AttributeError, MXNetError):
        return None


@cache
def inputs_of(cls):
    """The names of all inputs that an operator may have; which it has depends on its parameters."""
    op = sample(cls)
    if op is None:
        return ("data",)
    for f in cls.parameters.values():       # set what brings further inputs, one by one
        for value in KINDS.get(f.kind, f.kind).values:
            more = changed(op, f.attribute, value)
            if more is not None and len(more.inputs()) > len(op.inputs()):
                op = more
    return op.inputs()


def changed(op, attribute, value):
    """op with another value of one parameter, None if that cannot be."""
    values = {f.name: getattr(op, f.attribute) for f in op.parameters.values()}
    name = next(f.name for f in op.parameters.values() if f.attribute == attribute)
    try:
        return type(op)(**{**values, name: value})
    except MXNetError:
        return None


def takes_any_number(cls):
    """Whether calls give the inputs as *data."""
    return bool(cls.variadic) or cls.spread or cls.further


def signature(cls, array_type, extra):
    """Inputs, then parameters, then the keywords extra, as help and editors show them."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    if takes_any_number(cls):
        found = [inspect.Parameter("data", inspect.Parameter.VAR_POSITIONAL, annotation=array_type)]
        kind = inspect.Parameter.KEYWORD_ONLY
    else:
        found = [inspect.Parameter(name, kind, default=None, annotation=array_type)
                 for name in inputs_of(cls)]
    taken = {p.name for p in found}
    for f in cls.parameters.values():
        if f.name not in taken and f.name != "num_args":    # which counts itself
            found.append(inspect.Parameter(f.name, kind, default=f.default,
                                           annotation=KINDS.get(f.kind, f.kind)))
    found += [inspect.Parameter(name, kind, default=None) for name in extra if name not in taken]
    if cls.further:
        found.append(inspect.Parameter("kwargs", inspect.Parameter.VAR_KEYWORD))
    return inspect.Signature(found)


def facts(cls):
    """(heading, lines) of what the registry knows of an operator beside its text."""
    op = sample(cls)
    states = {op.inputs()[slot] for slot in op.states} if op else set()
    if cls.variadic:
        yield "Inputs", [f"any number of arrays; {cls.variadic} is their number"]
    elif inputs_of(cls):
        yield "Inputs", [", ".join(f"{name} (auxiliary state)" if name in states else name
                                   for name in inputs_of(cls))]
    if op and op.visible > 1:
        yield "Outputs", [", ".join(op.outputs()[:op.visible])]
    if cls.parameters:
        yield "Parameters", [
            f"{f.name} : {KINDS.get(f.kind, f.kind)!r}, "
            + ("required" if f.default is REQUIRED else f"default {f.default!r}")
            for f in cls.parameters.values()]
    yield "Data types", [", ".join(cls.types)]
    yield "Gradient", [gradient_of(cls)]
    others = [name for name in aliases(cls) if name != cls.name]
    if others:
        yield "Names", [", ".join(aliases(cls))]


def gradient_of(cls):
    """How an operator passes gradients on."""
    if not cls.differentiable:
        return "none flows to the inputs"
    used = [name for name in cls.gradient.__code__.co_names
            if name in REGISTRY and name.startswith("_")]
    by = f", by {', '.join(used)}" if used else ""
    if cls.is_loss:
        return f"of a loss: backward starts here, without a head gradient{by}"
    return f"flows to the inputs{by}"


def documentation(cls):
    """The docstring of an operator, with what the registry knows of it."""
    lines = [inspect.cleandoc(cls.__doc__ or "")]
    for heading, below in facts(cls):
        lines += ["", heading, *(f"    {line}" for line in below)]
    return "\n".join(lines)
