"""Operators on NDArrays without elements: NumPy's results, or an error that says so."""
import numpy as np
import pytest

import symgraph as mx
from symgraph.op import REGISTRY, make

nd = mx.nd


def ones(*shape, dtype="float32"):
    return np.ones(shape, dtype)


NUMPYS = {      # what is called by name or by a function, its arrays, parameters, NumPy's result
    "exp": (nd.exp, [ones(2, 0)], {}, np.exp),
    "add": (nd.add, [ones(2, 0), ones(2, 0)], {}, np.add),
    "plus number": (lambda a: a + 1, [ones(2, 0)], {}, lambda a: a + 1),
    "comparison": (lambda a, b: a > b, [ones(2, 0)] * 2, {}, np.greater),
    "broadcast": (nd.broadcast_mul, [ones(2, 0, 3), ones(2, 1, 1)], {}, np.multiply),
    "where": (nd.where, [ones(0)] * 3, {}, lambda c, a, b: np.where(c, a, b)),
    "integers": (nd.abs, [ones(0, 2, dtype="int32")], {}, np.abs),
    "sum": (nd.sum, [ones(2, 0)], {"axis": 1}, lambda a, axis: a.sum(axis)),
    "sum of the other axis": (nd.sum, [ones(2, 0)], {"axis": 0}, lambda a, axis: a.sum(axis)),
    "sum of two axes": (nd.sum, [ones(2, 0, 3, 0)], {"axis": (1, 2)}, lambda a, axis: a.sum(axis)),
    "prod": (nd.prod, [ones(2, 0)], {"axis": 1, "keepdims": True},
             lambda a, axis, keepdims: a.prod(axis, keepdims=True)),
    "max of the other axis": (nd.max, [ones(2, 0)], {"axis": 0}, lambda a, axis: a.max(axis)),
    "norm": (nd.norm, [ones(2, 0)], {"axis": 1}, lambda a, axis: np.linalg.norm(a, axis=axis)),
    "dot": (nd.dot, [ones(2, 0), ones(0, 3)], {}, np.dot),
    "dot without rows": (nd.dot, [ones(0, 2), ones(2, 3)], {}, np.dot),
    "batch_dot": (nd.batch_dot, [ones(4, 2, 0), ones(4, 0, 3)], {}, np.matmul),
    "concat": (nd.concat, [ones(2, 0), ones(2, 3), ones(2, 0)], {"dim": 1},
               lambda *a, dim: np.concatenate(a, dim)),
    "concat of empty ones": (nd.concat, [ones(2, 0), ones(3, 0)], {"dim": 0},
                             lambda *a, dim: np.concatenate(a, dim)),
    "stack": (nd.stack, [ones(0, 3)] * 2, {"axis": 1}, lambda *a, axis: np.stack(a, axis)),
    "transpose": (nd.transpose, [ones(2, 0, 3)], {}, np.transpose),
    "reshape": (nd.reshape, [ones(2, 0, 3)], {"shape": (-1, 2)}, lambda a, shape: a.reshape(0, 2)),
    "method reshape": (lambda a: a.reshape((-1,)), [ones(2, 0, 0)], {}, np.ravel),
    "expand_dims": (nd.expand_dims, [ones(2, 0)], {"axis": 1}, lambda a, axis: a[:, None]),
    "tile": (nd.tile, [ones(2, 0)], {"reps": (2, 3)}, np.tile),
    "repeat": (nd.repeat, [ones(2, 0)], {"repeats": 3, "axis": 0}, np.repeat),
    "take": (nd.take, [ones(2, 3), ones(0)], {}, lambda a, i: a[i.astype(int)]),
    "one_hot": (nd.one_hot, [ones(0)], {"depth": 3}, lambda i, depth: ones(0, 3)),
    "sort": (nd.sort, [ones(2, 0)], {}, np.sort),
    "cumsum": (nd.cumsum, [ones(2, 0)], {"axis": 0}, np.cumsum),
    "flip": (nd.flip, [ones(0, 3)], {"axis": 0}, np.flip),
    "cast": (nd.cast, [ones(0, 3)], {"dtype": "int32"}, lambda a, dtype: a.astype(dtype)),
    "softmax": (nd.softmax, [ones(2, 0)], {}, lambda a: a),
    "shuffle": (nd.random.shuffle, [ones(2, 0)], {}, lambda a: a),
    "a layer": (nd.FullyConnected, [ones(0, 4), ones(3, 4), ones(3)], {"num_hidden": 3},
                lambda x, w, b, num_hidden: x @ w.T + b),
}


@pytest.mark.parametrize("call,arrays,params,wanted", NUMPYS.values(), ids=NUMPYS)
def test_results_are_numpys(call, arrays, params, wanted):
    found = call(*(nd.array(a, dtype=a.dtype) for a in arrays), **params).asnumpy()
    wanted = wanted(*arrays, **params)
    if wanted.dtype != bool:
        assert found.dtype == wanted.dtype
    np.testing.assert_array_equal(found, np.atleast_1d(wanted))


def test_the_mean_of_nothing_is_nan():
    assert np.isnan(nd.mean(nd.ones((2, 0)), axis=1).asnumpy()).all()


def test_several_outputs_and_out():
    parts = nd.split(nd.ones((0, 4)), num_outputs=2, axis=1)
    assert [part.shape for part in parts] == [(0, 2), (0, 2)]
    out = nd.ones((2,))
    assert nd.sum(nd.ones((2, 0)), axis=1, out=out) is out
    assert out.asnumpy().tolist() == [0, 0]
    with pytest.raises(mx.MXNetError, match=r"result has the shape \(2, 0\), out has \(2, 1\)"):
        nd.exp(nd.ones((2, 0)), out=nd.ones((2, 1)))


@pytest.mark.parametrize("call", [
    lambda z: nd.max(z), lambda z: nd.argmax(z, axis=1), lambda z: nd.topk(z, k=1),
    lambda z: nd.pick(z, nd.zeros((2,))), lambda z: nd.slice(z, begin=(0, 0), end=(1, 1)),
    lambda z: nd.FullyConnected(z, nd.ones((3, 0)), nd.ones((3,)), num_hidden=3)])
def test_what_nothing_says_the_result_of(call):
    with pytest.raises(mx.MXNetError, match=r" does not support arrays without elements, got "
                                            r"data=\(2, 0\)"):
        call(nd.ones((2, 0)))


def test_a_slice_of_no_rows_has_no_rows():
    """Lengths that are no polynomials are not taken for some."""
    for end in (1, 2):
        with pytest.raises(mx.MXNetError, match="does not support arrays without elements"):
            nd.slice(nd.ones((0, 3)), begin=(0,), end=(end,))


@pytest.mark.parametrize("call", [lambda a: nd.elemwise_add(a, nd.ones((2, 3))),
                                  lambda a: nd.broadcast_add(a, nd.ones((2, 3))),
                                  lambda a: nd.reshape(a, shape=(5, 3)),
                                  lambda a: nd.concat(a, nd.ones((3, 3)), dim=1)])
def test_shapes_that_disagree_are_shown_as_they_are(call):
    with pytest.raises(mx.MXNetError, match=r"\(2, 0\)") as caught:
        call(nd.ones((2, 0)))
    assert not any(len(word) > 4 and word.isdigit() for word in str(caught.value).split())


def unary_operators():
    for name in sorted(REGISTRY):
        try:
            if make(name, {}).inputs() == ("data",):
                yield name
        except mx.MXNetError:
            continue


@pytest.mark.parametrize("name", [*unary_operators()])
def test_every_operator_takes_or_refuses(name):
    """Of those with one input and no parameters that it needs: never a wrong cause."""
    for shape in ((0,), (2, 0), (0, 3), (0, 2, 3, 4), (1, 0, 0)):
        try:
            found = getattr(nd._internal, name)(nd.ones(shape))
        except mx.MXNetError as error:
            assert "cannot be inferred" not in str(error)
        else:
            for array in found if isinstance(found, list) else [found]:
                assert np.isin(array.asnumpy(), [0, 1, np.nan], assume_unique=True).all() or (
                    np.isnan(array.asnumpy()).all())
