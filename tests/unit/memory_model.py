"""What lies in memory while a planned graph runs: every word knows which values went into it."""
from math import prod

from symgraph import ir
from symgraph.dtypes import SIZES

WORD = 4        # bytes; the models have float32 and float64 alone


class Memory:
    """Walks a planned graph and fails where an instruction would read what it should not.

    A word of memory holds a set of (node, output, number of the word): several where kernels added
    up. ("old", place) stands for what was in a gradient's array before.
    """

    def __init__(self, graph, reqs):
        self.graph, self.words = graph, {}
        self.place = {node: i for i, node in enumerate(graph)}
        for node in graph.variables():
            for number, at in enumerate(self.cells(ir.Ref(node))):
                self.words[at] = {(node, 0, number)}
        for name, ref in graph.graph["grads"].items():
            if reqs[name] == "add":
                self.words.update((at, {("old", at)}) for at in self.cells(ref))

    def cells(self, ref):
        """The words of memory that ref lives in."""
        base, start = self.graph.fact(ref, "home")
        size = prod(self.graph.fact(ref, "shape")) * SIZES[self.graph.fact(ref, "dtype")]
        return [(base, at) for at in range(start, start + size, WORD)]

    def meant(self, ref, number):
        """What the word with this number of ref should hold."""
        node, graph = ref.node, self.graph
        if node not in graph.graph["elided"]:
            return {(node, ref.out, number)}
        ins = graph.inputs(node)
        if node.op.name == "add_n":
            return set().union(*(self.meant(part, number) for part in ins))
        shapes = [graph.fact(part, "shape") for part in ins]
        words = SIZES[graph.fact(ref, "dtype")] // WORD
        cuts = node.op.cuts(shapes, graph._node[node]["shape"])
        if cuts is not None:
            return self.meant(ins[0], cuts[ref.out] * words + number)
        joins = node.op.joins(shapes, graph._node[node]["shape"])
        slot = max(slot for slot, start in enumerate(joins) if start * words <= number)
        return self.meant(ins[slot], number - joins[slot] * words)

    def holds(self, ref, old=False):
        """Whether ref is in memory now, added to what was there before if old."""
        return all(self.words.get(at) == self.meant(ref, number) | ({("old", at)} if old else set())
                   for number, at in enumerate(self.cells(ref)))

    def run(self, node):
        """Do what an instruction does, if its operands are apart and hold what they should."""
        graph, op = self.graph, node.op
        if node in graph.graph["elided"]:
            return
        ins = graph.inputs(node)
        wanted = [(ref, req) for ref, req in zip(ir.outputs(node), graph._node[node]["req"])
                  if req != "null"]
        for ref in ins:
            assert self.holds(ref), f"{node!r} reads {ref}, whose memory has something else"
        for ref, _ in wanted:
            for slot, source in enumerate(ins):
                if set(self.cells(ref)).intersection(self.cells(source)):
                    assert (slot, ref.out) in {*op.inplace, *op.states.items()}, (node, slot)
                    assert self.cells(ref) == self.cells(source), f"{node!r} shifts slot {slot}"
        written = [at for ref, _ in wanted for at in self.cells(ref)]
        assert len(set(written)) == len(written), f"outputs of {node!r} overlap"
        for ref, req in wanted:
            for number, at in enumerate(self.cells(ref)):
                before = self.words.get(at, set()) if req == "add" else set()
                assert (node, ref.out, number) not in before
                self.words[at] = before | {(node, ref.out, number)}
