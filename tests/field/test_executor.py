"""Executors: arrays that stay where they are, and other shapes under every request."""
import copy
import pickle

import numpy as np
import pytest

import symgraph as mx


def layer(grad_req="write", rows=8):
    net = mx.sym.BatchNorm(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc"),
                           name="bn", fix_gamma=False)
    return net.simple_bind(mx.cpu(), grad_req=grad_req, data=(rows, 3))


# -- arrays are written, not replaced --------------------------------------------------------------
REPLACING = {
    "assignment": lambda arrays, name, other: arrays.__setitem__(name, other),
    "update": lambda arrays, name, other: arrays.update({name: other}),
    "update by keyword": lambda arrays, name, other: arrays.update(**{name: other}),
    "another name": lambda arrays, name, other: arrays.setdefault("other", other),
    "or": lambda arrays, name, other: arrays.__ior__({name: other}),
}


@pytest.mark.parametrize("replace", REPLACING.values(), ids=REPLACING)
@pytest.mark.parametrize("kind,name", [("arg", "fc_weight"), ("grad", "fc_weight"),
                                       ("aux", "bn_moving_mean")])
def test_replacing_an_array_is_refused(kind, name, replace):
    """It would change a dict and nothing else: kernels know the memory that was bound."""
    executor = layer()
    arrays = getattr(executor, f"{kind}_dict")
    before = dict(arrays)
    with pytest.raises(TypeError, match=rf"write into it, {kind}_dict\['\w+'\]\[:\] = "):
        replace(arrays, name, mx.nd.zeros(before[name].shape))
    assert arrays == before and all(arrays[n] is before[n] for n in before)


def test_the_dicts_are_dicts_otherwise():
    executor = layer()
    for arrays in (executor.arg_dict, executor.grad_dict, executor.aux_dict):
        assert isinstance(arrays, dict)
        assert arrays.setdefault(next(iter(arrays)), None) is next(iter(arrays.values()))
        for mine in (dict(arrays), arrays.copy(), copy.copy(arrays), copy.deepcopy(arrays),
                     pickle.loads(pickle.dumps(arrays))):
            assert mine.keys() == arrays.keys()
            mine["more"] = 1            # a copy is the user's
        assert "more" not in arrays


@pytest.mark.parametrize("grad_req", ["write", "add"])
def test_arrays_passed_in_are_written_for_ever(grad_req):
    """Through training steps, other executors in between, reshaping there and back."""
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=1, no_bias=True, name="fc")
    args = {"data": mx.nd.ones((4, 2)), "fc_weight": mx.nd.ones((1, 2))}
    grads = {name: mx.nd.zeros(a.shape) for name, a in args.items()}
    executor = net.bind(mx.cpu(), args, grads, grad_req)
    other = executor.reshape(data=(2, 2))
    total = 0
    for user, rows in ((executor, 4), (other, 2), (executor, 4)):
        user.forward(is_train=True, data=mx.nd.ones((rows, 2)))
        user.backward(mx.nd.ones((rows, 1)))
        total = total * (grad_req == "add") + rows
        assert user.grad_dict["fc_weight"] is grads["fc_weight"]
        assert grads["fc_weight"].asnumpy().tolist() == [[total, total]]
        assert user.arg_dict["fc_weight"] is args["fc_weight"]
    assert executor.grad_dict["data"] is grads["data"]


# -- other shapes ----------------------------------------------------------------------------------
@pytest.mark.parametrize("grad_req", ["null", "write", "add", {"fc_weight": "add"}],
                         ids=["null", "write", "add", "one"])
def test_reshape_keeps_requests_and_parameters(rng, grad_req):
    first = layer(grad_req)
    for array in first.arg_arrays:
        array[:] = rng.normal(size=array.shape)
    small = first.reshape(data=(4, 3))
    with pytest.raises(mx.MXNetError, match=r"'data' would grow from \(4, 3\) to \(16, 3\).*"
                                            "allow_up_sizing=True"):
        small.reshape(data=(16, 3))
    large = small.reshape(allow_up_sizing=True, data=(16, 3))
    for executor, rows in ((small, 4), (large, 16), (first, 8)):
        for name in first.arg_dict.keys() - {"data"}:
            assert executor.arg_dict[name] is first.arg_dict[name]
            assert executor.grad_dict[name] is first.grad_dict[name]
        assert (executor.grad_dict["data"] is None) == (first.grad_dict["data"] is None)
        assert executor.aux_dict["bn_moving_var"] is first.aux_dict["bn_moving_var"]
        x = rng.normal(size=(rows, 3)).astype("float32")
        y = executor.forward(data=x)[0].asnumpy()
        hidden = x @ first.arg_dict["fc_weight"].asnumpy().T + first.arg_dict["fc_bias"].asnumpy()
        mean, var = (first.aux_dict[f"bn_moving_{n}"].asnumpy() for n in ("mean", "var"))
        want = (hidden - mean) / np.sqrt(var + 1e-3)
        gamma, beta = (first.arg_dict[f"bn_{n}"].asnumpy() for n in ("gamma", "beta"))
        np.testing.assert_allclose(y, want * gamma + beta, rtol=1e-4, atol=1e-5)
        executor.forward(is_train=True)
        executor.backward(mx.nd.ones((rows, 2)))
    beta = first.grad_dict["bn_beta"]
    if isinstance(grad_req, str) and grad_req != "null":        # 4, 16 and 8 rows of ones
        assert beta.asnumpy().tolist() == [28 if grad_req == "add" else 8] * 2
    else:
        assert beta is None
