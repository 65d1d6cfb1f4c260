"""The graph: a networkx MultiDiGraph, and the few methods through which everyone reads it.

Before compilation a Node holds what the user applied it to, as a tuple of refs, so that Python
frees what nobody reads. `closure` builds the one Graph from those tuples; no pass looks at them.
"""
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

import networkx as nx

from . import ops  # noqa: F401  (fills the registry before anybody makes a node)
from .errors import GraphError, InferenceError
from .op import make, require_lengths


class Node:
    """One application of an operator, or a variable if op is None. Equal only to itself."""

    __slots__ = ("name", "op", "attrs", "args", "serial", "n_outputs", "_refs", "__weakref__")
    _serial = count()

    def __init__(self, name, op=None, attrs=None, args=()):
        self.name = name
        self.op = op
        self.attrs = {} if attrs is None else attrs      # the text that JSON keeps
        self.args = tuple(args)                          # what the user gave; read by closure alone
        self.serial = next(Node._serial)                 # order of creation: states move in it
        self.n_outputs = len(op.outputs()) if op else 1
        self._refs = None

    def __repr__(self):
        return f"{self.op.name} '{self.name}'" if self.op else f"variable '{self.name}'"


class Ref(NamedTuple):
    """Output number out of a node: the thing that has a shape and lives in memory."""

    node: Node
    out: int = 0


def outputs(node):
    """The refs of all outputs of node, as a tuple."""
    if node._refs is None:
        node._refs = tuple([Ref(node, i) for i in range(node.n_outputs)])
    return node._refs


def output_names(node):
    """What users call the visible outputs of node; a variable is called as it is."""
    if node.op is None:
        return [node.name]
    return [f"{node.name}_{out}" for out in node.op.outputs()[:node.op.visible]]


class Graph(nx.MultiDiGraph):
    """Nodes in execution order; an edge's key is the input slot, its `out` the producer's output.

    What passes learn is a node attribute: shape, dtype, home, req; results of the whole graph are
    in `graph.graph`: heads, states, grads, n_forward, bases, arena, elided.
    """

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._read = {}     # node -> what it reads, as the edges say; for speed

    def put(self, node, refs=()):
        """Append node, reading refs in slot order.

        The same as add_node and add_edge, which cost most of the time of a bind: what a node reads
        is there, and no edge of it is.
        """
        self._node[node], self._succ[node] = {}, {}
        self._pred[node] = sources = {}
        self._read[node] = refs = tuple(refs)
        for slot, (source, out) in enumerate(refs):
            slots = sources.get(source)
            if slots is None:
                sources[source] = self._succ[source][node] = slots = {}
            slots[slot] = {"out": out}
        return node

    def remove_node(self, node):
        super().remove_node(node)
        del self._read[node]

    def inputs(self, node):
        """What node reads, in slot order, as a tuple."""
        return self._read[node]

    def consumers(self, ref):
        """The (node, slot) pairs that read ref."""
        return [(node, slot) for node, slots in self._succ[ref.node].items()
                for slot, data in slots.items() if data["out"] == ref.out]

    def rewire(self, node, slot, ref):
        """Make one input slot read something else."""
        read = self._read[node]
        self.remove_edge(read[slot].node, node, key=slot)
        self.add_edge(ref.node, node, key=slot, out=ref.out)
        self._read[node] = (*read[:slot], ref, *read[slot + 1:])

    def replace(self, old, new):
        """Let everyone who reads ref old, the heads, the gradients and the states, read ref new."""
        for node, slot in self.consumers(old):
            self.rewire(node, slot, new)
        facts = self.graph
        facts["heads"] = [new if head == old else head for head in facts["heads"]]
        for found in (facts.get("grads", {}), facts.get("states", {})):
            found.update({name: new for name, ref in found.items() if ref == old})

    def fact(self, ref, name):
        """What a pass learned about one value."""
        return self._node[ref.node][name][ref.out]

    def facts_read(self, node, name):
        """What a pass learned about each value that node reads, as a list in slot order."""
        facts = self._node
        return [facts[source][name][out] for source, out in self._read[node]]

    def variables(self):
        """The variables, in execution order."""
        return [node for node in self if node.op is None]


def postorder(refs, args):
    """Every node that refs need, after its inputs; depth first, inputs in slot order."""
    done, opened = set(), set()
    stack = [ref.node for ref in reversed(refs)]
    while stack:
        node = stack[-1]
        if node in done:
            stack.pop()
        elif node in opened:
            done.add(stack.pop())
            yield node
        else:
            opened.add(node)
            stack += [source for source, _ in reversed(args(node)) if source not in done]


def user_args(node):
    return node.args


def applied(op):
    """A node of op on variables of its own, and the names of these in order."""
    names = op.inputs()
    names = [name if names.count(name) == 1 else f"{name}#{i}" for i, name in enumerate(names)]
    return Node(op.name.strip("_").lower(), op, args=[Ref(Node(name)) for name in names]), names


def closure(heads):
    """The graph of what heads need, in execution order, one node per variable name.

    Raises GraphError if two variables of one name are declared differently.
    """
    graph, named, twin = Graph(), {}, {}
    for node in postorder(heads, user_args):
        if node.op is None:
            twin[node] = same = named.setdefault(node.name, node)
            if same is node:
                graph.put(node)
                graph._node[node]["declared"] = dict(node.attrs)
            else:
                merge_declarations(node, graph._node[same]["declared"])
        else:
            twin[node] = node
            graph.put(node, [Ref(twin[r.node], r.out) for r in node.args])
    graph.graph["heads"] = [Ref(twin[h.node], h.out) for h in heads]
    return graph


def merge_declarations(node, declared):
    """Add what node declares to what is declared under its name; raise if that contradicts."""
    for key, value in node.attrs.items():
        if declared.setdefault(key, value) != value and key.startswith("__"):
            raise GraphError(f"{node!r} is declared twice, with {key.strip('_')}={declared[key]} and "
                             f"with {key.strip('_')}={value}; variables of one name are one "
                             "variable, so rename one of them")


def reorder(graph, heads):
    """graph in execution order from heads, without the operators that heads do not need.

    Variables stay: users bind them, whether they are read or not.
    """
    order = list(postorder([*heads, *map(Ref, graph.variables())], graph.inputs))
    facts = {node: graph._node[node] for node in order}
    for node in [node for node in graph if node not in facts]:
        graph.remove_node(node)
    graph._node = facts     # its order is the graph's
    return graph


def substitute(graph, instead):
    """graph with the nodes instead[node], the last of which computes the same, in place of node.

    They were appended; now they stand where node stood, and the last of them has its name. A node
    that nobody reads any more when all are in place may be replaced by others, or by none.
    """
    moved = {new for made in instead.values() for new in made}
    order, n_forward = [], graph.graph["n_forward"]
    for i, node in enumerate(graph):
        if i == n_forward:
            graph.graph["n_forward"] = len(order)
        if node not in moved:
            order += instead.get(node, (node,))
    kept = {*graph.graph["heads"], *graph.graph["grads"].values()}
    for node, made in instead.items():
        if any(ref in kept or any(user not in instead for user, _ in graph.consumers(ref))
               for ref in outputs(node)):
            made[-1].name = node.name
            for ref, new in zip(outputs(node), outputs(made[-1]), strict=True):
                graph.replace(ref, new)
        graph.remove_node(node)
    graph._node = {node: graph._node[node] for node in order}
    return graph


def verify(graph):
    """Raise unless graph keeps the rules that every pass relies on."""
    place = {node: i for i, node in enumerate(graph)}
    for node in graph:
        edges = sorted((slot, Ref(source, data["out"])) for source, slots in graph.pred[node].items()
                       for slot, data in slots.items())
        slots = [slot for slot, _ in edges]
        wanted = list(range(len(node.op.inputs()))) if node.op else []
        if slots != wanted:
            raise GraphError(f"{node!r} has input slots {slots} instead of {wanted}")
        if tuple(ref for _, ref in edges) != graph.inputs(node):
            raise GraphError(f"the edges into {node!r} are not what it is said to read")
        for ref in graph.inputs(node):
            if place[ref.node] >= place[node]:
                raise GraphError(f"{node!r} is scheduled before its input {ref.node!r}")
            if not 0 <= ref.out < ref.node.n_outputs:
                raise GraphError(f"{node!r} reads output {ref.out} of {ref.node!r}")
    return graph


def infer_node(op, ins, outs, rule):
    """One operator's refinement of what is known, computed once for equal questions.

    rule is "shapes" or "dtypes"; raises InferenceError.
    """
    key = (op, rule, tuple(ins), tuple(outs))
    try:
        return _INFERRED[key]
    except KeyError:
        pass
    try:
        answer = tuple(map(tuple, getattr(op, rule)(list(ins), list(outs))))
    except IndexError:
        bare = [name for name, shape in zip(op.inputs(), ins) if shape == ()]
        if rule != "shapes" or not bare:
            raise
        raise InferenceError(f"{', '.join(bare)} is (), without axes, but one at least is needed; "
                             "reshape it to (1,)") from None
    if rule == "shapes":
        for names, shapes in zip((op.inputs(), op.outputs()), answer):
            for name, shape in zip(names, shapes):
                require_lengths(shape, f"'{name}'")
    if len(_INFERRED) > 20_000:      # many lengths over a long run: start anew
        _INFERRED.clear()
    _INFERRED[key] = answer
    return answer


_INFERRED = {}


@dataclass
class Builder:
    """F: one method per operator; appends nodes and infers their shapes and dtypes as it goes."""

    graph: Graph
    prefix: str
    origin: Node | None = None      # the node of the user's graph that nodes are made for

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)

        def apply(*refs, **params):
            return self.apply(make(name, params), refs)
        return apply        # not kept, so that nothing but reference counts has to free the graph

    def apply(self, op, refs):
        """Append a node that applies op to refs; its one output, or the list of them.

        An operator that lowers to others is replaced by them at once.
        """
        if op.lowers(map(self.dtype, refs)):
            parts = op.lower(self, refs)
            return parts if len(parts) > 1 else parts[0]
        graph, facts = self.graph, self.graph._node
        node = Node(f"{self.prefix}_{op.name.strip('_').lower()}{len(facts)}", op)
        graph.put(node, refs)
        unknown = (None,) * node.n_outputs
        for rule, fact in (("shapes", "shape"), ("dtypes", "dtype")):
            known = tuple([facts[source][fact][out] for source, out in refs])
            try:
                _, facts[node][fact] = infer_node(op, known, unknown, rule)
            except InferenceError as error:
                raise InferenceError(f"{node!r} in the backward graph: {error}") from None
        if self.origin is not None:
            facts[node]["origin"] = self.origin
        return list(outputs(node)) if node.n_outputs > 1 else Ref(node)

    def shape(self, ref):
        return self.graph.fact(ref, "shape")

    def dtype(self, ref):
        return self.graph.fact(ref, "dtype")


def to_text(graph):
    """One line per node: what it is, what it reads, and what passes have learned."""
    lines, index = [], {node: i for i, node in enumerate(graph)}
    for node, facts in graph.nodes(data=True):
        reads = ", ".join(f"%{index[r.node]}" + (f".{r.out}" if r.out else "")
                          for r in graph.inputs(node))
        what = f"{node.op.name}({reads})" if node.op else "variable"
        learned = "  ".join(f"{key}={facts[key]}" for key in ("shape", "dtype", "home", "req")
                            if key in facts)
        lines.append(f"%{index[node]} = {what} '{node.name}'  {learned}".rstrip())
    return "\n".join(lines)
