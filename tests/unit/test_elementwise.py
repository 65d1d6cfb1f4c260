"""Edges of elementwise operators: rounding, NaN and infinities, shapes that do not fit, dtypes."""
import json

import numpy as np
import pytest

import symgraph as mx
from symgraph.errors import InferenceError, KernelError, MXNetError
from symgraph.native import lib

LONG = np.longdouble
TRUTH = {
    "exp": np.exp, "expm1": np.expm1, "log": np.log, "log1p": np.log1p, "tanh": np.tanh,
    "sin": np.sin, "cos": np.cos,
    "sigmoid": lambda x: np.where(x < 0, np.exp(x), 1) / (1 + np.exp(-np.abs(x))),
    "softrelu": lambda x: np.log1p(np.exp(-np.abs(x))) + np.maximum(x, 0),
}


def samples(dtype, rng):
    """Numbers of every size and sign, denormal ones too, then the special ones."""
    tiny, largest = np.finfo(dtype).tiny, np.log(np.finfo(dtype).max)
    parts = [rng.uniform(-1, 1, 5000), rng.uniform(-20, 20, 5000), rng.uniform(0.5, 2, 5000),
             rng.uniform(-1.2, 1.02, 5000) * largest, 10.0 ** rng.uniform(-30, 30, 5000),
             -10.0 ** rng.uniform(-30, 0, 5000), rng.uniform(-1, 1, 500) * float(tiny),
             [np.nan, np.inf, -np.inf, 0.0, -0.0, 1, -1, tiny, -tiny]]
    return np.concatenate([np.asarray(part, dtype) for part in parts])


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", TRUTH)
def test_within_two_units_in_the_last_place(name, dtype, level, rng):
    x = samples(dtype, rng)
    given = mx.nd.array(x, dtype=dtype)
    try:
        lib.sg_set_isa(level)
        y = (mx.nd.Activation(given, act_type=name) if name == "softrelu" else
             getattr(mx.nd, name)(given)).asnumpy()
    finally:
        lib.sg_set_isa(-1)
    with np.errstate(all="ignore"):
        exact = TRUTH[name](x.astype(LONG))
        want = exact.astype(dtype)
        finite = np.isfinite(want)
        error = np.abs(y.astype(LONG) - exact) / np.spacing(np.abs(want))
    same = (y == want) | (np.isnan(y) & np.isnan(want))
    assert same[~finite].all(), f"at {x[~finite & ~same][:5]}"
    worst = np.argmax(np.where(finite, error, 0))
    assert error[worst] <= 2, f"{float(error[worst])} units at {x[worst]!r}"
    signs = np.signbit(y) == np.signbit(want)
    assert signs[~np.isnan(want)].all(), f"sign at {x[~signs][:5]}"


def nd(values, dtype="float32"):
    return mx.nd.array(np.array(values), dtype=dtype)


def test_turns_of_long_rows_and_their_gradients(rng):
    """A stretch of a row that holds a large number is computed in another way than its neighbours."""
    x = rng.uniform(-1e6, 1e6, (3, 1500)).astype("float32")
    x[0, 700], x[1, :3] = 1e9, [np.inf, np.nan, -0.0]
    given = mx.nd.array(x)
    given.attach_grad()
    for name, truth, slope in (("sin", np.sin, np.cos), ("cos", np.cos, lambda v: -np.sin(v))):
        with mx.autograd.record():
            y = getattr(mx.nd, name)(given)
        y.backward()
        with np.errstate(invalid="ignore"):
            exact = x.astype("float64")
            np.testing.assert_allclose(y.asnumpy(), truth(exact), rtol=2e-7, atol=1e-13)
            np.testing.assert_allclose(given.grad.asnumpy(), slope(exact), rtol=2e-7, atol=1e-13)


def test_numbers_that_integers_do_not_have():
    x = [np.nan, np.inf, -np.inf, 2.0**31, -2.0**31, 2.0**31 - 0.5, -2.0**31 - 0.5, 1e30, -1e30, 2.9,
         -2.9, -0.0, 300.7, -129.2, 2.0**63, -2.0**63] * 3
    low, high = -2**31, 2**31 - 1
    want = [0, high, low, high, low, high, low, high, low, 2, -2, 0, 300, -129, high, low] * 3
    for dtype in ("float64", "float32"):
        given = nd(x, dtype)
        expect = np.array(want)
        for to in ("int32", "int8", "uint8"):
            np.testing.assert_array_equal(given.astype(to).asnumpy(), expect.astype(to))
    low, high = -2**63, 2**63 - 1
    found = nd(x[:16], "float64").astype("int64").asnumpy()
    assert found.tolist() == [0, high, low, 2**31, -2**31, 2**31 - 1, -2**31, high, low, 2, -2, 0, 300,
                              -129, high, low]


@pytest.mark.parametrize("call", [
    lambda x: mx.nd.relu(x), lambda x: mx.nd.Activation(x, act_type="relu"),
    lambda x: mx.nd.maximum(x, 0), lambda x: mx.nd.minimum(x, 0), lambda x: mx.nd.sign(x),
    lambda x: mx.nd.clip(x, a_min=0, a_max=1), lambda x: mx.nd.max(x), lambda x: mx.nd.min(x),
    lambda x: mx.nd.hard_sigmoid(x), lambda x: mx.nd.broadcast_maximum(x, nd([0.0])),
    lambda x: mx.nd.broadcast_minimum(nd([0.0]), x),
])
def test_nan_passes_through(call):
    assert np.isnan(call(nd([np.nan])).asnumpy()).all()
    assert np.isnan(call(nd([1.0, np.nan, 2.0])).asnumpy()).any()


def test_nan_is_the_extreme_for_argmax_and_argmin():
    for n in (3, 40, 200):
        x = np.arange(n, dtype=np.float32)
        x[n // 2] = np.nan
        for op in (mx.nd.argmax, mx.nd.argmin):
            assert op(nd(x), axis=0).asnumpy().tolist() == [n // 2]
            assert op(nd(np.stack([x, x], 1)), axis=0).asnumpy().tolist() == [n // 2] * 2


def test_argmax_takes_the_first_of_equal_ones():
    x = np.zeros((2, 100), np.float32)
    x[:, [37, 38, 90]] = 5
    assert mx.nd.argmax(nd(x), axis=1).asnumpy().tolist() == [37, 37]
    assert mx.nd.argmin(nd(-x), axis=1).asnumpy().tolist() == [37, 37]


def test_argmax_refuses_places_that_the_dtype_cannot_count():
    with pytest.raises(KernelError, match="200 elements.*only 127; convert it with Cast"):
        mx.nd.argmax(nd(np.zeros(200), "int8"), axis=0)


def gradients(symbol, values, head, req="write", times=1):
    """Gradients by name of symbol at values, with head as head gradient."""
    args = {name: nd(value) for name, value in values.items()}
    grads = {name: mx.nd.zeros(a.shape) for name, a in args.items()}
    executor = symbol.bind(mx.cpu(), args, args_grad=grads, grad_req=req)
    for _ in range(times):
        executor.forward(is_train=True)
        executor.backward(nd(head))
    return {name: grad.asnumpy().tolist() for name, grad in grads.items()}


def test_one_symbol_at_both_inputs():
    s = mx.sym.Variable("s")
    for symbol in (s * s, mx.sym.load_json((s * s).tojson())):
        assert gradients(symbol, {"s": [1, 2, 3]}, [1, 1, 1]) == {"s": [2, 4, 6]}
    assert gradients(s + s, {"s": [1, 2]}, [1, 1], "add", 2) == {"s": [4, 4]}
    assert gradients(s - s, {"s": [1, 2]}, [1, 1]) == {"s": [0, 0]}


@pytest.mark.parametrize("count", [2, 3, 4, 7, 24])
def test_sums_with_repeated_inputs(count):
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    inputs = [a if i % 3 else b for i in range(count)]
    of_b = len(range(0, count, 3))
    found = gradients(mx.sym.add_n(*inputs), {"a": [1, 2], "b": [3, 4]}, [1, 2], "add", 2)
    assert found == {"a": [2 * (count - of_b), 4 * (count - of_b)], "b": [2 * of_b, 4 * of_b]}


def test_operators_are_strict_and_broadcast_ones_are_not():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    for symbol, remedy in [(a - b, "broadcast_sub"), (a + b, "broadcast_add"),
                           (a * b, "broadcast_mul"), (a / b, "broadcast_div")]:
        with pytest.raises(MXNetError, match=rf"\(1, 2, 1\).*\(1, 2, 5\).*{remedy} broadcasts"):
            symbol.infer_shape(a=(1, 2, 1), b=(1, 2, 5))
    _, out, _ = mx.sym.broadcast_sub(a, b).infer_shape(a=(1, 2, 1), b=(1, 2, 5))
    assert out == [(1, 2, 5)]
    with pytest.raises(MXNetError, match=r"\(2, 3\).*\(2, 4\).*do not broadcast"):
        mx.sym.broadcast_add(a, b).infer_shape(a=(2, 3), b=(2, 4))


def test_a_vector_and_an_array_without_axes():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    with pytest.raises(MXNetError):
        (a + b).bind(mx.cpu(), {"a": nd([1, 2, 3, 4, 5]),
                                "b": mx.nd.array(np.float32(7).reshape(()))}).forward()


@pytest.mark.parametrize("given,known", [
    ({"a": (2, 1), "b": (1, 0)}, (2, 0)), ({"a": (2, 0), "b": (2, 3)}, (2, 3)),
    ({"a": (0, 3), "b": (0, 1)}, (0, 3)), ({"a": (5,), "b": (2, 1)}, (2, 5)),
])
def test_broadcasting_with_unknown_lengths(given, known):
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    _, out, _ = mx.sym.broadcast_add(a, b).infer_shape_partial(**given)
    assert out == [known]


def test_shapes_are_inferred_backwards():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    kept = mx.sym.sum(a, axis=1, keepdims=True)
    args, _, _ = (kept + b).infer_shape_partial(a=(0, 4), b=(3, 1))
    assert args == [(3, 4), (3, 1)]
    zeros = mx.sym.zeros((0, 7)) + a
    assert zeros.infer_shape(a=(5, 7))[1] == [(5, 7)]
    counted = mx.sym.arange(2, None, infer_range=True) + a
    assert counted.infer_shape(a=(4,))[1] == [(4,)]


def test_gradients_where_the_formula_divides_by_zero():
    a = mx.sym.Variable("a")
    x = {"a": [0, 0, 0]}
    assert gradients(mx.sym.norm(a), x, [1]) == {"a": [0, 0, 0]}
    assert gradients(mx.sym.hypot(a, 0), x, [1, 1, 1]) == {"a": [0, 0, 0]}
    assert gradients(a ** 0, x, [1, 1, 1]) == {"a": [0, 0, 0]}
    assert gradients(mx.sym.prod(a), {"a": [0, 2, 5]}, [1]) == {"a": [10, 0, 0]}
    b = mx.sym.Variable("b")
    found = gradients(mx.sym.broadcast_power(a, b), {"a": [0, 0, 2], "b": [0, 3, 2]}, [1, 1, 1])
    assert found["a"] == [0, 0, 4]
    assert found["b"][:2] == [0, 0]


def test_kinks():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    equal = {"a": [1, 2], "b": [1, 2]}
    assert gradients(mx.sym.maximum(a, b), equal, [1, 1]) == {"a": [1, 1], "b": [0, 0]}
    assert gradients(mx.sym.minimum(a, b), equal, [1, 1]) == {"a": [1, 1], "b": [0, 0]}
    assert gradients(mx.sym.max(a), {"a": [3, 1, 3]}, [1]) == {"a": [1, 0, 1]}
    assert gradients(mx.sym.relu(a), {"a": [0, 1]}, [1, 1]) == {"a": [0, 1]}
    assert gradients(mx.sym.clip(a, a_min=0, a_max=1), {"a": [0, 1, 2]}, [1, 1, 1]) == {
        "a": [1, 1, 0]}


def test_integers():
    x = nd([7, -7, 5], "int32")
    assert (x / nd([2, 2, 0], "int32")).asnumpy().tolist() == [3, -3, 0]
    assert (x % nd([3, 3, 0], "int32")).asnumpy().tolist() == [1, 2, 0]
    lowest = nd([-2 ** 31], "int32")
    assert (lowest / nd([-1], "int32")).asnumpy().tolist() == [-2 ** 31]
    assert (x * 2.5).asnumpy().tolist() == [14, -14, 10]
    assert (nd([200], "uint8") + nd([100], "uint8")).asnumpy().tolist() == [44]
    assert (nd([2 ** 63 - 1], "int64") + nd([1], "int64")).asnumpy().tolist() == [-2 ** 63]
    with pytest.raises(InferenceError, match="int32 is not a type that it works on.*Cast"):
        mx.nd.exp(x)
    with pytest.raises(InferenceError, match="rhs is float32, expected int32"):
        mx.nd.elemwise_add(x, nd([1, 2, 3]))


def test_sums_in_double_precision():
    x = np.full((1 << 20) + 1, 0.1, np.float32)
    assert mx.nd.sum(nd(x)).asnumpy()[0] == np.float32(x.astype(np.float64).sum())
    assert mx.nd.mean(nd(x)).asnumpy()[0] == np.float32(0.1)
    column = mx.nd.sum(nd(x.reshape(-1, 1)), axis=0).asnumpy()
    assert column[0] == np.float32(x.astype(np.float64).sum())


@pytest.mark.parametrize("call,message", [
    (lambda a: mx.sym.sum(a, axis=2).infer_shape(a=(2, 3)), r"axis 2 is outside \[-2, 2\)"),
    (lambda a: mx.sym.sum(a, axis=(0, -2)).infer_shape(a=(2, 3)), "name an axis twice"),
    (lambda a: mx.sym.argmax(a, axis=-3).infer_shape(a=(2, 3)), r"axis -3 is outside \[-2, 2\)"),
    (lambda a: mx.sym.norm(a, ord=3), "ord=3, but only 1 and 2"),
    (lambda a: mx.sym.moments(a), "moments needs axes"),
    (lambda a: mx.sym.broadcast_to(a, shape=(2, 4)).infer_shape(a=(2, 3)), "only axes of length 1"),
    (lambda a: mx.sym.broadcast_to(a, shape=(2, 3)).infer_shape(a=(3,)), "number of dimensions"),
    (lambda a: mx.sym.broadcast_axis(a, axis=1, size=2).infer_shape(a=(2, 3)), "of length 1"),
    (lambda a: mx.sym.broadcast_axis(a, axis=(0, 1), size=2), "of equal length"),
    (lambda a: mx.sym.arange(5, 2).infer_shape(), "from 5 to 2 by 1.0 is empty"),
    (lambda a: mx.sym.arange(5, step=0), "step=0 must not be 0"),
    (lambda a: mx.sym.add_n(), "at least one input"),
    (lambda a: mx.sym.clip(a, a_min=0), "needs the parameter 'a_max'"),
    (lambda a: mx.sym.Activation(a, act_type="rel"), "expected .*'relu'.*got 'rel'"),
])
def test_errors(call, message):
    with pytest.raises(MXNetError, match=message):
        call(mx.sym.Variable("a"))


def test_names_of_old_files():
    """Every name under which MXNet has these operators is one operator, written one way."""
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    for name, canonical in [("_Plus", "elemwise_add"), ("_minus", "elemwise_sub"),
                            ("_Mul", "elemwise_mul"), ("_Div", "elemwise_div"),
                            ("_Greater_Equal", "_greater_equal"), ("_Logical_Xor", "_logical_xor"),
                            ("broadcast_plus", "broadcast_add"),
                            ("broadcast_minus", "broadcast_sub"), ("ElementWiseSum", "add_n")]:
        function = getattr(mx.sym, name, None) or getattr(mx.sym._internal, name)
        assert json.loads(function(a, b).tojson())["nodes"][-1]["op"] == canonical
    for name, canonical in [("_RMinusScalar", "_rminus_scalar"), ("_EqualScalar", "_equal_scalar"),
                            ("_LogicalAndScalar", "_logical_and_scalar")]:
        node = json.loads(getattr(mx.sym._internal, name)(a, scalar=2).tojson())["nodes"][-1]
        assert (node["op"], node["attrs"]["scalar"]) == (canonical, "2")
