"""What symbol files of older versions of MXNet have otherwise, and attributes that nobody knows."""
from . import log
from .errors import GraphError
from .names import HIDDEN, hidden, listed
from .op import ALIASES, lookup

ATTRIBUTES = ("param", "attr", "attrs")     # up to 0.8, from 0.9, from 0.12; may be mixed
FIRST = 800         # the version of files that name none


def file_version(document):
    """The version of MXNet that wrote a file, 10901 for 1.9.1."""
    try:
        return int(document["attrs"]["mxnet_version"][1])
    except (KeyError, TypeError, IndexError, ValueError, OverflowError):
        return FIRST


def attributes(entry, version):
    """All attributes of a node's entry, named and meant as in 1.9.1."""
    attrs = {}
    for key in ATTRIBUTES:
        attrs.update(entry.get(key) or {})
    if version < 905 and entry["op"] in ("argmax", "argmin") and attrs.get("axis") == "-1":
        del attrs["axis"]       # it meant all elements
    return hidden(attrs)


def unknown_to(cls, attrs):
    """The keys of attrs that are neither parameters of an operator nor known to all of them.

    Operators without parameters accept any, as in MXNet.
    """
    if cls.further or not cls.parameters:
        return []
    return [key for key in attrs
            if not (key in cls.parameters or key.endswith(HIDDEN)       # weight_lr_mult, too
                    or (key.startswith("__") and key.endswith("__")))]


def refuse_unknown(entries):
    """Raise GraphError that lists every operator, and every parameter, that symgraph does not have.

    Parameters stand in param and attrs, or in attr if neither is there; beside them, attr has what
    users called as they liked.
    """
    operators, parameters = {}, {}      # what is unknown -> the nodes that have it
    for entry in entries:
        name, op = entry["name"], entry["op"]
        if op != "null" and op not in ALIASES:
            operators.setdefault(op, []).append(name)
        elif op != "null":
            stated = {**(entry.get("param") or {}), **(entry.get("attrs") or {})}
            if "param" not in entry and "attrs" not in entry:
                stated = entry.get("attr") or {}
            for key in unknown_to(lookup(op), stated):
                parameters.setdefault(f"{key}={stated[key]} of {op}", []).append(name)
    found = [f"{kind} that symgraph does not have, {', '.join(map(counted, unknown.items()))}"
             for kind, unknown in (("operators", operators), ("parameters", parameters)) if unknown]
    if found:
        remedy = "; take parameters out that have no effect on results" if parameters else ""
        raise GraphError(f"the symbol uses {'; and '.join(found)}{remedy}")


def counted(item):
    """What is unknown, the first node that has it, and how many more have."""
    what, (first, *others) = item
    return f"{what} '{first}'" + (f" and {len(others)} more" if others else "")


def rename_inverse_variances(entries, nodes):
    """Call the moving variances of CuDNNBatchNorm as BatchNorm does, and say so."""
    renamed = []
    for entry, node in zip(entries, nodes):
        state = node.args[4].node if entry["op"] == "CuDNNBatchNorm" else None
        if state and state.op is None and state.name.endswith("moving_inv_var"):
            renamed.append(state.name)
            state.name = state.name.removesuffix("inv_var") + "var"
    if renamed:
        log.warning("CuDNNBatchNorm is read as BatchNorm, and its %s as moving_var, unchanged: some "
                    "versions of MXNet kept the inverse of the variance there, so check the results",
                    listed(renamed))
