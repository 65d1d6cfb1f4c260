"""Weights that several small products share are laid out for them once."""
from .. import ir

FEWEST = 3              # products that share a matrix; laying it out costs about as much as one
MOST_ROWS = 128         # of a product; beyond, a BLAS library is as fast
LEAST = 64 * 64         # elements of a matrix; below, products cost little anyway


def pack_weights(graph):
    """Products of few rows with one and the same matrix read that laid out as panels.

    The products of a recurrent layer's steps are the case in point, forward and backward.
    """
    groups, n_forward = {}, graph.graph["n_forward"]
    for i, node in enumerate(graph):
        kind = matrix_of(graph, node)
        if kind:
            # A call runs one side of the start of backward: the other one has its own panels.
            groups.setdefault((*kind, i < n_forward), []).append(node)
    F, instead = ir.Builder(graph, "pack"), {}
    for (matrix, transpose, _), nodes in groups.items():
        if len(nodes) < FEWEST:
            continue
        panels = F._pack_panels(matrix, transpose=transpose)
        first = {nodes[0]: [panels.node]}       # laid out before it is read
        for node in nodes:
            data, _, *more = graph.inputs(node)
            params = {"no_bias": not more}
            last, addend = added_to(graph, node)
            if addend:      # what the product is added to is where its sums begin
                instead[node] = first.pop(node, [])
                more, params["addend"] = [*more, addend], True
            product = F._packed_product(data, panels, *more, **params)
            instead[last] = [*first.pop(node, ()), product.node]
    return ir.substitute(graph, instead) if instead else graph


def added_to(graph, node):
    """The elementwise sum that alone reads a product, and what it adds; (node, None) without one."""
    readers, product = graph.consumers(ir.Ref(node)), ir.Ref(node)
    if len(readers) != 1 or product in (*graph.graph["heads"], *graph.graph["grads"].values()):
        return node, None
    total, slot = readers[0]
    if total.op.name != "elemwise_add":
        return node, None
    other = graph.inputs(total)[1 - slot]
    return (node, None) if other == product or matrix_of(graph, other.node) else (total, other)


def matrix_of(graph, node):
    """(matrix, whether it is transposed) that a product may read as panels; None for others."""
    op = node.op
    if op is None or op.name not in ("FullyConnected", "dot"):
        return None
    data, matrix, *_ = graph.inputs(node)
    rows, shape = graph.fact(data, "shape"), graph.fact(matrix, "shape")
    if len(rows) != 2 or len(shape) != 2 or rows[0] > MOST_ROWS or shape[0] * shape[1] < LEAST:
        return None
    if op.name == "FullyConnected":
        return matrix, True
    return None if op.transpose_a else (matrix, op.transpose_b)
