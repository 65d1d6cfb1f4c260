"""Elementwise instructions that follow one another are run together, a block of elements at a time.

What one of them computes and only others of its group read never gets to memory: it lives in
*registers*, a few kilobytes that every thread has for the block it is at (csrc/group.c).
"""
from math import prod

from .. import ir
from ..dtypes import SIZES

REGISTERS = -1          # the number of the base that blocks of values live in
BLOCK = 1024            # elements; SG_BLOCK in csrc/group.h
ROOM = 64 * 1024        # bytes of registers; SG_REGISTERS in csrc/group.h
FEWEST_ELEMENTS = 2 * BLOCK     # below, values are in the processor's cache anyway
MOST_OPERANDS = 96      # of a group; SG_GROUP_OPERANDS in csrc/group.h


def groups_of(graph, alias):
    """Lists of at least two nodes that run together, in execution order.

    Such are neighbours of one flat size, on one side of the start of backward.
    """
    groups, group, size, operands = [], [], None, 0
    written = {}        # value that has memory -> where in it members of the group write
    n_forward, spans = graph.graph["n_forward"], alias.spans
    for i, node in enumerate(graph):
        if i == n_forward:
            group = []
        op = node.op
        if op is None or node in alias.elided:
            continue
        refs, here = graph.inputs(node), flat_size(graph, node)
        if here is None:
            group = []
            continue
        more = len(refs) + node.n_outputs
        early = any(spans[ref][0] in written and not in_step(graph, ref, here, spans[ref], written)
                    for ref in refs)
        if not group or here != size or early or operands + more > MOST_OPERANDS:
            group, size, operands, written = [], here, 0, {}
            if here < FEWEST_ELEMENTS:
                continue
            groups.append(group)
        group.append(node)
        operands += more
        for ref in ir.outputs(node):
            root, first, end = spans[ref]
            written.setdefault(root, set()).add((first, end))
    return [group for group in groups if len(group) > 1]


def in_step(graph, ref, size, span, written):
    """Whether a block of ref is there once those that write it have done the same block.

    What members put together, or a view across what they write, is there when they all are done.
    """
    root, first, end = span
    met = [place for place in written[root] if first < place[1] and place[0] < end]
    return not met or met == [(first, end)] and prod(graph.fact(ref, "shape")) == size


def flat_size(graph, node):
    """How many elements the work of node is shared out by; None if it is shared otherwise."""
    if node.op.states or node.op.python:
        return None
    return graph._node[node]["work"].flat


def place_in_registers(graph, groups, home, alias):
    """Give homes in registers to what nobody outside of its group needs, while there is room."""
    taken = {*home, *alias.inside, *(root for root, _ in alias.inside.values())}
    group_of = {node: number for number, group in enumerate(groups) for node in group}
    last = {}       # value -> the last node that reads it
    for node in graph:
        for ref in graph.inputs(node):
            last[ref] = node
            if ref.node in group_of and group_of[ref.node] != group_of.get(node):
                taken.add(ref)
    for group in groups:
        free, top = {}, 0   # bytes -> offsets that may be taken again
        size = flat_size(graph, group[0])
        for node in group:
            for ref in ir.outputs(node):
                if ref in taken or ref not in last or prod(graph.fact(ref, "shape")) != size:
                    continue
                nbytes = BLOCK * SIZES[graph.fact(ref, "dtype")]
                places = free.setdefault(nbytes, [])
                if not places and top + nbytes <= ROOM:
                    places.append(top)
                    top += nbytes
                if places:
                    home[ref] = (REGISTERS, places.pop())
            for ref in dict.fromkeys(graph.inputs(node)):
                base, offset = home.get(ref, (None, 0))
                if base == REGISTERS and last[ref] is node:
                    free[BLOCK * SIZES[graph.fact(ref, "dtype")]].append(offset)
