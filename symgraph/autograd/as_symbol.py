"""What was recorded as a Symbol."""
from itertools import count

from ..compose import replaced
from ..errors import GraphError, MXNetError
from ..expression import Symbol
from ..hostarray import NDArray
from ..imperative import CompiledGraph, Operation
from ..ir import Node, Ref
from ..params import written
from ..recorded import CallEntry
from ..tape import live


def get_symbol(x):
    """The Symbol of what an NDArray was computed by; arrays become variables, called var0, var1, ...

    Raises MXNetError for an array that is not on the tape, and for what was computed in Python.
    """
    if not isinstance(x, NDArray) or live(x._tape) is None:
        raise MXNetError("get_symbol takes an NDArray that was computed inside autograd.record()")
    head, number = x._tape
    variables, nodes = count(), count()
    done = {}           # entry -> refs of its outputs

    def variable():
        return Ref(Node(f"var{next(variables)}"))
    for entry in in_order(head):
        if entry.is_leaf:
            done[entry] = [variable()]
            continue
        args = [variable() if source is None else done[source[0]][source[1]]
                for source in entry.sources]
        done[entry] = refs_of(entry, args, f"node_{next(nodes)}")
    return Symbol([done[head][number]])


def in_order(head):
    """head and all entries that it needs, each after its sources."""
    found, pending = {head}, [head]
    while pending:
        for source in pending.pop().sources:
            if source is not None and source[0] not in found:
                found.add(source[0])
                pending.append(source[0])
    return sorted(found, key=lambda entry: entry.serial)


def refs_of(entry, args, name):
    """What an entry's outputs are in a symbol."""
    what = entry.what if isinstance(entry, CallEntry) else None
    if isinstance(what, Operation):
        op = what.op
        attrs = {key: written(getattr(op, parameter.attribute))
                 for key, parameter in op.parameters.items()
                 if getattr(op, parameter.attribute) != parameter.default}
        node = Node(name, op, attrs, args)
        return [Ref(node, number) for number in range(entry.n_outputs)]
    if isinstance(what, CompiledGraph):
        return replaced(what.heads, dict(zip(what.names, args)), None)
    raise GraphError(f"get_symbol: {entry} is no operator")
