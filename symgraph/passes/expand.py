"""Operators that lower to others become these."""
from .. import ir


def expand(graph):
    """graph with the parts of every operator that lowers to others in place of it.

    graph.graph["shown"] maps the refs that now stand for its outputs to the names of those, for
    monitors: the operators that a user made are the ones to see.
    """
    shown = graph.graph["shown"] = {}
    found = [node for node in graph if node.op and
             node.op.lowers(graph.fact(ref, "dtype") for ref in graph.inputs(node))]
    for node in found:
        parts = node.op.lower(ir.Builder(graph, node.name, node), graph.inputs(node))
        for ref, part in zip(ir.outputs(node), parts, strict=True):
            graph.replace(ref, part)
        shown.update(zip(parts, ir.output_names(node)))
        graph.remove_node(node)
    return ir.reorder(graph, graph.graph["heads"]) if found else graph
