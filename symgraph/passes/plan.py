"""Memory: where every value lives, and how every output is written."""
from math import prod

from .. import ir
from ..dtypes import SIZES
from .alias import aliases
from .arena import Arena, aligned
from .groups import groups_of, place_in_registers

ARENA = 0       # the number of the base that is scratch memory


def plan(graph, reqs, optimize=True, keep=False):
    """Every value has a home (base, offset), every output a req; graph.graph says what bases are.

    "bases" lists (kind, name) of the arrays outside, from base 1; "arena" is the bytes of scratch
    memory; "elided" the nodes that need no instruction; "groups" lists of nodes that run together;
    "scratch" offsets by node. With keep, "saved" is the bytes of one more base: what backward needs
    of forward, and then the arena may be used for something else in between.
    """
    home, req, bases = place_outside(graph, reqs)
    alias = aliases(graph, home, req, optimize)
    groups = graph.graph["groups"] = groups_of(graph, alias) if optimize else []
    for group in groups:
        place_in_registers(graph, group, home, alias)
    size = {ref: nbytes(graph, ref) for node in graph for ref in ir.outputs(node)}
    if keep:
        place_saved(graph, home, bases, alias, size)
    graph.graph.update(bases=bases, arena=place_inside(graph, home, alias, size))
    facts = graph._node
    read = {ir.Ref(source, data["out"]) for source, _, data in graph.edges(data=True)}
    for node in graph:
        refs = ir.outputs(node)
        facts[node]["home"] = [at(home, *alias.root(ref)) for ref in refs]
        if node.op:
            facts[node]["req"] = [req.get(ref, "write" if ref in read else "null") for ref in refs]
    return graph


def at(home, root, offset):
    base, start = home[root]
    return base, start + offset


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


def place_saved(graph, home, bases, alias, size):
    """Homes in a base of their own for values that forward writes, backward reads, and nobody binds."""
    nodes, n_forward, offset = list(graph), graph.graph["n_forward"], 0
    written = {alias.root(ref)[0] for node in nodes[:n_forward] if node.op
               for ref in ir.outputs(node)}
    for node in nodes[n_forward:]:
        for root in [alias.root(ref)[0] for ref in graph.inputs(node)]:
            if root in written and root not in home:
                home[root] = (len(bases), offset)
                offset += aligned(size[root])
    graph.graph["saved"] = offset
    if offset:
        bases.append(("saved", None))


def place_inside(graph, home, alias, size):
    """Walk the schedule and give every remaining value an offset; returns the arena's size."""
    buffers = [([alias.root(r)[0] for r in graph.inputs(node)],
                [alias.root(r)[0] for r in ir.outputs(node)]) for node in graph]
    last = {}
    for i, pair in enumerate(buffers):
        for refs in pair:
            last.update(dict.fromkeys(refs, i))
    dying, leaving = [[] for _ in buffers], [[] for _ in buffers]
    until = group_ends(graph)       # within a group memory changes hands in place alone
    for ref, i in last.items():
        dying[i].append(ref)
        leaving[until.get(i, i)].append(ref)

    arena, held = Arena(), {}
    scratch = graph.graph["scratch"] = {}
    for i, node in enumerate(graph):
        if node.op is None:
            continue
        ins, outs = buffers[i]
        if node not in alias.elided:
            dead = {ref for ref in dying[i] if ref in held}
            reuse_input(node, ins, [size[ref] for ref in graph.inputs(node)], ir.outputs(node), home,
                        held, dead, alias, size)
            for ref in outs:
                if ref not in home:
                    held[ref] = arena.take(size[ref])
                    home[ref] = (ARENA, held[ref])
            wanted = scratch_bytes(graph, node)
            if wanted:
                scratch[node] = arena.take(wanted)
                arena.give(scratch[node], wanted)
        for ref in leaving[i]:
            if ref in held:
                arena.give(held.pop(ref), size[ref])
    return arena.top


def group_ends(graph):
    """Number of a node -> number of the last node of its group; by execution order."""
    number = {node: i for i, node in enumerate(graph)} if graph.graph["groups"] else {}
    return {number[node]: number[group[-1]] for group in graph.graph["groups"] for node in group}


def reuse_input(node, ins, in_sizes, outs, home, held, dead, alias, size):
    """Let one output take the memory of an input that dies here, where the kernel allows it.

    ins are the values that have the memory of the inputs, in_sizes the inputs' own sizes.
    """
    for slot, out in node.op.inplace:
        if slot >= len(ins) or out >= len(outs):
            continue
        x, y = ins[slot], outs[out]
        free = x in dead and ins.count(x) == 1
        plain = y not in home and y not in alias.inside
        if free and plain and size[x] == size[y] == in_sizes[slot]:
            held[y] = held.pop(x)
            home[y] = home[x]
            return


def scratch_bytes(graph, node):
    ins = [graph.fact(ref, "shape") for ref in graph.inputs(node)]
    facts = graph._node[node]
    itemsize = SIZES[facts["dtype"][0]] if facts["dtype"] else 1
    return node.op.scratch(ins, facts["shape"], itemsize)
