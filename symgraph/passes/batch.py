"""Many small products become few large ones."""
from .. import ir
from ..op import make

FEWEST = 3          # products worth putting together: the copies cost about as much as one product


def batch_products(graph):
    """FullyConnected nodes of one weight that do not depend on one another are one product.

    The input-to-hidden products of all time steps of a layer are the case in point. Their rows are
    put together, and the results taken apart again.
    """
    for group in candidates(graph):
        levels = [level for level in independent(graph, group) if len(level) >= FEWEST]
        for level in levels:
            put_together(graph, level)
        if levels:
            graph = ir.reorder(graph, graph.graph["heads"])
    return graph


def candidates(graph):
    """Lists of nodes that apply equal FullyConnecteds with the same weight to equal shapes."""
    groups = {}
    for node in graph:
        if node.op and node.op.name == "FullyConnected":
            data, *rest = graph.inputs(node)
            shape = graph.fact(data, "shape")
            if len(shape) == 2:
                groups.setdefault((node.op, shape, *rest), []).append(node)
    return [group for group in groups.values() if len(group) >= FEWEST]


def independent(graph, group):
    """group cut into levels: within one no node depends on another, however far away."""
    members, level = set(group), {}
    for node in graph:
        below = 0
        for source in graph._pred[node]:
            if level[source] > below:
                below = level[source]
        level[node] = below + (node in members)
    levels = {}
    for node in group:
        levels.setdefault(level[node], []).append(node)
    return levels.values()


def put_together(graph, nodes):
    """Let those who read nodes read the parts of one product."""
    F = ir.Builder(graph, "batch")
    _, *rest = graph.inputs(nodes[0])
    rows = F.Concat(*(graph.inputs(node)[0] for node in nodes), dim=0, num_args=len(nodes))
    parts = F.SliceChannel(F.apply(nodes[0].op, [rows, *rest]), num_outputs=len(nodes), axis=0)
    for node, part in zip(nodes, parts):
        graph.replace(ir.Ref(node), part)


def batch_sums(graph):
    """A gradient that sums products over many steps is one product over the rows of all steps.

    dW = sum of dY_t' X_t becomes (all dY)' (all X), and a bias's gradient the sum over all rows.
    """
    F = ir.Builder(graph, "batch")

    def applied(op, refs):
        """What op makes of refs; computed once for everyone who wants it."""
        for node, _ in graph.consumers(refs[0]):
            if node.op == op and graph.inputs(node) == tuple(refs):
                return ir.Ref(node)
        return F.apply(op, refs)

    def rows(refs):
        """All rows of several matrices."""
        return applied(make("Concat", {"dim": 0, "num_args": len(refs)}), refs)

    grads = graph.graph["grads"]
    for name, total in grads.items():
        if total.node.op is None or total.node.op.name != "add_n" or graph.consumers(total):
            continue
        parts = graph.inputs(total.node)
        rest, sums = [], {}
        for part in parts:
            sums.setdefault(summable(graph, part), []).append(part)
        made = []
        for kind, found in sums.items():
            if kind is None or len(found) < FEWEST:
                rest += found
                continue
            operands = zip(*in_order(graph, [graph.inputs(part.node) for part in found]))
            made.append(applied(found[0].node.op, [rows(refs) for refs in operands]))
        if made:
            parts = rest + made
            grads[name] = F.add_n(*parts, num_args=len(parts)) if len(parts) > 1 else parts[0]
    return graph


def in_order(graph, inputs):
    """inputs, the operands of each part, in the order in which the first ones are put together."""
    firsts = [refs[0] for refs in inputs]
    for node, _ in graph.consumers(firsts[0]):
        there = {ref: i for i, ref in enumerate(graph.inputs(node))}
        if node.op.name == "Concat" and node.op.dim == 0 and len(there) == len(firsts) \
                and there.keys() == set(firsts):
            return sorted(inputs, key=lambda refs: there[refs[0]])
    return inputs


def summable(graph, part):
    """What products may be put together with part; None for anything else."""
    op = part.node.op
    if op is None or op.name not in ("dot", "_column_sum") or len(graph.consumers(part)) > 1:
        return None
    shapes = [graph.fact(ref, "shape") for ref in graph.inputs(part.node)]
    if any(len(shape) != 2 for shape in shapes):
        return None
    if op.name == "dot" and not (op.transpose_a and not op.transpose_b):
        return None
    return op, tuple(shape[1] for shape in shapes)

