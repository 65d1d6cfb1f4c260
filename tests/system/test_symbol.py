"""Symbols: names, sharing, composition, copies, JSON, and what is no symbol."""
import contextlib
import copy
import json
import operator
import pickle

import numpy as np
import pytest

import symgraph as mx
from symgraph.errors import MXNetError


def fc(x, name, num_hidden=10, **params):
    return mx.sym.FullyConnected(data=x, name=name, num_hidden=num_hidden, **params)


def gradient(symbol, **given):
    """The gradients under head gradients of 1, by argument."""
    executor = symbol.simple_bind(mx.cpu(), **{n: np.shape(v) for n, v in given.items()})
    for name, value in given.items():
        executor.arg_dict[name][:] = value
    outputs = executor.forward(is_train=True)
    executor.backward([mx.nd.ones(y.shape) for y in outputs])
    return {name: grad.asnumpy().tolist() for name, grad in executor.grad_dict.items()}


def test_variables_of_one_name_are_one_variable():
    twice = mx.sym.Variable("a") + mx.sym.Variable("a")
    assert twice.list_arguments() == ["a"]
    assert gradient(twice, a=[1.0, 2.0]) == {"a": [2, 2]}


@pytest.mark.parametrize("one,other", [
    ({"shape": (2,)}, {"shape": (3,)}), ({"dtype": "int32"}, {"dtype": "float32"}),
    ({"lr_mult": 1.0}, {"lr_mult": 2.0}), ({"init": '["zero", {}]'}, {"init": '["one", {}]'})])
def test_contradicting_declarations_raise(one, other):
    """Whatever was declared: the error names the variable and both values."""
    (key, first), = one.items()
    both = mx.sym.Variable("a", **one) + mx.sym.Variable("a", **other)
    with pytest.raises(MXNetError, match=rf"(?s)'a'.*{key}.*{key}"):
        both.simple_bind(mx.cpu(), a=(2,))
    agreeing = mx.sym.Variable("a", **one) + mx.sym.Variable("a", **one) + mx.sym.Variable("a")
    assert agreeing.list_arguments() == ["a"]
    assert agreeing.infer_shape_partial()[0] == [(2,) if key == "shape" else ()]


def test_one_symbol_used_twice_in_one_operator():
    s = mx.sym.Variable("s")
    for symbol, want in ((s * s, [2, 4, 6]), (mx.sym.Concat(s, s, dim=0), [2, 2, 2]),
                         (mx.sym.add_n(s, s, s), [3, 3, 3])):
        assert gradient(symbol, s=[1.0, 2.0, 3.0]) == {"s": want}
        assert gradient(mx.sym.load_json(symbol.tojson()), s=[1.0, 2.0, 3.0]) == {"s": want}


@pytest.mark.parametrize("op,inputs,params", [
    ("FullyConnected", "weight bias", {"num_hidden": 4}),
    ("Convolution", "weight bias", {"num_filter": 4, "kernel": (1, 1)}),
    ("Deconvolution", "weight bias", {"num_filter": 4, "kernel": (3, 3), "no_bias": False})])
@pytest.mark.parametrize("inner", [False, True])
@pytest.mark.parametrize("req", ["write", "null"])
def test_inputs_that_are_one_value_have_one_shape(op, inputs, params, inner, req):
    """Where nothing but the operator says the shapes: no kernel may read beyond a vector."""
    shared = mx.sym.Variable("shared")
    named = dict.fromkeys(inputs.split(), mx.sym.tanh(shared, name="t") if inner else shared)
    symbol = getattr(mx.sym, op)(mx.sym.Variable("data"), name="here", **named, **params)
    who = "'t'" if inner else "'shared'"
    for call in (symbol.infer_shape, lambda **shapes: symbol.simple_bind(grad_req=req, **shapes)):
        with pytest.raises(MXNetError, match=f"'here': {' and '.join(named)} are one value, .*{who}"):
            call(data=(2, 3, 5, 5))


def test_inputs_that_are_one_value_teach_each_other():
    x = mx.sym.Variable("x")
    square = mx.sym.FullyConnected(x, weight=x, no_bias=True, num_hidden=4)
    assert square.infer_shape_partial(x=(0, 5))[:2] == ([(4, 5)], [(4, 4)])


def test_composing_keeps_inner_names():
    net1 = fc(mx.sym.Variable("data"), "fc1")
    net2 = fc(mx.sym.Variable("data2"), "net2")
    composed = net1(data=net2, name="compose")
    assert composed.list_arguments() == ["data2", "net2_weight", "net2_bias", "fc1_weight",
                                         "fc1_bias"]
    assert net1.list_arguments() == ["data", "fc1_weight", "fc1_bias"], "the original is kept"
    assert composed.list_outputs() == ["compose_output"]
    with pytest.raises((ValueError, MXNetError), match="nope"):
        net1(nope=net2)
    with pytest.raises(TypeError):
        net1(data=3)


def test_output_names_are_decimal():
    x = mx.sym.Variable("x")
    parts = mx.sym.SliceChannel(x, num_outputs=12, name="s")
    assert parts.list_outputs() == [f"s_output{i}" for i in range(12)]
    assert parts["s_output11"].list_outputs() == ["s_output11"]
    assert len(parts) == 12 and parts[10].list_outputs() == ["s_output10"]


def test_an_ambiguous_name_raises():
    x = mx.sym.Variable("x")
    both = mx.sym.Group([mx.sym.exp(x, name="same"), mx.sym.tanh(x, name="same")])
    with pytest.raises(ValueError, match="same_output"):
        both["same_output"]
    with pytest.raises(ValueError, match="other"):
        both["other"]
    with pytest.raises(IndexError):
        both[2]


def test_copies_are_independent():
    for make in (copy.copy, copy.deepcopy):
        original = fc(mx.sym.Variable("data"), "fc")
        twin = make(original)
        assert twin.tojson() == original.tojson()
        twin._set_attr(color="red")
        assert original.attr("color") is None and twin.attr("color") == "red"
        inner = twin.get_internals()["fc_weight"]
        inner._set_attr(color="blue")
        assert "color" not in original.attr_dict().get("fc_weight", {})
    assert pickle.loads(pickle.dumps(original)).tojson() == original.tojson()


def test_cutting_a_network_and_growing_it_again():
    x = mx.sym.Variable("data")
    net = fc(mx.sym.Activation(fc(x, "fc1"), act_type="relu", name="act"), "fc2")
    cut = net.get_internals()["act_output"]
    assert cut.list_arguments() == ["data", "fc1_weight", "fc1_bias"]
    grown = fc(cut, "new", 3)
    assert grown.list_arguments() == ["data", "fc1_weight", "fc1_bias", "new_weight", "new_bias"]
    assert grown.infer_shape(data=(2, 5))[1] == [(2, 3)]
    assert {np.dtype(t).name for t in grown.infer_type(data="float32")[0]} == {"float32"}
    executor = grown.simple_bind(mx.cpu(), data=(2, 5))
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones((2, 3)))
    assert net.list_arguments()[-1] == "fc2_bias"


def test_long_chains_need_no_recursion():
    x = mx.sym.Variable("x")
    for _ in range(1200):
        x = x + 1
    again = mx.sym.load_json(x.tojson())
    assert again.infer_shape(x=(2,))[1] == [(2,)]
    assert copy.deepcopy(x).list_arguments() == ["x"]
    executor = x.simple_bind(mx.cpu(), grad_req="null", x=(1,))
    assert executor.forward()[0].asnumpy().tolist() == [1200]


@pytest.mark.parametrize("text", [str({"nodes": []}), "", "<html>", "[1, 2", "3", "{}", "null",
                                  "[" * 100_000, '{"nodes": ' * 5000, "9" * 5000, "\0"])
def test_text_that_is_no_symbol(text, tmp_path):
    with pytest.raises(MXNetError):
        mx.sym.load_json(text)
    path = tmp_path / "net-symbol.json"
    path.write_text(text)
    with pytest.raises(MXNetError, match="net-symbol.json"):
        mx.sym.load(path)


def test_a_file_that_is_no_text(tmp_path):
    (tmp_path / "net-symbol.json").write_bytes(bytes(range(255, 0, -1)))
    with pytest.raises(MXNetError, match="net-symbol.json is no symbol's JSON"):
        mx.sym.load(str(tmp_path / "net-symbol.json"))


def small_net():
    """The JSON of a symbol, as lists and dicts: variable x, split in two, one of them tanh."""
    parts = mx.sym.SliceChannel(mx.sym.Variable("x"), num_outputs=2, name="parts")
    return json.loads(mx.sym.tanh(parts[1], name="out").tojson())


def damaged(*where, value):
    """small_net with something else at one place, or without it if the value is None."""
    document = small_net()
    place = document
    for key in where[:-1]:
        place = place[key]
    if value is None:
        del place[where[-1]]
    else:
        place[where[-1]] = value
    return json.dumps(document)


DAMAGES = [             # (where, what stands there, what the message names)
    *((("heads",), value, "list of heads") for value in (None, [], {}, "a")),
    *((("heads", 0), value, "head 0") for value in (
        [3, 0, 0], [2, 1, 0], [2, -1, 0], [-1, 0, 0], [2], [], 2, "a", [2.0, 0, 0], [True, 0, 0])),
    *((("nodes",), value, "list of nodes") for value in (None, "a", {}, 3)),
    *((("nodes", 1), value, "node 1") for value in (3, "a", [], {})),
    *((("nodes", 1, "inputs"), value, "node 'parts'") for value in (
        [[0, 5, 0]], [[0, 1, 0]], [[0, -1, 0]], [[1, 0, 0]], [[2, 0, 0]], [[-1, 0, 0]], [0], [[]], "a",
        {"0": 0})),
    (("nodes", 1, "inputs"), [[0, 0, 0]] * 2, "'parts'"),
    (("nodes", 0, "inputs"), [[0, 0, 0]], "node 'x'"),
    *((("nodes", 1, key), value, "node 1") for key in ("op", "name") for value in (None, 3, [], {})),
    (("nodes", 1, "op"), "null", "node 'parts'"),
    *((("nodes", 1, "attrs"), value, "'parts'") for value in (
        None, [["num_outputs", "2"]], "a", {"num_outputs": 2}, {"num_outputs": "two"}, {"n": "2"},
        {"num_outputs": "2", "__x__": None})),
    (("nodes", 1, "subgraphs"), {}, "'parts'"), (("nodes", 1, "subgraphs"), [{}], "'parts'"),
    (("nodes", 1, "subgraphs"), "a", "'parts'"),
]


@pytest.mark.parametrize("where,value,named", DAMAGES, ids=lambda part: str(part)[:40])
def test_a_damaged_symbol(where, value, named):
    with pytest.raises(MXNetError, match=named) as caught:
        mx.sym.load_json(damaged(*where, value=value))
    assert len(str(caught.value)) < 300


def test_any_damage_to_a_symbol_is_named(rng):
    """Some piece of a file in place of another: a symbol or an MXNetError."""
    document = json.dumps(small_net())
    for _ in range(1000):
        cut = sorted(rng.integers(len(document), size=4))
        pieces = [document[a:b] for a, b in zip([0, *cut], [*cut, None])]
        pieces[1], pieces[3] = pieces[3], pieces[1]
        with contextlib.suppress(MXNetError):
            mx.sym.load_json("".join(pieces))


def test_any_other_value_in_a_symbol_is_named(rng):
    """Each value of a file exchanged or left out: a symbol that infers, or an MXNetError."""
    left_out = object()

    def places(value, path=()):
        yield path
        items = enumerate(value) if isinstance(value, list) else (
            value.items() if isinstance(value, dict) else ())
        for key, part in items:
            yield from places(part, (*path, key))

    for path in list(places(small_net()))[1:]:
        for value in (None, -1, 7, "a", [], {}, [None], {"a": "b"}, 10 ** 20, "(a,)", True, left_out):
            document = small_net()
            place = document
            for key in path[:-1]:
                place = place[key]
            if value is left_out:
                del place[path[-1]]
            else:
                place[path[-1]] = value
            try:
                mx.sym.load_json(json.dumps(document)).infer_shape(x=(2, 4))
            except (MXNetError, ValueError) as error:
                assert isinstance(error, MXNetError) or "no argument 'x'" in str(error)


def test_unknown_operators_parameters_and_inputs():
    with pytest.raises(AttributeError):
        mx.sym.NoSuchOperator()
    x = mx.sym.Variable("x")
    with pytest.raises(MXNetError, match="num_hiden.*num_hidden"):
        mx.sym.FullyConnected(x, num_hiden=3, num_hidden=3)
    with pytest.raises(MXNetError, match="num_hidden"):
        mx.sym.FullyConnected(x)
    with pytest.raises((MXNetError, TypeError)):
        mx.sym.exp(x, x)
    with pytest.raises(TypeError):
        mx.sym.exp(np.zeros(3))
    with pytest.raises(MXNetError, match="'act_type'.*relu"):
        mx.sym.Activation(x, act_type="rellu")


def test_json_is_read_back_equal():
    net = mx.sym.SoftmaxOutput(fc(mx.sym.BatchNorm(mx.sym.Variable("data", shape=(2, 3))), "fc"),
                               name="softmax")
    text = net.tojson()
    assert json.loads(mx.sym.load_json(text).tojson()) == json.loads(text)


def test_no_symbol_is_true_or_false():
    """`if a == b` would silently be true: comparison makes a symbol."""
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    with pytest.raises(MXNetError):
        bool(a == b)


def test_derived_symbols_that_are_dropped_are_freed():
    """A long-lived variable does not keep what was once made of it."""
    s = mx.sym.Variable("s")
    before = len(s.graph)
    for _ in range(1000):
        (s + 1).infer_shape(s=(2,))
    assert len(s.graph) == before == 1


# -- files of older versions -----------------------------------------------------------------------
def old_file(*nodes, heads):
    """The text of a file from before 0.9: attributes under param, no version."""
    entries = [{"op": op, "param": param, "name": name, "inputs": inputs, **more}
               for op, name, param, inputs, more in nodes]
    return json.dumps({"nodes": entries, "heads": heads,
                       "arg_nodes": [i for i, e in enumerate(entries) if e["op"] == "null"]})


def twice_scaled():
    """(x * scale) * scale, with two variables of one name."""
    return old_file(("null", "x", {}, [], {}), ("null", "scale", {}, [], {}),
                    ("_Mul", "one", {}, [[0, 0], [1, 0]], {}), ("null", "scale", {}, [], {}),
                    ("_Mul", "two", {}, [[2, 0], [3, 0]], {}), heads=[[4, 0]])


def test_files_may_repeat_a_variable():
    symbol = mx.sym.load_json(twice_scaled())
    assert symbol.list_arguments() == ["x", "scale", "scale"]
    assert symbol.infer_shape(x=(2,))[0] == [(2,)] * 3
    x, scale = mx.nd.array([1, 2]), mx.nd.array([3, 4])
    for args in ([x, scale, scale], {"x": x, "scale": scale}):
        assert symbol.bind(mx.cpu(), args).forward()[0].asnumpy().tolist() == [9, 32]
    assert gradient(symbol, x=[1.0, 2.0], scale=[3.0, 4.0])["scale"] == [6, 16]
    module = mx.mod.Module(symbol, ["x"], None)
    module.bind([("x", (2,))])
    module.init_params(arg_params={"scale": mx.nd.ones(2)})
    module.init_optimizer(optimizer_params={"learning_rate": 1.0})
    module.forward(mx.io.DataBatch([x]), is_train=True)
    module.backward([mx.nd.ones(2)])
    module.update()
    assert module.get_params()[0]["scale"].asnumpy().tolist() == [0, -1]
    assert mx.sym.load_json(symbol.tojson()).list_arguments() == ["x", "scale"]


def test_multipliers_of_inputs_become_those_of_variables():
    symbol = mx.sym.load_json(old_file(
        ("null", "data", {}, [], {}), ("null", "w", {}, [], {}),
        ("FullyConnected", "fc", {"num_hidden": "3", "no_bias": "True"}, [[0, 0], [1, 0]],
         {"attr": {"weight_lr_mult": "1.2", "wd_mult": "0.5", "bias_lr_mult": "2"}}),
        heads=[[2, 0]]))
    assert symbol.attr_dict() == {
        "w": {"__lr_mult__": "1.2", "lr_mult": "1.2"},
        "fc": {"num_hidden": "3", "no_bias": "True", "__wd_mult__": "0.5", "wd_mult": "0.5",
               "bias_lr_mult": "2"}}


# -- what only arrays, or only MXNet, can do -------------------------------------------------------
@pytest.mark.parametrize("name", ["asnumpy", "asscalar", "backward", "copy", "detach",
                                  "wait_to_read", "as_in_context"])
def test_methods_of_arrays(name):
    with pytest.raises(mx.base.NotImplementedForSymbol, match=f"Symbol.{name}: a symbol has no val"):
        getattr(mx.sym.Variable("x"), name)()


def test_refused_methods():
    x = mx.sym.Variable("x")
    for name in ("optimize_for", "get_backend_symbol"):
        with pytest.raises(MXNetError, match=f"Symbol.{name}: symgraph has no other backends"):
            getattr(x, name)("MKLDNN")
    for name in ("grad", "gradient"):
        with pytest.raises(MXNetError, match="never implemented; bind with grad_req"):
            getattr(x, name)(["x"])
    with pytest.raises(MXNetError, match="mx.np is not there"):
        x.as_np_ndarray()
    assert x.as_nd_ndarray() is x
    assert len(x.split_v2(3, axis=1)) == 3


def test_automatic_names_of_arithmetic():
    x = mx.sym.Variable("x")
    with mx.name.NameManager():
        made = [2 ** x, mx.sym.power(2, x), x ** 2, 2 / x, 2 - x, 2 % x, x > 2, x == x, -x]
    assert [s.name for s in made] == [
        "_rpower_scalar0", "_rpowerscalar0", "_powerscalar0", "_rdivscalar0", "_rminusscalar0",
        "_rmodscalar0", "_greater_scalar0", "_equal0", "_mulscalar0"]


OPERATORS = [operator.add, operator.sub, operator.mul, operator.truediv, operator.mod, operator.pow,
             operator.eq, operator.ne, operator.gt, operator.ge, operator.lt, operator.le]


@pytest.mark.parametrize("apply", OPERATORS)
def test_symbols_are_not_computed_with_arrays(apply):
    x = mx.sym.Variable("x")
    for array in (np.ones(3), np.ones(()), mx.nd.ones((3,))):
        for pair in ((x, array), (array, x)):
            with pytest.raises(TypeError, match="of a Symbol and a .*let a Variable stand for"):
                apply(*pair)


@pytest.mark.parametrize("apply", OPERATORS)
def test_symbols_are_computed_with_numpy_numbers(apply):
    x = mx.sym.Variable("x")
    for number in (np.float32(2), np.int64(2), np.float64(2)):
        for pair, wanted in (((x, number), apply(3, 2)), ((number, x), apply(2, 3))):
            found = apply(*pair).eval(x=mx.nd.array([3]))[0]
            np.testing.assert_allclose(found.asnumpy(), [wanted])
