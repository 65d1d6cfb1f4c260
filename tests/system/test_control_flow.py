"""Loops and branches: `mx.sym.contrib.foreach`, `while_loop`, `cond`, and the same of arrays."""
import json
from pathlib import Path

import numpy as np
import pytest

import symgraph as mx

V, C = mx.sym.Variable, mx.sym.contrib


def leaves(tree):
    return [x for part in tree for x in leaves(part)] if isinstance(tree, (list, tuple)) else [tree]


def group(*trees):
    return mx.sym.Group(leaves(trees))


def filled(symbol, rng, **given):
    """Float64 arrays for all arguments: those given, and others drawn; a tuple is a shape."""
    given = {n: rng.uniform(-1, 1, a) if isinstance(a, tuple) else np.asarray(a, float)
             for n, a in given.items()}
    shapes = symbol.infer_shape(**{n: a.shape for n, a in given.items()})[0]
    return {n: given.get(n, rng.uniform(-1, 1, s)) for n, s in zip(symbol.list_arguments(), shapes)}


def bound(symbol, arrays, grad_req="write", aux=None, before=10.0):
    given = {n: mx.nd.array(a, dtype="float64") for n, a in arrays.items()}
    grads = {n: mx.nd.full(a.shape, before, dtype="float64") for n, a in given.items()}
    return symbol.bind(mx.cpu(), given, grads, grad_req, aux)


def heads_for(executor, rng):
    return [mx.nd.array(rng.uniform(-1, 1, y.shape), dtype="float64") for y in executor.outputs]


def numeric(executor, name, heads, step=1e-6):
    """The derivative of the sum of outputs times heads, by differences."""
    array, found = executor.arg_dict[name]._np, np.zeros(executor.arg_dict[name].shape)

    def value():
        return sum((y._np * h._np).sum() for y, h in zip(executor.forward(is_train=True), heads))
    for place in np.ndindex(array.shape):
        start = array[place]
        array[place] = start + step
        above = value()
        array[place] = start - step
        found[place] = (above - value()) / (2 * step)
        array[place] = start
    return found


def check(symbol, rng, expected=None, **given):
    """Outputs as expected of the arrays, gradients as differences say, under all requests."""
    arrays = filled(symbol, rng, **given)
    executor = bound(symbol, arrays)
    executor.forward(is_train=True)
    heads = heads_for(executor, rng)
    if expected is not None:
        for y, want in zip(executor.outputs, expected(**arrays), strict=True):
            np.testing.assert_allclose(y.asnumpy(), want, rtol=1e-9, atol=1e-12)
    want = {n: numeric(executor, n, heads) for n in arrays}
    single = [{n: "write"} for n in arrays] if len(arrays) > 1 else []
    for req in ("write", "add", "null", *single):
        executor = bound(symbol, arrays, req)
        for _ in range(2):      # what one step leaves behind does not disturb the next
            executor.forward(is_train=True)
            executor.backward(heads)
        for name, value in want.items():
            how = req if isinstance(req, str) else req.get(name, "null")
            if how != "null":
                got = executor.grad_dict[name].asnumpy()
                times, before = (2, 10) if how == "add" else (1, 0)
                np.testing.assert_allclose(got, before + times * value, rtol=1e-5, atol=1e-7,
                                           err_msg=f"{name} under {req}")
    again = bound(mx.sym.load_json(symbol.tojson()), arrays)
    for y, other in zip(again.forward(), executor.forward()):
        assert (y.asnumpy() == other.asnumpy()).all()


# -- foreach -----------------------------------------------------------------------------------
def rnn(name=""):
    def body(x, h):
        h = mx.sym.tanh(mx.sym.FullyConnected(x, num_hidden=3, name=name + "i")
                        + mx.sym.FullyConnected(h, num_hidden=3, name=name + "h"))
        return h, h
    return C.foreach(body, V("x"), V("h0"))


def rnn_reference(x, h0, i_weight, i_bias, h_weight, h_bias):
    out, h = [], h0
    for row in x:
        h = np.tanh(row @ i_weight.T + i_bias + h @ h_weight.T + h_bias)
        out.append(h)
    return np.stack(out), h


@pytest.mark.parametrize("length", [1, 2, 7])
def test_recurrent_net(length, rng):
    check(group(*rnn()), rng, rnn_reference, x=(length, 2, 4), h0=(2, 3))


def test_names_and_shapes():
    symbol = group(*rnn())
    assert symbol.list_arguments() == ["x", "h0", "i_weight", "i_bias", "h_weight", "h_bias"]
    with mx.NameManager():
        out, state = C.foreach(lambda x, s: (x + s, s), V("x"), V("s"), name="mine")
    assert (out.list_outputs(), state.list_outputs()) == (["_foreach0_output0"], ["_foreach0_output1"])
    assert symbol.infer_shape(x=(5, 2, 4), h0=(2, 3)) == (
        [(5, 2, 4), (2, 3), (3, 4), (3,), (3, 3), (3,)], [(5, 2, 3), (2, 3)], [])
    assert symbol.infer_shape(x=(5, 2, 4))[0][1] == (2, 3)      # the state's, from the body
    assert symbol.infer_shape_partial(x=(0, 2, 4))[1] == [(0, 2, 3), (2, 3)]
    assert symbol.infer_type(x="float64")[1] == [np.float64, np.float64]


def test_the_length_can_be_inferred_from_outside():
    out, _ = C.foreach(lambda x, s: (x * 2, s), V("x"), V("s"))
    both = out + V("y", shape=(4, 3))
    assert dict(zip(both.list_arguments(), both.infer_shape(s=(1,))[0]))["x"] == (4, 3)
    with pytest.raises(mx.MXNetError, match="have to be equal"):
        both.infer_shape(x=(5, 3), s=(1,))


def test_structures(rng):
    def body(data, states):
        (a, b), ((p,), q) = data, states
        return [a + p, [b * q]], [[p * 0.5 + a], q + b]
    out, states = C.foreach(body, [V("a"), V("b")], [[V("p")], V("q")])
    assert [type(part) for part in (out, out[1], states, states[0])] == [list] * 4

    def expected(a, b, p, q):
        first, second = [], []
        for x, y in zip(a, b):
            first.append(x + p)
            second.append(y * q)
            p, q = p * 0.5 + x, q + y
        return np.stack(first), np.stack(second), p, q
    check(group(out, states), rng, expected, a=(4, 2), b=(4, 3), p=(2,), q=(3,))


def test_vectors_have_elements_of_shape_1(rng):
    out, state = C.foreach(lambda x, s: (x * s, s + x), V("x"), V("s"))
    assert group(out, state).infer_shape(x=(4,))[1] == [(4, 1), (1,)]
    check(group(out, state), rng, x=(6,), s=(1,))


def test_only_states_and_only_outputs(rng):
    _, states = C.foreach(lambda x, s: ([], [s[0] + x]), V("x"), [V("s")])
    check(group(states), rng, lambda x, s: [s + x.sum(0)], x=(5, 2), s=(2,))
    out, nothing = C.foreach(lambda x, s: (x * 2 + V("c"), None), V("x"), [])
    assert nothing == []
    check(group(out), rng, lambda x, c: [2 * x + c], x=(5, 2), c=(2,))


def test_what_is_used_inside_and_outside(rng):
    u, x = mx.sym.tanh(V("w")), V("x")
    out, state = C.foreach(lambda d, s: (d * u + V("w"), mx.sym.broadcast_add(s * u, mx.sym.sum(x))),
                           x, V("s"))
    check(group(out, mx.sym.broadcast_mul(x, state), u), rng, x=(3, 2), s=(2,), w=(2,))


@pytest.mark.parametrize("body", [
    lambda x, s: (s[0] * x, [s[1], s[0]]),      # states change places
    lambda x, s: (x, [s[0], s[1]]),             # nothing is computed
    lambda x, s: ([x, s[0]], [x, s[0] + s[1]]),
    lambda x, s: ([s[1], s[1]], [s[0] * x, s[0] * x]),
], ids=range(4))
def test_outputs_that_are_inputs(body, rng):
    out, states = C.foreach(body, V("x"), [V("p"), V("q")])
    check(group(out, states), rng, x=(4, 2), p=(2,), q=(2,))


def test_one_variable_is_data_and_state_and_captured(rng):
    x = V("x")
    out, state = C.foreach(lambda d, s: (mx.sym.broadcast_add(d * s[0], mx.sym.sum(x)),
                                         [s[0] + d, s[1] * d]), x, [V("s"), V("s")])
    check(group(out, state), rng, x=(3, 2), s=(2,))


def test_unused_outputs_get_no_gradient(rng):
    out, state = C.foreach(lambda x, s: ([x * s, x * x], s * x), V("x"), V("s"))
    for head in (out[0], out[1], state):
        check(head, rng, x=(3, 2), s=(2,))


def test_nested_loops(rng):
    def outer(row, s):
        out, t = C.foreach(lambda x, t: (x * t + V("w"), t + x), row, s)
        return out, t * 0.5
    out, state = C.foreach(outer, V("x"), V("s"))
    check(group(out, state), rng, x=(3, 4, 2), s=(2,), w=(2,))


def test_equals_the_unrolled_net(rng):
    """An LSTM as a loop and unrolled: the same parameters, the same numbers."""
    cell = mx.rnn.LSTMCell(3, prefix="l_")
    looped = group(*C.foreach(cell, V("x"), [V("h"), V("c")]))
    steps = mx.sym.SliceChannel(V("x"), num_outputs=6, axis=0, squeeze_axis=True)
    unrolled, states = cell.unroll(6, list(steps), [V("h"), V("c")], merge_outputs=False)
    plain = group(mx.sym.stack(*unrolled, num_args=6), states)
    arrays = filled(looped, rng, x=(6, 2, 5), h=(2, 3), c=(2, 3))
    results = []
    for symbol in (looped, plain):
        executor = bound(symbol, arrays)
        executor.forward(is_train=True)
        executor.backward(heads_for(executor, np.random.default_rng(5)))
        results.append([*executor.outputs, *(executor.grad_dict[name] for name in sorted(arrays))])
    for got, want in zip(*results):
        np.testing.assert_allclose(got.asnumpy(), want.asnumpy(), rtol=1e-9, atol=1e-12)


def test_weights_of_one_name_in_two_loops_are_shared(rng):
    first, _ = rnn()
    second, _ = C.foreach(lambda x, h: (mx.sym.FullyConnected(x, num_hidden=4, name="i"), h), first,
                          V("h1"))
    assert second.list_arguments().count("i_weight") == 1
    with pytest.raises(mx.MXNetError):
        second.infer_shape(x=(2, 2, 4))         # (3, 4) against (4, 3)


def test_float16_and_integers():
    out, count = C.foreach(lambda x, n: (x * 2, n + 1), V("x"), V("n"))
    executor = group(out, count).simple_bind(
        mx.cpu(), x=(3, 2), n=(1,), type_dict={"x": "float16", "n": "int32"},
        grad_req={"x": "write", "n": "write"})
    executor.forward(is_train=True, x=mx.nd.ones((3, 2), dtype="float16"))
    assert executor.outputs[1].asnumpy().tolist() == [3]
    executor.backward([mx.nd.ones((3, 2), dtype="float16"), mx.nd.ones((1,), dtype="int32")])
    assert (executor.grad_dict["x"].asnumpy() == 2).all()
    assert (executor.grad_dict["n"].asnumpy() == 0).all()


def test_losses_inside(rng):
    """A loss does not mind what arrives from outside."""
    out, _ = C.foreach(lambda x, s: (mx.sym.MakeLoss(x * x), s), V("x"), V("s"))
    x = rng.uniform(-1, 1, (3, 2))
    executor = bound(out, {"x": x, "s": np.zeros(1)})
    executor.forward(is_train=True)
    executor.backward([mx.nd.full((3, 2), 7, dtype="float64")])
    np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(), 2 * x)


def test_states_of_batch_norm_move_in_each_step(rng):
    def body(x, s):
        return mx.sym.BatchNorm(x, V("g"), V("b"), V("mm"), V("mv"), fix_gamma=False), s
    out, _ = C.foreach(body, V("x"), V("s"))
    assert out.list_auxiliary_states() == ["mm", "mv"]
    x = rng.uniform(-1, 1, (3, 5, 2))
    arrays = {"x": x, "s": np.zeros(1), "g": np.ones(2), "b": np.zeros(2)}
    aux = {"mm": mx.nd.zeros(2, dtype="float64"), "mv": mx.nd.ones(2, dtype="float64")}
    executor = bound(out, arrays, aux=aux)
    mean = np.zeros(2)
    for row in x:
        mean = 0.9 * mean + 0.1 * row.mean(0)
    executor.forward(is_train=True)
    np.testing.assert_allclose(executor.aux_dict["mm"].asnumpy(), mean, rtol=1e-6)
    other = out.bind(mx.cpu(), executor.arg_dict, grad_req="null", aux_states=executor.aux_dict,
                     shared_exec=executor)
    other.forward(is_train=False)
    executor.backward(heads_for(executor, rng))      # computes again, and moves nothing
    np.testing.assert_allclose(executor.aux_dict["mm"].asnumpy(), mean, rtol=1e-6)
    assert np.abs(executor.grad_dict["x"].asnumpy()).max() > 0.1


def test_dropout_draws_anew_in_each_step():
    out, _ = C.foreach(lambda x, s: (mx.sym.Dropout(x, p=0.5), s), V("x"), V("s"))
    both = group(out, mx.sym.Dropout(V("y"), p=0.5))
    executor = both.simple_bind(mx.cpu(), x=(3, 1000), s=(1,), y=(1, 1000))
    executor.forward(is_train=True, x=np.ones((3, 1000)), y=np.ones((1, 1000)))
    rows = np.concatenate([y.asnumpy() for y in executor.outputs])
    assert all(0.4 < (a != b).mean() < 0.6 for i, a in enumerate(rows) for b in rows[:i])
    executor.backward([mx.nd.ones((3, 1000)), mx.nd.ones((1, 1000))])
    assert (executor.grad_dict["x"].asnumpy() == rows[:3]).all()
    mx.random.seed(3)
    first = executor.forward(is_train=True)[0].asnumpy()
    mx.random.seed(3)
    assert (executor.forward(is_train=True)[0].asnumpy() == first).all()


def test_loops_without_chance_draw_no_numbers():
    symbol = group(*rnn())
    drawn = []
    for loops in (0, 2):
        mx.random.seed(4)
        for _ in range(loops):
            executor = symbol.simple_bind(mx.cpu(), x=(3, 2, 4), h0=(2, 3))
            executor.forward(is_train=True)
            executor.backward([mx.nd.ones((3, 2, 3)), mx.nd.ones((2, 3))])
        drawn.append(mx.sym.Dropout(V("x"), p=0.5).bind(
            mx.cpu(), {"x": mx.nd.ones((100,))}).forward(is_train=True)[0].asnumpy())
    assert (drawn[0] == drawn[1]).all()


def test_an_output_that_is_nan_needs_no_gradient():
    out = C.cond(V("p"), lambda: [V("x") * 2, mx.sym.log(V("x"))], lambda: [V("x"), V("x")])
    executor = bound(out[0], {"p": np.ones(1), "x": -np.ones(1)})
    executor.forward(is_train=True)
    executor.backward([mx.nd.ones((1,), dtype="float64")])
    assert executor.grad_dict["x"].asscalar() == 2


def test_custom_operators_keep_what_each_step_needs(rng):
    class Kept(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            self.kept = in_data[0].asnumpy()
            self.assign(out_data[0], req[0], self.kept ** 2)

        def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
            self.assign(in_grad[0], req[0], 2 * self.kept * out_grad[0].asnumpy())

    @mx.operator.register("kept")
    class KeptProp(mx.operator.CustomOpProp):
        def create_operator(self, ctx, in_shapes, in_dtypes):
            return Kept()
    out, state = C.foreach(lambda x, s: (mx.sym.Custom(x * s, op_type="kept"), s + x), V("x"), V("s"))
    check(group(out, state), rng, x=(3, 2), s=(2,))


def test_two_executors_of_one_store(rng):
    """What a loop keeps is lost when another executor runs, and computed again."""
    symbol = group(*rnn())
    arrays = filled(symbol, rng, x=(6, 2, 4), h0=(2, 3))
    alone = bound(symbol, arrays)
    alone.forward(is_train=True)
    heads = heads_for(alone, rng)
    alone.backward(heads)
    first = bound(symbol, arrays)
    second = symbol.bind(mx.cpu(), {n: a * 2 for n, a in first.arg_dict.items()}, grad_req="null",
                         shared_exec=first)
    first.forward(is_train=True)
    second.forward(is_train=True)
    first.backward(heads)
    first.backward(heads)
    for name in arrays:
        assert (first.grad_dict[name].asnumpy() == alone.grad_dict[name].asnumpy()).all()


def test_memory_of_inference_does_not_grow_with_the_length():
    symbol = C.foreach(lambda x, s: (x, mx.sym.broadcast_add(mx.sym.tanh(s), mx.sym.sum(x))), V("x"),
                       V("s"))[1]
    peaks = []
    for length in (5, 500):
        executor = symbol.simple_bind(mx.cpu(), grad_req="null", x=(length, 3), s=(1000,))
        executor.forward()
        peaks.append(executor._store.arena.blocks.peak)
    assert peaks[0] == peaks[1] > 0


def test_monitor():
    symbol = group(*rnn())
    executor = symbol.simple_bind(mx.cpu(), x=(3, 2, 4), h0=(2, 3))
    seen = []
    executor.set_monitor_callback(lambda name, array: seen.append(name))
    executor.forward(is_train=True)
    assert seen == symbol.list_outputs()


# -- while_loop --------------------------------------------------------------------------------
def counted(steps, most):
    """s is multiplied by tanh(w), i counts; puts out s * i and s + w."""
    u = mx.sym.tanh(V("w"))
    out, (i, s) = C.while_loop(lambda i, s: i < steps,
                               lambda i, s: ([s * i, s + V("w")], [i + 1, s * u]),
                               (V("i"), V("s")), max_iterations=most)
    return group(out, i, s)


@pytest.mark.parametrize("steps,most", [(3, 6), (9, 4), (1, 1), (0, 3)])
def test_while_loop(steps, most, rng):
    def expected(i, s, w):
        first, second = np.zeros((2, most, 1))
        for step in range(min(steps, most)):
            first[step], second[step] = s * i, s + w
            i, s = i + 1, s * np.tanh(w)
        return first, second, i, s
    symbol = counted(steps, most)
    assert symbol.list_arguments() == ["i", "s", "w"]
    assert symbol.infer_shape(i=(1,), s=(1,))[1] == [(most, 1), (most, 1), (1,), (1,)]
    check(symbol, rng, expected, i=[0.25], s=(1,), w=(1,))


def test_while_loop_stops_where_the_data_say(rng):
    out, s = C.while_loop(lambda s: mx.sym.sum(s) < V("limit"), lambda s: (s, s * V("factor")),
                          [V("s")], max_iterations=20)
    symbol = group(out, s)
    for limit, steps in ((10, 3), (100, 6), (1, 0)):
        check(symbol, rng, lambda s, limit, factor, n=steps: (
            np.stack([s * 2.0 ** i if i < n else s * 0 for i in range(20)]), s * 2.0 ** n),
            limit=[limit], s=[0.5, 1, 0.25], factor=[2, 2, 2])


def test_loop_vars_of_any_structure(rng):
    out, s = C.while_loop(lambda s: mx.sym.sum(s) < 4, lambda s: ([], s * 2), V("s"),
                          max_iterations=9)
    assert out == [] and isinstance(s, mx.sym.Symbol)
    check(s, rng, lambda s: [s * 4], s=[0.5, 0.6])
    _, (p, (q,)) = C.while_loop(lambda p, q: mx.sym.sum(p) < 4,
                                lambda p, q: (None, [p * 2, [q[0] + p]]), [V("p"), [V("q")]],
                                max_iterations=9)
    check(group(p, q), rng, lambda p, q: [p * 4, q + 3 * p], p=[0.5, 0.6], q=(2,))


def test_steps_that_are_not_taken_compute_nothing(rng):
    """After the end the body would divide by zero."""
    out, (n, s) = C.while_loop(lambda n, s: n > 0, lambda n, s: (s / n, [n - 1, s / n]),
                               [V("n"), V("s")], max_iterations=10)
    check(group(out, n, s), rng, n=[2.75], s=[1.0])
    executor = bound(group(out, n, s), {"n": np.full(1, 3.0), "s": np.ones(1)})
    assert all(np.isfinite(y.asnumpy()).all() for y in executor.forward())


# -- cond --------------------------------------------------------------------------------------
@pytest.mark.parametrize("value,taken", [(1, True), (9, False)])
def test_cond(value, taken, rng):
    a, b, u = V("a"), V("b"), mx.sym.exp(V("w"))
    symbol = C.cond(a * b < 5, lambda: (a + 5) * (b + 5) * u, lambda: (a - 5) * (b - 5))
    assert symbol.list_arguments() == ["a", "b", "w"]
    assert symbol.list_outputs()[0].endswith("_output")
    check(symbol, rng, lambda a, b, w: [(a + 5) * (b + 5) * np.exp(w) if taken else (a - 5) * (b - 5)],
          a=[1.0], b=[value], w=(1,))


def test_cond_with_structures_and_plain_values(rng):
    a, b = V("a"), V("b")
    for sign in (1, -1):
        out = C.cond(mx.sym.sum(a) > 0, lambda: [a, [b * a]], lambda: [b, [a]])
        assert isinstance(out, list) and isinstance(out[1], list)
        check(group(out), rng, lambda a, b, s=sign: [a, a * b] if s > 0 else [b, a],
              a=[sign, sign], b=(2,))


def test_only_the_branch_that_is_taken_is_computed():
    seen = []

    class Seen(mx.operator.CustomOp):
        def __init__(self, which):
            super().__init__()
            self.which = which

        def forward(self, is_train, req, in_data, out_data, aux):
            seen.append(self.which)
            self.assign(out_data[0], req[0], in_data[0])

    @mx.operator.register("seen")
    class SeenProp(mx.operator.CustomOpProp):
        def __init__(self, which):
            super().__init__()
            self.which = which

        def create_operator(self, ctx, in_shapes, in_dtypes):
            return Seen(self.which)
    x = V("x")
    y = C.cond(x > 0, lambda: mx.sym.Custom(x, op_type="seen", which="then"),
               lambda: mx.sym.Custom(x, op_type="seen", which="else"))
    executor = y.simple_bind(mx.cpu(), x=(1,))
    for value in (1, -1, 2):
        executor.forward(is_train=True, x=[value])
    assert seen == ["then", "else", "then"]


def test_branches_and_loops_in_loops(rng):
    def body(x, s):
        y = C.cond(mx.sym.sum(x) > 0, lambda: x * s, lambda: s - x)
        _, (_, h) = C.while_loop(lambda i, h: i < 2,
                                 lambda i, h: ([], [i + 1, mx.sym.tanh(h + y * V("w"))]),
                                 [V("zero"), s], max_iterations=4)
        return y, h
    out, state = C.foreach(body, V("x"), V("s"))
    check(group(out, state), rng, x=[[1, 2], [-1, 0], [-3, 1], [0.5, 0]], s=(2,), w=(2,),
          zero=[0.25])


def test_states_move_in_the_branch_that_is_taken(rng):
    x = V("x")
    y = C.cond(mx.sym.sum(x) > 0,
               lambda: mx.sym.BatchNorm(x, V("g"), V("b"), V("mm"), V("mv")), lambda: x * 2)
    aux = {"mm": mx.nd.zeros(2, dtype="float64"), "mv": mx.nd.ones(2, dtype="float64")}
    executor = bound(y, {"x": np.ones((4, 2)), "g": np.ones(2), "b": np.zeros(2)}, aux=aux)
    executor.forward(is_train=True)
    np.testing.assert_allclose(aux["mm"].asnumpy(), 0.1, rtol=1e-6)
    executor.forward(is_train=True, x=-np.ones((4, 2)))
    np.testing.assert_allclose(aux["mm"].asnumpy(), 0.1, rtol=1e-6)


# -- arrays ------------------------------------------------------------------------------------
def test_of_arrays():
    N, x = mx.nd.contrib, mx.nd.array(np.arange(6).reshape(3, 2))
    out, s = N.foreach(lambda x, s: ([x + s, x], s + x), x, mx.nd.zeros(2))
    assert out[0].asnumpy().tolist() == [[0, 1], [2, 4], [6, 9]] and s.asnumpy().tolist() == [6, 9]
    out, s = N.foreach(lambda x, s: (x[0] + s[0], [s[0] + x[1]]), [x, x * 2], [mx.nd.zeros(2)])
    assert out.shape == (3, 2) and s[0].asnumpy().tolist() == [12, 18]
    out, (i, s) = N.while_loop(lambda i, s: i <= 5, lambda i, s: ([i + s], [i + 1, s + i]),
                               (mx.nd.array([0], dtype="int64"), mx.nd.array([1], dtype="int64")),
                               max_iterations=8)
    assert out[0].asnumpy().reshape(-1).tolist() == [1, 2, 4, 7, 11, 16, 0, 0]
    assert (out[0].dtype, i.asscalar(), s.asscalar()) == (np.int64, 6, 16)
    out, (i,) = N.while_loop(lambda i: i < 0, lambda i: ([i], [i + 1]), [mx.nd.array([7])], 4)
    assert out == [] and i.asscalar() == 7
    a, b = mx.nd.array([1]), mx.nd.array([2])
    assert N.cond(a * b < 5, lambda: a + b, lambda: a - b).asscalar() == 3
    out, s = N.foreach(lambda x, s: (x, s), mx.nd.zeros((0, 2)), mx.nd.ones(2))
    assert out == [] and s.asnumpy().tolist() == [1, 1]


# -- files -------------------------------------------------------------------------------------
def test_json_has_the_subgraphs():
    with mx.NameManager():
        symbol = group(*rnn())
    nodes = json.loads(symbol.tojson())["nodes"]
    node = nodes[-1]
    assert node["op"] == "_foreach" and node["attrs"] == {
        "in_data_locs": "[0]", "in_state_locs": "[3]", "num_args": "7", "num_out_data": "1",
        "num_outputs": "2", "remain_locs": "[1, 2, 4, 5]"}
    inner, = node["subgraphs"]
    assert [n["name"] for n in inner["nodes"] if n["op"] == "null"] == [
        "x-0", "i_weight", "i_bias", "h0-0", "h_weight", "h_bias"]
    assert mx.sym.load_json(symbol.tojson()).tojson() == symbol.tojson()
    broken = symbol.tojson().replace('"op": "tanh"', '"op": "nope"')
    with pytest.raises(mx.MXNetError, match="nope"):
        mx.sym.load_json(broken)


def test_a_file_that_mxnet_wrote(rng):
    symbol = mx.sym.load(Path(__file__).parents[1] / "data" / "control-flow-symbol.json")

    def expected(x, h, fc_weight, fc_bias, w, i, t):
        rows, h, u = [], h, np.tanh(w)
        for row in x:
            rows.append(row @ fc_weight.T + fc_bias + h * u)
            h = np.tanh(h * u)
        loop = np.array([[t[0] * (i[0] + n) * 2 ** n] for n in range(3)] + [[0]])
        last = t * 8
        return np.stack(rows), h, loop, i + 3, last, last * 2 if last > 4 else last + i
    check(symbol, rng, expected, x=(4, 2, 5), h=(2, 3), i=[0.25], t=[0.75], w=(2, 3))
    check(symbol, rng, expected, x=(1, 2, 5), h=(2, 3), i=[0.25], t=[0.3], w=(2, 3))


def test_composing_replaces_what_flows_in(rng):
    symbol = group(*rnn())
    composed = symbol(x=mx.sym.tanh(V("z")))
    assert composed.list_arguments()[0] == "z"
    check(composed, rng, z=(3, 2, 4), h0=(2, 3))


# -- errors ------------------------------------------------------------------------------------
def test_errors_when_a_loop_is_made():
    x, s = V("x"), V("s")
    with pytest.raises(TypeError, match="data is a Symbol"):
        C.foreach(lambda x, s: (x, s), 3, s)
    with pytest.raises(mx.MXNetError, match="another structure"):
        C.foreach(lambda x, s: (x, [s]), x, s)
    with pytest.raises(mx.MXNetError, match="does not use its data or state x"):
        C.foreach(lambda x, s: (s, s), x, s)
    with pytest.raises(ValueError, match="max_iterations"):
        C.while_loop(lambda s: s < 1, lambda s: (s, [s]), [s])
    with pytest.raises(ValueError, match="at least one"):
        C.while_loop(lambda: x, lambda: (x, []), [], max_iterations=3)
    with pytest.raises(ValueError, match="2 loop_vars of 1"):
        C.while_loop(lambda s: s < 1, lambda s: (s, [s, s]), [s], max_iterations=3)
    with pytest.raises(mx.MXNetError, match="does not use its loop variable s"):
        C.while_loop(lambda s: s < 1, lambda s: (x, [x]), [s], max_iterations=3)
    with pytest.raises(ValueError, match="1 outputs, else_func 2"):
        C.cond(x, lambda: s, lambda: [s, s])
    with pytest.raises(mx.MXNetError, match="rename"):
        u = mx.sym.tanh(V("w"), name="u")
        C.foreach(lambda x, s: (x * u * V("x-0"), s), x, s)


def test_errors_of_inference_and_of_runs_name_the_node_inside():
    out, _ = C.foreach(lambda x, s: (mx.sym.elemwise_add(x, s, name="inner"), s), V("x"), V("s"))
    with pytest.raises(mx.MXNetError, match="_foreach.*inner"):
        out.infer_shape(x=(3, 2), s=(5,))
    with pytest.raises(mx.MXNetError, match=r"unknown are x \(\?, 2\)"):
        out.simple_bind(mx.cpu(), x=(0, 2), s=(2,))
    condition = C.while_loop(lambda s: s < 1, lambda s: (s, [s]), [V("s")], max_iterations=3)[0]
    with pytest.raises(mx.MXNetError, match="condition is one number"):
        condition.infer_shape(s=(2,))
    out, _ = C.foreach(lambda x, s: (mx.sym.take(V("t"), x, mode="raise", name="inner"), s), V("x"),
                       V("s"))
    executor = out.simple_bind(mx.cpu(), x=(3, 2), s=(1,), t=(4,))
    with pytest.raises(mx.MXNetError, match="_foreach.*inner.*99"):
        executor.forward(is_train=True, x=np.full((3, 2), 99))
    executor.forward(is_train=True, x=np.full((3, 2), 1))
    executor.backward([mx.nd.ones((3, 2))])
    assert executor.grad_dict["t"].asnumpy().tolist() == [0, 6, 0, 0]


# -- training ----------------------------------------------------------------------------------
def trained(looped):
    """The weights after some steps of a bucketed module."""
    def sym_gen(length):
        x = mx.sym.transpose(V("data"), axes=(1, 0, 2))
        cell = mx.rnn.RNNCell(4, prefix="r_")
        zero = mx.sym.zeros((5, 4))
        if looped:
            _, (h,) = C.foreach(cell, x, [zero])
        else:
            steps = mx.sym.SliceChannel(x, num_outputs=length, axis=0, squeeze_axis=True)
            _, (h,) = cell.unroll(length, list(steps), [zero])
        out = mx.sym.FullyConnected(h, num_hidden=2, name="fc")
        return mx.sym.SoftmaxOutput(out, name="softmax"), ("data",), ("softmax_label",)
    module = mx.mod.BucketingModule(sym_gen, default_bucket_key=6)
    module.bind([("data", (5, 6, 3))], [("softmax_label", (5,))])
    mx.random.seed(1)
    module.init_params(mx.init.Uniform(0.5))
    module.init_optimizer(optimizer_params={"learning_rate": 0.5})
    rng = np.random.default_rng(1)
    for step in range(12):
        length = (6, 3, 4)[step % 3]
        x = rng.normal(size=(5, length, 3))
        module.forward_backward(mx.io.DataBatch(
            [mx.nd.array(x)], [mx.nd.array(x[:, 0, 0] > 0)], bucket_key=length,
            provide_data=[("data", x.shape)], provide_label=[("softmax_label", (5,))]))
        module.update()
    return {n: a.asnumpy() for n, a in module.get_params()[0].items()}


def test_bucketed_training():
    """A loop in a bucketed module trains as the unrolled net does."""
    looped, unrolled = trained(True), trained(False)
    for name, value in unrolled.items():
        np.testing.assert_allclose(looped[name], value, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("value, slope", [(0, 3), (4, 2)])
def test_no_gradient_flows_to_a_condition(value, slope):
    """Not even one of zeros: sqrt would make it NaN at 0."""
    x = mx.sym.Variable("x")
    chosen = mx.sym.contrib.cond(mx.sym.sqrt(x), lambda: x * 2, lambda: x * 3)
    limit = mx.sym.sqrt(x)
    looped = mx.sym.contrib.while_loop(lambda i, s: limit < i, lambda i, s: ([s], [i - 1, s * 2]),
                                       [x + 1, x], max_iterations=1)[1][1]
    for symbol, want in ((chosen, slope), (looped, 2)):
        executor = symbol.bind(mx.cpu(), {"x": mx.nd.array([value])}, {"x": mx.nd.zeros((1,))})
        executor.forward(is_train=True)
        executor.backward(mx.nd.ones((1,)))
        assert executor.grad_dict["x"].asnumpy().tolist() == [want]


# -- what users' functions return ----------------------------------------------------------------
LOOPS = {       # (a loop with this function, on symbols or arrays; what it has to return)
    "foreach": (lambda m, one, f: m.contrib.foreach(lambda x, s: f(x + s), one, one),
                r"foreach: the body returns \(outputs, states\)"),
    "while_loop": (lambda m, one, f: m.contrib.while_loop(lambda a: a < 3, f, [one],
                                                          max_iterations=2),
                   r"while_loop: func returns \(outputs, loop_vars\)"),
}
MODULES = {"symbols": (mx.sym, lambda: mx.sym.Variable("one")),
           "arrays": (mx.nd, lambda: mx.nd.ones((1,)))}


@pytest.mark.parametrize("returned", [lambda v: None, lambda v: v, lambda v: (v,), lambda v: [],
                                      lambda v: (v, v, v), lambda v: 3, lambda v: {1: v, 2: v}])
@pytest.mark.parametrize("module,one", MODULES.values(), ids=MODULES)
@pytest.mark.parametrize("loop,wanted", LOOPS.values(), ids=LOOPS)
def test_what_a_loop_s_function_returns(loop, wanted, module, one, returned):
    with pytest.raises(TypeError, match=f"{wanted}, got a "):
        loop(module, one(), returned)


@pytest.mark.parametrize("returned", [lambda v: (3, v), lambda v: (v, 3), lambda v: ("a", v),
                                      lambda v: ([v, None], v), lambda v: (v, [None])])
@pytest.mark.parametrize("module,one", MODULES.values(), ids=MODULES)
@pytest.mark.parametrize("name", LOOPS)
def test_parts_of_what_a_loop_s_function_returns(name, module, one, returned):
    with pytest.raises((TypeError, mx.MXNetError), match=f"{name}: .*(is an?|another structure)"):
        LOOPS[name][0](module, one(), returned)


@pytest.mark.parametrize("module,one", MODULES.values(), ids=MODULES)
def test_a_condition_that_returns_nothing(module, one):
    with pytest.raises(TypeError, match="while_loop: .*cond returns.* got None"):
        module.contrib.while_loop(lambda a: None, lambda a: (a, a), [one()], max_iterations=2)
