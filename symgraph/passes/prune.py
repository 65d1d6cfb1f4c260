"""Do not compute what nobody reads."""


def drop_unread(graph):
    """Every node after the forward part feeds a gradient; the forward part stays, for monitors."""
    n_forward = graph.graph.get("n_forward", len(graph))
    needed = {ref.node for ref in graph.graph.get("grads", {}).values()}
    for node in reversed(list(graph)[n_forward:]):
        if node.op and node not in needed and not graph._succ[node]:
            graph.remove_node(node)
    return graph
