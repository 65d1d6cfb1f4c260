"""Do nothing twice."""
from .. import ir


def merge_duplicates(graph):
    """Keep the first of all nodes that apply equal operators to the same inputs."""
    first = {}
    for node in list(graph):
        op = node.op
        if op is None or not op.pure or op.states or op.is_loss:
            continue         # two losses count twice, so they are never one
        facts = graph._node[node]       # equal creation operators may have been inferred differently
        key = (op, *graph.inputs(node), *facts["shape"], *facts["dtype"])
        kept = first.setdefault(key, node)
        if kept is not node:
            for ref in ir.outputs(node):
                graph.replace(ref, ir.Ref(kept, ref.out))
            graph.remove_node(node)
    return graph
