"""sort, argsort and topk: what the generated cases do not show."""
import numpy as np
import pytest

import symgraph as mx
from symgraph.errors import MXNetError

MANY = 2**24 + 10       # more than float32 can count


def test_places_beyond_what_float32_counts():
    """Every place is right in int32 and int64, and float32 is refused rather than rounded."""
    data = np.zeros(MANY, np.float32)
    data[[MANY - 1, MANY - 4]] = 2, 1
    x = mx.nd.array(data)
    for dtype in ("int32", "int64"):
        got = mx.nd.topk(x, k=2, dtype=dtype).asnumpy()
        assert got.dtype == dtype and got.tolist() == [MANY - 1, MANY - 4]
    for call in (lambda: mx.nd.topk(x, k=2), lambda: mx.nd.argsort(x),
                 lambda: mx.nd.topk(x, k=2, ret_typ="both", dtype="float16")):
        with pytest.raises(MXNetError, match="dtype='int32' or 'int64'"):
            call()
    assert mx.nd.topk(x, k=2, ret_typ="value").asnumpy().tolist() == [2, 1]     # no places shown


def test_the_gradient_of_values_goes_to_exact_places():
    """Also where the dtype of places that users see could not tell them apart."""
    data = mx.nd.array(np.arange(5000, dtype=np.float32)[None])
    grad = mx.nd.zeros((1, 5000))
    y = mx.sym.topk(mx.sym.Variable("x"), k=2, ret_typ="value", dtype="float16")
    executor = y.bind(mx.cpu(), {"x": data}, args_grad={"x": grad})
    executor.forward(is_train=True)
    executor.backward(mx.nd.array([[3, 4]]))
    assert np.flatnonzero(grad.asnumpy()).tolist() == [4998, 4999]
    assert grad.asnumpy()[0, 4998:].tolist() == [4, 3]


def test_nan_is_more_than_any_number_and_places_are_distinct():
    x = mx.nd.array([3, np.nan, -np.inf, 1, np.inf, np.nan])
    assert mx.nd.argsort(x, dtype="int32").asnumpy().tolist() == [2, 3, 0, 4, 1, 5]
    assert mx.nd.topk(x, k=4, dtype="int32").asnumpy().tolist() == [1, 5, 4, 0]
    assert mx.nd.topk(x, k=2, is_ascend=True, dtype="int32").asnumpy().tolist() == [2, 3]


def test_equal_elements_keep_their_order_however_many_there_are():
    """Through the selection of a few out of many as well as through the merges of a whole sort."""
    x = np.random.default_rng(3).integers(0, 5, 3000)
    for ascending in (True, False):
        want = np.argsort(x if ascending else -x, kind="stable")
        given = {"is_ascend": ascending, "dtype": "int32"}
        a = mx.nd.array(x)
        np.testing.assert_array_equal(mx.nd.argsort(a, **given).asnumpy(), want)
        for k in (1, 7, 130, 2000):
            np.testing.assert_array_equal(mx.nd.topk(a, k=k, **given).asnumpy(), want[:k])


@pytest.mark.parametrize("params,said", [
    ({"k": 5}, "k=5, but there are only 4"), ({"axis": 2}, "axis 2 is outside"),
    ({"dtype": "int8"}, "expected {'float16'"), ({"ret_typ": "values"}, "expected {'both'")])
def test_errors(params, said):
    with pytest.raises(MXNetError, match=said):
        mx.nd.topk(mx.nd.ones((3, 4)), **params)


def test_none_is_a_value_of_axis():
    """An axis of None is written to files, as its default is another one."""
    y = mx.sym.sort(mx.sym.Variable("x"), axis=None)
    assert '"axis": "None"' in y.tojson()
    assert mx.sym.load_json(y.tojson()).infer_shape(x=(3, 4))[1] == [(12,)]
    assert mx.nd.sort(mx.nd.array([[2, 1], [0, 3]]), axis=None).asnumpy().tolist() == [0, 1, 2, 3]


def test_dtypes_may_be_numpy_types():
    x = mx.nd.array([2, 1])
    assert mx.nd.argsort(x, dtype=np.int64).dtype == np.int64
    assert mx.nd.cumsum(x, dtype=np.float64).dtype == np.float64
