"""The functions of mx.nd.random and mx.sym.random, and samplers against their distributions."""
import json

import numpy as np
import pytest

import symgraph as mx
from symgraph.errors import MXNetError

MANY = 40_000


def nodes(symbol):
    """(operator, name, parameters) of each node in the symbol's file."""
    return [(node["op"], node["name"], node.get("attrs", {}))
            for node in json.loads(symbol.tojson())["nodes"]]


def test_ndarrays_of_numbers_have_the_shape_1_by_default():
    r = mx.nd.random
    for call in (r.uniform, r.normal, r.poisson, r.exponential, r.gamma, r.negative_binomial,
                 r.generalized_negative_binomial, r.randn, mx.random.uniform):
        assert call().shape == (1,) and call().dtype == np.float32
    assert r.randint(0, 5).shape == (1,) and r.randint(0, 5).dtype == np.int32
    assert r.randint(0, 5, shape=3, dtype=np.int64).dtype == np.int64
    assert r.randn(2, 3).shape == (2, 3) and r.uniform(shape=4).shape == (4,)
    assert r.uniform(0, 1, (2,), "float64", mx.cpu()).dtype == np.float64
    out = mx.nd.zeros((2, 3), dtype="float64")
    assert r.normal(5, 0.0, out=out) is not None and (out.asnumpy() == 5).all()


def test_arrays_of_parameters_give_numbers_for_each_element():
    low, high = mx.nd.array([0, 10, 20]), mx.nd.array([1, 11, 21])
    got = mx.nd.random.uniform(low, high, shape=(2, 4)).asnumpy()
    assert got.shape == (3, 2, 4) and (got.astype(int) == [[[0]], [[10]], [[20]]]).all()
    assert mx.nd.random.uniform(low, high).shape == (3,)
    assert mx.nd.random.uniform(low, high, dtype="float64").dtype == np.float64
    scale = mx.nd.random.exponential(mx.nd.array([1, 100]), shape=MANY).asnumpy().mean(1)
    np.testing.assert_allclose(scale, [1, 100], rtol=0.05)      # the mean, not the rate
    np.testing.assert_allclose(mx.nd.random.exponential(3.0, shape=MANY).asnumpy().mean(), 3,
                               rtol=0.05)


@pytest.mark.parametrize("call", [
    lambda: mx.nd.random.uniform(mx.nd.zeros(3), 1), lambda: mx.nd.random.uniform("a", 1),
    lambda: mx.nd.random.randint(mx.nd.zeros(3), 4),
    lambda: mx.sym.random.normal(mx.sym.Variable("mu"), 1)])
def test_parameters_are_all_arrays_or_all_numbers(call):
    with pytest.raises(ValueError, match="all numbers|are numbers"):
        call()


def test_symbols_are_named_and_written_as_in_mxnet():
    r, v = mx.sym.random, mx.sym.Variable
    with mx.name.NameManager():
        assert nodes(r.uniform()) == [("_random_uniform", "_random_uniform0",
                                       {"low": "0", "high": "1"})]
        assert nodes(r.exponential(4.0))[0][2] == {"lam": "0.25"}
        assert nodes(r.randn(3, 2, name="q")) == [
            ("_random_normal", "q", {"loc": "0", "scale": "1", "shape": "(3, 2)"})]
        assert nodes(r.normal(v("a"), v("b"), shape=2))[2] == (
            "_sample_normal", "_sample_normal0", {"shape": "2"})
        assert nodes(r.multinomial(v("p")))[1][2] == {"get_prob": "True", "dtype": "int32"}
        assert nodes(r.shuffle(v("p")))[1][:2] == ("_shuffle", "_shuffle0")
        assert mx.sym.linalg.gemm2(v("a"), v("b")).name == "gemm20"
        assert mx.sym.linalg_gemm2(v("a"), v("b")).name == "linalg_gemm20"


def test_one_seed_governs_all():
    def draw():
        return [a.asnumpy() for a in (
            mx.nd.random.uniform(shape=3), mx.nd.random.randn(4), mx.nd.random.randint(0, 99, shape=5),
            mx.nd.random.multinomial(mx.nd.array([0.2, 0.8]), shape=20),
            mx.nd.random.shuffle(mx.nd.array(np.arange(50))),
            mx.nd._internal._sample_unique_zipfian(1000, shape=(2, 5))[0],
            mx.nd.contrib.rand_zipfian(mx.nd.array([3]), 4, 50)[0],
            mx.nd.image.random_brightness(mx.nd.ones((2, 2, 3)), 0.1, 0.9))]
    mx.random.seed(7)
    first = draw()
    second = draw()
    mx.random.seed(7)
    for a, b, c in zip(first, second, draw()):
        np.testing.assert_array_equal(a, c)
        assert not np.array_equal(a, b)


def test_multinomial_draws_by_probabilities():
    p = np.array([[0.1, 0.2, 0.7], [0.5, 0.5, 0]])
    drawn, log_p = mx.nd.random.multinomial(mx.nd.array(p), shape=MANY, get_prob=True)
    drawn, log_p = drawn.asnumpy(), log_p.asnumpy()
    assert drawn.shape == (2, MANY) and drawn.dtype == np.int32
    for row in range(2):
        share = np.bincount(drawn[row], minlength=3) / MANY
        assert np.abs(share - p[row]).max() < 5 * np.sqrt(0.25 / MANY)
        np.testing.assert_allclose(log_p[row], np.log(p[row][drawn[row]]), rtol=1e-6)
    assert mx.nd.random.multinomial(mx.nd.array(p)).shape == (2,)       # no get_prob by default
    assert mx.nd.random.multinomial(mx.nd.array(p), shape=(2, 3), dtype="uint8").shape == (2, 2, 3)


def test_multinomial_gradient_is_that_of_the_logarithms():
    p = mx.nd.array([[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]])
    grad = mx.nd.zeros((2, 3))
    y = mx.sym.random.multinomial(mx.sym.Variable("p"), shape=6)
    executor = y.bind(mx.cpu(), {"p": p}, args_grad={"p": grad})
    drawn = executor.forward(is_train=True)[0].asnumpy()
    w = np.arange(12.0).reshape(2, 6)
    executor.backward([mx.nd.zeros((2, 6), dtype="int32"), mx.nd.array(w)])
    want = np.zeros((2, 3))
    for row in range(2):
        np.add.at(want[row], drawn[row], w[row])
    np.testing.assert_allclose(grad.asnumpy(), want / p.asnumpy(), rtol=1e-5)


def test_randint_is_even_over_its_range():
    got = mx.nd.random.randint(-3, 4, shape=MANY).asnumpy()
    share = np.bincount(got + 3, minlength=7) / MANY
    assert np.abs(share - 1 / 7).max() < 5 * np.sqrt(1 / 7 / MANY)


def test_shuffles_are_even_over_all_orders():
    counts = {}
    for _ in range(1200):
        order = tuple(mx.nd.random.shuffle(mx.nd.array([0, 1, 2])).asnumpy().astype(int))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6 and max(abs(n - 200) for n in counts.values()) < 5 * np.sqrt(200)


def test_unique_zipfian_rows_are_distinct_and_favour_small_classes():
    drawn, tries = mx.nd._internal._sample_unique_zipfian(1000, shape=(2000, 8))
    drawn, tries = drawn.asnumpy(), tries.asnumpy()
    assert drawn.dtype == np.int64 and tries.shape == (2000,) and (tries >= 8).all()
    assert all(len(set(row)) == 8 for row in drawn.tolist())
    assert drawn.min() >= 0 and drawn.max() < 1000
    first = np.bincount(drawn[:, 0], minlength=1000) / 2000     # nothing came before in the row
    c = np.arange(4)
    want = (np.log(c + 2) - np.log(c + 1)) / np.log(1001)
    assert np.abs(first[:4] - want).max() < 5 * np.sqrt(0.1 / 2000)
    with pytest.raises(MXNetError, match="no 5 distinct classes"):
        mx.nd._internal._sample_unique_zipfian(4, shape=(1, 5))


def test_uniform_has_a_second_name():
    assert mx.nd.contrib.uniform is mx.nd.random.uniform
    assert mx.sym.contrib.uniform is mx.sym.random.uniform


def test_rand_zipfian_of_both_kinds():
    drawn, true, sampled = mx.nd.contrib.rand_zipfian(mx.nd.array([3]), 4, 5)
    assert drawn.dtype == np.int64 and drawn.shape == (4,) and true.dtype == np.float64
    np.testing.assert_allclose(true.asnumpy(), 4 * np.log(5 / 4) / np.log(6))
    c = drawn.asnumpy()
    np.testing.assert_allclose(sampled.asnumpy(), 4 * np.log((c + 2) / (c + 1)) / np.log(6))
    parts = mx.sym.contrib.rand_zipfian(mx.sym.Variable("true"), 4, 5)
    executor = mx.sym.Group(parts).bind(mx.cpu(), {"true": mx.nd.array([3])}, grad_req="null")
    again = [out.asnumpy() for out in executor.forward()]
    np.testing.assert_allclose(again[1], true.asnumpy())
    np.testing.assert_allclose(again[2], 4 * np.log((again[0] + 2) / (again[0] + 1)) / np.log(6))


def test_functions_that_are_no_single_operator():
    x = mx.nd.array(np.arange(8).reshape(4, 2))
    assert [p.shape for p in mx.nd.split_v2(x, (1, 3))] == [(1, 2), (2, 2), (1, 2)]
    assert [p.shape for p in mx.nd.split_v2(x, 2, axis=1, squeeze_axis=True)] == [(4,), (4,)]
    with pytest.raises(ValueError, match="indices_or_sections"):
        mx.nd.split_v2(x, "two")
    counts, edges = mx.nd.histogram(x, 4)
    assert counts.asnumpy().tolist() == [2, 2, 2, 2] and edges.asnumpy()[[0, -1]].tolist() == [0, 7]
    assert mx.nd.histogram(x, mx.nd.array([0, 3, 5]))[0].asnumpy().tolist() == [3, 3]
    with pytest.raises(ValueError, match="needs range"):
        mx.sym.histogram(mx.sym.Variable("x"), 4)
    mask = mx.nd.array([0, 1, 1, 0])
    assert mx.nd.contrib.boolean_mask(x, mask).asnumpy().tolist() == [[2, 3], [4, 5]]
    with pytest.raises(MXNetError, match="depends on data"):
        mx.sym.contrib.boolean_mask(mx.sym.Variable("x"), mx.sym.Variable("mask"))
    odd = mx.nd.array([1, np.nan, np.inf])
    for name, want in (("isnan", [0, 1, 0]), ("isinf", [0, 0, 1]), ("isfinite", [1, 0, 0])):
        assert getattr(mx.nd.contrib, name)(odd).asnumpy().tolist() == want
    assert mx.nd.eye(2, 3, 1).asnumpy().tolist() == [[0, 1, 0], [0, 0, 1]]
    assert mx.nd.linspace(0, 1, 3).asnumpy().tolist() == [0, 0.5, 1]
    assert mx.nd.moveaxis(mx.nd.ones((2, 3, 4)), (0, 1), (-1, 0)).shape == (3, 4, 2)
    assert mx.nd.moveaxis(mx.nd.ones((2, 3, 4)), 2, 0).shape == (4, 2, 3)
