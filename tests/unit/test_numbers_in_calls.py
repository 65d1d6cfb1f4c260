"""Numbers that users give: exact beside integers, refused by name where nothing can be made of them."""
import operator
import warnings

import numpy as np
import pytest

import symgraph as mx
from symgraph.errors import KernelError, MXNetError
from symgraph.op import REGISTRY
from symgraph.sampling import DISTRIBUTIONS

nd, S = mx.nd, mx.sym
x = S.Variable("x")
INTEGERS = ("int8", "uint8", "int32", "int64")
FLOATS = ("float16", "float32", "float64")
BIG = 2 ** 60 + 1


def held(dtype, number):
    """The nearest number of a type of integers."""
    bound = np.iinfo(dtype)
    return min(max(number, bound.min), bound.max)


def wrapped(dtype, number):
    bits = np.iinfo(dtype).bits
    number %= 2 ** bits
    return number - 2 ** bits if number > np.iinfo(dtype).max else number


def quotient(a, b):
    return 0 if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def modulo(a, b):
    return a % b if b else 0


ARITHMETIC = {
    "plus": operator.add, "minus": operator.sub, "mul": operator.mul, "div": quotient,
    "mod": modulo, "rminus": lambda a, b: b - a, "rdiv": lambda a, b: quotient(b, a),
    "rmod": lambda a, b: modulo(b, a),
}
COMPARISON = {
    "equal": operator.eq, "not_equal": operator.ne, "greater": operator.gt,
    "greater_equal": operator.ge, "lesser": operator.lt, "lesser_equal": operator.le,
    "logical_and": lambda a, b: bool(a and b), "logical_or": lambda a, b: bool(a or b),
    "logical_xor": lambda a, b: bool(a) != bool(b),
}
SCALARS = (0, 1, -1, 3, 100, 300, -300, 2 ** 31 + 1, 2 ** 53 + 1, -2 ** 53 - 1, BIG, 2 ** 63 - 1,
           -2 ** 63)


def edges(dtype):
    """Whole numbers of a type, those at its ends and where doubles end among them."""
    bound = np.iinfo(dtype)
    numbers = (0, 1, 2, 3, 44, 100, -1, -2, -44, 2 ** 31 - 1, 2 ** 53, 2 ** 53 + 1, -2 ** 53 - 1, BIG,
               bound.max - 1, bound.max, bound.min, bound.min + 1)
    return [n for n in numbers if held(dtype, n) == n]


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("name", [*ARITHMETIC, *COMPARISON, "maximum", "minimum"])
def test_scalars_beside_integers_are_exact(name, dtype):
    values = edges(dtype)
    array = nd.array(np.array(values, dtype), dtype=dtype)
    for scalar in SCALARS:
        if name in ARITHMETIC:
            want = [wrapped(dtype, ARITHMETIC[name](v, scalar)) for v in values]
        elif name in COMPARISON:
            want = [int(COMPARISON[name](v, scalar)) for v in values]
        else:
            choose = max if name == "maximum" else min
            want = [held(dtype, choose(v, scalar)) for v in values]
        function = getattr(nd._internal, f"_{name}_scalar")
        assert function(array, scalar=scalar).asnumpy().tolist() == want, scalar
        in_graph = getattr(S._internal, f"_{name}_scalar")(x, scalar=scalar)
        again = S.load_json(in_graph.tojson())     # the text has all digits
        assert again.eval(x=array)[0].asnumpy().tolist() == want, scalar


def test_python_operators_and_functions_hand_whole_numbers_on():
    array = nd.array([3, 2 ** 53], dtype="int64")
    for got, want in ((array * BIG, [3 * BIG, wrapped("int64", 2 ** 53 * BIG)]),
                      (BIG - array, [BIG - 3, BIG - 2 ** 53]),
                      (array == 2 ** 53 + 1, [0, 0]), (array < 2 ** 53 + 1, [1, 1]),
                      (nd.maximum(array, BIG), [BIG, BIG]),
                      (nd.add(array, BIG), [BIG + 3, BIG + 2 ** 53]),
                      (array + np.int64(BIG), [BIG + 3, BIG + 2 ** 53]),
                      (nd.clip(array, 4, 2 ** 53 - 1), [4, 2 ** 53 - 1]),
                      (nd.clip(array, 2 ** 53 + 1, BIG), [2 ** 53 + 1] * 2),
                      (nd.one_hot(nd.array([1]), 2, on_value=BIG, off_value=-BIG, dtype="int64"),
                       [[-BIG, BIG]]),
                      (nd.pad(nd.ones((1, 1, 1, 1), dtype="int64"), mode="constant",
                              pad_width=(0, 0, 0, 0, 0, 0, 1, 0), constant_value=BIG), [[[[BIG, 1]]]]),
                      (nd.SequenceMask(array.reshape((2, 1)), nd.array([1]), use_sequence_length=True,
                                       value=BIG), [[3], [BIG]]),
                      (nd.full((2,), BIG, dtype="int64"), [BIG, BIG]),
                      (nd.full((2,), 300, dtype="int8"), [44, 44]),
                      (S.full((2,), 300, dtype="int8").eval()[0], [44, 44]),
                      (S.full((2,), BIG, dtype="int64").eval()[0], [BIG, BIG])):
        assert got.asnumpy().tolist() == want
    assert nd.clip(nd.array([100, -100], dtype="int8"), -300, 300).asnumpy().tolist() == [100, -100]
    assert nd.clip(nd.array([100, -100], dtype="int8"), 200, 300).asnumpy().tolist() == [127, 127]


@pytest.mark.parametrize("dtype", INTEGERS)
def test_powers_of_integers_are_exact(dtype):
    pairs = [(a, b) for a in (-3, -1, 0, 1, 2, 3, 7) for b in (0, 1, 2, 5, 39, 63)
             if held(dtype, a) == a]
    a, b = (nd.array(np.array(side), dtype=dtype) for side in zip(*pairs))
    want = [wrapped(dtype, p ** q) for p, q in pairs]
    assert nd.broadcast_power(a, b).asnumpy().tolist() == want
    for power in (2, 3, 39):
        assert (a ** power).asnumpy().tolist() == [wrapped(dtype, p ** power) for p, _ in pairs]
        assert (power ** b).asnumpy().tolist() == [wrapped(dtype, power ** q) for _, q in pairs]
    if dtype != "uint8":
        inverse = nd.array([-2, -1, 0, 1, 2], dtype=dtype) ** -1
        assert inverse.asnumpy().tolist() == [0, -1, 0, 1, 0]


@pytest.mark.parametrize("start, stop, step", [
    (2 ** 53, 2 ** 53 + 4, 1), (2 ** 53 + 1, 2 ** 53 + 9, 3), (-2 ** 53 - 1, -2 ** 53 - 8, -2),
    (2 ** 63 - 3, 2 ** 63 - 1, 1), (-5, 5, 1)])
def test_ranges_of_int64_are_exact(start, stop, step):
    want = list(range(start, stop, step))
    assert nd.arange(start, stop, step, dtype="int64").asnumpy().tolist() == want
    assert S.arange(start, stop, step, dtype="int64").eval()[0].asnumpy().tolist() == want
    like = nd.contrib.arange_like(nd.zeros((len(want),), dtype="int64"), start=start, step=step)
    assert like.asnumpy().tolist() == want
    twice = S.arange(start, stop, step, repeat=2, dtype="int64").eval()[0].asnumpy().tolist()
    assert twice == [n for n in want for _ in range(2)]


def test_ranges_beyond_int64_end_at_its_last_number():
    got = S.arange(2.0 ** 63 - 4096, 2.0 ** 63 + 8192, 4096, dtype="int64").eval()[0]
    assert got.asnumpy().tolist() == [2 ** 63 - 4096, 2 ** 63 - 1, 2 ** 63 - 1]


@pytest.mark.parametrize("source", FLOATS)
@pytest.mark.parametrize("dtype", INTEGERS)
def test_astype_is_cast(source, dtype):
    values = np.array([np.nan, np.inf, -np.inf, 1e30, -1e30, 300.7, -300.7, 2.0 ** 63, 2.0 ** 31])
    with np.errstate(all="ignore"):
        array = nd.array(values.astype(source), dtype=source)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cast = nd.cast(array, dtype).asnumpy().tolist()
        assert array.astype(dtype).asnumpy().tolist() == cast
        assert nd.array(array.asnumpy(), dtype=dtype).asnumpy().tolist() == cast
    assert cast[0] == 0
    if dtype in ("int32", "int64"):
        bound = np.iinfo(dtype)
        assert cast[1:5:2] == [bound.max] * 2 and cast[2] == bound.min


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("order", [1, 2])
def test_norms_of_integers_do_not_overflow(dtype, order):
    for values in ([3, 4], [100, 100], [np.iinfo(dtype).max] * 2, [np.iinfo(dtype).min] * 2):
        got = nd.norm(nd.array(np.array(values, dtype), dtype=dtype), ord=order).asnumpy().tolist()
        exact = np.linalg.norm(np.array(values, np.float64), order)
        want = held(dtype, int(exact))
        assert got == [want] or abs(got[0] - want) <= 1e-15 * want


# -- histograms -----------------------------------------------------------------------------
@pytest.mark.parametrize("dtype", (*INTEGERS, "float32", "float64"))
@pytest.mark.parametrize("bins", [1, 2, 3, 7])
def test_histogram_is_that_of_numpy(dtype, bins, rng):
    values = rng.integers(0, 20, 50).astype(dtype)
    if dtype != "uint8":
        values -= 10
    low, high = float(values.min()), float(values.max())
    for given in (None, (low, high), (low - 0.5, high + 0.25), (low + 0.5, high - 1.5)):
        got = nd.histogram(nd.array(values, dtype=dtype), bins=bins, range=given)[0]
        want = np.histogram(values.astype("float64"), bins, given)[0]
        if dtype != "float32" or given is None:     # edges are rounded to float32
            assert got.asnumpy().tolist() == want.tolist(), given


def test_histograms_that_make_no_sense():
    data = nd.array([1, 2, 3])
    for edges_ in ([3, 2, 1], [1, np.nan, 3], [np.nan, np.nan]):
        with pytest.raises(KernelError, match="edge 0|edge 1"):
            nd.histogram(data, bins=nd.array(edges_))
    for values in ([1, np.nan], [1, np.inf]):
        with pytest.raises(ValueError, match="give a finite range"):
            nd.histogram(nd.array(values))
        assert nd.histogram(nd.array(values), bins=2, range=(0, 2))[0].asnumpy().tolist() == [0, 1]
    for wrong in ((2, 1), (np.nan, 1), (0, np.inf), (-1.7e308, 1.7e308)):
        with pytest.raises(MXNetError, match="finite"):
            nd.histogram(data, bins=2, range=wrong)
    assert nd.histogram(nd.array([5, 5]), bins=2)[1].asnumpy().tolist() == [4.5, 5, 5.5]


# -- random numbers -------------------------------------------------------------------------
@pytest.mark.parametrize("dtype, end", [("float32", 3e38), ("float64", 1.7e308), ("float16", 6e4)])
def test_uniform_numbers_over_the_whole_range(dtype, end):
    for drawn in (nd.random.uniform(-end, end, shape=(1000,), dtype=dtype),
                  nd.random.uniform(nd.array([-end], dtype=dtype), nd.array([end], dtype=dtype),
                                    shape=(1000,))):
        share = drawn.asnumpy().astype("float64") / end
        assert np.isfinite(share).all() and abs(share.mean()) < 0.1 and 0.5 < share.std() < 0.65


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_parameters_of_distributions_are_finite(name, bad):
    defaults = {"k": 1, "p": 0.5}
    names = DISTRIBUTIONS[name]
    for wrong in names:
        if wrong == "k":
            continue
        given = {key: bad if key == wrong else defaults.get(key, 1) for key in names}
        for module in (nd, S):
            with pytest.raises(MXNetError, match=f"{name}.*(finite|scale)"):
                getattr(module.random, name)(**given)
        operator_ = REGISTRY[f"_random_{name}"]
        given = {key: bad for key in operator_.parameters if key not in ("shape", "ctx", "dtype", "k")}
        with pytest.raises(MXNetError, match=f"_random_{name}_like: .*finite"):
            getattr(S._internal, f"_random_{name}_like")(x, **given)
        arrays = [nd.array([bad if key == wrong else defaults.get(key, 1)]) for key in names]
        if name != "exponential" or np.isnan(bad):      # a scale of infinity is a rate of 0
            with pytest.raises(KernelError, match="no such distribution"):
                getattr(nd.random, name)(*arrays)


def test_probabilities_are_finite():
    for row in ([np.inf, 1], [np.nan, 1], [-1, 2]):
        with pytest.raises(KernelError, match="not finite and 0 or greater"):
            nd.random.multinomial(nd.array(row))
    with pytest.raises(KernelError, match="sum to inf"):
        nd.random.multinomial(nd.array([1e308, 1e308], dtype="float64"))


def test_poisson_numbers_of_large_means():
    for mean in (1e10, 1e13, 1e30):
        drawn = nd.random.poisson(mean, shape=(2000,), dtype="float64").asnumpy()
        assert abs(drawn.mean() / mean - 1) < 1 / np.sqrt(mean)
        assert mean > 1e20 or 0.9 < drawn.std() / np.sqrt(mean) < 1.1


def test_scale_of_exponential():
    for wrong in (0, -1, np.nan, np.inf):
        with pytest.raises(MXNetError, match="random.exponential: scale="):
            nd.random.exponential(wrong)


# -- parameters are refused when a symbol is made, by operator and name -----------------------
REFUSED = [
    ("softmax: temperature is 0", lambda: S.softmax(x, temperature=0)),
    ("softmin: temperature is 0", lambda: S.softmin(x, temperature=0)),
    ("log_softmax: temperature is nan", lambda: S.log_softmax(x, temperature=np.nan)),
    ("log_softmax takes no lengths", lambda: S.log_softmax(x, use_length=True)),
    ("Dropout: p is 1.5", lambda: S.Dropout(x, p=1.5)),
    ("Dropout: p is nan", lambda: S.Dropout(x, p=np.nan)),
    ("_random_normal: .*scale=-1.0", lambda: S.random.normal(0, -1)),
    ("_random_randint: low=1, high=1", lambda: S.random.randint(1, 1)),
    ("ROIPooling: pooled_size", lambda: S.ROIPooling(x, x, pooled_size=(0, 1), spatial_scale=1)),
    ("ROIAlign: pooled_size",
     lambda: S.contrib.ROIAlign(x, x, pooled_size=(1,), spatial_scale=1)),
    ("ROIAlign: sample_ratio is 100000.*1000",
     lambda: S.contrib.ROIAlign(x, x, pooled_size=(1, 1), spatial_scale=1, sample_ratio=10 ** 5)),
    ("selfatt_qk: heads is 0", lambda: S.contrib.interleaved_matmul_selfatt_qk(x, heads=0)),
    ("GroupNorm: num_groups is 0", lambda: S.GroupNorm(x, num_groups=0)),
    *((f"scale_width .*{scale}", lambda scale=scale: S.contrib.BilinearResize2D(
        x, scale_height=1, scale_width=scale, mode="odd_scale")) for scale in (np.nan, np.inf)),
    ("LRN: nsize is 0", lambda: S.LRN(x, nsize=0)),
    ("GridGenerator: target_shape", lambda: S.GridGenerator(x, transform_type="affine")),
    ("SpatialTransformer: target_shape",
     lambda: S.SpatialTransformer(x, x, target_shape=(0, 0), transform_type="affine",
                                  sampler_type="bilinear")),
    ("lstm_state_clip_min=2.0", lambda: S.RNN(
        x, state_size=1, num_layers=1, mode="lstm", lstm_state_clip_min=2, lstm_state_clip_max=1)),
    ("lstm_state_clip_min=nan", lambda: S.RNN(
        x, state_size=1, num_layers=1, mode="lstm", lstm_state_clip_min=np.nan, lstm_state_clip_max=1)),
    *((f"{name}: pad \\(-1, -1\\)",
       lambda name=name: getattr(S, name)(x, kernel=(1, 1), pad=(-1, -1), **({} if name in (
           "Pooling", "im2col") else {"num_filter": 1}))) for name in (
        "Convolution", "Deconvolution", "im2col")),
    ("clip: parameter 'a_min'.*nan", lambda: S.clip(x, np.nan, 1)),
    ("clip: parameter 'a_max'.*nan", lambda: S.clip(x, 0, np.nan)),
    ("unravel_index: shape", lambda: S.unravel_index(x, shape=(2, 0))),
    ("ravel_multi_index: shape", lambda: S.ravel_multi_index(x, shape=())),
    ("ravel_multi_index: int64 cannot", lambda: S.ravel_multi_index(x, shape=(2 ** 40, 2 ** 40))),
    ("_arange: step=0", lambda: nd.arange(0, 1, 0)),
    ("_arange: start=0, stop=nan", lambda: nd.arange(0, np.nan)),
    ("_arange: start=0, stop=inf", lambda: S.arange(0, np.inf)),
    ("_linspace: .*stop=nan", lambda: nd.linspace(0, np.nan, 3)),
    ("'begin': expected .* 64 bits", lambda: nd.slice(nd.ones((2,)), begin=(-2 ** 70,), end=(1,))),
    ("'scalar': expected .* 64 bits", lambda: nd.ones((2,)) * 10 ** 400),
    ("'num_hidden': expected int that 64 bits", lambda: S.FullyConnected(x, num_hidden=2 ** 63)),
    ("ROIAlign: sample_ratio is -1099511627776, outside", lambda: nd.contrib.ROIAlign(
        nd.ones((1, 1, 2, 2)), nd.zeros((1, 5)), pooled_size=(1, 1), spatial_scale=1,
        sample_ratio=-2 ** 40)),
]


@pytest.mark.parametrize("said, call", REFUSED, ids=[said for said, _ in REFUSED])
def test_is_refused_by_name(said, call):
    with pytest.raises(MXNetError, match=said):
        call()


@pytest.mark.parametrize("steps", [1.5, -1, 0, "3", np.nan])
def test_steps_of_a_while_loop(steps):
    for module, start in ((S, x), (nd, nd.ones((1,)))):
        with pytest.raises(ValueError, match="max_iterations is a whole number of at least 1"):
            module.contrib.while_loop(lambda a: a < 1, lambda a: (a, a), start, max_iterations=steps)


HUGE = [
    ("repeat", lambda: nd.repeat(nd.ones((1,)), 2 ** 62)),
    ("tile", lambda: nd.tile(nd.ones((1,)), (2 ** 31, 2 ** 31))),
    ("diag", lambda: nd.diag(nd.ones((2,)), k=2 ** 40)),
    ("linalg_makediag", lambda: nd.linalg.makediag(nd.ones((2,)), offset=2 ** 31)),
    ("variable 'x'", lambda: x.simple_bind(x=(2 ** 31, 2 ** 31))),
    ("variable 'x'", lambda: (x * 2).simple_bind(x=(2 ** 31, 2 ** 31))),
    ("UpSampling", lambda: nd.UpSampling(nd.ones((1, 1, 2, 2)), scale=10 ** 9, sample_type="nearest")),
    ("Convolution", lambda: nd.Convolution(nd.ones((1, 1, 3, 3)), nd.ones((1, 1, 1, 1)), no_bias=True,
                                           kernel=(1, 1), num_filter=1, pad=(10 ** 9, 10 ** 9))),
    ("fc_weight", lambda: S.FullyConnected(x, num_hidden=2 ** 62, name="fc").simple_bind(x=(2, 3))),
    ("Pad", lambda: nd.pad(nd.ones((1, 1, 2, 2)), mode="constant",
                           pad_width=(0, 0, 0, 0, 10 ** 9, 10 ** 9, 2 ** 40, 1))),
]


@pytest.mark.parametrize("named, call", HUGE)
def test_arrays_that_no_memory_can_hold(named, call):
    with pytest.raises(MXNetError, match=f"{named}.* would have .*more than memory has addresses for"):
        call()


def test_too_many_axes():
    for call in (lambda: nd.ones((1,) * 9) + 1,
                 lambda: S.reshape(x, shape=(1,) * 9).simple_bind(x=(1,))):
        with pytest.raises(MXNetError, match=r"(_plus_scalar|Reshape) '\w+'.* 9 axes.*reshape"):
            call()


def test_unknown_lengths_are_shown_as_such():
    with pytest.raises(MXNetError, match=r"cannot reshape \(3, 4\) into \(5, \?\)"):
        nd.reshape(nd.ones((3, 4)), shape=(5, -1))


# -- data ------------------------------------------------------------------------------------
@pytest.mark.parametrize("shape", [(2, 3), (4,), (-1, 3), (2, 3, 5)])
@pytest.mark.parametrize("dtype", ["float32", "int32", "int64"])
def test_places_are_those_of_numpy_or_refused(shape, dtype):
    first, *rest = shape
    whole = (first if first > 0 else 7, *rest)
    every = np.arange(np.prod(whole))
    places = np.stack(np.unravel_index(every, whole))
    assert (nd.unravel_index(nd.array(every, dtype=dtype), shape=shape).asnumpy() == places).all()
    assert (nd.ravel_multi_index(nd.array(places, dtype=dtype), shape=shape).asnumpy() == every).all()
    for wrong in (-1, np.prod(whole) if first > 0 else -2):
        with pytest.raises(KernelError, match=f"index {wrong} at position 1 is outside"):
            nd.unravel_index(nd.array([0, wrong], dtype=dtype), shape=shape)
    for axis, length in enumerate(whole):
        for wrong in (-1, length) if axis or first > 0 else (-1,):
            place = np.zeros((len(whole), 2))
            place[axis, 1] = wrong
            with pytest.raises(KernelError, match=rf"index {wrong} at position \({axis}, 1\) .*bounds"):
                nd.ravel_multi_index(nd.array(place, dtype=dtype), shape=shape)


@pytest.mark.parametrize("call", [
    lambda a: nd.take(nd.ones((2,)), a, mode="raise"),
    lambda a: nd.gather_nd(nd.ones((2,)), a.reshape((1, -1))),
    lambda a: nd.unravel_index(a, shape=(2,)),
    lambda a: nd.ravel_multi_index(a.reshape((1, -1)), shape=(2,)),
    lambda a: nd.contrib.index_copy(nd.ones((2,)), a, nd.ones((1,))),
    lambda a: nd.CTCLoss(nd.ones((3, 1, 4)), a.reshape((1, -1))),
])
@pytest.mark.parametrize("dtype", FLOATS)
def test_nan_among_positions_is_called_nan(call, dtype):
    with pytest.raises(KernelError, match="(index|label 0 of row 0 is) nan"):
        call(nd.array([np.nan], dtype=dtype))


def test_matrices_that_are_not_finite():
    for bad in (np.nan, np.inf):
        for at in ((0, 0), (1, 0), (1, 1)):
            matrix = np.eye(2)
            matrix[at] = bad
            with pytest.raises(KernelError, match=rf"matrix 1 has {bad} at \({at[0]}, {at[1]}\)"):
                nd.linalg.syevd(nd.array(np.stack([np.eye(2), matrix]), dtype="float64"))
    for matrix in ([[np.nan, 0], [0, 0]], [[np.nan, np.nan]] * 2, [[1, np.nan], [0, 1]]):
        try:
            assert np.isnan(nd.linalg.inverse(nd.array(matrix)).asnumpy()).any()
        except KernelError as error:
            assert "nan at" in str(error)      # and not that it is singular


# -- None by its place ------------------------------------------------------------------------------
def test_none_is_an_input_or_a_parameter_by_its_place():
    """MXNet's results: None for an axis, and for an input that is not given."""
    x, s = mx.nd.array([[3, 1, 2], [4, 6, 5]]), mx.sym.Variable("x")
    assert mx.nd.topk(x, None, 4).asnumpy().tolist() == [4, 5, 3, 0]
    assert x.sum(None).asnumpy().tolist() == [21]
    assert mx.nd.argmax(x, None, True).asnumpy().tolist() == [[4]]
    assert mx.nd.LeakyReLU(-x, None, "leaky", 0.5).asnumpy()[0].tolist() == [-1.5, -0.5, -1]
    assert mx.sym.topk(s, None, 4).list_attr() == {"k": "4", "axis": "None"}
    assert mx.sym.SequenceMask(s, None, False, 2.0).list_attr() == {
        "use_sequence_length": "False", "value": "2.0"}
    assert mx.sym.FullyConnected(s, None, None, 3, name="f").list_arguments() == [
        "x", "f_weight", "f_bias"]
    assert mx.sym.relu(s, "a_name").name == "a_name"
    out = mx.nd.zeros((2, 3))
    assert mx.nd.relu(x, out) is out
    assert mx.nd.sum(x, 1, False, False, mx.nd.zeros((2,))).asnumpy().tolist() == [6, 15]


def test_arrays_that_no_input_takes():
    x = mx.nd.ones((2,))
    with pytest.raises(mx.MXNetError, match="relu has no input 'foo'; it takes the arrays data"):
        mx.nd.relu(x, foo=x)
    with pytest.raises(mx.MXNetError, match="dot: input 'rhs' is given twice"):
        mx.nd.dot(x, x, rhs=x)
    with pytest.raises(mx.MXNetError, match="exp: the name of a node is a str, got NDArray .2,"):
        mx.nd.exp(x, x, x)


def test_attributes_among_the_parameters():
    """MXNet's attr_dict: what it hides as __key__ may be given as key, and variables inherit it."""
    data = mx.sym.Variable("x")
    found = mx.sym.FullyConnected(data, num_hidden=3, lr_mult=2.0, name="f").attr_dict()
    assert found == {name: {"num_hidden": "3", "__lr_mult__": "2.0", "lr_mult": "2.0"}
                     for name in ("f", "f_weight", "f_bias")}
    with pytest.raises(mx.MXNetError, match=r"weight_lr_mult is an .*weight=Variable\(name, lr_mult=2"):
        mx.sym.FullyConnected(data, num_hidden=3, weight_lr_mult=2)


def test_operands_by_name():
    """MXNet's names, which differ between its modules."""
    x, s = mx.nd.array([1, 4]), mx.sym.Variable("x")
    assert mx.nd.maximum(lhs=x, rhs=2).asnumpy().tolist() == [2, 4]
    assert mx.nd.power(base=x, exp=2).asnumpy().tolist() == [1, 16]
    assert mx.sym.maximum(left=s, right=2).eval(x=x)[0].asnumpy().tolist() == [2, 4]
    with pytest.raises(TypeError, match="maximum: "):
        mx.sym.maximum(lhs=s, rhs=2)


@pytest.mark.parametrize("call", [
    lambda n: mx.sym.SliceChannel(mx.sym.Variable("x"), num_outputs=n),
    lambda n: mx.sym.Concat(mx.sym.Variable("x"), num_args=n),
    lambda n: mx.sym.stack(mx.sym.Variable("x"), num_args=n),
    lambda n: mx.sym.UpSampling(mx.sym.Variable("x"), scale=2, sample_type="nearest", num_args=n),
    lambda n: mx.sym.RNN(mx.sym.Variable("x"), state_size=2, num_layers=n, mode="gru"),
    lambda n: mx.nd.split_v2(mx.nd.ones((4,)), n),
    lambda n: mx.nd.SliceChannel(mx.nd.ones((4, 4)), num_outputs=n),
    lambda n: mx.nd.amp_multicast(mx.nd.ones((4,)), num_outputs=n),
    lambda n: mx.nd.multi_sum_sq(mx.nd.ones((4,)), num_arrays=n),
    lambda n: mx.nd.preloaded_multi_mp_sgd_update(mx.nd.ones((4,)), num_weights=n),
    lambda n: mx.sym.load_json(mx.sym.SliceChannel(mx.sym.Variable("x"), num_outputs=3).tojson()
                               .replace('"num_outputs": "3"', f'"num_outputs": "{n}"')),
])
@pytest.mark.parametrize("n", [100_000, 2 ** 31 - 1])
def test_absurd_counts_are_refused_at_once(call, n):
    with pytest.raises(mx.MXNetError, match=f"{n}"):
        call(n)
