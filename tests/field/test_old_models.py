"""Files of all versions: outputs that MXNet has, upgrades without noise, and what nobody knows."""
import json
import logging

import numpy as np
import pytest

import symgraph as mx

from ..data import old_models
from ..modules import messages

EXPECTED = json.loads((old_models.Path(old_models.__file__).with_suffix(".json")).read_text())


@pytest.mark.parametrize("version", old_models.GENERATIONS)
@pytest.mark.parametrize("name", old_models.NETS)
def test_files_of_every_generation_give_mxnets_outputs(name, version, caplog, capfd):
    """And are read without a word, however often."""
    source = old_models.text(old_models.NETS[name](), version)
    for _ in range(10):
        mx.sym.load_json(source)
    found = old_models.outputs(mx, source)
    np.testing.assert_allclose(found, EXPECTED[name][str(version)], rtol=1e-4, atol=1e-6)
    assert messages(caplog) == [] and capfd.readouterr() == ("", "")


def small():
    net = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(3, 3), num_filter=2, name="conv")
    net = mx.sym.BatchNorm(net, name="bn")
    net = mx.sym.Pooling(mx.sym.Activation(net, act_type="relu", name="act"), kernel=(2, 2),
                         pool_type="max", name="pool")
    return mx.sym.FullyConnected(net, num_hidden=3, name="fc")


def document(symbol=None):
    return json.loads((small() if symbol is None else symbol).tojson())


def loaded(written):
    return mx.sym.load_json(json.dumps(written))


def node(written, name):
    return next(entry for entry in written["nodes"] if entry["name"] == name)


# -- where attributes stand ------------------------------------------------------------------------
@pytest.mark.parametrize("keys", [["param"], ["attr"], ["attrs"], ["param", "attr", "attrs"]],
                         ids="+".join)
def test_attributes_under_any_key_are_one_symbol(keys):
    """One key for all, or node by node another; unknown keys of nodes and files do not matter."""
    written = document()
    for number, entry in enumerate(written["nodes"]):
        if "attrs" in entry:
            entry[keys[number % len(keys)]] = entry.pop("attrs")
        entry["made_by"] = {"somebody": 1}
    written["comment"] = ["a", {"b": None}]
    assert loaded(written).tojson() == small().tojson()


@pytest.mark.parametrize("operator", ["argmax", "argmin"])
@pytest.mark.parametrize("version,shape", [(None, (1,)), (800, (1,)), (904, (1,)), (905, (2,)),
                                           (10901, (2,))])
def test_the_axis_of_extremes_in_old_files(operator, version, shape):
    """-1 meant all elements before 0.9.5, as MXNet reads it."""
    written = document(getattr(mx.sym, operator)(mx.sym.Variable("x"), axis=-1, name="place"))
    written["attrs"] = {"mxnet_version": ["int", version]}
    if version is None:
        del written["attrs"]
    assert loaded(written).infer_shape(x=(2, 3))[1] == [shape]
    for axis, wanted in (("0", (3,)), ("1", (2,))):
        node(written, "place")["attrs"]["axis"] = axis
        assert loaded(written).infer_shape(x=(2, 3))[1] == [wanted]


@pytest.mark.parametrize("attrs", [3, {"mxnet_version": "1.9.1"}, {"mxnet_version": ["int", "x"]},
                                   {"mxnet_version": ["int"]}, {"mxnet_version": None}, [], None])
def test_a_version_that_is_none(attrs):
    written = document()
    written["attrs"] = attrs
    assert loaded(written).tojson() == small().tojson()


# -- attributes that nobody knows ------------------------------------------------------------------
@pytest.mark.parametrize("key", ["attrs", "attr", "param"])
def test_everything_unknown_is_listed_at_once(key, tmp_path):
    """Operators and parameters of a fork, with their nodes; the file too where it is one."""
    written = document()
    for entry in written["nodes"]:
        if "attrs" in entry:
            entry[key] = entry.pop("attrs")
    node(written, "act")["op"], node(written, "pool")["op"] = "Swish", "BlurPool"
    node(written, "bn").setdefault(key, {})["fix_linear_trans"] = "True"
    node(written, "conv").setdefault(key, {})["tensor_cores"] = "1"
    path = tmp_path / "fork-symbol.json"
    path.write_text(json.dumps(written))
    for read, where in ((lambda: loaded(written), ""), (lambda: mx.sym.load(str(path)), str(path))):
        with pytest.raises(mx.MXNetError) as caught:
            read()
        for part in (where, "Swish 'act'", "BlurPool 'pool'", "fix_linear_trans=True of BatchNorm 'bn'",
                     "tensor_cores=1 of Convolution 'conv'"):
            assert part in str(caught.value)


def test_what_users_call_as_they_like_stays():
    """Attributes of a scope, and set ones, come back from a file, as do all __names__."""
    with mx.AttrScope(group="4", __mood__="calm"):
        net = small()
    net._set_attr(colour="red")
    again = mx.sym.load_json(net.tojson())
    assert again.attr_dict() == net.attr_dict()
    assert again.tojson() == net.tojson()
    assert (again.attr("group"), again.attr("colour"), again.attr("__mood__")) == ("4", "red", "calm")
    old = document()
    for entry in old["nodes"]:
        entry["param"] = entry.pop("attrs", {})
        entry["attr"] = {"author": "me", "lr_mult": "2", "weight_wd_mult": "3"}
    assert loaded(old).attr_dict()["fc"]["author"] == "me"
    assert loaded(old).attr_dict()["fc_weight"]["__wd_mult__"] == "3"


ONLY_ELSEWHERE = {"Convolution": {"cudnn_tune": "fastest", "cudnn_off": "True", "workspace": "2048"},
                  "Deconvolution": {"cudnn_tune": "off", "cudnn_off": "True", "workspace": "512"},
                  "Pooling": {"cudnn_off": "True"}, "BatchNorm": {"cudnn_off": "True"},
                  "Dropout": {"cudnn_off": "True"}}


@pytest.mark.parametrize("operator", ONLY_ELSEWHERE)
def test_parameters_of_other_devices_are_kept_and_have_no_effect(operator, rng):
    shape = {"kernel": "(3, 3)", "num_filter": "2"} if "conv" in operator.lower() else (
        {"kernel": "(2, 2)"} if operator == "Pooling" else {})
    plain = document(getattr(mx.sym, operator)(mx.sym.Variable("data"), name="n", **shape))
    more = json.loads(json.dumps(plain))
    node(more, "n").setdefault("attrs", {}).update(ONLY_ELSEWHERE[operator])
    found = []
    for written in (plain, more):
        symbol = loaded(written)
        executor = symbol.simple_bind(mx.cpu(), data=(2, 3, 6, 6))
        for name, array in executor.arg_dict.items():
            array[:] = old_models.values(name, array.shape)
        found.append(executor.forward()[0].asnumpy())
    np.testing.assert_array_equal(*found)
    kept = mx.sym.load_json(symbol.tojson()).attr_dict()["n"]
    assert {key: kept[key] for key in ONLY_ELSEWHERE[operator]} == ONLY_ELSEWHERE[operator]


# -- batch normalization under another name --------------------------------------------------------
def test_the_batch_norm_of_another_library(tmp_path, caplog, rng):
    """CuDNNBatchNorm and its moving_inv_var, in the symbol and in the parameters: read, with a note."""
    written = document()
    node(written, "bn")["op"] = "CuDNNBatchNorm"
    node(written, "bn_moving_var")["name"] = "bn_moving_inv_var"
    prefix = str(tmp_path / "old")
    (tmp_path / "old-symbol.json").write_text(json.dumps(written))
    shapes, _, states = small().infer_shape(data=(2, 3, 8, 8))
    arrays = {f"arg:{n}": mx.nd.array(rng.uniform(0.5, 1, s))
              for n, s in zip(small().list_arguments(), shapes) if n != "data"}
    arrays |= {"aux:bn_moving_mean": mx.nd.ones(states[0]),
               "aux:bn_moving_inv_var": mx.nd.full(states[1], 4)}
    mx.nd.save(prefix + "-0001.params", arrays)
    with caplog.at_level(logging.WARNING):
        symbol, args, auxs = mx.model.load_checkpoint(prefix, 1)
    assert any("CuDNNBatchNorm is read as BatchNorm" in m and "bn_moving_inv_var" in m
               and "inverse" in m for m in messages(caplog))
    assert symbol.tojson() == small().tojson()
    assert sorted(auxs) == ["bn_moving_mean", "bn_moving_var"]
    assert (auxs["bn_moving_var"].asnumpy() == 4).all()
    module = mx.mod.Module(symbol, label_names=None)
    module.bind([("data", (2, 3, 8, 8))], for_training=False)
    module.set_params(args, auxs)
    again = mx.mod.Module(small(), label_names=None)
    again.bind([("data", (2, 3, 8, 8))], for_training=False)
    again.set_params(args, auxs)
    x = rng.normal(size=(2, 3, 8, 8))
    np.testing.assert_array_equal(module.predict(x).asnumpy(), again.predict(x).asnumpy())


# -- from old files to new ones --------------------------------------------------------------------
@pytest.mark.parametrize("version", [None, 10901])
def test_an_old_model_is_run_fine_tuned_and_exported(version, tmp_path, rng):
    """Read, cut, given a new head, trained with the old part frozen, written, read again."""
    source, prefix = old_models.text(old_models.residual(), version), str(tmp_path / "old")
    (tmp_path / "old-symbol.json").write_text(source)
    symbol = mx.sym.load(prefix + "-symbol.json")
    shapes, _, states = symbol.infer_shape(data=old_models.SHAPE)
    params = {f"arg:{n}": mx.nd.array(old_models.values(n, s))
              for n, s in zip(symbol.list_arguments(), shapes) if n not in ("data", "softmax_label")}
    params |= {f"aux:{n}": mx.nd.array(old_models.values(n, s))
               for n, s in zip(symbol.list_auxiliary_states(), states)}
    mx.nd.save(prefix + "-0003.params", params)

    old = mx.mod.Module.load(prefix, 3)
    old.bind([("data", old_models.SHAPE)], for_training=False)
    data = old_models.values("data", old_models.SHAPE)
    np.testing.assert_allclose(old.predict(data).asnumpy(), EXPECTED["residual"][str(version)],
                               rtol=1e-4, atol=1e-6)

    net, args, auxs = mx.model.load_checkpoint(prefix, 3)
    body = net.get_internals()["flat_output"]
    head = mx.sym.FullyConnected(body, num_hidden=2, name="new")
    frozen = [n for n in body.list_arguments() if n != "data"]
    tuned = mx.mod.Module(mx.sym.SoftmaxOutput(head, name="softmax"), fixed_param_names=frozen)
    rows = rng.uniform(0, 255, (16, *old_models.SHAPE[1:])).astype("float32")
    rows[::2, 0] = 0        # the first channel tells the classes apart
    label = np.arange(16) % 2
    it = mx.io.NDArrayIter(rows, label, batch_size=8)
    args = {n: a for n, a in args.items() if n in frozen}
    tuned.fit(it, num_epoch=40, arg_params=args, aux_params=auxs, allow_missing=True,
              initializer=mx.init.Xavier(), optimizer_params={"learning_rate": 0.5})
    assert dict(tuned.score(it, "acc"))["accuracy"] == 1
    found, _ = tuned.get_params()
    assert all((found[n].asnumpy() == args[n].asnumpy()).all() for n in frozen)

    tuned.save_checkpoint(str(tmp_path / "new"), 1)
    again = mx.mod.Module.load(str(tmp_path / "new"), 1)
    again.bind(it.provide_data, for_training=False)
    np.testing.assert_array_equal(again.predict(rows).asnumpy(), tuned.predict(rows).asnumpy())
    written = json.loads((tmp_path / "new-symbol.json").read_text())
    assert written["attrs"] == {"mxnet_version": ["int", 10901]}
