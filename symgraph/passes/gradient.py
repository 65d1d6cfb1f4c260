"""The backward graph, made of the same operators by the same builder."""
from collections import Counter

from .. import ir
from ..dtypes import DIFFERENTIABLE

LOSS = object()     # stands for the head gradient that a loss does not need


def own_heads(graph):
    """Every head is a value of its own that an operator computed, so that it can be kept outside."""
    F, taken = ir.Builder(graph, "head"), set()
    graph.graph["asked"] = list(graph.graph["heads"])       # which of them are losses, say these
    states = set(graph.graph["states"].values())
    for i, head in enumerate(graph.graph["heads"]):
        if head.node.op is None or head in taken or head in states:
            head = graph.graph["heads"][i] = F._copy(head)
        taken.add(head)
    return graph


def gradient(graph, wanted):
    """Append the backward graph of the variables called wanted.

    graph.graph["grads"] maps them to their gradients, "seeds" has a variable for the gradient of
    each head that needs one (None for a loss), "n_forward" counts the nodes before.
    """
    forward = list(graph)
    wanted = {node.name: ir.Ref(node) for node in forward if not node.op and node.name in wanted}
    reaches = influenced(graph, forward, set(wanted.values()))
    arrived, graph.graph["seeds"] = plant_seeds(graph, reaches)
    graph.graph["n_forward"] = len(forward)     # seeds are variables and need no instruction
    F = ir.Builder(graph, "grad")

    def total(ref):
        parts = [part for part in arrived.pop(ref, ()) if part is not LOSS]
        if len(parts) > 1:
            return F.add_n(*parts, num_args=len(parts))
        return parts[0] if parts else None

    for node in reversed(forward):
        if not node.op or node not in reaches:
            continue
        y = ir.outputs(node)
        is_start = any(LOSS in arrived.get(ref, ()) for ref in y)
        dy = [total(ref) for ref in y]
        if not (is_start or any(dy)):
            continue
        x = graph.inputs(node)
        F.origin = graph._node[node].get("origin", node)
        for ref, grad in zip(x, node.op.gradient(F, x, y, dy), strict=True):
            if grad is not None and ref.node in reaches:
                arrived.setdefault(ref, []).append(grad)
    F.origin = None
    grads = {name: total(ref) for name, ref in wanted.items()}
    graph.graph["grads"] = {name: grad for name, grad in grads.items() if grad}   # others stay zero
    return graph


def influenced(graph, forward, wanted):
    """The nodes through which a gradient flows to a wanted variable."""
    reaches = set()
    facts = graph._node
    for node in forward:
        if node.op is None:
            if ir.Ref(node) in wanted and facts[node]["dtype"][0] in DIFFERENTIABLE:
                reaches.add(node)
        elif any(source in reaches for source in graph._pred[node]):
            reaches.add(node)
    return reaches


def plant_seeds(graph, reaches):
    """The gradients of the heads: (ref -> list of what arrived, the seed variable of each head)."""
    arrived, seeds = {}, []
    for i, (head, asked) in enumerate(zip(graph.graph["heads"], graph.graph["asked"])):
        if head.node not in reaches:
            seeds.append(None)
        elif asked.node.op and asked.node.op.is_loss:
            seeds.append(None)
            arrived[asked] = [LOSS]         # once, however often it is asked for
        else:
            seed = graph.put(ir.Node(f"gradient of head {i}"))
            graph._node[seed].update(shape=[graph.fact(head, "shape")],
                                     dtype=[graph.fact(head, "dtype")])
            seeds.append(ir.Ref(seed))
            arrived.setdefault(head, []).append(ir.Ref(seed))
    return arrived, seeds


def own_results(graph):
    """Every gradient is an output that nothing else reads, so that it may be accumulated."""
    grads = graph.graph["grads"]
    taken = Counter(grads.values())
    heads = set(graph.graph["heads"])
    F = ir.Builder(graph, "own")
    for name, ref in grads.items():
        shared = not ref.node.op or ref in heads or graph.consumers(ref)
        if shared or taken[ref] > 1:
            grads[name] = F._copy(ref)
    return graph
