"""Random shapes and arrays, by NumPy's global generator, and arrays made otherwise."""
import numpy as np

from .. import ndarray
from ..errors import MXNetError
from .settings import default_context
from .tolerance import default_dtype


def random_arrays(*shapes):
    """Normally distributed NumPy arrays, float32, one for each shape; not in a list if it is one."""
    arrays = [np.array(np.random.randn(*shape), dtype=default_dtype()) for shape in shapes]
    return arrays[0] if len(arrays) == 1 else arrays


def random_uniform_arrays(*shapes, **kwargs):
    """A list of uniformly distributed NumPy arrays; keywords are low, high and dtype."""
    low, high = kwargs.pop("low", 0.0), kwargs.pop("high", 1.0)
    dtype = kwargs.pop("dtype", default_dtype())
    if kwargs:
        raise TypeError(f"random_uniform_arrays takes low, high and dtype, not {', '.join(kwargs)}")
    return [np.random.uniform(low, high, size=shape).astype(dtype) for shape in shapes]


def random_sample(population, k):
    """k elements of a list, each at most once, in random order."""
    if not 0 <= k <= len(population):
        raise ValueError(f"random_sample: {k} of {len(population)} elements cannot be drawn")
    return [population[i] for i in np.random.permutation(len(population))[:k]]


def rand_shape_2d(dim0=10, dim1=10, allow_zero_size=False):
    """A shape with two axes whose lengths are at most dim0 and dim1."""
    return tuple(length(dim, allow_zero_size) for dim in (dim0, dim1))


def rand_shape_3d(dim0=10, dim1=10, dim2=10, allow_zero_size=False):
    """A shape with three axes whose lengths are at most dim0, dim1 and dim2."""
    return tuple(length(dim, allow_zero_size) for dim in (dim0, dim1, dim2))


def rand_shape_nd(num_dim, dim=10, allow_zero_size=False):
    """A shape with num_dim axes whose lengths are at most dim."""
    return tuple(length(dim, allow_zero_size) for _ in range(num_dim))


def length(most, allow_zero_size):
    return int(np.random.randint(0 if allow_zero_size else 1, most + 1))


def rand_coord_2d(x_low, x_high, y_low, y_high):
    """Two random integers, the second of each range excluded."""
    return np.random.randint(x_low, x_high), np.random.randint(y_low, y_high)


def rand_ndarray(shape, stype="default", density=None, dtype=None, modifier_func=None,
                 shuffle_csr_indices=False, distribution=None, ctx=None):
    """A normally distributed NDArray; raises MXNetError for a sparse storage type."""
    if stype != "default":
        raise MXNetError(f"rand_ndarray: there are no sparse arrays here, got stype {stype!r}")
    return ndarray.array(random_arrays(shape), ctx or default_context(), dtype)


def assign_each(the_input, function):
    """function of each element of a NumPy array; a copy if it is None."""
    values = np.array(the_input)
    return values if function is None else np.vectorize(function, otypes=[float])(values)


def assign_each2(input1, input2, function):
    """function of each pair of elements of two NumPy arrays; a copy of the first if it is None."""
    if function is None:
        return np.array(input1)
    if input1.shape != input2.shape:
        raise ValueError(f"assign_each2: {input1.shape} against {input2.shape}")
    return np.vectorize(function, otypes=[float])(input1, input2)


def create_vector(size, dtype=np.int64):
    """The NDArray 0, 1, 2, ..."""
    return ndarray.arange(0, size, dtype=dtype)


def create_2d_tensor(rows, columns, dtype=np.int64):
    """An NDArray whose rows are full of 0, 1, 2, ..."""
    return ndarray.array(np.repeat(np.arange(rows), columns).reshape(rows, columns), dtype=dtype)


def get_identity_mat(size):
    """The identity as an NDArray."""
    return ndarray.array(np.eye(size))


def get_identity_mat_batch(size):
    """Two of them."""
    return ndarray.array(np.stack([np.eye(size)] * 2))


def np_reduce(dat, axis, keepdims, numpy_reduce_func):
    """A NumPy reduction over any axes, which numpy_reduce_func may take one by one only."""
    axes = range(dat.ndim) if axis is None else [axis] if isinstance(axis, int) else axis
    axes = sorted(a % dat.ndim for a in axes)
    for a in reversed(axes):
        dat = numpy_reduce_func(dat, axis=a)
    for a in axes if keepdims else ():
        dat = np.expand_dims(dat, a)
    return dat


def collapse_sum_like(a, shape):
    """The sum of a NumPy array over the axes along which shape was broadcast to it."""
    more = a.ndim - len(shape)
    axes = tuple(range(more)) + tuple(
        more + i for i, n in enumerate(shape) if n != a.shape[more + i])
    return np.sum(a, axis=axes).reshape(shape) if a.size else np.zeros(shape, a.dtype)
