"""Passes on the forward part: a small graph goes in, and the text of what comes out is compared."""
import sys

import pytest

import symgraph as mx
from symgraph import ir
from symgraph.errors import GraphError
from symgraph.passes import compile_graph
from symgraph.passes.batch import batch_products
from symgraph.passes.entropy import join_cross_entropy
from symgraph.passes.simplify import merge_duplicates
from symgraph.passes.states import thread_states

from .graph_text import dense, heads, inferred, label, lines, rows, variables

pytestmark = pytest.mark.all_passes


# -- states -----------------------------------------------------------------------------------
def normalized(data, **states):
    return mx.sym.BatchNorm(data, *variables("gamma beta"), **states)


def test_states_are_threaded_in_order_of_creation():
    """Depth first, the graph would visit the node that was created last before the others."""
    mean, var = variables("mean var")
    first, second, third = (normalized(x, moving_mean=mean, moving_var=var, name=name)
                            for x, name in zip(variables("x0 x1 x2"), ("c", "b", "a")))
    symbol = third + first * second
    assert rows(ir.closure(symbol.heads)) == lines("""
        %0 = BatchNorm(x2, gamma, beta, mean, var)
        %1 = BatchNorm(x0, gamma, beta, mean, var)
        %2 = BatchNorm(x1, gamma, beta, mean, var)
        %3 = elemwise_mul(%1, %2)
        %4 = elemwise_add(%0, %3)""")
    graph = thread_states(ir.closure(symbol.heads))
    assert rows(graph) == lines("""
        %0 = BatchNorm(x0, gamma, beta, mean, var)
        %1 = BatchNorm(x1, gamma, beta, %0.3, %0.4)
        %2 = BatchNorm(x2, gamma, beta, %1.3, %1.4)
        %3 = elemwise_mul(%0, %1)
        %4 = elemwise_add(%2, %3)""")
    last = {name: label(graph, ref) for name, ref in graph.graph["states"].items()}
    assert last == {"mean": "%2.3", "var": "%2.4"}


def test_states_are_variables_that_nobody_else_reads():
    x, mean = variables("x mean")
    computed = normalized(x, moving_mean=mx.sym.tanh(mean), name="bn")
    with pytest.raises(GraphError, match="BatchNorm 'bn': its moving_mean must be a variable"):
        thread_states(ir.closure(computed.heads))
    read = normalized(x, moving_mean=mean, name="bn") + mx.sym.tanh(mean, name="reader")
    with pytest.raises(GraphError, match="'mean' is a state .*'bn' moves; tanh 'reader' cannot"):
        thread_states(ir.closure(read.heads))


# -- duplicates -------------------------------------------------------------------------------
def test_duplicates_are_merged():
    """The first of equals stays, those that read the others and heads read it instead."""
    a, b = variables("a b", shape=(2, 4))
    symbol = mx.sym.Group([mx.sym.tanh(a + b), mx.sym.tanh(a + b) * a, b + a])
    graph = merge_duplicates(inferred(symbol))
    assert rows(graph) == lines("""
        %0 = elemwise_add(a, b)
        %1 = tanh(%0)
        %2 = elemwise_mul(%1, a)
        %3 = elemwise_add(b, a)""")
    assert heads(graph) == ["%1", "%2", "%3"]


def test_every_output_of_a_duplicate_is_replaced():
    x, = variables("x", shape=(2, 4))
    once, again = (mx.sym.SliceChannel(x, num_outputs=2) for _ in range(2))
    graph = merge_duplicates(inferred(mx.sym.Group([once[0] * again[1], again[0]])))
    assert rows(graph) == lines("""
        %0 = SliceChannel(x)
        %1 = elemwise_mul(%0, %0.1)""")
    assert heads(graph) == ["%1", "%0"]


def test_what_looks_equal_and_is_not_stays():
    """Random numbers, moving states, losses, other parameters, another order."""
    x, y = variables("x y", shape=(2, 4))
    mean, var = variables("mean var")
    pairs = [[mx.sym.Dropout(x), mx.sym.Dropout(x)],
             [normalized(x, moving_mean=mean, moving_var=var) for _ in range(2)],
             [mx.sym.MakeLoss(x), mx.sym.MakeLoss(x)],
             [x * 2, x * 3], [mx.sym.sum(x, axis=0), mx.sym.sum(x, axis=1)],
             [x + y, y + x]]
    for pair in pairs:
        graph = merge_duplicates(inferred(mx.sym.Group(pair)))
        assert len(set(heads(graph))) == 2, pair


def test_equal_nodes_of_other_shapes_stay():
    """Both are zeros of (0, 4), whose length follows from what they are added to."""
    x, wide = mx.sym.Variable("x", shape=(2, 4)), mx.sym.Variable("wide", shape=(5, 4))
    zeros = [mx.sym.zeros(shape=(0, 4)) for _ in range(2)]
    graph = merge_duplicates(inferred(mx.sym.Group([zeros[0] + x, zeros[1] + wide])))
    assert rows(graph) == lines("""
        %0 = _zeros()
        %1 = elemwise_add(%0, x)
        %2 = _zeros()
        %3 = elemwise_add(%2, wide)""")


# -- cross entropies --------------------------------------------------------------------------
def picked(axis=-1, along=-1, **settings):
    x, ids = mx.sym.Variable("x", shape=(4, 3)), mx.sym.Variable("ids", shape=(4,))
    return mx.sym.pick(mx.sym.log_softmax(x, axis=axis, **settings), ids, axis=along)


def test_a_logarithm_that_a_pick_alone_reads_is_one_node_with_it():
    for settings in ({}, {"axis": 1}, {"along": 1}, {"temperature": 1.0}, {"dtype": "float32"}):
        graph = join_cross_entropy(inferred(-picked(**settings)))
        assert rows(graph) == lines("""
            %0 = _PickedLogSoftmax(x, ids)
            %1 = _mul_scalar(%0)""")
    graph = join_cross_entropy(inferred(picked()))
    assert rows(graph) == ["%0 = _PickedLogSoftmax(x, ids)"] and heads(graph) == ["%0"]
    x, = variables("x", shape=(4, 3))
    node, = [node for node in join_cross_entropy(inferred(mx.sym.pick(
        mx.sym.log_softmax(x), mx.sym.Variable("ids", shape=(4, 1)), keepdims=True, mode="wrap")))
        if node.op]
    assert (node.op.keepdims, node.op.mode) == (True, "wrap")


def test_what_looks_like_a_cross_entropy_and_is_none_stays():
    x, square = variables("x", shape=(4, 3))[0], variables("square", shape=(3, 3))[0]
    logarithm, ids = mx.sym.log_softmax(x), mx.sym.Variable("ids", shape=(4,))
    taken = mx.sym.pick(logarithm, ids)
    others = [picked(temperature=2.0), picked(dtype="float64"), picked(axis=0, along=1),
              mx.sym.pick(mx.sym.log_softmax(square), mx.sym.Variable("i", shape=(3,)), axis=0),
              mx.sym.pick(mx.sym.softmax(x), ids), mx.sym.pick(x, ids),
              mx.sym.Group([taken, mx.sym.tanh(logarithm)]), mx.sym.Group([taken, logarithm]),
              mx.sym.Group([taken, mx.sym.pick(logarithm, mx.sym.Variable("more", shape=(4,)))])]
    for symbol in others:
        before = rows(inferred(symbol))
        assert rows(join_cross_entropy(inferred(symbol))) == before


# -- batched products -------------------------------------------------------------------------
def test_products_of_one_weight_are_batched():
    w, bias = variables("w bias")
    x = variables("x0 x1 x2", shape=(2, 4))
    steps = [dense(data, w, bias) for data in x]
    graph = batch_products(inferred(mx.sym.Group([steps[0], mx.sym.tanh(steps[1]), steps[2]])))
    assert rows(graph) == lines("""
        %0 = Concat(x0, x1, x2)
        %1 = FullyConnected(%0, w, bias)
        %2 = SliceChannel(%1)
        %3 = tanh(%2.1)""")
    assert heads(graph) == ["%2", "%3", "%2.2"]
    together, product, parts, _ = (node for node in graph if node.op)
    assert graph.fact(ir.Ref(together), "shape") == (6, 4)
    assert graph.fact(ir.Ref(product), "shape") == (6, 3)
    assert [graph.fact(ref, "shape") for ref in ir.outputs(parts)] == [(2, 3)] * 3


def test_products_are_left_alone():
    """Two are too few, and other weights, shapes and parameters are other products."""
    w, other, bias = variables("w other bias")
    x = variables("x0 x1 x2", shape=(2, 4))
    long, = variables("long", shape=(3, 4))
    for products in ([dense(x[0], w, bias), dense(x[1], w, bias)],
                     [dense(x[0], w, bias), dense(x[1], w, bias), dense(x[2], other, bias)],
                     [dense(x[0], w, bias), dense(x[1], w, bias), dense(long, w, bias)],
                     [dense(x[0], w, bias), dense(x[1], w, bias), dense(x[2], w, no_bias=True)]):
        graph = inferred(mx.sym.Group(products))
        before = rows(graph)
        assert rows(batch_products(graph)) == before


def test_only_products_that_do_not_depend_on_one_another_are_batched():
    """A chain stays; three chains side by side are batched link by link."""
    w, = variables("w")

    def link(data):
        return mx.sym.FullyConnected(mx.sym.tanh(data), w, num_hidden=4, no_bias=True)
    starts = variables("x0 x1 x2", shape=(2, 4))
    chain = inferred(link(link(link(starts[0]))))
    before = rows(chain)
    assert rows(batch_products(chain)) == before
    graph = batch_products(inferred(mx.sym.Group([link(link(x)) for x in starts])))
    assert rows(graph) == lines("""
        %0 = tanh(x0)
        %1 = tanh(x1)
        %2 = tanh(x2)
        %3 = Concat(%0, %1, %2)
        %4 = FullyConnected(%3, w)
        %5 = SliceChannel(%4)
        %6 = tanh(%5)
        %7 = tanh(%5.1)
        %8 = tanh(%5.2)
        %9 = Concat(%6, %7, %8)
        %10 = FullyConnected(%9, w)
        %11 = SliceChannel(%10)""")


def test_batches_of_two_weights_do_not_wait_for_each_other():
    """Some rows go through v and then w, others through w and then v: that must not be a circle."""
    v, w = variables("v w")

    def product(data, weight):
        return mx.sym.FullyConnected(data, weight, num_hidden=4, no_bias=True)
    x, z = variables("x0 x1 x2", shape=(2, 4)), variables("z0 z1 z2", shape=(2, 4))
    symbol = mx.sym.Group([*(product(product(data, v), w) for data in x),
                           *(product(product(data, w), v) for data in z)])
    graph = batch_products(inferred(symbol))
    assert rows(graph) == lines("""
        %0 = Concat(z0, z1, z2)
        %1 = FullyConnected(%0, w)
        %2 = SliceChannel(%1)
        %3 = Concat(x0, x1, x2, %2, %2.1, %2.2)
        %4 = FullyConnected(%3, v)
        %5 = SliceChannel(%4)
        %6 = Concat(%5, %5.1, %5.2)
        %7 = FullyConnected(%6, w)
        %8 = SliceChannel(%7)""")
    assert heads(graph) == ["%8", "%8.1", "%8.2", "%5.3", "%5.4", "%5.5"]


# -- the whole --------------------------------------------------------------------------------
def test_an_unoptimized_program_has_every_node_of_the_user(monkeypatch):
    """Monitors look at it, and SYMGRAPH_PASSES=none makes all programs like that."""
    w, = variables("w")
    x = variables("x0 x1 x2", shape=(2, 4))
    steps = [mx.sym.tanh(dense(data, w, no_bias=True)) for data in x]
    symbol = mx.sym.add_n(mx.sym.tanh(x[0]), mx.sym.tanh(x[0]))
    symbol = mx.sym.Group([symbol, *steps, mx.sym.Flatten(steps[0])])
    user = rows(ir.closure(symbol.heads))
    plain = compile_graph(symbol.heads, {}, {}, {"w": "write"}, optimize=False)
    assert rows(plain)[:len(user)] == user
    forward = [node for node in list(plain)[:plain.graph["n_forward"]] if node.op]
    assert not plain.graph["elided"].intersection(forward)
    fast = compile_graph(symbol.heads, {}, {}, {"w": "write"})
    assert any("Concat" in row for row in rows(fast))
    monkeypatch.setenv("SYMGRAPH_PASSES", "none")
    assert rows(compile_graph(symbol.heads, {}, {}, {"w": "write"})) == rows(plain)


def test_one_variable_is_not_two_states_of_a_node():
    x, s = variables("x s", shape=(4,))
    norm = normalized(mx.sym.Reshape(x, shape=(1, 4)), moving_mean=s, moving_var=s)
    with pytest.raises(mx.MXNetError, match="each state needs a variable of its own"):
        inferred(norm)


def test_variables_that_nobody_reads_in_the_end_are_bound():
    """An operator that consists of others may need the shape of an input alone."""
    x = mx.sym.Variable("x")
    executor = mx.sym.Group([mx.sym.contrib.index_array(x), mx.sym.Variable("y") * 2]).simple_bind(
        mx.cpu(), x=(2, 3), y=(2,), grad_req={"x": "null", "y": "write"})
    assert sorted(executor.arg_dict) == ["x", "y"]
    executor.forward()
    assert executor.outputs[0].asnumpy().tolist() == [[[i, j] for j in range(3)] for i in range(2)]


def test_inference_of_a_chain_is_linear(monkeypatch):
    """Counted in nodes that are looked at, whichever way what is known flows."""
    module = sys.modules["symgraph.passes.infer"]
    looked = []
    refine, places = module.refine, module.places
    monkeypatch.setattr(module, "refine", lambda *args: looked.append(1) or refine(*args))
    monkeypatch.setattr(module, "places", lambda graph: looked.extend(graph) or places(graph))

    def cost(n, known):
        x = y = mx.sym.Variable("x", shape=known[0])
        for _ in range(n):
            y = mx.sym.tanh(y)
        y = mx.sym.elemwise_add(y, mx.sym.Variable("z", shape=known[1]))
        looked.clear()
        y.simple_bind(mx.cpu())
        assert y.list_arguments() == [x.name, "z"]
        return len(looked)
    for known in ((2, 3), None), (None, (2, 3)):
        assert cost(400, known) < 2.2 * cost(200, known)


def test_products_of_steps_share_one_laid_out_matrix():
    """The recurrent products of a cell, forward and backward, each side with panels of its own."""
    cell = mx.rnn.RNNCell(70, prefix="r_")
    out, _ = cell.unroll(4, mx.sym.Variable("data", shape=(5, 4, 70)), merge_outputs=True)
    graph = compile_graph(mx.sym.MakeLoss(out).heads, {}, {},
                          {"r_h2h_weight": "write", "data": "write"})
    kinds = [node.op.name for node in graph if node.op]
    made = [node for node in graph if node.op and node.op.name == "_pack_panels"]
    assert [node.op.transpose for node in made] == [True, False]
    assert kinds.count("_packed_product") >= 6
    for node in made:       # laid out before the first that reads it, on its side
        at, users = list(graph).index(node), [user for user, _ in graph.consumers(ir.Ref(node))]
        assert len(users) >= 3 and all(list(graph).index(user) > at for user in users)


def test_few_products_or_small_matrices_are_left_alone():
    x = [mx.sym.Variable(f"x{i}", shape=(3, 70)) for i in range(3)]
    w = mx.sym.Variable("w")
    for units, n in ((70, 2), (50, 3)):
        nodes = [mx.sym.dot(mx.sym.tanh(a), w) for a in x[:n]]
        graph = compile_graph(mx.sym.Group(nodes).heads, {"w": (70, units)}, {}, {})
        assert "_pack_panels" not in [node.op.name for node in graph if node.op]
