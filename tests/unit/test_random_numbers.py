"""Random numbers: the generator against published figures, draws against their distributions."""
import math

import numpy as np
import pytest

import symgraph as mx
from symgraph.op import make

from ..kernels import Setting, run

MANY = 200_000


def philox(counter, key):
    """Philox4x32-10 of counters (n, 4) and keys (2,), written from the paper."""
    word, mask = np.uint64(32), np.uint64(0xFFFFFFFF)
    a, b, c, d = (np.asarray(counter, np.uint64)[:, i] for i in range(4))
    k0, k1 = (int(k) for k in key)
    for _ in range(10):
        p, q = a * np.uint64(0xD2511F53), c * np.uint64(0xCD9E8D57)
        a, b, c, d = ((q >> word) ^ b ^ np.uint64(k0), q & mask, (p >> word) ^ d ^ np.uint64(k1),
                      p & mask)
        k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
    return np.stack([a, b, c, d], 1)


@pytest.mark.parametrize("counter,key,words", [
    ([0, 0, 0, 0], [0, 0], [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
    ([0xFFFFFFFF] * 4, [0xFFFFFFFF] * 2, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
    ([0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344], [0xA4093822, 0x299F31D0],
     [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1])])
def test_the_reference_gives_the_published_words(counter, key, words):
    """The known answers that come with the authors' library Random123."""
    assert philox([counter], key)[0].tolist() == words


def words(n, key, stream):
    """The first n words that a kernel sees: 16 counters make a block of 64, word by word."""
    i = np.arange(n)
    counter = np.zeros((n, 4), np.uint64)
    counter[:, 0], counter[:, 2] = i // 64 * 16 + i % 16, stream
    found = philox(counter, (key & 0xFFFFFFFF, key >> 32))
    return found[i, i % 64 // 16]


def test_dropout_decides_by_the_words_of_the_generator():
    key, stream, n = 0x0123456789ABCDEF, 7, 1000
    op = make("Dropout", {"p": 0.3})
    y, mask = run(op, [np.ones(n, np.float32)], Setting(key=key, stream=stream))
    kept = words(n, key, stream) < np.uint64(int(0.7 * 2**32))
    np.testing.assert_array_equal(mask, np.where(kept, np.float32(1 / 0.7), 0))
    np.testing.assert_array_equal(y, mask)


def test_uniform_numbers_are_the_words_of_the_generator():
    key, stream, n = 99, 3, 500
    op = make("_random_uniform", {"shape": (n,)})
    got = run(op, [], Setting(key=key, stream=stream))[0]
    np.testing.assert_array_equal(got, ((words(n, key, stream) >> np.uint64(9)) + 0.5) / 2**23)


def draws(name, dtype="float32", **params):
    op = make(f"_random_{name}", {"shape": (MANY,), "dtype": dtype, **params})
    return run(op, [], Setting(key=4242, stream=1))[0].astype(np.float64)


def normal_cdf(x):
    return 0.5 * (1 + math.erf(x / math.sqrt(2)))


def word(value):
    """What pytest calls a parameter: its name, or nothing."""
    return value if isinstance(value, str) else ""


CONTINUOUS = [
    ("uniform", {"low": -2.0, "high": 3.0}, lambda x: (x + 2) / 5, (-1.5, 0.0, 1.0, 2.9)),
    ("normal", {"loc": 1.0, "scale": 2.0}, lambda x: normal_cdf((x - 1) / 2),
     (-4.0, -1.0, 1.0, 2.5)),
    ("exponential", {"lam": 2.0}, lambda x: 1 - math.exp(-2 * x), (0.01, 0.2, 1.0, 2.0)),
    ("gamma", {"alpha": 2.0, "beta": 3.0}, lambda x: 1 - math.exp(-x / 3) * (1 + x / 3),
     (0.5, 3.0, 6.0, 15.0)),
    # Half of a chi-squared number of one degree of freedom has shape 1/2.
    ("gamma", {"alpha": 0.5}, lambda x: 2 * normal_cdf(math.sqrt(2 * x)) - 1,
     (0.001, 0.1, 1.0, 3.0))]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name,params,cdf,places", CONTINUOUS, ids=word)
def test_continuous_distributions(name, params, cdf, places, dtype):
    """The share of draws below x is the distribution function at x, to 4.5 standard errors."""
    x = draws(name, dtype, **params)
    for place in places:
        p = cdf(place)
        assert abs((x < place).mean() - p) < 4.5 * math.sqrt(p * (1 - p) / MANY), place


def poisson(k, mean):
    return math.exp(k * math.log(mean) - mean - math.lgamma(k + 1))


def negative_binomial(k, size, p):
    return math.exp(math.lgamma(k + size) - math.lgamma(size) - math.lgamma(k + 1)
                    + size * math.log(p) + k * math.log(1 - p))


DISCRETE = [
    ("poisson", {"lam": 3.0}, lambda k: poisson(k, 3.0), (0, 1, 3, 7)),
    ("poisson", {"lam": 9.9}, lambda k: poisson(k, 9.9), (3, 9, 10, 16)),
    ("poisson", {"lam": 10.5}, lambda k: poisson(k, 10.5), (3, 9, 10, 16)),
    ("poisson", {"lam": 400.0}, lambda k: poisson(k, 400.0), (360, 399, 400, 430)),
    ("negative_binomial", {"k": 3, "p": 0.25}, lambda k: negative_binomial(k, 3, 0.25),
     (0, 5, 9, 20)),
    ("generalized_negative_binomial", {"mu": 2.0, "alpha": 0.5},
     lambda k: negative_binomial(k, 2, 0.5), (0, 1, 2, 6))]


@pytest.mark.parametrize("name,params,pmf,places", DISCRETE, ids=word)
def test_discrete_distributions(name, params, pmf, places):
    """The share of each number is its probability, to 4.5 standard errors, and all are whole."""
    x = draws(name, **params)
    assert (x == np.round(x)).all() and x.min() >= 0
    for place in places:
        p = pmf(place)
        assert abs((x == place).mean() - p) < 4.5 * math.sqrt(p * (1 - p) / MANY), place


def test_uniform_numbers_stay_below_their_upper_bound():
    """A range of one float32 step: rounding would reach the upper bound half of the time."""
    low = 1.0
    high = float(np.nextafter(np.float32(1), np.float32(2)))
    assert (draws("uniform", low=low, high=high) == low).all()


def test_whole_numbers_are_equally_likely():
    op = make("_random_randint", {"low": -2, "high": 5, "shape": (MANY,)})
    x = run(op, [], Setting(key=5))[0]
    assert x.dtype == np.int32 and x.min() == -2 and x.max() == 4
    share = np.bincount(x + 2) / MANY
    assert np.abs(share - 1 / 7).max() < 4.5 * math.sqrt(6 / 49 / MANY)


def test_whole_numbers_reach_across_64_bits():
    low, high = -2**63, 2**63 - 1
    op = make("_random_randint", {"low": low, "high": high, "shape": (10_000,), "dtype": "int64"})
    x = run(op, [], Setting(key=5))[0].astype(np.float64)
    assert x.min() < 0.999 * low and x.max() > 0.999 * high and abs(x.mean()) < 2.0**63 * 0.03


def test_samples_follow_their_own_parameters():
    mean, std = np.array([[0.0, 100.0], [-5.0, 7.0]]), np.array([[1.0, 2.0], [0.0, 0.1]])
    op = make("_sample_normal", {"shape": (5000,)})
    x = run(op, [mean, std], Setting(key=8))[0]
    assert x.shape == (2, 2, 5000)
    np.testing.assert_allclose(x.mean(-1), mean, atol=0.15)
    np.testing.assert_allclose(x.std(-1), std, rtol=0.05)


def test_classes_follow_their_probabilities():
    p = np.array([[0.0, 1.0, 0.0], [0.2, 0.3, 0.5], [2.0, 0.0, 6.0]])     # relative to their sums
    op = make("_sample_multinomial", {"shape": (20_000,), "get_prob": True})
    drawn, log_p = run(op, [p], Setting(key=3))
    for row, probability in zip(drawn, p / p.sum(1, keepdims=True)):
        share = np.bincount(row, minlength=3) / row.size
        np.testing.assert_allclose(share, probability, atol=0.016)
        assert set(row) <= set(np.flatnonzero(probability))
    np.testing.assert_allclose(log_p, np.log(np.take_along_axis(p, drawn.astype(int), 1)))


def test_the_logarithm_of_a_drawn_probability_has_a_gradient():
    p = mx.sym.Variable("p")
    drawn = mx.sym.sample_multinomial(p, shape=(6,), get_prob=True, name="y")
    assert drawn.list_outputs() == ["y_output0", "y_output1"]
    executor = mx.sym.BlockGrad(drawn[0]), drawn[1]
    executor = mx.sym.Group(executor).simple_bind(mx.cpu(), p=(2, 3))
    executor.arg_dict["p"][:] = np.array([[0.2, 0.3, 0.5], [0.6, 0.3, 0.1]])
    classes = executor.forward(is_train=True)[0].asnumpy()
    heads = np.arange(12, dtype=np.float32).reshape(2, 6)
    executor.backward([mx.nd.zeros((2, 6), dtype="int32"), mx.nd.array(heads)])
    want = np.zeros((2, 3))
    for row in range(2):
        for i in range(6):
            want[row, classes[row, i]] += heads[row, i]
    want /= executor.arg_dict["p"].asnumpy()
    np.testing.assert_allclose(executor.grad_dict["p"].asnumpy(), want, rtol=1e-6)


def test_shuffle_keeps_rows_and_gives_every_order():
    seen = {}
    for key in range(900):
        y = run(make("_shuffle", {}), [np.arange(6).reshape(3, 2)], Setting(key=key * 7919))[0]
        assert (y[:, 1] == y[:, 0] + 1).all() and sorted(y[:, 0]) == [0, 2, 4]
        seen[tuple(y[:, 0])] = seen.get(tuple(y[:, 0]), 0) + 1
    assert len(seen) == 6 and min(seen.values()) > 100


def test_dropout_keeps_the_expected_share_and_sum():
    x = np.ones((500, 400), np.float32)
    y = run(make("Dropout", {"p": 0.2}), [x], Setting(key=1))[0]
    assert abs((y == 0).mean() - 0.2) < 4.5 * math.sqrt(0.16 / x.size)
    assert abs(y.mean() - 1) < 0.01 and set(np.unique(y)) == {0, np.float32(1.25)}


def test_dropout_is_the_identity_outside_of_training_unless_always():
    x = np.linspace(-1, 1, 300, dtype=np.float32)
    assert (run(make("Dropout", {}), [x], Setting(is_train=False))[0] == x).all()
    always = run(make("Dropout", {"mode": "always"}), [x], Setting(is_train=False))[0]
    assert 0.3 < (always == 0).mean() < 0.7


def test_dropout_shares_decisions_along_axes():
    x = np.ones((4, 50, 6), np.float32)
    y, mask = run(make("Dropout", {"axes": (0, 2)}), [x], Setting(key=2))
    assert mask.shape == (1, 50, 1) and (y == mask).all() and 10 < (mask == 0).sum() < 40


def test_equal_seeds_give_equal_numbers_whatever_the_threads():
    symbol = mx.sym.Dropout(mx.sym.Variable("x"), p=0.4)
    executor = symbol.simple_bind(mx.cpu(), x=(300, 300))
    executor.arg_dict["x"][:] = 1

    def masks(seed):
        mx.random.seed(seed)
        return [executor.forward(is_train=True)[0].asnumpy() for _ in range(2)]
    first, second = masks(11)
    assert (first != second).any()          # the next run draws other numbers
    again = masks(11)
    assert (first == again[0]).all() and (second == again[1]).all()
    assert (first != masks(12)[0]).any()


def test_two_dropouts_of_one_program_draw_different_numbers():
    x = mx.sym.Variable("x")
    symbol = mx.sym.Group([mx.sym.Dropout(x), mx.sym.Dropout(x)])
    executor = symbol.simple_bind(mx.cpu(), x=(40, 40))
    executor.arg_dict["x"][:] = 1
    one, other = (y.asnumpy() for y in executor.forward(is_train=True))
    assert (one != other).any()


@pytest.mark.parametrize("name,params,message", [
    ("Dropout", {"p": 1.5}, r"p is 1\.5, a probability lies in \[0, 1\]"),
    ("_random_uniform", {"low": 2.0, "high": 1.0}, "low=2.0, high=1.0, but low <= high is needed"),
    ("_random_normal", {"scale": -1.0}, "scale >= 0 is needed"),
    ("_random_exponential", {"lam": 0.0}, "lam > 0 is needed"),
    ("_random_negative_binomial", {"p": 0.0}, "0 < p <= 1 is needed"),
    ("_random_randint", {"low": 3, "high": 3}, "low < high is needed"),
    ("_random_randint", {"low": 3, "high": 2**40}, "within int32")])
def test_impossible_parameters_are_refused(name, params, message):
    with pytest.raises(mx.MXNetError, match=message):
        make(name, params)


@pytest.mark.parametrize("name,inputs,message", [
    ("_sample_normal", [[0.0, 1.0], [1.0, -1.0]], "element 1: no such distribution"),
    ("_sample_multinomial", [[0.5, -0.5]], "probability -0.5 at 1 is not finite and 0 or greater"),
    ("_sample_multinomial", [[0.0, 0.0]], "the probabilities from 0 on sum to 0")])
def test_impossible_data_is_refused(name, inputs, message):
    with pytest.raises(mx.MXNetError, match=message):
        run(make(name, {}), [np.array(x) for x in inputs])
