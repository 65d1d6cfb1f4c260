"""Elementwise instructions that run together compute what each of them computes by itself."""
from importlib import import_module

import numpy as np
import pytest

import symgraph as mx
from symgraph.passes import compile_graph
from symgraph.passes.groups import BLOCK, REGISTERS

pytestmark = pytest.mark.all_passes

UNARY = ("exp", "tanh", "sigmoid", "square", "negative", "sin", "abs", "relu", "softsign")
BINARY = ("elemwise_add", "elemwise_sub", "elemwise_mul", "broadcast_add", "broadcast_maximum")


def random_net(rng, shape):
    """A graph of elementwise operators, of which some read a row, a number or another's reshape."""
    values = [mx.sym.Variable(name, shape=shape) for name in "ab"]
    row = mx.sym.Variable("row", shape=shape[-1:])
    for _ in range(rng.integers(3, 25)):
        kind = rng.integers(7)
        x, y = (values[i] for i in rng.integers(len(values), size=2))
        if kind < 2:
            made = getattr(mx.sym, str(rng.choice(UNARY)))(x)
        elif kind < 4:
            made = getattr(mx.sym, str(rng.choice(BINARY)))(x, y)
        elif kind == 4:
            made = mx.sym.broadcast_mul(x, row)
        elif kind == 5:
            made = mx.sym.Reshape(x, shape=(-1,)).reshape(shape) * 0.5
        else:
            made = mx.sym.add_n(x, y, x * 0.25)
        values.append(mx.sym.tanh(made) if rng.integers(2) else made * 0.1)
    heads = [values[-1]] + [values[i] for i in rng.integers(len(values), size=rng.integers(3))]
    return mx.sym.Group([head * 1.5 for head in heads])


def results(net, dtype, req, seed):
    rng = np.random.default_rng(seed)
    types = dict.fromkeys(net.list_arguments(), dtype)
    executor = net.simple_bind(grad_req=req, type_dict=types)
    for array in executor.arg_arrays + [g for g in executor.grad_arrays if g is not None]:
        array[:] = rng.normal(size=array.shape)
    outs = executor.forward(is_train=True)
    executor.backward([mx.nd.array(rng.normal(size=out.shape), dtype=dtype) for out in outs])
    return [a.asnumpy() for a in outs + [g for g in executor.grad_arrays if g is not None]]


@pytest.mark.parametrize("seed", range(40))
def test_the_same_bits_as_one_by_one(seed, monkeypatch):
    rng = np.random.default_rng(seed)
    shape = ((3, 1000), (5, 7, 160), (2, BLOCK), (2, BLOCK + 1), (33, 625))[seed % 5]
    net, dtype = random_net(rng, shape), ("float32", "float64")[seed % 2]
    req = ("write", "add")[seed % 3 == 0]
    before = mx.get_num_threads()
    together = []
    try:
        for n in (1, 2, 3):
            mx.set_num_threads(n)
            together.append(results(net, dtype, req, seed))
    finally:
        mx.set_num_threads(before)
    monkeypatch.setattr(import_module("symgraph.passes.plan"), "groups_of", lambda *_: [])
    net = mx.sym.load_json(net.tojson())        # no plan is left from before
    apart = results(net, dtype, req, seed)
    for found in together:
        for a, b in zip(found, apart, strict=True):
            np.testing.assert_array_equal(a, b)


def planned(net, **reqs):
    graph = compile_graph(net.heads, {}, {}, reqs)
    registers = [node.name for node in graph if node.op
                 for home in graph._node[node]["home"] if home[0] == REGISTERS]
    return [[node.name for node in group] for group in graph.graph["groups"]], registers, graph


def test_what_only_the_group_reads_never_gets_to_memory():
    x = mx.sym.Variable("x", shape=(100, 100))
    y = mx.sym.tanh(mx.sym.exp(mx.sym.sin(x, name="a"), name="b"), name="c")
    groups, registers, graph = planned(y)
    assert groups == [["a", "b", "c"]] and registers == ["a", "b"]
    assert graph.graph["arena"] == 0


def test_what_backward_reads_is_kept():
    x = mx.sym.Variable("x", shape=(100, 100))
    y = mx.sym.negative(mx.sym.exp(mx.sym.negative(x, name="a"), name="b"), name="c")
    groups, registers, _ = planned(y, x="write")
    assert groups[0] == ["a", "b", "c"] and registers[0] == "a" and "b" not in registers


def test_small_arrays_and_other_sizes_stay_apart():
    x = mx.sym.Variable("x", shape=(BLOCK,))
    assert planned(mx.sym.tanh(mx.sym.exp(x)))[0] == []
    x = mx.sym.Variable("x", shape=(4, BLOCK))
    total = mx.sym.sum(mx.sym.tanh(x, name="a") * 2, axis=0)
    groups, *_ = planned(mx.sym.exp(total, name="c"))
    assert len(groups) == 1 and groups[0][0] == "a" and "c" not in groups[0]


def test_more_values_than_there_is_room_for():
    """A group may be wide: what finds no room in registers is in memory."""
    x = mx.sym.Variable("x", shape=(10, 1000), dtype="float64")
    parts = [mx.sym.exp(x * float(i)) for i in range(20)]
    while len(parts) > 1:       # all are alive until the last one is made
        parts = [a * b for a, b in zip(parts[:len(parts) // 2], parts[len(parts) // 2:])]
    executor = parts[0].simple_bind(grad_req="null", type_dict={"x": "float64"})
    value = np.linspace(-1, 1, 10000).reshape(10, 1000) / 100
    executor.arg_dict["x"][:] = value
    (found,) = executor.forward()
    factors = list(range(20))
    while len(factors) > 1:
        factors = [a + b for a, b in zip(factors[:len(factors) // 2], factors[len(factors) // 2:])]
    np.testing.assert_allclose(found.asnumpy(), np.exp(value * factors[0]), rtol=1e-13)


def across(kind, x):
    """Heads that read at one place what was written at another, in memory that views share."""
    rows = x.infer_shape()[0][0][0]
    a, b = mx.sym.sin(x), mx.sym.cos(x)
    if kind == "a view of a whole":
        read = list(mx.sym.SliceChannel(mx.sym.Concat(a, b, dim=1), num_outputs=2, axis=0))
    elif kind == "a view of a stack":
        whole = mx.sym.Reshape(mx.sym.stack(a, b, axis=1), shape=(2 * rows, -1))
        read = list(mx.sym.SliceChannel(whole, num_outputs=2, axis=0))
    elif kind == "a whole of parts":
        read = list(mx.sym.SliceChannel(mx.sym.Concat(a, b, dim=0), num_outputs=2, axis=1))
    else:
        read = [mx.sym.slice_axis(mx.sym.Concat(a, b, dim=0), axis=0, begin=rows // 2,
                                  end=rows // 2 + rows)]
    return mx.sym.Group([mx.sym.tanh(part) * 2 for part in read])


@pytest.mark.parametrize("shape", [(4, 600), (4, 6000), (6, 2000)], ids=str)
@pytest.mark.parametrize("kind", ["a view of a whole", "a view of a stack", "a whole of parts",
                                  "a view across parts"])
def test_nothing_is_read_before_it_is_whole(kind, shape, monkeypatch):
    net = across(kind, mx.sym.Variable("x", shape=shape))
    before = mx.get_num_threads()
    found = []
    try:
        for n in (1, 2, 3):
            mx.set_num_threads(n)
            found.append(results(net, "float64", "write", 0))
    finally:
        mx.set_num_threads(before)
    monkeypatch.setenv("SYMGRAPH_PASSES", "none")
    wanted = results(mx.sym.load_json(net.tojson()), "float64", "write", 0)
    for arrays in found:
        for a, b in zip(arrays, wanted, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)
