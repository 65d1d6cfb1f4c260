"""Random matrices with real eigenvalues, as float64 NumPy arrays; see `mx.random.seed`."""
import numpy as np

from .. import random

LARGEST = 10.0      # size of an eigenvalue, as in MXNet


def new_orthonormal_matrix_2d(n):
    """A random matrix (n, n) whose rows are orthonormal."""
    return np.linalg.qr(random.host().normal(size=(n, n)))[0]


def new_sym_matrix_with_real_eigvals_2d(n):
    """A random symmetric matrix (n, n) with eigenvalues between -10 and 10."""
    q = new_orthonormal_matrix_2d(n)
    values = random.host().uniform(-LARGEST, LARGEST, n)
    made = (q * values) @ q.T
    return (made + made.T) / 2


def new_matrix_with_real_eigvals_2d(n):
    """A random matrix (n, n) with real eigenvalues between -10 and 10, and a small condition number.

    It is ``p diag(values) p ** -1``, where p is not far from orthonormal.
    """
    p = new_orthonormal_matrix_2d(n) + 0.2 / n * random.host().uniform(-1, 1, (n, n))
    values = random.host().uniform(-LARGEST, LARGEST, n)
    return (p * values) @ np.linalg.inv(p)


def stacked(make, shape):
    """Matrices that make draws, in an array of shape (..., n, n)."""
    *outer, rows, columns = shape
    if rows != columns:
        raise ValueError(f"the matrices are square, got the shape {shape}")
    found = [make(rows) for _ in range(int(np.prod(outer)))]
    return np.reshape(found, shape)


def new_sym_matrix_with_real_eigvals_nd(shape):
    """new_sym_matrix_with_real_eigvals_2d for arrays (..., n, n)."""
    return stacked(new_sym_matrix_with_real_eigvals_2d, shape)


def new_matrix_with_real_eigvals_nd(shape):
    """new_matrix_with_real_eigvals_2d for arrays (..., n, n)."""
    return stacked(new_matrix_with_real_eigvals_2d, shape)
