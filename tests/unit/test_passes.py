"""Passes one by one: a small graph goes in, and the text of what comes out is compared."""
import pytest

import symgraph as mx
from symgraph import ir
from symgraph.errors import GraphError
from symgraph.passes import compile_graph
from symgraph.passes.batch import batch_products, batch_sums
from symgraph.passes.gradient import gradient, own_heads, own_results
from symgraph.passes.infer import infer
from symgraph.passes.prune import drop_unread
from symgraph.passes.simplify import merge_duplicates
from symgraph.passes.states import thread_states


def variables(names, **declared):
    return [mx.sym.Variable(name, **declared) for name in names.split()]


def inferred(symbol):
    """The graph of symbol as the passes behind infer get it."""
    return infer(thread_states(ir.closure(symbol.heads)), {}, {})


def differentiated(symbol, wanted):
    """The graph of symbol with the backward part for the variables called wanted."""
    return gradient(own_heads(inferred(symbol)), dict.fromkeys(wanted.split(), "write"))


def labels(graph):
    """A variable is called by its name, another node by its number among the operators."""
    numbers = iter(range(len(graph)))
    return {node: f"%{next(numbers)}" if node.op else node.name for node in graph}


def label(graph, ref):
    return labels(graph)[ref.node] + (f".{ref.out}" if ref.out else "")


def rows(graph):
    """A line for each operator in the order of execution: its number, name and inputs."""
    ir.verify(graph)
    return [f"{name} = {node.op.name}({', '.join(label(graph, r) for r in graph.inputs(node))})"
            for node, name in labels(graph).items() if node.op]


def lines(text):
    return [line.strip() for line in text.strip().splitlines()]


def heads(graph):
    return [label(graph, head) for head in graph.graph["heads"]]


def grads(graph):
    return {name: label(graph, ref) for name, ref in graph.graph["grads"].items()}


def dense(data, *shared, **params):
    """A FullyConnected of three units with the weight and bias in shared."""
    return mx.sym.FullyConnected(data, *shared, num_hidden=3, **params)


# -- states -----------------------------------------------------------------------------------
def normalized(data, **states):
    return mx.sym.BatchNorm(data, *variables("gamma beta"), **states)


def test_states_are_threaded_in_order_of_creation():
    """Depth first, the graph would visit the node that was created last before the others."""
    mean, var = variables("mean var")
    first, second, third = (normalized(x, moving_mean=mean, moving_var=var, name=f"bn{x.name}")
                            for x in variables("x0 x1 x2"))
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


# -- heads and gradients ----------------------------------------------------------------------
def test_heads_are_values_of_their_own():
    """A variable, and what is asked for twice, are copied; what an operator computed is not."""
    a, = variables("a", shape=(2,))
    b = mx.sym.tanh(a)
    graph = own_heads(inferred(mx.sym.Group([a, b, b, b * a])))
    assert rows(graph) == lines("""
        %0 = tanh(a)
        %1 = elemwise_mul(%0, a)
        %2 = _copy(a)
        %3 = _copy(%0)""")
    assert heads(graph) == ["%2", "%0", "%3", "%1"]


def test_gradient_of_a_product():
    a, b, c = variables("a b c", shape=(2,))
    graph = differentiated(mx.sym.tanh(a * b) + c, "a b")
    assert rows(graph) == lines("""
        %0 = elemwise_mul(a, b)
        %1 = tanh(%0)
        %2 = elemwise_add(%1, c)
        %3 = _tanh_grad(gradient of head 0, %1)
        %4 = elemwise_mul(%3, b)
        %5 = elemwise_mul(%3, a)""")
    assert grads(graph) == {"a": "%4", "b": "%5"}
    assert list(graph)[graph.graph["n_forward"]].name == "gradient of head 0"


def test_gradients_of_all_readers_are_one_flat_sum():
    """Inner sums would need memory of their own."""
    a, b = variables("a b", shape=(2,))
    graph = differentiated(mx.sym.Group([a * b, mx.sym.tanh(a), a * a]), "a")
    assert rows(graph)[3:] == [
        "%3 = elemwise_mul(gradient of head 2, a)", "%4 = elemwise_mul(gradient of head 2, a)",
        "%5 = _tanh_grad(gradient of head 1, %1)", "%6 = elemwise_mul(gradient of head 0, b)",
        "%7 = elemwise_mul(gradient of head 0, a)", "%8 = add_n(%3, %4, %5, %6)"]
    assert grads(graph) == {"a": "%8"}


def test_no_gradient_is_computed_where_none_is_wanted():
    """Neither for the branch without wanted variables nor behind BlockGrad; integers have none."""
    a, b = variables("a b", shape=(2,))
    branch = differentiated(mx.sym.tanh(a) * mx.sym.tanh(b), "b")
    assert rows(branch)[3:] == ["%3 = elemwise_mul(gradient of head 0, %1)",
                                "%4 = elemwise_mul(gradient of head 0, %0)",
                                "%5 = _tanh_grad(%4, %1)"]
    assert grads(branch) == {"b": "%5"}
    blocked = differentiated(mx.sym.BlockGrad(mx.sym.tanh(a)) * mx.sym.tanh(b), "a")
    assert grads(blocked) == {}
    assert not any("_tanh_grad" in row for row in rows(blocked))
    ids, = variables("ids", shape=(2,), dtype="int32")
    embedded = differentiated(mx.sym.Embedding(ids, input_dim=3, output_dim=2), "ids")
    assert grads(embedded) == {} and len(rows(embedded)) == 1


def test_heads_that_need_a_gradient_have_a_seed():
    """Losses and what no wanted variable reaches have none."""
    a, b = variables("a b", shape=(2,))
    symbol = mx.sym.Group([mx.sym.MakeLoss(a), mx.sym.BlockGrad(a), mx.sym.tanh(b), a * b])
    graph = differentiated(symbol, "a")
    assert [seed and seed.node.name for seed in graph.graph["seeds"]] == [
        None, None, None, "gradient of head 3"]


def test_a_loss_that_is_two_heads_is_one_loss():
    """Neither head asks for a gradient, and the loss counts once."""
    a, = variables("a", shape=(2,))
    loss = mx.sym.MakeLoss(a, grad_scale=3)
    graph = differentiated(mx.sym.Group([loss, loss]), "a")
    assert graph.graph["seeds"] == [None, None]
    assert rows(graph)[-1].endswith(" = _full()") and len(grads(graph)) == 1


# -- batched sums -----------------------------------------------------------------------------
def test_sums_of_products_are_products_of_all_rows():
    """The rows of dy are put together once, for the weight and for the bias."""
    w, bias = variables("w bias")
    x = variables("x0 x1 x2", shape=(2, 4))
    symbol = mx.sym.add_n(*(mx.sym.tanh(dense(data, w, bias)) for data in x))
    graph = differentiated(symbol, "w bias")
    assert grads(graph) == {"w": "%19", "bias": "%20"}
    assert rows(graph)[19:] == ["%19 = add_n(%9, %13, %17)", "%20 = add_n(%10, %14, %18)"]
    graph = drop_unread(batch_sums(graph))
    assert rows(graph) == lines("""
        %0 = FullyConnected(x0, w, bias)
        %1 = tanh(%0)
        %2 = FullyConnected(x1, w, bias)
        %3 = tanh(%2)
        %4 = FullyConnected(x2, w, bias)
        %5 = tanh(%4)
        %6 = add_n(%1, %3, %5)
        %7 = _tanh_grad(gradient of head 0, %5)
        %8 = _tanh_grad(gradient of head 0, %3)
        %9 = _tanh_grad(gradient of head 0, %1)
        %10 = Concat(%7, %8, %9)
        %11 = Concat(x2, x1, x0)
        %12 = dot(%10, %11)
        %13 = _column_sum(%10)""")
    assert grads(graph) == {"w": "%12", "bias": "%13"}
    assert graph.fact(graph.graph["grads"]["w"], "shape") == (3, 4)


def test_parts_of_a_sum_that_are_no_products_are_added_to_them():
    w, = variables("w", shape=(3, 4))
    x = variables("x0 x1 x2", shape=(2, 4))
    products = [dense(data, w, no_bias=True) for data in x]
    graph = differentiated(mx.sym.Group([*products, mx.sym.tanh(w)]), "w")
    assert rows(drop_unread(batch_sums(graph))) == lines("""
        %0 = FullyConnected(x0, w)
        %1 = FullyConnected(x1, w)
        %2 = FullyConnected(x2, w)
        %3 = tanh(w)
        %4 = _tanh_grad(gradient of head 3, %3)
        %5 = Concat(gradient of head 2, gradient of head 1, gradient of head 0)
        %6 = Concat(x2, x1, x0)
        %7 = dot(%5, %6)
        %8 = add_n(%4, %7)""")
    assert grads(graph) == {"w": "%8"}


def test_sums_are_left_alone():
    """Where products are too few or none, or are computed for another reader anyway."""
    w, = variables("w", shape=(3, 4))
    x, u = variables("x0 x1 x2", shape=(2, 4)), variables("u0 u1 u2", shape=(3, 4))

    def products(*weights):
        return mx.sym.Group([dense(data, weight, no_bias=True) for data, weight in zip(x, weights)])
    mixed = [mx.sym.tanh(other) + w for other in u]
    a, b = variables("a b", shape=(2, 4))
    for symbol, wanted in [
        (products(w, w), "w"),                                      # two are too few
        (products(mixed[0], mixed[0], mixed[0]), "w u0"),           # the sum is read
        (products(*mixed), "w u0 u1 u2"),                           # each product is read
        (mx.sym.Group([dense(x[0], other, no_bias=True) for other in u]), "x0"),    # no rows
        (mx.sym.Group([a * b, mx.sym.tanh(a), mx.sym.exp(a)]), "a"),
    ]:
        graph = differentiated(symbol, wanted)
        before = rows(graph)
        assert rows(batch_sums(graph)) == before, wanted


# -- results ----------------------------------------------------------------------------------
def test_results_are_values_that_nothing_else_reads():
    """Else what is added to a gradient would be seen by other readers as well."""
    a, b, c = variables("a b c", shape=(2,))
    graph = own_results(differentiated(mx.sym.tanh(a + b) + c, "a b c"))
    assert rows(graph)[3:] == ["%3 = _tanh_grad(gradient of head 0, %1)", "%4 = _copy(%3)",
                               "%5 = _copy(%3)", "%6 = _copy(gradient of head 0)"]
    assert grads(graph) == {"a": "%4", "b": "%5", "c": "%6"}
    own = own_results(differentiated(mx.sym.tanh(a), "a"))
    assert grads(own) == {"a": "%1"} and len(rows(own)) == 2
    read = own_results(differentiated(mx.sym.exp(mx.sym.negative(a) + b), "a b"))
    assert rows(read)[3:] == ["%3 = elemwise_mul(gradient of head 0, %2)", "%4 = negative(%3)",
                              "%5 = _copy(%3)"]
    assert grads(read) == {"a": "%4", "b": "%5"}


def test_what_no_gradient_needs_is_dropped():
    """The forward part stays as it is, for monitors; so do gradients that nothing reads."""
    a, b = variables("a b", shape=(2,))
    unread = mx.sym.SliceChannel(a, num_outputs=2, axis=0)[0]
    graph = differentiated(mx.sym.Group([mx.sym.tanh(a) * mx.sym.exp(b), unread]), "a")
    n_forward = graph.graph["n_forward"]
    kept = rows(graph)[:5]
    graph = drop_unread(graph)
    assert rows(graph)[:5] == kept and graph.graph["n_forward"] == n_forward
    needed = {ref.node for ref in graph.graph["grads"].values()}
    behind = [node for node in list(graph)[n_forward:] if node.op]
    assert behind and all(node in needed or graph.out_degree(node) for node in behind)
    assert not any("exp" in row for row in rows(graph)[5:])


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
