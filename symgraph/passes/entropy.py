"""Cross entropies: of the logarithms of many probabilities only some are wanted."""
from .. import ir


def join_cross_entropy(graph):
    """A log_softmax that is read by one pick alone is one node with it, which keeps probabilities.

    Both are along the last axis. Neither the logarithms nor a gradient that is 0 at all other
    elements is written then.
    """
    found = [node for node in graph if joins(graph, node)]
    for node in found:
        logarithm, index = graph.inputs(node)
        F = ir.Builder(graph, "picked", node)
        out, _ = F._PickedLogSoftmax(graph.inputs(logarithm.node)[0], index,
                                     keepdims=node.op.keepdims, mode=node.op.mode)
        graph.replace(ir.Ref(node), out)
        graph.remove_node(node)
        graph.remove_node(logarithm.node)
    return ir.reorder(graph, graph.graph["heads"]) if found else graph


def joins(graph, node):
    """Whether a node picks from a log_softmax that nobody else reads, along the last axis of both."""
    if node.op is None or node.op.name != "pick":
        return False
    data = graph.inputs(node)[0]
    inner = data.node.op
    if inner is None or inner.name != "log_softmax" or inner.scale != 1:
        return False
    shape, dtype = graph.fact(data, "shape"), graph.fact(data, "dtype")
    last = (-1, len(shape) - 1)
    return (inner.axis in last and node.op.axis in last and len(graph.consumers(data)) == 1
            and data not in graph.graph["heads"]
            and dtype == graph.fact(graph.inputs(data.node)[0], "dtype"))
