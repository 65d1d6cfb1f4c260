"""Shapes and dtypes, refined both ways until nothing changes."""
import re
from functools import wraps
from heapq import heapify, heappop, heappush
from math import prod

from .. import ir
from ..dtypes import DEFAULT, name_of
from ..errors import Disagreement, InferenceError, MXNetError
from ..op import MAX_NDIM, agree, as_shape, contradict, known, show, unify
from ..params import literal

MOST = 2 ** 60 - 1       # elements of 8 bytes that 63 bits can count


def briefly(function):
    """function, whose errors come without their way through it: they name the node, and users made
    that, not the rules."""
    @wraps(function)
    def called(*args):
        try:
            return function(*args)
        except InferenceError as error:
            raise error.with_traceback(None) from error.__cause__
    return called


@briefly
def infer(graph, shapes, dtypes):
    """Every value has the shape and dtype that can be known; unknown dtypes become float32.

    shapes and dtypes map variable names to what the user gave, beside what variables declare.
    Raises InferenceError for a contradiction.
    """
    infer_shapes(graph, shapes)
    infer_dtypes(graph, dtypes)
    place = places(graph)
    for node in graph:
        facts = graph._node[node]
        if None in facts["dtype"]:
            facts["dtype"] = [dtype or DEFAULT for dtype in facts["dtype"]]
            settle(graph, "dtypes", "dtype", touching(graph, node), place)
    return graph


@briefly
def infer_shapes(graph, shapes, outs=()):
    """graph's nodes have the attribute shape, as far as it can be known."""
    start(graph, "shape", shapes, declared_shape, unify)
    start_heads(graph, "shape", outs, unify)
    settle(graph, "shapes", "shape", [node for node in graph if node.op])


@briefly
def infer_dtypes(graph, dtypes, outs=()):
    """graph's nodes have the attribute dtype, as far as it can be known."""
    start(graph, "dtype", dtypes, declared_dtype, agree)
    start_heads(graph, "dtype", outs, agree)
    settle(graph, "dtypes", "dtype", [node for node in graph if node.op])


def require_shapes(graph):
    """Raise InferenceError that lists the variables whose shapes are not wholly known."""
    facts = graph._node
    for node in graph:
        read = [graph.fact(ref, "shape") for ref in graph.inputs(node)]
        for shape in filter(None, (*read, *facts[node]["shape"])):
            if len(shape) > MAX_NDIM and node.op:
                raise InferenceError(f"{node!r}: {shape} has {len(shape)} axes, kernels take up to "
                                     f"{MAX_NDIM}; reshape joins some of them")
        for shape in facts[node]["shape"]:
            if shape is not None and prod(shape) > MOST:
                raise InferenceError(f"{node!r} would have {prod(shape)} elements, {shape}, more than "
                                     f"memory has addresses for ({MOST} is the limit)")
    missing = [node for node in graph if not all(map(known, facts[node]["shape"]))]
    if not missing:
        return
    named = [f"{node.name} {show(facts[node]['shape'][0])}" for node in missing if not node.op]
    if named:
        raise InferenceError("shapes cannot be inferred from what is given; unknown are "
                             f"{', '.join(named)} (0 or ? is an unknown length); pass them as "
                             "keywords, name=(…)")
    node = missing[0]
    why = "" if graph.inputs(node) else ("; a 0 in a shape stands for a length that follows from what "
                                         "reads the array, and nothing says it here")
    raise InferenceError(f"the shape of {node!r} cannot be inferred: it is "
                         f"{', '.join(map(show, facts[node]['shape']))} (0 or ? is unknown){why}")


def start(graph, fact, given, declared, merge):
    """Variables know what was given and declared; all else is unknown."""
    for node, facts in graph.nodes(data=True):
        values = [None] * node.n_outputs
        if node.op is None:
            try:
                said = declared(facts.get("declared", {}))
            except (TypeError, ValueError, MXNetError) as error:
                raise InferenceError(f"{node!r} is declared wrongly: {error}") from None
            try:
                values[0] = merge(given.get(node.name), said)
            except MXNetError as error:
                raise InferenceError(f"{node!r} is given and declared differently: "
                                     f"{error}") from None
        facts[fact] = values


def start_heads(graph, fact, outs, merge):
    """Heads know what is known of them."""
    for head, value in zip(graph.graph["heads"], outs):
        values = graph._node[head.node][fact]
        values[head.out] = merge(values[head.out], value)


def declared_shape(attrs):
    text = attrs.get("__shape__")
    if text is None:
        return None
    try:
        shape = literal(text)
    except (ValueError, RecursionError, MemoryError):
        raise InferenceError(f"__shape__ is a tuple of ints, got {text!r}") from None
    return as_shape(shape, "it") or None


def declared_dtype(attrs):
    text = attrs.get("__dtype__")
    if text is None:
        return None
    return name_of(int(text)) if text.lstrip("-").isdigit() else name_of(text)


def places(graph):
    """node -> its number in execution order."""
    return {node: i for i, node in enumerate(graph)}


def settle(graph, rule, fact, nodes, place=None):
    """Apply the rules of nodes, and of all whom a change concerns, until nothing changes.

    Sweeps go through the graph forward and backward in turn: news that flows with a sweep is taken
    along, what flows against it waits for the next one. place numbers the nodes, if that is at hand.
    """
    place = place or places(graph)
    order = list(place)
    sign, pending = 1, {place[node] for node in nodes}
    while pending:
        queue, waiting, pending = [sign * i for i in pending], pending, set()
        heapify(queue)
        while queue:
            at = sign * heappop(queue)
            waiting.discard(at)
            for node in refine(graph, order[at], rule, fact):
                there = place[node]
                if there in waiting or there in pending:
                    continue
                if sign * there > sign * at:
                    waiting.add(there)
                    heappush(queue, sign * there)
                else:
                    pending.add(there)
        sign = -sign


def refine(graph, node, rule, fact):
    """Apply one node's rule; returns the other nodes that touch a value which became known better."""
    facts = graph._node
    refs = graph.inputs(node)
    ins = [facts[ref.node][fact][ref.out] for ref in refs]
    outs = facts[node][fact]
    try:
        new_ins, new_outs = ir.infer_node(node.op, ins, outs, rule)
        if len(set(refs)) < len(refs):
            new_ins, new_outs = at_one(node.op, refs, new_ins, new_outs, rule)
    except InferenceError as error:
        text = told(node.op, ins, outs, rule, error)
        raise InferenceError(explain(graph, node, refs, ins, text)) from error.__cause__
    news = set()
    for ref, old, new in zip(refs, ins, new_ins):
        if new != old:
            facts[ref.node][fact][ref.out] = new
            news.update(touching(graph, ref.node))
    if list(new_outs) != list(outs):
        facts[node][fact] = list(new_outs)
        news.update(touching(graph, node))
    news.discard(node)
    return news


def at_one(op, refs, ins, outs, rule):
    """(ins, outs) where inputs that are one value are known alike; raises Disagreement."""
    merge = unify if rule == "shapes" else agree
    while True:
        known_of = {}
        for ref, value in zip(refs, ins):
            try:
                known_of[ref] = merge(known_of.get(ref), value)
            except Disagreement as error:
                named = " and ".join(name for name, r in zip(op.inputs(), refs) if r == ref)
                raise Disagreement(f"{named} are one value, {ref.node!r}, but their {error}") from None
        alike = [known_of[ref] for ref in refs]
        if alike == list(ins):
            return ins, outs
        ins, outs = ir.infer_node(op, alike, outs, rule)


def touching(graph, node):
    """node and those who read it, as far as they are operators."""
    return [n for n in (node, *graph._succ[node]) if n.op]


def explain(graph, node, refs, ins, text):
    """The message of a contradiction: who, what, the inputs by name, which of them are variables."""
    named = ", ".join(f"{name}={show(value)}" for name, value in zip(node.op.inputs(), ins))
    message = f"{node!r}: {text} ({named})" if named else f"{node!r}: {text}"
    for name, ref in zip(node.op.inputs(), refs):
        users = list(dict.fromkeys(n.name for n, _ in graph.consumers(ref)))
        shared = f", shared by {', '.join(users[:6])}" if len(users) > 1 else ""
        concerned = shared or name != ref.node.name and re.search(rf"\b{name}\b", text)
        if ref.node.op is None and concerned:
            message += f"; its {name} is {ref.node!r}{shared}"
    return message


def told(op, ins, outs, rule, error):
    """What error says. Where values disagree, which inputs are not what all others make them.

    Of several that may be wrong it is the last: weights and labels come after data.
    """
    if not isinstance(error, Disagreement):
        return str(error)
    slots = range(len(ins))[::-1]
    for suspects in ([s] for s in slots), (slots[:n] for n in range(2, len(ins))):
        for left_out in suspects:
            wanted = without(op, ins, outs, left_out, rule)
            wrong = [f"{op.inputs()[s]} is {show(ins[s])}, expected {show(wanted[s])}"
                     for s in slots if contradict(ins[s], wanted[s])]
            if wrong:
                return "; ".join(wrong[::-1]) + ("; Cast converts" if rule == "dtypes" else "")
    return str(error)


def without(op, ins, outs, left_out, rule):
    """What the other inputs make of some; nothing if they disagree themselves."""
    try:
        return ir.infer_node(op, [None if slot in left_out else value
                                  for slot, value in enumerate(ins)], outs, rule)[0]
    except MXNetError:
        return [None] * len(ins)
