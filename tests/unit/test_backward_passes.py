"""Passes on the backward part: a small graph goes in, and the text of what comes out is compared."""
import symgraph as mx
from symgraph.passes.batch import batch_sums
from symgraph.passes.gradient import own_heads, own_results
from symgraph.passes.prune import drop_unread

from .graph_text import dense, differentiated, grads, heads, inferred, lines, rows, variables


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
