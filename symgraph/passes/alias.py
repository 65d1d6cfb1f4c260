"""Values that live inside others: sums that are added up in place, and parts of a whole."""
from math import prod

from .. import ir
from ..dtypes import SIZES


def aliases(graph, home, req, optimize):
    """value -> (the value it lives in, offset in bytes), for values that need no memory of their own.

    Sets graph.graph["elided"], the nodes that then need no instruction, and reqs of summands.
    """
    found = Aliases(graph, home)
    nodes = list(graph)
    n_forward = graph.graph["n_forward"]
    for node in nodes[n_forward:]:          # before it, monitors may watch every value
        if node.op and node.op.name == "add_n":
            found.merge_sum(node, req)
    if optimize:
        for node in nodes:
            if node.op and node not in found.elided:
                found.nest_parts(node, req)
    graph.graph["elided"] = found.elided
    found.find_spans()
    return found


class Aliases:
    """What lives in what; `spans` has where that is: what has the memory, first byte there, end."""

    def __init__(self, graph, home):
        self.graph, self.home = graph, home
        self.inside = {}        # value -> (value it is part of, offset in bytes)
        self.sums = set()       # values that several kernels add to
        self.elided = set()
        self.spans = {}         # every value -> (the value that has its memory, first byte, end)
        self.place = {node: i for i, node in enumerate(graph)}

    def root(self, ref):
        """The value whose memory ref is in, and the offset there."""
        offset = 0
        while ref in self.inside:
            ref, step = self.inside[ref]
            offset += step
        return ref, offset

    def find_spans(self):
        """Once all is said about what lives in what."""
        for node, facts in self.graph._node.items():
            for ref, shape, dtype in zip(ir.outputs(node), facts["shape"], facts["dtype"]):
                root, first = self.root(ref)
                self.spans[ref] = root, first, first + prod(shape) * SIZES[dtype]

    def merge_sum(self, node, req):
        """Let parts that only a flat sum reads be added up in its buffer.

        In schedule order the first part writes, or adds if the sum does. Two outputs of one node
        are never parts: one kernel would write and add to the same memory.
        """
        parts = self.graph.inputs(node)
        if len({part.node for part in parts}) != len(parts) or not all(map(self.lone, parts)):
            return
        total = ir.Ref(node)
        self.elided.add(node)
        self.sums.add(total)
        for i, part in enumerate(sorted(parts, key=lambda p: self.place[p.node])):
            self.inside[part] = (total, 0)
            req[part] = "add" if i else req.get(total, "write")

    def lone(self, part):
        """Whether only a sum reads part, and an operator that is no sum itself computes it.

        No operator in Python: users forget that they may be asked to add.
        """
        op = part.node.op
        return (op is not None and op.name != "add_n" and not op.python
                and part not in self.home and len(self.graph.consumers(part)) == 1)

    def nest_parts(self, node, req):
        """Let the outputs of a node be parts of its input, or its inputs parts of its output."""
        graph = self.graph
        cuts, joins, *_ = graph._node[node]["work"]
        if cuts is None and joins is None:
            return
        ins, outs = graph.inputs(node), ir.outputs(node)
        item = SIZES[graph.fact(outs[0], "dtype")]
        if cuts is not None and not any(ref in self.home or ref in self.inside for ref in outs):
            for ref, offset in zip(outs, cuts):
                self.inside[ref] = (ins[0], offset * item)
            self.elided.add(node)
            return
        if outs[0] in self.inside or req.get(outs[0]) == "add":
            return          # what is added to is not simply written by whoever computes the parts
        if joins is not None and len(set(ins)) == len(ins) and all(map(self.movable, ins)):
            for ref, offset in zip(ins, joins):
                self.inside[ref] = (outs[0], offset * item)
            self.elided.add(node)

    def movable(self, ref):
        """Whether the kernel that computes ref may write it anywhere."""
        return (ref.node.op is not None and ref not in self.home and ref not in self.inside
                and ref not in self.sums and ref.node not in self.elided)
