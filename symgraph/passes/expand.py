"""Composite operators become what they consist of."""
from .. import ir


def expand(graph):
    """graph with the parts of every composite operator in place of it.

    graph.graph["shown"] maps the refs that now stand for its outputs to the names of those, for
    monitors: the operators that a user made are the ones to see.
    """
    shown = graph.graph["shown"] = {}
    found = [node for node in graph if node.op and node.op.composite]
    for node in found:
        parts = node.op.expand(ir.Builder(graph, node.name), graph.inputs(node))
        for ref, part, name in zip(ir.outputs(node), parts, ir.output_names(node), strict=True):
            graph.replace(ref, part)
            shown[part] = name
        graph.remove_node(node)
    return ir.reorder(graph, graph.graph["heads"]) if found else graph
