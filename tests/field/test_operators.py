"""Whole families of operators: NaN that must not vanish, float64, order among negative numbers."""
import numpy as np
import pytest

import symgraph as mx
from symgraph.errors import MXNetError
from symgraph.op import REGISTRY

# What answers questions about its input, or does not look at its values, and what leaves NaN out.
NO_NAN_WANTED = {"isnan", "isinf", "isfinite", "_contrib_isnan", "_contrib_isinf", "_contrib_isfinite",
                 "logical_not", "ones_like", "zeros_like", "shape_array", "size_array", "nansum",
                 "nanprod", "_linalg_mirror", "_contrib_arange_like", "_contrib_index_array",
                 "all_finite"}
POSITIONS = {"argmax", "argmin", "argsort", "topk", "argmax_channel"}
NO_NAN_WANTED |= {f"_{name}_scalar" for name in (
    "equal", "not_equal", "greater", "greater_equal", "lesser", "lesser_equal", "logical_and",
    "logical_or", "logical_xor", "rpower")}      # 1 ** NaN is 1


def is_float(array):
    return array.dtype.kind == "f"


def apply_alone(cls, x):
    """The outputs of an operator of one input on x, None if it does not take just that."""
    if cls.python:
        return None
    try:
        op = cls()
        if op.inputs() not in (("data",), ("x",), ("a",), ("array",)) or not op.pure or op.is_loss:
            return None
        found = getattr(mx.nd, cls.name, None) or getattr(mx.nd._internal, cls.name)
        outputs = found(mx.nd.array(x, dtype=x.dtype))
    except (MXNetError, TypeError, AttributeError):
        return None
    outputs = outputs if isinstance(outputs, list) else [outputs]
    return [y.asnumpy() for y in outputs]


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_no_operator_of_one_array_loses_nan(dtype):
    """What goes in as NaN comes out: from functions of elements, sums, extremes, moves."""
    x = np.full((2, 3, 4), np.nan, dtype)
    tried, lost = [], []
    for cls in sorted(REGISTRY.values(), key=lambda cls: cls.name):
        outputs = apply_alone(cls, x)
        if outputs is None or not any(map(is_float, outputs)):
            continue
        tried.append(cls.name)
        if cls.name in NO_NAN_WANTED | POSITIONS:
            continue
        if not all(np.isnan(y).all() for y in outputs if is_float(y)):
            lost.append(cls.name)
    assert lost == []
    assert len(tried) > 80, tried


@pytest.mark.parametrize("act", ["relu", "sigmoid", "tanh", "softrelu", "softsign"])
def test_no_activation_loses_nan(act):
    x = mx.nd.array([1, np.nan, -1])
    for y in (mx.nd.Activation(x, act_type=act), mx.nd.LeakyReLU(x, act_type="leaky"),
              mx.nd.LeakyReLU(x, act_type="elu"), mx.nd.LeakyReLU(x, act_type="selu"),
              mx.nd.LeakyReLU(x, act_type="gelu")):
        assert np.isnan(y.asnumpy()).tolist() == [False, True, False]


# -- float64 is not computed in float32 ------------------------------------------------------------
NEAR, FAR = 1.0, 1.0 + 2.0 ** -40       # one number in float32
COMPARISONS = {"equal": np.equal, "not_equal": np.not_equal, "greater": np.greater,
               "greater_equal": np.greater_equal, "lesser": np.less, "lesser_equal": np.less_equal}


@pytest.mark.parametrize("name", COMPARISONS)
def test_comparisons_see_all_digits_of_float64(name):
    a, b = np.array([NEAR, FAR, NEAR]), np.array([FAR, NEAR, NEAR])
    want = COMPARISONS[name](a, b).astype(float).tolist()
    a, b = (mx.nd.array(v, dtype="float64") for v in (a, b))
    assert getattr(mx.nd, f"broadcast_{name}")(a, b).asnumpy().tolist() == want
    assert getattr(mx.nd, name)(a, b).asnumpy().tolist() == want
    by_number = COMPARISONS[name](a.asnumpy(), FAR).astype(float).tolist()
    assert getattr(mx.nd, name)(a, FAR).asnumpy().tolist() == by_number
    executor = getattr(mx.sym, f"broadcast_{name}")(mx.sym.Variable("a"), mx.sym.Variable("b")).bind(
        mx.cpu(), {"a": a, "b": b})
    assert executor.forward()[0].asnumpy().tolist() == want


def test_signs_and_logic_of_the_smallest_float64():
    tiny = mx.nd.array([1e-300, -1e-300, 0], dtype="float64")       # 0 in float32
    assert mx.nd.sign(tiny).asnumpy().tolist() == [1, -1, 0]
    assert mx.nd.logical_not(tiny).asnumpy().tolist() == [0, 0, 1]
    one = mx.nd.ones((3,), dtype="float64")
    assert mx.nd.broadcast_logical_and(tiny, one).asnumpy().tolist() == [1, 1, 0]
    assert mx.nd.broadcast_logical_or(tiny, tiny).asnumpy().tolist() == [1, 1, 0]
    assert mx.nd.broadcast_logical_xor(tiny, one).asnumpy().tolist() == [0, 0, 1]
    assert mx.nd.zeros_like(tiny).dtype == mx.nd.ones_like(tiny).dtype == np.float64


# -- order -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int8", "int32", "int64"])
@pytest.mark.parametrize("size", [1, 5, 40, 100])
def test_order_among_negative_numbers(dtype, size, rng):
    """Nothing is compared with a 0 that is not there, in any dtype or length of vectors."""
    x = -1 - rng.permutation(size).astype(dtype)
    array = mx.nd.array(x, dtype=dtype)
    assert array.dtype == np.dtype(dtype)
    order = np.argsort(x, kind="stable")
    assert mx.nd.argmax(array, axis=0).asscalar() == order[-1]
    assert mx.nd.argmin(array, axis=0).asscalar() == order[0]
    assert mx.nd.max(array).asscalar() == -1 and mx.nd.min(array).asscalar() == -size
    assert mx.nd.argsort(array, dtype="int32").asnumpy().tolist() == order.tolist()
    assert mx.nd.sort(array).asnumpy().tolist() == x[order].tolist()
    assert mx.nd.topk(array, k=1, dtype="int64").asnumpy().tolist() == [order[-1]]
    assert mx.nd.topk(array, k=size, is_ascend=True, ret_typ="value").asnumpy().tolist() == (
        x[order].tolist())
