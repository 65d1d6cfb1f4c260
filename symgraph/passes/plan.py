"""Memory: where every value lives, and how every output is written."""
from .. import ir
from ..dtypes import SIZES
from .alias import aliases
from .arena import Arena, aligned
from .groups import groups_of, place_in_registers
from .work import work

ARENA = 0       # the number of the base that is scratch memory


def plan(graph, reqs, optimize=True, keep=False):
    """Every value has a home (base, offset), every output a req; graph.graph says what bases are.

    "bases" lists (kind, name) of the arrays outside, from base 1; "arena" is the bytes of scratch
    memory; "elided" the nodes that need no instruction; "groups" lists of nodes that run together;
    "scratch" offsets by node. With keep, "saved" is the bytes of one more base: what backward needs
    of forward, and then the arena may be used for something else in between.
    """
    for node, facts in graph._node.items():
        if node.op:
            itemsize = SIZES[facts["dtype"][0]] if facts["dtype"] else 1
            facts["work"] = work(node.op, tuple(graph.facts_read(node, "shape")),
                                 tuple(facts["shape"]), itemsize)
    home, req, bases = place_outside(graph, reqs)
    alias = aliases(graph, home, req, optimize)
    groups = graph.graph["groups"] = groups_of(graph, alias) if optimize else []
    place_in_registers(graph, groups, home, alias)
    if keep:
        place_saved(graph, home, bases, alias)
    graph.graph.update(bases=bases, arena=place_inside(graph, home, alias))
    read = {ref for node in graph for ref in graph.inputs(node)}
    for node, facts in graph._node.items():
        refs = ir.outputs(node)
        facts["home"] = places = []
        for ref in refs:
            root, first, _ = alias.spans[ref]
            base, start = home[root]
            places.append((base, start + first))
        if node.op:
            facts["req"] = [req.get(ref, "write" if ref in read else "null") for ref in refs]
    return graph


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


def place_saved(graph, home, bases, alias):
    """Homes in a base of their own for values that forward writes, backward reads, and nobody binds."""
    nodes, n_forward, offset, spans = list(graph), graph.graph["n_forward"], 0, alias.spans
    written = {spans[ref][0] for node in nodes[:n_forward] if node.op for ref in ir.outputs(node)}
    for node in nodes[n_forward:]:
        for root in [spans[ref][0] for ref in graph.inputs(node)]:
            if root in written and root not in home:
                home[root] = (len(bases), offset)
                offset += aligned(spans[root][2])
    graph.graph["saved"] = offset
    if offset:
        bases.append(("saved", None))


def place_inside(graph, home, alias):
    """Walk the schedule and give every remaining value an offset; returns the arena's size."""
    spans, steps, last = alias.spans, [], {}
    for i, node in enumerate(graph):
        ins = [spans[ref][0] for ref in graph.inputs(node)]
        outs = [spans[ref][0] for ref in ir.outputs(node)]
        steps.append((node, ins, outs))
        for ref in ins:
            last[ref] = i
        for ref in outs:
            last[ref] = i
    until, leaving = group_ends(graph, alias.place), {}
    for ref, i in last.items():
        if ref not in home:         # within a group memory changes hands in place alone
            leaving.setdefault(until.get(i, i), []).append(ref)

    arena, held, scratch = Arena(), {}, {}
    for i, (node, ins, outs) in enumerate(steps):
        if node.op and node not in alias.elided:
            for x, y in inplace(graph, node, ins, alias):
                if x in held and last[x] == i and y not in home:
                    home[y] = home[x]
                    held[y] = held.pop(x)
                    break
            for ref in outs:
                if ref not in home:
                    held[ref] = arena.take(spans[ref][2])
                    home[ref] = (ARENA, held[ref])
            wanted = graph._node[node]["work"].scratch
            if wanted:
                scratch[node] = arena.take(wanted)
                arena.give(scratch[node], wanted)
        for ref in leaving.get(i, ()):
            if ref in held:
                arena.give(held.pop(ref), spans[ref][2])
    graph.graph["scratch"] = scratch
    return arena.top


def group_ends(graph, place):
    """Number of a node -> number of the last node of its group; by execution order, place."""
    return {place[node]: place[group[-1]] for group in graph.graph["groups"] for node in group}


def inplace(graph, node, ins, alias):
    """The pairs of an input and an output that the kernel of node allows to have one memory.

    ins are the values that have the memory of the inputs.
    """
    spans, refs = alias.spans, graph.inputs(node)
    for slot, out in node.op.inplace:
        if slot < len(refs) and out < node.n_outputs:
            x, y = ins[slot], ir.outputs(node)[out]
            root, _, size = spans[y]
            _, first, end = spans[refs[slot]]
            if ins.count(x) == 1 and root == y and spans[x][2] == size == end - first:
                yield x, y
