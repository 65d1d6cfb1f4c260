"""Initializers: the rule for each name, the values, the registry, and what they refuse."""
import json
import logging

import numpy as np
import pytest

import symgraph as mx

BUILT_IN = [
    (mx.init.Zero(), '["zero", {}]'),
    (mx.init.One(), '["one", {}]'),
    (mx.init.Constant(3), '["constant", {"value": 3}]'),
    (mx.init.Uniform(), '["uniform", {"scale": 0.07}]'),
    (mx.init.Normal(0.5), '["normal", {"sigma": 0.5}]'),
    (mx.init.Orthogonal(), '["orthogonal", {"scale": 1.414, "rand_type": "uniform"}]'),
    (
        mx.init.Xavier(factor_type="in", magnitude=2.34),
        '["xavier", {"rnd_type": "uniform", "factor_type": "in", "magnitude": 2.34}]',
    ),
    (mx.init.MSRAPrelu(), '["msraprelu", {"factor_type": "avg", "slope": 0.25}]'),
    (mx.init.Bilinear(), '["bilinear", {}]'),
    (mx.init.LSTMBias(2.0), '["lstmbias", {"forget_bias": 2.0}]'),
]


def filled(init, name, shape=(2, 3), attrs=None, dtype="float32"):
    """What the initializer makes of an array of nines."""
    array = mx.nd.full(shape, 9, dtype=dtype)
    init(mx.init.InitDesc(name, attrs), array)
    return array.asnumpy()


@pytest.mark.parametrize("name, value", [
    ("fc_weight", 5), ("weight", 5), ("fc_bias", 0), ("bn_gamma", 1), ("bn_beta", 0),
    ("bn_moving_mean", 0), ("bn_moving_var", 1), ("bn_running_mean", 0), ("bn_running_var", 1),
    ("bn_moving_inv_var", 0), ("x_moving_avg", 0), ("q_min", 0), ("q_max", 1),
])
def test_the_end_of_the_name_selects_the_rule(name, value):
    assert (filled(mx.init.Constant(5), name) == value).all()
    array = mx.nd.full((2, 3), 9)
    mx.init.Constant(5)(name, array)
    assert (array.asnumpy() == value).all()


def test_unknown_names_are_refused_with_remedies():
    with pytest.raises(ValueError, match=r"Uniform: no rule for the name 'free'; .*init=.*arg_params"):
        filled(mx.init.Uniform(), "free")


@pytest.mark.parametrize("own, value", [
    ('["constant", {"value": 7}]', 7), ("zeros", 0), ("ones", 1), ("", 5), (None, 5),
])
def test_a_variable_asks_for_its_own_initializer(own, value):
    attrs = {} if own is None else {"__init__": own}
    assert (filled(mx.init.Constant(5), "any_weight", attrs=attrs) == value).all()


def test_own_initializer_works_for_any_name_and_overrides_rules():
    attrs = {"__init__": mx.init.Constant(7).dumps()}
    for name in ("free", "fc_bias", "bn_moving_mean"):
        assert (filled(mx.init.Zero(), name, attrs=attrs) == 7).all()
    variable = mx.sym.Variable("free", init=mx.init.Constant(7))
    assert (filled(mx.init.Zero(), "free", attrs=variable.attr_dict()["free"]) == 7).all()


def test_description():
    desc = mx.init.InitDesc("x", {"a": "b"})
    assert desc == "x" and isinstance(desc, str)
    assert desc.attrs == {"a": "b"} and desc.global_init is None
    assert mx.init.InitDesc("y").attrs == {}
    init = mx.init.One()
    desc = mx.init.InitDesc("fc_weight")
    init(desc, mx.nd.zeros((1,)))
    assert desc.global_init is init


@pytest.mark.parametrize("init, text", BUILT_IN)
def test_dumps_and_create_are_inverse(init, text):
    assert init.dumps() == text
    again = mx.init.create(text)
    assert type(again) is type(init) and again == init and hash(again) == hash(init)
    name, kwargs = json.loads(text)
    assert mx.init.create(name.upper(), **kwargs) == init
    assert mx.init.create({"initializer": name, **kwargs}) == init
    assert mx.init.create(json.dumps({"initializer": name, **kwargs})) == init
    assert mx.init.create(init) is init


def test_equality_is_of_class_and_arguments():
    assert mx.init.Constant(5) != mx.init.Constant(6)
    assert mx.init.Zero() != mx.init.One()
    assert mx.init.Zero() != 3
    assert mx.init.Uniform(np.float32(0.5)) == mx.init.Uniform(0.5)


def test_create_refuses():
    with pytest.raises(ValueError, match="'xavir' is not registered .did you mean 'xavier'"):
        mx.init.create("xavir")
    with pytest.raises(TypeError, match="its name, its JSON text or a dict expected, int given"):
        mx.init.create(3)
    with pytest.raises(ValueError, match="is an initializer already"):
        mx.init.create(mx.init.Zero(), scale=1)
    with pytest.raises(TypeError, match="an InitDesc or a name expected, int given"):
        mx.init.Zero()(3, mx.nd.zeros((1,)))


def test_classes_of_ones_own(monkeypatch):
    monkeypatch.setattr(mx.initializer.base, "_CLASSES", dict(mx.initializer.base._CLASSES))

    @mx.init.register
    @mx.init.alias("threes")
    class Three(mx.init.Initializer):
        def _init_weight(self, desc, arr):
            arr[:] = 3

        def _init_bias(self, desc, arr):
            arr[:] = 4

        def _init_default(self, desc, arr):
            arr[:] = 6

    for init in (Three(), mx.init.create("three"), mx.init.create("threes")):
        values = [filled(init, name)[0, 0] for name in ("fc_weight", "fc_bias", "bn_gamma", "free")]
        assert values == [3, 4, 1, 6]
    with pytest.warns(UserWarning, match=r"initializer 'three' was .*, now it is"):
        mx.init.register(type("Three", (mx.init.Zero,), {}))
    with pytest.raises(TypeError, match="a subclass of Initializer expected"):
        mx.init.register(int)
    with pytest.raises(NotImplementedError, match="Initializer must define _init_weight"):
        filled(mx.init.Initializer(), "a_weight")


def test_lstm_bias_sets_the_forget_gate_only():
    got = filled(mx.init.Zero(), "i2h_bias", (12,), {"__init__": mx.init.LSTMBias(1.0).dumps()})
    np.testing.assert_array_equal(got, [0] * 3 + [1] * 3 + [0] * 6)
    with pytest.raises(ValueError, match=r"LSTMBias: 'x_weight' must hold four gates.*\(9,\)"):
        filled(mx.init.LSTMBias(), "x_weight", (9,))


def test_bias_of_an_lstm_cell_through_the_graph():
    outputs, _ = mx.rnn.LSTMCell(2, forget_bias=3.0).unroll(1, mx.sym.Variable("data"))
    attrs = outputs[0].attr_dict()
    got = filled(mx.init.One(), "lstm_i2h_bias", (8,), attrs["lstm_i2h_bias"])
    np.testing.assert_array_equal(got, [0, 0, 3, 3, 0, 0, 0, 0])
    assert (filled(mx.init.One(), "lstm_h2h_bias", (8,), attrs.get("lstm_h2h_bias")) == 0).all()


def test_constant_of_an_array():
    values = [[1, 2, 3], [4, 5, 6]]
    for value in (mx.nd.array(values), np.array(values), values):
        init = mx.init.Constant(value)
        np.testing.assert_array_equal(filled(init, "a_weight"), values)
        np.testing.assert_array_equal(filled(mx.init.create(init.dumps()), "a_weight"), values)


def test_bilinear_weights():
    line = np.array([0.25, 0.75, 0.75, 0.25])
    got = filled(mx.init.Bilinear(), "up_weight", (2, 1, 4, 4))
    np.testing.assert_allclose(got, np.broadcast_to(np.outer(line, line), (2, 1, 4, 4)))
    got = filled(mx.init.Bilinear(), "up_weight", (1, 1, 4, 2))
    np.testing.assert_allclose(got[0, 0], np.outer(line, [1, 0]))
    array = mx.nd.zeros((1, 1, 4, 4))
    mx.init.Zero()("upsampling0_weight", array)
    np.testing.assert_allclose(array.asnumpy()[0, 0], np.outer(line, line))
    with pytest.raises(ValueError, match=r"Bilinear: 'up_weight' must be of shape .*\(2, 2\)"):
        filled(mx.init.Bilinear(), "up_weight", (2, 2))


def test_old_names_of_an_affine_transform():
    array = mx.nd.zeros((6,))
    mx.init.One()("stn_loc_bias", array)
    np.testing.assert_array_equal(array.asnumpy(), [1, 0, 0, 0, 1, 0])
    with pytest.raises(ValueError, match=r"'stn_loc_bias' is the bias of an affine .*\(5,\)"):
        mx.init.One()("stn_loc_bias", mx.nd.zeros((5,)))


SHAPE = (300, 50, 3, 2)     # n_in = 50 * 6, n_out = 300 * 6


@pytest.mark.parametrize("factor_type, n", [("avg", 1050), ("in", 300), ("out", 1800)])
def test_xavier_scales(factor_type, n):
    bound = np.sqrt(3 / n)
    got = filled(mx.init.Xavier(factor_type=factor_type), "a_weight", SHAPE)
    assert np.abs(got).max() <= np.float32(bound) and np.abs(got).max() > 0.999 * bound
    np.testing.assert_allclose(got.std(), bound / np.sqrt(3), rtol=0.01)
    got = filled(mx.init.Xavier("gaussian", factor_type, 2), "a_weight", SHAPE)
    np.testing.assert_allclose(got.std(), np.sqrt(2 / n), rtol=0.01)
    assert np.abs(got).max() > 3 * np.sqrt(2 / n)
    got = filled(mx.init.MSRAPrelu(factor_type, slope=0.5), "a_weight", SHAPE)
    np.testing.assert_allclose(got.std(), np.sqrt(2 / 1.25 / n), rtol=0.01)


def test_uniform_and_normal():
    got = filled(mx.init.Uniform(0.5), "a_weight", (300, 300))
    assert -0.5 <= got.min() < -0.499 and 0.499 < got.max() <= 0.5
    np.testing.assert_allclose(got.std(), 0.5 / np.sqrt(3), rtol=0.01)
    got = filled(mx.init.Normal(0.5), "a_weight", (300, 300))
    np.testing.assert_allclose(got.std(), 0.5, rtol=0.01)
    assert abs(got.mean()) < 0.01 and got.max() > 1.5


@pytest.mark.parametrize("rand_type", ["uniform", "normal"])
@pytest.mark.parametrize("shape", [(3, 5), (5, 3), (4, 2, 3), (3,)])
def test_orthogonal(rand_type, shape):
    init = mx.init.Orthogonal(scale=2.0, rand_type=rand_type)
    matrix = filled(init, "a_weight", shape, dtype="float64").reshape(shape[0], -1)
    if matrix.shape[0] > matrix.shape[1]:
        matrix = matrix.T
    np.testing.assert_allclose(matrix @ matrix.T, 4 * np.eye(len(matrix)), atol=1e-12)


@pytest.mark.parametrize("init", [
    mx.init.Uniform(), mx.init.Normal(), mx.init.Orthogonal(), mx.init.Xavier(),
    mx.init.MSRAPrelu(),
])
def test_one_seed_governs_all_draws(init):
    values = []
    for seed in (5, 5, 6):
        mx.random.seed(seed)
        np.random.seed(len(values))
        values.append([filled(init, "a_weight", (4, 6)), filled(init, "b_weight", (4, 6))])
    np.testing.assert_array_equal(values[0], values[1])
    assert (values[0][0] != values[2][0]).any()
    assert (values[0][0] != values[0][1]).any()


@pytest.mark.parametrize("init, shape, dtype, message", [
    (mx.init.Xavier(), (3,), "float32", r"Xavier: 'a_weight' must have at least two axes.*\(3,\)"),
    (mx.init.MSRAPrelu(), (3,), "float32", "MSRAPrelu: 'a_weight' must have at least two axes"),
    (mx.init.Xavier(factor_type="z"), (3, 3), "float32", "factor_type must be one of avg, in, out"),
    (mx.init.Xavier(rnd_type="z"), (3, 3), "float32", "rnd_type must be one of uniform, gaussian"),
    (mx.init.Orthogonal(rand_type="z"), (3, 3), "float32", "rand_type must be one of .* found 'z'"),
    (mx.init.Uniform(5), (3, 3), "int32", "'a_weight' must be of a floating-point type, .*int32"),
    (mx.init.Xavier(), (3, 3), "int32", "Xavier: 'a_weight' must be of a floating-point type"),
])
def test_draws_refuse(init, shape, dtype, message):
    with pytest.raises(ValueError, match=message):
        filled(init, "a_weight", shape, dtype=dtype)


def test_mixed_takes_the_first_pattern_that_fits():
    choices = [mx.init.Zero(), mx.init.One(), mx.init.Constant(2)]
    init = mx.init.Mixed([".*bias", "fc", ".*"], choices)
    found = {name: filled(init, name)[0, 0] for name in ("fc_bias", "fc_weight", "my_fc_weight")}
    assert found == {"fc_bias": 0, "fc_weight": 1, "my_fc_weight": 2}
    attrs = {"__init__": mx.init.Constant(7).dumps()}
    assert (filled(init, "fc_bias", attrs=attrs) == 7).all()
    with pytest.raises(ValueError, match="'fc_weight' fits none of the patterns 'bias'; add"):
        filled(mx.init.Mixed(["bias"], [mx.init.Zero()]), "fc_weight")
    with pytest.raises(ValueError, match="2 patterns and 1 initializers"):
        mx.init.Mixed(["a", "b"], [mx.init.Zero()])


@pytest.mark.parametrize("from_file", [True, False])
def test_load_copies_and_falls_back(from_file, tmp_path, caplog):
    saved = {"arg:a_weight": mx.nd.full((2, 3), 1), "aux:m": mx.nd.full((2, 3), 2)}
    if from_file:
        mx.nd.save(str(tmp_path / "w.params"), saved)
        saved = str(tmp_path / "w.params")
    init = mx.init.Load(saved, default_init=mx.init.Constant(5), verbose=True)
    with caplog.at_level(logging.INFO):
        found = {name: filled(init, name)[0, 0] for name in ("a_weight", "m", "c_weight")}
    assert found == {"a_weight": 1, "m": 2, "c_weight": 5}
    assert [record.getMessage() for record in caplog.records] == [
        "Initialized a_weight by loading", "Initialized m by loading",
        "Initialized c_weight by default",
    ]
    with pytest.raises(ValueError, match=r"'a_weight' must be of shape \(3, 2\), .* \(2, 3\)"):
        filled(init, "a_weight", (3, 2))


def test_load_refuses():
    with pytest.raises(ValueError, match="Load: 'c_weight' is not among the 0 arrays loaded"):
        filled(mx.init.Load({}), "c_weight")
    with pytest.raises(TypeError, match="a dict of arrays by name, .* list given"):
        mx.init.Load([mx.nd.ones((3,))])


def test_verbosity_reports_rule_and_size(caplog):
    init = mx.init.Constant(-2.0)
    assert init.set_verbosity(True) is init
    with caplog.at_level(logging.INFO):
        filled(init, "a_weight")
        filled(init.set_verbosity(True, lambda array: str(array.shape)), "a_bias")
        filled(init, "free", attrs={"__init__": "zeros"})
        filled(init.set_verbosity(False), "a_weight")
    assert [record.getMessage() for record in caplog.records] == [
        "Initialized a_weight as weight: 2.0", "Initialized a_bias as bias: (2, 3)",
        "Initialized free as zeros: (2, 3)",
    ]
