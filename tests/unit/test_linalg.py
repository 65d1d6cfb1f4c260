"""Linear algebra: failures, and a library without LAPACK."""
import os
import subprocess
import sys

import numpy as np
import pytest

import symgraph as mx
from symgraph.errors import KernelError, MXNetError
from symgraph.native import BLAS, ffi

LAPACK = [number for number, name in ffi.typeof("sg_routine").elements.items()
          if name.startswith("SG_LAPACK")]


@pytest.mark.parametrize("name,matrix,said", [
    ("potrf", [[1, 2], [2, 1]], "matrix 1 is not positive definite: its leading minor of order 2"),
    ("potri", [[0, 0], [2, 1]], "matrix 1 is no Cholesky factor: element 0 of its diagonal is 0"),
    ("inverse", [[1, 2], [2, 4]], "matrix 1 is singular"),
])
def test_failures_name_operator_and_matrix(name, matrix, said):
    good = np.array([[4, 1], [1, 3]], np.float64)
    batch = mx.nd.array(np.stack([good, matrix]), dtype="float64")
    with pytest.raises(KernelError, match=f"_linalg_{name} .*{said}"):
        getattr(mx.nd.linalg, name)(batch)


@pytest.mark.parametrize("name,shapes,said", [
    ("gemm2", [(2, 3), (4, 2)], "op\\(A\\) has 3 columns and op\\(B\\) 4 rows"),
    ("gemm2", [(3,), (3,)], "is no matrix"), ("gemm2", [(2, 2, 3), (1, 3, 2)], "against|expected"),
    ("det", [(2, 3)], "is not square"), ("gelqf", [(3, 2)], "more rows than columns"),
    ("maketrian", [(4,)], "4 elements are no triangle"), ("trsm", [(2, 2), (3, 2)], "A is .*expected")])
def test_shapes_that_do_not_go_together(name, shapes, said):
    with pytest.raises(MXNetError, match=said):
        getattr(mx.nd.linalg, name)(*(mx.nd.ones(shape) for shape in shapes))


def test_no_diagonal_and_no_matrix_of_other_types():
    with pytest.raises(MXNetError, match="has no diagonal 3"):
        mx.nd.linalg.extractdiag(mx.nd.ones((3, 3)), offset=3)
    with pytest.raises(MXNetError, match="float16 is not a type"):
        mx.nd.linalg.gemm2(mx.nd.ones((2, 2), dtype="float16"), mx.nd.ones((2, 2), dtype="float16"))


def test_the_library_has_lapack():
    assert BLAS and len(LAPACK) == 14


def test_a_library_without_lapack_fails_where_it_is_needed():
    """In a process of its own, whose table of routines has none of LAPACK's."""
    code = """
import numpy as np, symgraph as mx
from symgraph.native import ffi, lib
for number, name in ffi.typeof("sg_routine").elements.items():
    if name.startswith("SG_LAPACK"):
        lib.sg_set_routine(number, ffi.NULL)
a = mx.nd.array(np.eye(2))
assert mx.nd.linalg.gemm2(a, a).asnumpy().tolist() == [[1, 0], [0, 1]]
for name in ("potrf", "potri", "inverse", "det", "slogdet", "gelqf", "syevd"):
    try:
        getattr(mx.nd.linalg, name)(a)
    except mx.MXNetError as error:
        assert "the BLAS library lacks LAPACK's" in str(error) and "SYMGRAPH_BLAS" in str(error)
    else:
        raise AssertionError(name)
"""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_results_do_not_depend_on_threads():
    """Batches are shared out whole, products in pieces of fixed sizes."""
    rng = np.random.default_rng(5)
    a = rng.normal(size=(40, 30, 30))
    inputs = [mx.nd.array(v, dtype="float64") for v in (a, a @ a.swapaxes(1, 2) + 9 * np.eye(30))]
    before = mx.get_num_threads()
    found = []
    try:
        for threads in (1, 2, 3):
            mx.set_num_threads(threads)
            found.append([mx.nd.linalg.gemm2(*inputs), mx.nd.linalg.potrf(inputs[1]),
                          mx.nd.linalg.inverse(inputs[1]), *mx.nd.linalg.syevd(inputs[1])])
    finally:
        mx.set_num_threads(before)
    for other in found[1:]:
        for first, second in zip(found[0], other):
            np.testing.assert_array_equal(first.asnumpy(), second.asnumpy())


def test_log_likelihood_of_a_gaussian():
    """The use these operators were made for: solve with the factor, sum its logarithms."""
    rng = np.random.default_rng(1)
    b = rng.normal(size=(4, 6))
    cov, x = b @ b.T + np.eye(4), rng.normal(size=(4, 1))
    factor = mx.sym.linalg.potrf(mx.sym.Variable("cov"))
    white = mx.sym.linalg.trsm(factor, mx.sym.Variable("x"))
    loss = mx.sym.linalg.sumlogdiag(factor) + 0.5 * mx.sym.sum(mx.sym.square(white))
    args = {"cov": mx.nd.array(cov, dtype="float64"), "x": mx.nd.array(x, dtype="float64")}
    grads = {name: mx.nd.zeros(a.shape, dtype="float64") for name, a in args.items()}
    executor = loss.bind(mx.cpu(), args, args_grad=grads)
    got = executor.forward(is_train=True)[0].asnumpy()
    executor.backward(mx.nd.ones((1,), dtype="float64"))
    inverse = np.linalg.inv(cov)
    want = 0.5 * (np.linalg.slogdet(cov)[1] + (x.T @ inverse @ x).item())
    np.testing.assert_allclose(got, [want], rtol=1e-12)
    outer = inverse @ x @ x.T @ inverse
    np.testing.assert_allclose(grads["cov"].asnumpy(), 0.5 * (inverse - outer), rtol=1e-10)
    np.testing.assert_allclose(grads["x"].asnumpy(), inverse @ x, rtol=1e-10)
