"""Parameter, Constant and ParameterDict."""
import numpy as np
import pytest

import symgraph as mx
from symgraph import autograd, gluon
from symgraph.gluon import Constant, DeferredInitializationError, Parameter, ParameterDict


def weight(shape=(3, 4), **kwargs):
    param = Parameter("w", shape=shape, **kwargs)
    param.initialize()
    return param


# -- one parameter --------------------------------------------------------------------------
def test_representation_and_defaults():
    param = Parameter("w", shape=3)
    assert repr(param) == "Parameter w (shape=(3,), dtype=<class 'numpy.float32'>)"
    assert (param.grad_req, param.lr_mult, param.wd_mult, param.init) == ("write", 1.0, 1.0, None)
    assert repr(Parameter("w", dtype="float64")) == "Parameter w (shape=None, dtype=float64)"
    assert repr(Constant("c", [1, 2])) == "Constant c (shape=(2,), dtype=<class 'numpy.float32'>)"


def test_before_initialization():
    param = Parameter("w", shape=(3, 4))
    for ask in (param.data, param.grad, param.list_data, param.list_grad):
        with pytest.raises(mx.MXNetError, match="Parameter 'w' has not been initialized. Note that"):
            ask()
    with pytest.raises(mx.MXNetError, match="Parameter 'w' has not been initialized$"):
        param.list_ctx()
    with pytest.raises(mx.MXNetError, match="Parameter 'w' has not been initialized$"):
        param.set_data(mx.nd.zeros((3, 4)))
    with pytest.raises(ValueError, match="Cannot reset context for Parameter 'w'"):
        param.reset_ctx(mx.cpu())
    param.zero_grad()


@pytest.mark.parametrize("shape", [None, (3, 0), (-1, 4)])
def test_unknown_shapes_need_leave(shape):
    with pytest.raises(ValueError, match="Cannot initialize Parameter 'w' because it has invalid"):
        weight(shape)


@pytest.mark.parametrize("shape", [None, (3, 0), (-1, 4)])
def test_deferred_initialization(shape):
    param = weight(shape, allow_deferred_init=True)
    for ask in (param.data, param.grad, param.list_data, param.list_grad):
        with pytest.raises(DeferredInitializationError, match="initialization was deferred"):
            ask()
    assert param.list_ctx() == [mx.cpu()]
    param.reset_ctx(mx.cpu(1))
    param.set_data(mx.nd.ones((3, 4)))
    assert param.shape == (3, 4)
    param._finish_deferred_init()
    assert param.data().context == mx.cpu(1) and param.data().asnumpy().sum() == 12


def test_shapes():
    param = Parameter("w", shape=(3, 0), allow_deferred_init=True)
    param.shape = (3, 5)
    for other in ((3, 6), (3, 0), (3, 5, 1)):
        with pytest.raises(ValueError, match="is incompatible with given shape"):
            param.shape = other
    with pytest.raises(ValueError, match=r"Expected shape \(1, 1\) is incompatible"):
        weight().set_data(mx.nd.zeros((1, 1)))


@pytest.mark.parametrize("key, value, said", [
    ("grad_req", "foo", "grad_req must be one of 'write', 'add', or 'null', but got 'foo'"),
    ("stype", "foo", "stype for Parameter 'w' must be one of"),
    ("grad_stype", "foo", "grad_stype for Parameter 'w' must be one of")])
def test_arguments(key, value, said):
    with pytest.raises(ValueError, match=said):
        Parameter("w", **{key: value})
    with pytest.raises(mx.MXNetError, match="no data type"):
        Parameter("w", dtype="foo")


def test_requests():
    param = weight()
    x = mx.nd.ones((1, 3))

    def backward():
        with autograd.record():
            y = mx.nd.dot(x, param.data())
        y.backward()
        return param.grad().asnumpy()
    assert (backward() == 1).all() and (backward() == 1).all()
    param.grad_req = "add"
    assert (backward() == 1).all() and (backward() == 2).all()
    param.zero_grad()
    assert (backward() == 1).all()
    param.grad_req = "null"
    for ask in (param.grad, param.list_grad):
        with pytest.raises(mx.MXNetError, match="Cannot get gradient array for Parameter 'w' because "
                                                "grad_req='null'"):
            ask()
    with autograd.record():
        assert mx.nd.dot(x, param.data())._tape is None
    param.grad_req = "write"
    assert (param.grad().asnumpy() == 0).all() and (backward() == 1).all()
    assert Parameter("v", differentiable=False).grad_req == "null"


def test_values_may_be_set_while_recording():
    """Gradients know if they needed what was there."""
    param = weight()
    with autograd.record():
        y = (param.data() * 3).sum()
        z = (param.data() * param.data()).sum()
        param.set_data(mx.nd.ones((3, 4)))
    y.backward()
    assert (param.grad().asnumpy() == 3).all() and (param.data().asnumpy() == 1).all()
    with pytest.raises(mx.MXNetError, match="was written in place"):
        z.backward()


def test_initialize():
    assert (weight(init="ones").data().asnumpy() == 1).all()
    assert (weight(init=mx.init.Constant(2)).data().asnumpy() == 2).all()
    param = Parameter("x_beta", shape=(3,))     # the name counts for nothing
    param.initialize(default_init=mx.init.Constant(3))
    assert (param.data().asnumpy() == 3).all()
    with pytest.warns(UserWarning, match="Parameter 'x_beta' is already initialized, ignoring"):
        param.initialize(mx.init.One())
    param.initialize("zeros", force_reinit=True)
    assert (param.data().asnumpy() == 0).all()
    param.initialize(mx.init.Load({"x_beta": mx.nd.full(3, 7)}), force_reinit=True)
    assert (param.data().asnumpy() == 7).all()
    with pytest.raises(TypeError, match="initializer of Parameter 'x_beta'"):
        param.initialize(3, force_reinit=True)
    with pytest.raises(ValueError, match="'foo' is not registered"):
        weight(init="foo")
    with pytest.raises(TypeError, match="contexts are given as one or a list"):
        Parameter("w", shape=(1,)).initialize(ctx="cpu")
    with pytest.raises(mx.MXNetError, match="CPU only"):
        Parameter("w", shape=(1,)).initialize(ctx=mx.gpu())


def test_contexts():
    param = Parameter("w", shape=(2,))
    param.initialize(mx.init.One(), ctx=[mx.cpu(0), mx.cpu(1)])
    assert param.list_ctx() == [mx.cpu(0), mx.cpu(1)]
    assert [each.context for each in param.list_data()] == param.list_ctx()
    assert param.data() is param.data(mx.cpu(0)) and param.data(mx.cpu(1)) is param.list_data()[1]
    with mx.cpu(1):
        assert param.data() is param.list_data()[1]
    assert param.grad(mx.cpu(1)) is param.list_grad()[1]
    with pytest.raises(mx.MXNetError, match=r"was not initialized on context cpu\(3\). It was only "
                                            r"initialized on \[cpu\(0\), cpu\(1\)\]"):
        param.data(mx.cpu(3))
    param.list_data()[1][:] = 4
    param.reset_ctx(mx.cpu(2))
    assert param.list_ctx() == [mx.cpu(2)] and param.data().asnumpy().tolist() == [2.5, 2.5]
    param.set_data(mx.nd.array([1, 2]))
    assert param.data(mx.cpu(2)).asnumpy().tolist() == [1, 2]


def test_cast_and_symbol():
    param = weight(dtype="float16", lr_mult=2, wd_mult=3, init="xavier")
    symbol = param.var()
    assert param.var() is symbol
    assert symbol.attr_dict() == {"w": {
        "__storage_type__": "0", "__init__": "xavier", "__dtype__": "2", "__wd_mult__": "3",
        "wd_mult": "3", "__lr_mult__": "2", "lr_mult": "2", "__shape__": "(3, 4)"}}
    values = param.data().asnumpy()
    param.cast("float64")
    assert param.data().dtype == param.grad().dtype == np.float64
    np.testing.assert_array_equal(param.data().asnumpy(), values)
    param.dtype = "float32"
    assert repr(param) == "Parameter w (shape=(3, 4), dtype=float32)"
    assert param.var().attr("__dtype__") == "0"
    assert Parameter("v", shape=(-1, 2), allow_deferred_init=True).var().attr("__shape__") == "(0, 2)"


def test_constants():
    constant = Constant("c", np.array([[1, 2], [3, 4]]))
    constant.initialize()
    with pytest.warns(UserWarning, match='Constant parameter "c" does not support grad_req other than'):
        constant.grad_req = "add"
    assert constant.grad_req == "null" and constant.data().asnumpy().tolist() == [[1, 2], [3, 4]]
    with pytest.raises(mx.MXNetError, match="grad_req='null'"):
        constant.grad()
    both = ParameterDict()
    both.update({"c": constant})
    both.initialize(mx.init.Zero(), force_reinit=True)
    assert constant.data().asnumpy().tolist() == [[1, 2], [3, 4]]
    # Its symbol says what it is, so that a Module initializes it too.
    module = mx.mod.Module(mx.sym.var("x") + constant.var(), ("x",), label_names=None)
    module.bind([("x", (2, 2))])
    module.init_params()
    assert module.get_params()[0]["c"].asnumpy().tolist() == [[1, 2], [3, 4]]


def test_no_sparse_values():
    with pytest.raises(mx.MXNetError, match="Please use data"):
        weight().row_sparse_data(mx.nd.zeros(1))


# -- many -----------------------------------------------------------------------------------
def test_dict_makes_and_finds():
    params = ParameterDict("pre_")
    assert repr(params) == "pre_ (\n\n)" and repr(ParameterDict()) == "(\n\n)"
    w = params.get("w", shape=(3, 0), allow_deferred_init=True)
    assert repr(params) == "pre_ (\n  Parameter pre_w (shape=(3, 0), dtype=<class 'numpy.float32'>)\n)"
    assert params.get("w", shape=(0, 4), dtype=np.float32) is w and w.shape == (3, 4)
    assert params.get("w", init="zeros") is w and w.init == "zeros"
    for key, value in (("shape", (3, 5)), ("shape", (3, 4, 1)), ("dtype", "float16"),
                       ("init", "ones")):
        with pytest.raises(ValueError, match="Cannot retrieve Parameter 'pre_w' because desired "
                                             "attribute does not match with stored for "
                                             f"attribute '{key}'"):
            params.get("w", **{key: value})
    assert list(params) == ["pre_w"] and params["pre_w"] is w and "pre_w" in params
    with pytest.raises(KeyError):
        params["w"]


def test_dict_has_constants():
    params = ParameterDict("pre_")
    params.get("w")
    with pytest.raises(KeyError, match="No constant named 'pre_k'. Please specify value"):
        params.get_constant("k")
    constant = params.get_constant("k", [1, 2])
    assert params.get_constant("k", [1, 2]) is params.get_constant("k") is constant
    with pytest.raises(ValueError, match="'pre_k' already exists but it's value doesn't match"):
        params.get_constant("k", [1, 3])
    with pytest.raises(ValueError, match="Parameter 'pre_w' already exists but it is not a constant"):
        params.get_constant("w", [1])


def test_dict_shares():
    params = ParameterDict("pre_")
    w = params.get("w", shape=(2,))
    other = ParameterDict("pre_", shared=params)
    assert other.get("w") is w and list(other.keys()) == ["pre_w"]
    apart = ParameterDict("pre_")
    apart.get("w")
    with pytest.raises(ValueError, match="different Parameters with the same name 'pre_w'"):
        params.update(apart)


def test_dict_for_all():
    params = ParameterDict("pre_")
    for name in "ab":
        params.get(name, shape=(2,))
    params.setattr("lr_mult", 3)
    params.initialize("ones", ctx=[mx.cpu(0), mx.cpu(1)])
    assert [p.lr_mult for p in params.values()] == [3, 3]
    assert params.list_ctx() == [mx.cpu(0), mx.cpu(1)]
    params["pre_a"].list_grad()[1][:] = 4
    params.zero_grad()
    assert not params["pre_a"].list_grad()[1].asnumpy().any()
    params.reset_ctx(mx.cpu(3))
    assert params.list_ctx() == [mx.cpu(3)]
    params.setattr("grad_req", "null")
    params.zero_grad()


def test_dict_in_files(tmp_path):
    path = str(tmp_path / "a.params")
    params = ParameterDict("pre_")
    params.get("w", shape=(3, 2))
    params.get("b", shape=(3,))
    with pytest.raises(mx.MXNetError, match="has not been initialized"):
        params.save(path)
    params.initialize()
    with pytest.raises(ValueError, match="Prefix 'foo' is to be striped before saving"):
        params.save(path, strip_prefix="foo")
    params.save(path, strip_prefix="pre_")
    assert list(mx.nd.load(path)) == ["w", "b"]
    with pytest.raises(ValueError, match=r"Parameter 'pre_w' is missing in file: .*, which contains "
                                         r"parameters: 'w', 'b'. Please make sure source and target"):
        params.load(path)
    with pytest.raises(ValueError, match="Parameter 'w' loaded from file: .* is not present in "
                                         "ParameterDict, choices are: 'pre_w', 'pre_b'"):
        params.load(path, allow_missing=True)
    params.load(path, allow_missing=True, ignore_extra=True)
    with pytest.raises(ValueError, match="restore_prefix is 'q_' but Parameters name 'pre_w' does not"):
        params.load(path, restore_prefix="q_")
    other = ParameterDict("q_")
    other.get("w", shape=(0, 2), allow_deferred_init=True)
    other.get("b", shape=(3,))
    other.load(path, restore_prefix="q_")
    np.testing.assert_array_equal(other["q_w"].data().asnumpy(), params["pre_w"].data().asnumpy())
    with pytest.raises(ValueError, match=r"Failed to load Parameter 'q_w' on \[cpu\(4\)\] because it "
                                         r"was previous initialized on \[cpu\(0\)\]"):
        other.load(path, ctx=mx.cpu(4), restore_prefix="q_")
    with pytest.raises(ValueError, match="dtype_source is 'current' or 'saved'"):
        other.setattr("dtype", "float16")
        other.load(path, restore_prefix="q_", cast_dtype=True, dtype_source="foo")


def test_names_of_the_module():
    assert gluon.parameter.tensor_types == (mx.sym.Symbol, mx.nd.NDArray)
    assert issubclass(DeferredInitializationError, mx.MXNetError)
