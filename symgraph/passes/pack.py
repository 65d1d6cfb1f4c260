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
        for node in nodes:
            data, _, *bias = graph.inputs(node)
            instead[node] = [F._packed_product(data, panels, *bias, no_bias=not bias).node]
        instead[nodes[0]].insert(0, panels.node)
    return ir.substitute(graph, instead) if instead else graph


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
