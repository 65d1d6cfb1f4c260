"""Models made simpler for inference give the outputs of before, from fewer nodes."""
import numpy as np
import pytest

import symgraph as mx


def trained(symbol, **shapes):
    """Random parameters for symbol, and moving statistics as training would leave them."""
    rng = np.random.default_rng(0)
    arg_shapes, _, aux_shapes = symbol.infer_shape(**shapes)
    args = {name: mx.nd.array(rng.normal(size=shape) * 0.5)
            for name, shape in zip(symbol.list_arguments(), arg_shapes) if name not in shapes}
    aux = {name: mx.nd.array(rng.uniform(0.5, 2, size=shape))
           for name, shape in zip(symbol.list_auxiliary_states(), aux_shapes)}
    return args, aux


def outputs(symbol, args, aux, **shapes):
    rng = np.random.default_rng(1)
    executor = symbol.simple_bind(grad_req="null", **shapes)
    executor.copy_params_from(args, aux)
    for name in shapes:
        executor.arg_dict[name][:] = rng.normal(size=shapes[name])
    return [out.asnumpy() for out in executor.forward(is_train=False)]


def operators(symbol):
    return [node.op.name for node in symbol._nodes() if node.op]


def both_agree(symbol, **shapes):
    args, aux = trained(symbol, **shapes)
    kept = {name: value.asnumpy() for name, value in {**args, **aux}.items()}
    simpler, new_args, new_aux = mx.model.for_inference(symbol, args, aux)
    for old, new in zip(outputs(symbol, args, aux, **shapes),
                        outputs(simpler, new_args, new_aux, **shapes), strict=True):
        np.testing.assert_allclose(new, old, rtol=0, atol=3e-6 * max(1, np.abs(old).max()))
    assert simpler.list_outputs() == symbol.list_outputs()
    assert set(new_args) == set(simpler.list_arguments()) - set(shapes)
    assert all(np.array_equal(kept[name], value.asnumpy()) for name, value in {**args, **aux}.items())
    again = mx.sym.load_json(simpler.tojson())
    assert again.list_arguments() == simpler.list_arguments()
    return simpler, new_args, new_aux


@pytest.mark.parametrize("fix_gamma", [True, False])
@pytest.mark.parametrize("no_bias", [True, False])
@pytest.mark.parametrize("groups", [1, 2])
def test_batch_norm_becomes_part_of_a_convolution(fix_gamma, no_bias, groups):
    net = mx.sym.Convolution(mx.sym.Variable("data"), num_filter=6, kernel=(3, 3), pad=(1, 1),
                             num_group=groups, no_bias=no_bias, name="conv")
    net = mx.sym.BatchNorm(net, fix_gamma=fix_gamma, eps=1e-3, name="bn")
    net = mx.sym.Activation(net, act_type="relu", name="relu")
    simpler, args, aux = both_agree(net, data=(2, 4, 5, 5))
    assert operators(simpler) == ["Convolution", "Activation"] and not aux
    assert list(args) == ["conv_weight_folded", "conv_bias" if no_bias else "conv_bias_folded"]


def test_after_a_dense_layer_and_with_relu():
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=5, name="fc")
    net = mx.sym.contrib.BatchNormWithReLU(net, fix_gamma=False, name="bn")
    simpler, *_ = both_agree(net, data=(3, 7))
    assert operators(simpler) == ["FullyConnected", "Activation"]


def test_dropout_goes_unless_it_always_drops():
    x = mx.sym.Variable("data")
    net = mx.sym.Dropout(mx.sym.tanh(x, name="a"), p=0.5, name="drop") * 2
    assert operators(both_agree(net, data=(3, 4))[0]) == ["tanh", "_mul_scalar"]
    always, *_ = mx.model.for_inference(mx.sym.Dropout(x, mode="always"), {})
    assert operators(always) == ["Dropout"]


def test_what_others_read_stays():
    """A convolution whose output is used twice, an axis that is not the channel's, own statistics."""
    conv = mx.sym.Convolution(mx.sym.Variable("data"), num_filter=4, kernel=(1, 1), name="conv")
    net = mx.sym.BatchNorm(conv, name="bn") + conv
    simpler, _, aux = both_agree(net, data=(2, 3, 4, 4))
    assert "BatchNorm" in operators(simpler) and len(aux) == 2
    last = mx.sym.BatchNorm(conv, axis=3, name="bn")
    assert "BatchNorm" in operators(both_agree(last, data=(2, 3, 4, 4))[0])
    shown = mx.sym.BatchNorm(conv, output_mean_var=True, name="bn")
    assert "BatchNorm" in operators(both_agree(mx.sym.Group(list(shown)), data=(2, 3, 4, 4))[0])


def test_one_weight_in_two_layers_is_folded_for_each():
    weight = mx.sym.Variable("w")
    net = mx.sym.Variable("data")
    for i in range(2):
        net = mx.sym.Convolution(net, weight=weight, num_filter=3, kernel=(3, 3), pad=(1, 1),
                                 no_bias=True, name=f"conv{i}")
        net = mx.sym.BatchNorm(net, fix_gamma=False, name=f"bn{i}")
    simpler, args, _ = both_agree(net, data=(1, 3, 6, 6))
    assert operators(simpler) == ["Convolution", "Convolution"] and len(args) == 4


def test_what_depends_on_parameters_alone_is_computed_once():
    table = mx.sym.L2Normalization(mx.sym.Variable("table") * 3, name="unit")
    net = mx.sym.dot(mx.sym.Variable("data"), table, name="score")
    args, aux = {"table": mx.nd.array(np.arange(20).reshape(4, 5) + 1)}, {}
    simpler, new, _ = mx.model.for_inference(net, args, aux)
    assert operators(simpler) == ["dot"] and list(new) == ["unit"]
    rows = args["table"].asnumpy() * 3
    np.testing.assert_allclose(new["unit"].asnumpy(),
                               rows / np.sqrt((rows ** 2).sum(1, keepdims=True)), rtol=1e-6)


def test_random_numbers_and_states_are_no_constants():
    w = mx.sym.Variable("w", shape=(3,))
    net = mx.sym.Variable("data") + mx.sym.random.normal(shape=(3,)) * w
    assert "_random_normal" in operators(mx.model.for_inference(net, {"w": mx.nd.ones((3,))})[0])


def test_a_residual_net_from_a_checkpoint(tmp_path):
    def unit(x, n, name):
        y = x
        for i in range(2):
            y = mx.sym.Convolution(y, num_filter=n, kernel=(3, 3), pad=(1, 1), no_bias=True,
                                   name=f"{name}_conv{i}")
            y = mx.sym.BatchNorm(y, fix_gamma=False, name=f"{name}_bn{i}")
            if not i:
                y = mx.sym.relu(y)
        return mx.sym.relu(x + y)
    net = unit(unit(mx.sym.Variable("data"), 3, "a"), 3, "b")
    net = mx.sym.Pooling(net, global_pool=True, pool_type="avg", kernel=(1, 1))
    net = mx.sym.FullyConnected(mx.sym.Dropout(mx.sym.Flatten(net)), num_hidden=4, name="fc")
    simpler, args, aux = both_agree(net, data=(2, 3, 6, 6))
    assert not {"BatchNorm", "Dropout"} & set(operators(simpler))
    mx.model.save_checkpoint(str(tmp_path / "net"), 0, simpler, args, aux)
    loaded = mx.model.load_checkpoint(str(tmp_path / "net"), 0)
    for a, b in zip(outputs(simpler, args, aux, data=(2, 3, 6, 6)),
                    outputs(*loaded, data=(2, 3, 6, 6)), strict=True):
        np.testing.assert_array_equal(a, b)


def test_parameters_of_another_kind():
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    with pytest.raises(mx.MXNetError, match="parameter 'fc_weight' is an NDArray, got ndarray"):
        mx.model.for_inference(net, {"fc_weight": np.zeros((2, 3))})
