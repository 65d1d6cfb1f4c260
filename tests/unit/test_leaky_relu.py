"""LeakyReLU where its cases do not reach: infinities, random slopes, gammas, files."""
import numpy as np
import pytest

import symgraph as mx

INF = float("inf")


def value_and_slope(x, **params):
    """The function and its derivative at the numbers x."""
    data = mx.sym.LeakyReLU(mx.sym.Variable("x"), **params)
    executor = data.simple_bind(mx.cpu(), x=(1, len(x)), type_dict={"x": "float64"})
    y = executor.forward(is_train=True, x=mx.nd.array([x], dtype="float64"))[0].asnumpy()
    executor.backward(mx.nd.ones(y.shape, dtype="float64"))
    return y[0], executor.grad_dict["x"].asnumpy()[0]


@pytest.mark.parametrize("act_type,values,slopes", [
    ("leaky", [-INF, INF, 0], [0.5, 1, 0.5]),
    ("elu", [-0.5, INF, 0], [0, 1, 0.5]),
    ("selu", [-1.7580993408473766, INF, 0], [0, 1.0507009873554805, 1.7580993408473766]),
    ("gelu", [0, INF, 0], [0, 1, 0.5]),
])
def test_at_infinity_and_zero(act_type, values, slopes):
    found = value_and_slope([-INF, INF, 0.0], act_type=act_type, slope=0.5)
    np.testing.assert_allclose(found[0], values, rtol=1e-12)
    np.testing.assert_allclose(found[1], slopes, rtol=1e-12)
    assert np.isnan(value_and_slope([np.nan], act_type=act_type)[0]).all()


def test_random_slopes():
    symbol = mx.sym.LeakyReLU(mx.sym.Variable("x"), act_type="rrelu", lower_bound=0.2,
                              upper_bound=0.6, name="r")
    assert symbol.list_outputs() == ["r_output", "r_mask"]
    executor = symbol[0].simple_bind(mx.cpu(), x=(200, 50))
    x = mx.nd.array(np.where(np.arange(10000).reshape(200, 50) % 4, -2.0, 3.0))
    y = executor.forward(x=x)[0].asnumpy()
    np.testing.assert_allclose(y[x.asnumpy() < 0], -0.8, rtol=1e-6)
    y = executor.forward(is_train=True)[0].asnumpy()
    slopes = y[x.asnumpy() < 0] / -2
    assert slopes.min() >= 0.2 and slopes.max() < 0.6
    assert abs(slopes.mean() - 0.4) < 0.01 and abs(slopes.std() - 0.4 / 12 ** 0.5) < 0.01
    assert (y[x.asnumpy() > 0] == 3).all()
    executor.backward(mx.nd.ones(y.shape))
    np.testing.assert_allclose(executor.grad_dict["x"].asnumpy() * x.asnumpy(), y, rtol=1e-6)
    assert (executor.forward(is_train=True)[0].asnumpy() != y).any()


def test_gamma_is_inferred_and_initialized():
    symbol = mx.sym.LeakyReLU(mx.sym.Variable("x"), act_type="prelu", name="p")
    assert symbol.infer_shape(x=(2, 3, 4))[0] == [(2, 3, 4), (3,)]
    assert symbol.infer_shape(x=(2, 0, 4), p_gamma=(3,))[0] == [(2, 3, 4), (3,)]
    assert symbol.infer_shape(x=(2, 3, 4), p_gamma=(1,))[0] == [(2, 3, 4), (1,)]
    module = mx.mod.Module(symbol, data_names=("x",), label_names=None)
    module.bind([("x", (2, 3))])
    module.init_params()
    assert (module.get_params()[0]["p_gamma"].asnumpy() == 0.25).all()


@pytest.mark.parametrize("gamma", [(4,), (1, 3, 1)])
def test_gammas_that_fit_nothing_are_refused(gamma):
    symbol = mx.sym.LeakyReLU(mx.sym.Variable("x"), act_type="prelu", name="p")
    with pytest.raises(mx.base.MXNetError, match="gamma"):
        symbol.simple_bind(mx.cpu(), x=(2, 3, 4), p_gamma=gamma)
