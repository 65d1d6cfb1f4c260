"""Memory: where every value lives, and how every output is written."""
from math import prod

from .. import ir
from ..dtypes import SIZES
from .arena import Arena

ARENA = 0       # the number of the base that is scratch memory


def plan(graph, reqs):
    """Every value has a home (base, offset), every output a req; graph.graph says what bases are.

    "bases" lists (kind, name) of the arrays outside, from base 1; "arena" is the bytes of scratch
    memory; "elided" the sums that need no instruction; "scratch" offsets by node.
    """
    home, req, bases = place_outside(graph, reqs)
    merged = merge_sums(graph, home, req)
    size = {ref: nbytes(graph, ref) for node in graph for ref in ir.outputs(node)}
    graph.graph.update(bases=bases, arena=place_inside(graph, home, merged, size))
    facts = graph._node
    read = {ir.Ref(source, data["out"]) for source, _, data in graph.edges(data=True)}
    for node in graph:
        refs = ir.outputs(node)
        facts[node]["home"] = [home[merged.get(ref, ref)] for ref in refs]
        if node.op:
            facts[node]["req"] = [req[ref] if ref in req else "write" if ref in read else "null"
                                  for ref in refs]
    return graph


def nbytes(graph, ref):
    return prod(graph.fact(ref, "shape")) * SIZES[graph.fact(ref, "dtype")]


def place_outside(graph, reqs):
    """Homes and reqs of what lives in arrays: variables, states, gradients and heads."""
    home, req, bases = {}, {}, [("arena", None)]

    def outside(ref, kind, name, how=None):
        home[ref] = (len(bases), 0)
        bases.append((kind, name))
        if how:
            req[ref] = how

    states = graph.graph["states"]
    seeds = [seed for seed in graph.graph.get("seeds", ()) if seed]
    for node in graph.variables():
        ref = ir.Ref(node)
        if ref in seeds:
            outside(ref, "seed", graph.graph["seeds"].index(ref))
        else:
            outside(ref, "aux" if node.name in states else "arg", node.name)
    for node in graph:
        for slot, out in (node.op.states.items() if node.op else ()):
            state, version = graph.inputs(node)[slot], ir.Ref(node, out)
            home[version], req[version] = home[state], "write"
    for i, head in enumerate(graph.graph["heads"]):
        outside(head, "out", i, "write")
    for name, ref in graph.graph.get("grads", {}).items():
        outside(ref, "grad", name, reqs[name])
    return home, req, bases


def merge_sums(graph, home, req):
    """Drop each flat sum whose parts nobody else reads: the parts are added up in its buffer.

    Returns part -> sum. In schedule order the first part writes, or adds if the sum does.
    """
    place = {node: i for i, node in enumerate(graph)}
    merged, elided = {}, set()
    for node in list(graph)[graph.graph["n_forward"]:]:     # before it, monitors see every value
        if node.op is None or node.op.name != "add_n":
            continue
        parts = graph.inputs(node)
        if all(lone(graph, part, home) for part in parts) and \
                len({part.node for part in parts}) == len(parts):    # one kernel writes each part
            total = ir.Ref(node)
            elided.add(node)
            for i, part in enumerate(sorted(parts, key=lambda p: place[p.node])):
                merged[part] = total
                req[part] = "add" if i else req.get(total, "write")
    graph.graph["elided"] = elided
    return merged


def lone(graph, part, home):
    """Whether only the sum reads part, and an operator that is no sum itself computes it."""
    return (part.node.op is not None and part.node.op.name != "add_n" and part not in home
            and len(graph.consumers(part)) == 1)


def place_inside(graph, home, merged, size):
    """Walk the schedule and give every remaining value an offset; returns the arena's size."""
    buffers = [([merged.get(r, r) for r in graph.inputs(node)],
                [merged.get(r, r) for r in ir.outputs(node)]) for node in graph]
    last = {}
    for i, (ins, outs) in enumerate(buffers):
        for ref in ins:
            last[ref] = i
        for ref in outs:
            last[ref] = i
    dying = [[] for _ in buffers]
    for ref, i in last.items():
        dying[i].append(ref)

    arena, held, sums = Arena(), {}, set(merged.values())
    scratch = graph.graph["scratch"] = {}
    elided = graph.graph["elided"]
    for i, node in enumerate(graph):
        if node.op is None:
            continue
        ins, outs = buffers[i]
        if node not in elided:
            reuse_input(node, ins, outs, home, held, sums, size, last, i)
            for ref in outs:
                if ref not in home:
                    held[ref] = arena.take(size[ref])
                    home[ref] = (ARENA, held[ref])
            wanted = scratch_bytes(graph, node)
            if wanted:
                scratch[node] = arena.take(wanted)
                arena.give(scratch[node], wanted)
        for ref in dying[i]:
            if ref in held:
                arena.give(held.pop(ref), size[ref])
    return arena.top


def reuse_input(node, ins, outs, home, held, sums, size, last, now):
    """Let one output take the memory of an input that dies here, where the kernel allows it."""
    for slot, out in node.op.inplace:
        if slot >= len(ins) or out >= len(outs):
            continue
        x, y = ins[slot], outs[out]
        free = x in held and last[x] == now and ins.count(x) == 1
        if free and y not in home and y not in sums and size[x] == size[y]:
            held[y] = held.pop(x)
            home[y] = home[x]
            return


def scratch_bytes(graph, node):
    ins = [graph.fact(ref, "shape") for ref in graph.inputs(node)]
    facts = graph._node[node]
    itemsize = SIZES[facts["dtype"][0]] if facts["dtype"] else 1
    return node.op.scratch(ins, facts["shape"], itemsize)
