"""Checkpoint files: what is written, what is read, and what is said about files that do not fit."""
import logging

import numpy as np
import pytest

import symgraph as mx


@pytest.fixture
def net():
    hidden = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    return mx.sym.SoftmaxOutput(mx.sym.BatchNorm(hidden, name="bn"), name="softmax")


@pytest.fixture
def params(net, rng):
    shapes, _, aux_shapes = net.infer_shape(data=(2, 4))
    pick = dict(zip(net.list_arguments(), shapes))
    args = {name: mx.nd.array(rng.random(shape)) for name, shape in pick.items()
            if name not in ("data", "softmax_label")}
    auxs = {name: mx.nd.array(rng.random(shape))
            for name, shape in zip(net.list_auxiliary_states(), aux_shapes)}
    return args, auxs


@pytest.fixture
def prefix(tmp_path):
    return str(tmp_path / "model")


def warnings_of(caplog):
    return [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]


def assert_same(found, wanted):
    assert list(found) == list(wanted)
    for name, array in wanted.items():
        np.testing.assert_array_equal(found[name].asnumpy(), array.asnumpy())


def test_round_trip(net, params, prefix, caplog):
    args, auxs = params
    with caplog.at_level(logging.INFO):
        mx.model.save_checkpoint(prefix, 7, net, args, auxs)
        loaded, found_args, found_auxs = mx.model.load_checkpoint(prefix, 7)
    assert loaded.tojson() == net.tojson()
    assert_same(found_args, args)
    assert_same(found_auxs, auxs)
    assert_same(mx.model.load_params(prefix, 7)[0], args)
    assert [record.getMessage() for record in caplog.records] == [
        f'Saved checkpoint to "{prefix}-0007.params"']


def test_names_in_the_file(net, params, prefix):
    mx.model.save_checkpoint(prefix, 12345, None, *params)
    assert set(mx.nd.load(prefix + "-12345.params")) == {
        "arg:fc_weight", "arg:fc_bias", "arg:bn_gamma", "arg:bn_beta", "aux:bn_moving_mean",
        "aux:bn_moving_var"}


def test_without_prefixes(net, params, prefix, caplog):
    """Names alone are put where the symbol has them; a colon may be part of a name."""
    args, auxs = params
    net.save(prefix + "-symbol.json")
    mx.nd.save(prefix + "-0001.params", {**args, **auxs})
    _, found_args, found_auxs = mx.model.load_checkpoint(prefix, 1)
    assert_same(found_args, args)
    assert_same(found_auxs, auxs)
    assert not warnings_of(caplog)
    mx.nd.save(prefix + "-0002.params", {"conv/weights:0": args["fc_bias"]})
    assert list(mx.model.load_params(prefix, 2)[0]) == ["conv/weights:0"]


def test_names_that_do_not_fit_are_listed(net, params, prefix, caplog):
    args, auxs = params
    del auxs["bn_moving_var"]
    args["fc1_weight"] = args.pop("fc_weight")
    mx.model.save_checkpoint(prefix, 1, net, args, auxs)
    _, found, _ = mx.model.load_checkpoint(prefix, 1)
    assert "fc1_weight" in found
    [message] = warnings_of(caplog)
    assert message == (f"{prefix}-0001.params does not fit its symbol: "
                       "2 missing [fc_weight, bn_moving_var], 1 unexpected [fc1_weight]")


def test_of_many_names_the_first_ten_are_listed(net, params, prefix, caplog):
    args, auxs = params
    args.update((f"x{i}", mx.nd.zeros((1,))) for i in range(12))
    mx.model.save_checkpoint(prefix, 1, net, args, auxs)
    mx.model.load_checkpoint(prefix, 1)
    assert ("0 missing [], 12 unexpected [x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, ... "
            "(12 in all)]") in warnings_of(caplog)[0]


def test_states_of_an_old_batch_norm(net, params, prefix, caplog):
    args, auxs = params
    auxs["bn_moving_inv_var"] = auxs.pop("bn_moving_var")
    mx.model.save_checkpoint(prefix, 1, net, args, auxs)
    _, _, found = mx.model.load_checkpoint(prefix, 1)
    assert sorted(found) == ["bn_moving_mean", "bn_moving_var"]
    np.testing.assert_array_equal(found["bn_moving_var"].asnumpy(),
                                  auxs["bn_moving_inv_var"].asnumpy())
    assert len(warnings_of(caplog)) == 1
    assert "bn_moving_inv_var becomes bn_moving_var, unchanged" in warnings_of(caplog)[0]


def test_missing_files(net, params, prefix):
    with pytest.raises(mx.MXNetError, match=r"no file .*model-symbol.json; there is no checkpoint"):
        mx.model.load_checkpoint(prefix, 1)
    net.save(prefix + "-symbol.json")
    with pytest.raises(mx.MXNetError, match=r"model-0001.params, and none for another epoch"):
        mx.model.load_checkpoint(prefix, 1)
    mx.model.save_checkpoint(prefix, 3, None, *params)
    with pytest.raises(mx.MXNetError, match=r"model-0001.params; of .* \[.*model-0003.params\]"):
        mx.model.load_params(prefix, 1)


def test_damaged_files(net, params, prefix):
    """A cut download, and a page that says that the download failed."""
    mx.model.save_checkpoint(prefix, 1, net, *params)
    path = prefix + "-0001.params"
    with open(path, "rb") as file:
        content = file.read()
    with open(path, "wb") as file:
        file.write(content[:-100])
    with pytest.raises(mx.MXNetError, match=r"model-0001.params is truncated: \d+ bytes wanted"):
        mx.model.load_checkpoint(prefix, 1)
    with open(path, "w") as file:
        file.write("<html><body>404 Not Found</body></html>")
    with pytest.raises(mx.MXNetError, match="model-0001.params is no NDArray file.*HTML"):
        mx.model.load_checkpoint(prefix, 1)
    with open(prefix + "-symbol.json", "w") as file:
        file.write("<html>")
    with pytest.raises(mx.MXNetError, match="JSON"):
        mx.model.load_checkpoint(prefix, 1)


def test_arrays_without_names(prefix):
    mx.nd.save(prefix + "-0001.params", [mx.nd.zeros((1,))])
    with pytest.raises(mx.MXNetError, match="holds 1 arrays without names"):
        mx.model.load_params(prefix, 1)


def test_no_arrays(prefix, caplog):
    mx.nd.save(prefix + "-0001.params", {})
    assert mx.model.load_params(prefix, 1) == ({}, {})
    assert warnings_of(caplog) == [f"{prefix}-0001.params holds no parameters"]


def test_batch_end_param():
    assert mx.model.BatchEndParam._fields == ("epoch", "nbatch", "eval_metric", "locals")
