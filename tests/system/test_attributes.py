"""Attributes and names: scopes, multipliers, inheritance, JSON."""
import pytest

import symgraph as mx


def fc(x, name, num_hidden=10, **params):
    return mx.sym.FullyConnected(data=x, name=name, num_hidden=num_hidden, **params)


def test_multipliers_become_attributes_and_survive_json():
    weight = mx.sym.Variable("w", lr_mult=0.5, wd_mult=0.0)
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), weight, num_hidden=3, name="fc",
                                attr={"__lr_mult__": "3.0"})
    for symbol in (net, mx.sym.load_json(net.tojson())):
        attrs = symbol.attr_dict()
        assert attrs["w"]["__lr_mult__"] == "0.5" and attrs["w"]["__wd_mult__"] == "0.0"
        assert attrs["w"]["lr_mult"] == "0.5"
        assert attrs["fc_bias"]["__lr_mult__"] == "3.0", "variables inherit from their operator"


def test_attribute_scopes():
    with mx.AttrScope(group="4", data="great"):
        x = mx.sym.Variable("x", attr={"dtype": "data", "group": "1"})
        y = fc(x, "fc")
    assert x.attr("group") == "1" and x.attr("data") == "great" and x.attr("dtype") == "data"
    assert y.attr("group") == "4"
    assert y.get_internals()["fc_weight"].attr("data") == "great"
    assert mx.sym.Variable("z").attr("group") is None


def test_name_scopes():
    with mx.name.Prefix("net_"):
        y = mx.sym.FullyConnected(mx.sym.Variable("x"), num_hidden=2)
        named = mx.sym.exp(y, name="e")
    assert y.name == "net_fullyconnected0" and named.name == "net_e"
    with mx.name.NameManager():
        first = mx.sym.exp(mx.sym.Variable("x"))
        second = mx.sym.exp(first)
    assert (first.name, second.name) == ("exp0", "exp1")


@pytest.mark.parametrize("value", ["abc", [1], (), object()], ids=str)
@pytest.mark.parametrize("key", ["lr_mult", "wd_mult"])
def test_a_multiplier_is_a_number(key, value):
    with pytest.raises(ValueError, match=f"{key} of variable 'v' is a number"):
        mx.sym.Variable("v", **{key: value})
    assert mx.sym.Variable("v", **{key: "2.5"}).attr(key) == "2.5"
