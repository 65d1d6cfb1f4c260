"""NumPy's functions on NDArrays: values as NumPy has them, memory as out says."""
import operator

import numpy as np
import pytest

import symgraph as mx

A, B = np.array([[1, 2.5], [3.5, 4]], "f4"), np.array([[2, 2.5], [1, 0.5]], "f4")
UFUNCS = [f for f in vars(np).values() if isinstance(f, np.ufunc) and "ff->f" in f.types + ["f->f"]
          and any(t.startswith("f" * f.nin + "->") for t in f.types) and f.signature is None]


@pytest.mark.parametrize("ufunc", UFUNCS, ids=lambda f: f.__name__)
def test_every_ufunc(ufunc):
    arrays = (A, B)[:ufunc.nin]
    wanted = ufunc(*arrays)
    given = [mx.nd.array(a) for a in arrays]
    got = ufunc(*given)
    for one, other in zip(np.atleast_1d(wanted), np.atleast_1d(got)):
        np.testing.assert_array_equal(one, other)
    if ufunc.nout == 1:
        out = mx.nd.zeros((2, 2), dtype=wanted.dtype if wanted.dtype != bool else "bool")
        assert ufunc(*given, out=out) is out
        np.testing.assert_array_equal(out.asnumpy(), wanted)
        into = np.zeros_like(wanted)
        assert ufunc(*given, out=into) is into
        np.testing.assert_array_equal(into, wanted)
    for array, before in zip(given, arrays):
        assert (array.asnumpy() == before).all()


def test_several_outputs():
    whole = mx.nd.zeros((2, 2))
    part, found = np.modf(mx.nd.array(A), None, whole)
    assert found is whole and isinstance(part, np.ndarray)
    np.testing.assert_array_equal(part + whole.asnumpy(), A)


def test_other_ways_of_ufuncs():
    x = mx.nd.array(A)
    np.testing.assert_array_equal(np.add.reduce(x), A.sum(0))
    np.testing.assert_array_equal(np.add.outer(x, x), np.add.outer(A, A))
    np.testing.assert_array_equal(np.add(x, x, where=mx.nd.array(A > 2, dtype="bool"),
                                         out=np.zeros((2, 2), "f4")), np.where(A > 2, 2 * A, 0))
    np.add.at(x, ([0, 0], [1, 1]), 1)
    np.testing.assert_array_equal(x.asnumpy(), A + [[0, 2], [0, 0]])


@pytest.mark.parametrize("sign", ["add", "sub", "mul", "truediv", "mod", "pow", "eq", "ne", "lt", "le",
                                  "gt", "ge"])
def test_signs_give_ndarrays(sign):
    apply = getattr(operator, sign)
    for left in (A, np.float32(2.5), np.float64(2)):
        for pair in ((left, mx.nd.array(B)), (mx.nd.array(B), left)):
            got = apply(*pair)
            assert isinstance(got, mx.nd.NDArray)
            plain = [p.asnumpy() if isinstance(p, mx.nd.NDArray) else p for p in pair]
            np.testing.assert_allclose(got.asnumpy(), apply(*plain), rtol=1e-6)


def test_numpy_arrays_are_added_to_in_place():
    values, x = A.copy(), mx.nd.array(B)
    alias = values
    values += x
    assert values is alias and isinstance(values, np.ndarray)
    np.testing.assert_array_equal(alias, A + B)


def test_what_is_recorded_is_not_written():
    x = mx.nd.array(A)
    x.attach_grad()
    with mx.autograd.record():
        y = x * x
        for fill in (lambda: np.sin(A, out=y), lambda: np.add.at(y, 0, 1)):
            with pytest.raises(mx.MXNetError, match=r"numpy\.\w+ would write .* recorded"):
                fill()
    np.sin(A, out=x)        # outside of record, but what the gradient reads is gone
    with pytest.raises(mx.MXNetError, match="written in place"):
        y.backward()


def test_numpy_functions_that_call_methods():
    x = mx.nd.array([[1, 2.5], [3.45, -2.5]])
    assert np.round(x).asnumpy().tolist() == [[1, 3], [3, -3]]
    np.testing.assert_allclose(np.round(x, 1).asnumpy(), [[1, 2.5], [3.5, -2.5]], rtol=1e-6)
    out = mx.nd.zeros((2, 2))
    assert x.round(out=out) is out and out.asnumpy()[0, 1] == 3
    assert np.mean(x).asscalar() == pytest.approx(1.1125)
    assert np.allclose(x, x) and np.std(x) == pytest.approx(x.asnumpy().std())
    with pytest.raises(ValueError, match="read-only"):
        fixed = np.zeros((2, 2), "f4")
        fixed.flags.writeable = False
        np.add(x, x, out=mx.nd.from_numpy(fixed))
