"""Memory: the arena, values inside others, and that no value is lost before its last use."""
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import symgraph as mx
from symgraph.passes import compile_graph
from symgraph.passes.arena import ALIGNMENT, Arena, aligned

from .memory_model import Memory

fixed = settings(deadline=None, database=None, derandomize=True)
pytestmark = pytest.mark.all_passes


def variables(names, **declared):
    return [mx.sym.Variable(name, **declared) for name in names.split()]


def planned(symbol, optimize=True, **reqs):
    return compile_graph(symbol.heads, {}, {}, reqs, optimize)


def find(graph, name):
    """The node that is called name, or applies the operator called name."""
    [found] = [node for node in graph if name in (node.name, node.op and node.op.name)]
    return found


def homes(graph, name):
    """Where the outputs of a node live: the base's key and the offset."""
    bases = graph.graph["bases"]
    return [(bases[base], offset) for base, offset in graph._node[find(graph, name)]["home"]]


def elided(graph):
    return {node.op.name for node in graph.graph["elided"]}


# -- the arena --------------------------------------------------------------------------------
steps = st.lists(st.tuples(st.booleans(), st.integers(0, 1000)), max_size=60)


def overlap(held):
    ends = [(offset, offset + aligned(size)) for offset, size in sorted(held)]
    return any(end > start for (_, end), (start, _) in zip(ends, ends[1:]))


def after_each(program):
    """The arena and what is held, after each step of a program that takes and gives."""
    arena, held = Arena(), []
    yield arena, held
    for take, number in program:
        if take or not held:
            held.append((arena.take(number), number))
        else:
            arena.give(*held.pop(number % len(held)))
        yield arena, held


@fixed
@given(steps)
def test_what_is_held_never_overlaps(program):
    for arena, held in after_each(program):
        assert not overlap(held)
        assert all(offset % ALIGNMENT == 0 for offset, _ in held)
        used = sum(aligned(size) for _, size in held)
        holes = sum(size for size, _ in arena.by_size)
        assert used + holes == arena.top        # nothing is lost


@fixed
@given(steps)
def test_holes_side_by_side_are_one(program):
    """When everything is given back the arena is one hole, which the next big value gets."""
    arena, held = list(after_each(program))[-1]
    for offset, size in held:
        arena.give(offset, size)
    top = arena.top
    assert arena.by_size == ([(top, 0)] if top else [])
    assert (arena.take(top), arena.top) == (0, max(top, ALIGNMENT))


def test_the_smallest_hole_that_fits_is_taken():
    arena = Arena()
    places = [arena.take(size) for size in (256, 64, 128, 64)]
    assert places == [0, 256, 320, 448]
    arena.give(0, 256)
    arena.give(320, 128)
    assert [arena.take(100), arena.take(200), arena.take(1)] == [320, 0, 512]


def test_a_hole_at_the_end_is_extended():
    """Otherwise an arena that grows step by step would keep a hole before every step."""
    arena = Arena()
    arena.take(64)
    arena.give(arena.take(128), 128)
    assert (arena.take(192), arena.top) == (64, 256)


# -- requests and in place --------------------------------------------------------------------
def test_what_nobody_reads_is_not_written():
    x, = variables("x", shape=(2, 4))
    parts = mx.sym.SliceChannel(mx.sym.tanh(x), num_outputs=2, axis=1, name="parts")
    graph = planned(mx.sym.exp(parts[1]), x="add")
    assert graph._node[find(graph, "parts")]["req"] == ["null", "write"]
    assert graph._node[find(graph, "_tanh_grad")]["req"] == ["add"]
    assert graph._node[find(graph, "exp")]["req"] == ["write"]


def test_an_output_takes_the_memory_of_an_input_that_dies():
    a, b = variables("a b", shape=(4,))
    chain = mx.sym.tanh(mx.sym.exp(a * b, name="e"), name="t") + b
    graph = planned(chain)
    assert homes(graph, "e") == homes(graph, "t") == homes(graph, "elemwise_mul")
    assert graph.graph["arena"] == ALIGNMENT
    graph = planned(chain, a="write")       # exp and tanh are needed for the gradient
    assert homes(graph, "e") != homes(graph, "t")


def test_memory_is_not_taken_from_a_value_that_arrives_twice():
    """A kernel may write its first output element before it reads the other operand's."""
    a, = variables("a", shape=(4,))
    e = mx.sym.exp(a, name="e")
    graph = planned(mx.sym.tanh(mx.sym.elemwise_mul(e, e, name="m")))
    assert homes(graph, "e") != homes(graph, "m")


def test_memory_is_not_taken_from_a_value_by_way_of_a_part():
    """The part is smaller than the output, which would write over elements still to be read."""
    x, w = variables("x w", shape=(2, 4))
    part = mx.sym.SliceChannel(mx.sym.tanh(x, name="whole"), num_outputs=2, axis=0)[0]
    graph = planned(mx.sym.negative(mx.sym.broadcast_mul(part, w, name="repeated")))
    assert homes(graph, "whole") != homes(graph, "repeated")


# -- values inside others ---------------------------------------------------------------------
def test_parts_of_the_first_axis_need_no_instruction():
    x, = variables("x", shape=(4, 3))
    whole = mx.sym.tanh(x, name="whole")
    parts = mx.sym.SliceChannel(whole, num_outputs=2, axis=0, name="parts")
    graph = planned(parts[0] * mx.sym.exp(parts[1]))
    assert elided(graph) == {"SliceChannel"}
    [(base, start)] = homes(graph, "whole")
    assert homes(graph, "parts") == [(base, start), (base, start + 2 * 3 * 4)]
    columns = mx.sym.SliceChannel(whole, num_outputs=3, axis=1)
    assert elided(planned(columns[0] * columns[1])) == set()
    assert elided(planned(parts)) == set()      # heads have arrays of their own


def test_parts_of_an_array_of_the_user_are_read_where_they_are():
    x, = variables("x", shape=(4, 3))
    graph = planned(mx.sym.tanh(mx.sym.Reshape(x, shape=(3, 4), name="turned")))
    assert homes(graph, "turned") == [(("arg", "x"), 0)]


def test_values_are_computed_inside_what_they_are_joined_to():
    x, y = variables("x y", shape=(2, 3))
    joined = mx.sym.Concat(mx.sym.tanh(x), mx.sym.exp(y), dim=0, name="joined")
    graph = planned(joined)
    assert elided(graph) == {"Concat"}
    assert homes(graph, "joined") == homes(graph, "tanh") == [(("out", 0), 0)]
    assert homes(graph, "exp") == [(("out", 0), 24)]


def test_values_that_live_elsewhere_are_copied_into_what_they_are_joined_to():
    """Variables, heads, a value that comes twice, and parts of another value."""
    x, y = variables("x y", shape=(2, 3))
    a, b = mx.sym.tanh(x), mx.sym.exp(y)
    parts = mx.sym.SliceChannel(mx.sym.sqrt(x), num_outputs=2, axis=0)

    def joined(*values):
        return mx.sym.negative(mx.sym.Concat(*values, dim=0))
    for symbol in (joined(a, y), mx.sym.Group([joined(a, b), a]), joined(a, a), joined(*parts)):
        assert "Concat" not in elided(planned(symbol))
    both = planned(joined(a, b) + mx.sym.Concat(b, a, dim=0))       # a value is in one place only
    assert [node.op.name for node in both.graph["elided"]] == ["Concat"]


def test_a_sum_is_added_up_where_it_belongs():
    """The first part writes, or adds where the sum is added to an array; the others add."""
    a, = variables("a", shape=(4,))
    symbol = mx.sym.Group([mx.sym.tanh(a), mx.sym.exp(a), mx.sym.sqrt(a)])
    for req in ("write", "add"):
        graph = planned(symbol, a=req)
        assert elided(graph) == {"add_n"}
        parts = [node for node in list(graph)[graph.graph["n_forward"]:]
                 if node.op and node not in graph.graph["elided"]]
        assert [graph._node[node]["req"] for node in parts] == [[req], ["add"], ["add"]]
        assert {homes(graph, node.name)[0] for node in parts} == {(("grad", "a"), 0)}


def test_sums_that_are_computed():
    """A part that is read elsewhere, or arrives twice, or is a sum itself, has its own memory."""
    a, b = variables("a b", shape=(4,))
    twice = planned(mx.sym.Group([a + a, mx.sym.tanh(a)]), a="write")
    assert "add_n" not in elided(twice)
    read = planned(mx.sym.tanh(a + b) + mx.sym.exp(a), a="write", b="write")
    assert "add_n" not in elided(read)
    inner = a + b
    nested = planned(mx.sym.Group([mx.sym.tanh(inner), mx.sym.exp(inner), mx.sym.sqrt(a)]), a="write")
    assert sum(node.op is not None and node.op.name == "add_n" for node in nested) == 2
    assert [node.op.name for node in nested.graph["elided"]] == ["add_n"]


# -- nothing is lost --------------------------------------------------------------------------
SHAPES = [(1, 4), (2, 4), (2, 4), (4, 4)]
codes = st.lists(st.tuples(st.integers(0, 10), st.integers(0, 3), st.integers(0, 3)),
                 min_size=1, max_size=16)


class Network:
    """A symbol grown from numbers: any list of codes means some graph."""

    def __init__(self, program):
        self.values = [(mx.sym.Variable(f"v{i}", shape=shape), shape)
                       for i, shape in enumerate(SHAPES)]
        for kind, i, j in program:
            self.grow(kind, *self.pick(i, lambda shape: True), j)

    def pick(self, number, suits):
        """One of the last values whose shapes suit."""
        found = [(value, shape) for value, shape in self.values if suits(shape)][-4:]
        return found[number % len(found)]

    def put(self, shape, *symbols):
        self.values += [(symbol, shape) for symbol in symbols]

    def grow(self, kind, a, shape, number):
        rows, width = shape
        b, _ = self.pick(number, lambda other: other == shape)
        if kind == 0:
            self.put(shape, mx.sym.tanh(a))
        elif kind == 1:
            weight = mx.sym.Variable(f"w{width}")
            self.put((rows, 4), mx.sym.FullyConnected(a, weight, num_hidden=4, no_bias=True))
        elif kind == 2:
            self.put(shape, a * b)
        elif kind == 3:
            self.put(shape, a + b)
        elif kind == 4 and rows % 2 == 0:
            self.put((rows // 2, width), *mx.sym.SliceChannel(a, num_outputs=2, axis=0))
        elif kind == 5 and width % 2 == 0:
            self.put((rows, width // 2), *mx.sym.SliceChannel(a, num_outputs=2, axis=1))
        elif kind == 6 and rows < 8:
            b, (more, _) = self.pick(number, lambda other: other[1] == width)
            self.put((rows + more, width), mx.sym.Concat(a, b, dim=0))
        elif kind == 7:
            self.put((width, rows), mx.sym.Reshape(a, shape=(width, rows)))
        elif kind == 8:
            b, (more, _) = self.pick(number, lambda other: other[1] == width
                                     and (rows == 1 or other[0] in (1, rows)))
            self.put((max(rows, more), width), mx.sym.broadcast_mul(a, b))
        elif kind == 9:
            self.put(shape, mx.sym.add_n(a, b, a))
        elif kind == 10:
            states = [mx.sym.Variable(f"{what}{width}")
                      for what in ("gamma", "beta", "mean", "var")]
            self.put(shape, mx.sym.BatchNorm(a, *states, fix_gamma=False))

    def symbol(self, count):
        return mx.sym.Group([symbol for symbol, _ in self.values[-count:]])


@settings(fixed, max_examples=300)
@given(codes, st.integers(1, 4), st.lists(st.sampled_from(["write", "add", None]), min_size=5),
       st.booleans())
def test_every_value_is_there_when_it_is_read(program, count, wanted, optimize):
    symbol = Network(program).symbol(count)
    reqs = {name: wanted[i % len(wanted)] for i, name in enumerate(symbol.list_arguments())}
    reqs = {name: req for name, req in reqs.items() if req}
    graph = compile_graph(symbol.heads, {}, {}, reqs, optimize)
    memory, nodes, n_forward = Memory(graph, reqs), list(graph), graph.graph["n_forward"]
    for i, node in enumerate(nodes):
        if node.op:
            memory.run(node)
        if i == n_forward - 1:
            assert all(map(memory.holds, graph.graph["heads"]))
    assert all(map(memory.holds, graph.graph["heads"]))
    assert all(map(memory.holds, graph.graph["states"].values()))
    assert all(memory.holds(ref, old=reqs[name] == "add")
               for name, ref in graph.graph["grads"].items())
    ends = [start + 4 for base, start in memory.words if base == 0]
    assert max(ends, default=0) <= graph.graph["arena"]
