"""Symbols: what messages name, what one name means, and multipliers from wherever they are set."""
import contextlib
import io
import operator

import pytest

import symgraph as mx

from ..modules import params_of, train


def data():
    return mx.sym.Variable("data")


# -- arguments of the wrong shape or dtype ---------------------------------------------------------
WINDOW = {"kernel": (3, 3), "num_filter": 4, "name": "n"}
WRONG = {       # a layer, the shape of its data; an argument, a wrong shape, the right one
    "weight, transposed": (lambda: mx.sym.FullyConnected(data(), num_hidden=3, name="n"), (2, 5),
                           "n_weight", (5, 3), (3, 5)),
    "bias": (lambda: mx.sym.FullyConnected(data(), num_hidden=3, name="n"), (2, 5),
             "n_bias", (5,), (3,)),
    "filters": (lambda: mx.sym.Convolution(data(), **WINDOW), (1, 2, 8, 8),
                "n_weight", (2, 4, 3, 3), (4, 2, 3, 3)),
    "grouped filters": (lambda: mx.sym.Convolution(data(), num_group=2, **WINDOW), (1, 4, 8, 8),
                        "n_weight", (4, 4, 3, 3), (4, 2, 3, 3)),
    "transposed filters": (lambda: mx.sym.Deconvolution(data(), **WINDOW), (1, 2, 8, 8),
                           "n_weight", (4, 2, 3, 3), (2, 4, 3, 3)),
    "gamma": (lambda: mx.sym.BatchNorm(data(), name="n"), (2, 5), "n_gamma", (2,), (5,)),
    "gamma of rows": (lambda: mx.sym.LayerNorm(data(), name="n"), (2, 5), "n_gamma", (2,), (5,)),
    "table": (lambda: mx.sym.Embedding(data(), input_dim=7, output_dim=3, name="n"), (2, 5),
              "n_weight", (3, 7), (7, 3)),
    "label": (lambda: mx.sym.LinearRegressionOutput(data(), name="n"), (2, 5),
              "n_label", (2, 4), (2, 5)),
    "other summand": (lambda: data() + mx.sym.Variable("other"), (2, 5), "other", (5, 2), (2, 5)),
}


@pytest.mark.parametrize("make,shape,name,wrong,right", WRONG.values(), ids=WRONG)
def test_an_argument_of_the_wrong_shape(make, shape, name, wrong, right):
    """The error has the layer, the argument, what it is and what it should be."""
    symbol = make()
    shapes = {"data": shape, name: wrong}
    found, _, states = symbol.infer_shape_partial(data=shape)
    arrays = {n: mx.nd.zeros(s) for n, s in zip(symbol.list_arguments(), found) if s}
    arrays[name] = mx.nd.zeros(wrong)
    for n in symbol.list_arguments():
        arrays.setdefault(n, mx.nd.zeros(right))
    states = [mx.nd.zeros(s) for s in states]
    for ask in (lambda: symbol.infer_shape(**shapes), lambda: symbol.infer_shape_partial(**shapes),
                lambda: symbol.simple_bind(mx.cpu(), **shapes),
                lambda: symbol.bind(mx.cpu(), arrays, aux_states=states)):
        with pytest.raises(mx.MXNetError) as caught:
            ask()
        for part in (f"{symbol.name}'", f"variable '{name}'", str(wrong), str(right)):
            assert part in str(caught.value)


def test_an_argument_of_the_wrong_dtype():
    net = mx.sym.FullyConnected(data(), num_hidden=3, no_bias=True, name="n")
    arrays = {"data": mx.nd.zeros((2, 5)), "n_weight": mx.nd.zeros((3, 5), dtype="float64")}
    with pytest.raises(mx.MXNetError, match="(?s)weight is float64, expected float32.*'n_weight'"):
        net.bind(mx.cpu(), arrays)


@pytest.mark.parametrize("apply", [operator.mod, operator.pow, operator.gt, operator.ge, operator.lt,
                                   operator.le, operator.eq, operator.ne])
def test_all_operators_of_python_are_strict(apply):
    strict = apply(mx.sym.Variable("a"), mx.sym.Variable("b"))
    with pytest.raises(mx.MXNetError, match=r"(?s)\(1, 2, 5\).*\(1, 2, 1\).*broadcast_"):
        strict.infer_shape(a=(1, 2, 5), b=(1, 2, 1))


# -- text that is no symbol ------------------------------------------------------------------------
@pytest.mark.parametrize("text", [str({"nodes": [], "heads": []}), "", "<html>404</html>", "[1, 2",
                                  "null", "[" * 100_000, '{"nodes": 3, "heads": []}'],
                         ids=lambda text: text[:12])
def test_text_that_is_no_symbol_is_a_value_error(text, tmp_path):
    """Also an MXNetError, as in MXNet."""
    path = tmp_path / "net-symbol.json"
    path.write_text(text)
    for read in (lambda: mx.sym.load_json(text), lambda: mx.sym.load(str(path))):
        for kind in (ValueError, mx.MXNetError):
            with pytest.raises(kind):
                read()


# -- one name, one variable ------------------------------------------------------------------------
def test_summaries_say_how_often_variables_are_used():
    """A name that was meant to be another one shows there."""
    weight = mx.sym.Variable("weight")
    net = data()
    for _ in range(3):
        net = mx.sym.FullyConnected(net, weight, num_hidden=4, no_bias=True)
    net = net + mx.sym.Variable("once") + data()
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        mx.viz.print_summary(net, shape={"data": (2, 4)})
    assert "Used more than once: data (2 times), weight (3 times)\n" in printed.getvalue()
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        mx.viz.print_summary(mx.sym.FullyConnected(data(), num_hidden=4), shape={"data": (2, 4)})
    assert "more than once" not in printed.getvalue()


DECLARED = [({"lr_mult": 1.0}, {"lr_mult": 2.0}), ({"wd_mult": 0.0}, {"wd_mult": 1.0}),
            ({"init": mx.init.Zero()}, {"init": mx.init.One()}),
            ({"attr": {"__mood__": "a"}}, {"attr": {"__mood__": "b"}})]


def net_with(declared, width=2):
    weight = mx.sym.Variable("fc_weight", **declared)
    net = mx.sym.FullyConnected(data(), weight, num_hidden=width, name="fc")
    return mx.sym.SoftmaxOutput(net, name="softmax")


@pytest.mark.parametrize("one,other", DECLARED, ids=lambda declared: str(next(iter(declared))))
def test_declarations_agree_across_buckets_and_modules(one, other):
    """As inside of one graph: the error names the variable and both values."""
    shapes = [("data", (2, 3))], [("softmax_label", (2,))]

    def generate(key):
        return net_with([one, other, {}][key]), ("data",), ("softmax_label",)
    module = mx.mod.BucketingModule(generate, 0)
    module.bind(*shapes)
    module.init_params(mx.init.One())
    with pytest.raises(mx.MXNetError, match=r"'fc_weight' is declared with (\w+)=.* but with \1="):
        module.switch_bucket(1, *shapes)
    module.switch_bucket(2, *shapes)        # what declares nothing contradicts nothing
    first, second = mx.mod.Module(net_with(one)), mx.mod.Module(net_with(other))
    first.bind(*shapes)
    with pytest.raises(mx.MXNetError, match="'fc_weight' is declared with"):
        second.bind(*shapes, shared_module=first)
    assert not second.binded


@pytest.mark.parametrize("other", [mx.mod.SequentialModule(), object(),
                                   mx.mod.BucketingModule(lambda k: (net_with({}), ["data"], None), 1)],
                         ids=lambda other: type(other).__name__)
def test_what_a_module_cannot_share_with(other):
    """A BucketingModule can with both kinds, a Module with a Module."""
    with pytest.raises(TypeError, match=f"shared_module is a Module, got {type(other).__name__}"):
        mx.mod.Module(net_with({})).bind([("data", (2, 3))], shared_module=other)


# -- multipliers -----------------------------------------------------------------------------------
def fc(**attr):
    return mx.sym.FullyConnected(data(), num_hidden=2, name="fc", **attr)


def in_scope(**attrs):
    with mx.AttrScope(**attrs):
        return fc()


def weight_of(**declared):
    weight = mx.sym.Variable("fc_weight", **declared)
    return mx.sym.FullyConnected(data(), weight, num_hidden=2, name="fc")


PLACES = {          # where lr_mult and wd_mult are set, and whom they concern
    "the variable": (lambda **m: weight_of(**m), ["fc_weight"]),
    "its attributes": (lambda **m: weight_of(attr={f"__{k}__": str(v) for k, v in m.items()}),
                       ["fc_weight"]),
    "the operator": (lambda **m: fc(attr={f"__{k}__": str(v) for k, v in m.items()}),
                     ["fc_weight", "fc_bias"]),
    "a scope": (lambda **m: in_scope(**{f"__{k}__": str(v) for k, v in m.items()}),
                ["fc_weight", "fc_bias"]),
}


def step_of(net, **settings):
    """How far each parameter goes in one step of plain descent from 1, under zero data."""
    module = mx.mod.Module(mx.sym.MakeLoss(net), label_names=None)
    module.bind([("data", (1, 3))])
    module.init_params(mx.init.One())
    module.set_params({"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.ones((2,))}, {})
    module.init_optimizer(optimizer_params={"learning_rate": 0.1, "rescale_grad": 1, **settings})
    train(module, [mx.io.DataBatch([mx.nd.ones((1, 3))])])
    return {name: 1 - float(value.flat[0]) for name, value in params_of(module).items()}


@pytest.mark.parametrize("loaded", [False, True])
@pytest.mark.parametrize("place,concerned", PLACES.values(), ids=PLACES)
def test_multipliers_count_wherever_they_are_set(place, concerned, loaded):
    """In the step that is made with the parameter, before and after a file."""
    for made, settings, moved, plain in (
            (place(lr_mult=0), {}, 0, 0.1), (place(lr_mult=3), {}, 0.3, 0.1),
            (place(wd_mult=2), {"wd": 1}, 0.1 + 0.2, None), (fc(), {}, None, 0.1)):
        net = mx.sym.load_json(made.tojson()) if loaded else made
        far = step_of(net, **settings)
        for name in far:
            wanted = moved if name in concerned else plain
            if moved is None:
                wanted = plain
            if wanted is not None:
                assert abs(far[name] - wanted) < 1e-6, (name, far)
