"""NDArrays: elements as NumPy's, arithmetic, copies, what cannot be done."""
import copy
import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import symgraph as mx

KEYS = [0, -1, (0, 1), (0, 1, 2), slice(None), (slice(None), 1), (..., 1), None, (None, 0),
        (slice(None), None), slice(None, None, -1), (slice(None), [0, 2]), ([0, 1], [1, 2]), [0, 1],
        np.array([1, 0]), (0, slice(1, 3), slice(0, 4, 2)), (np.int64(1), 2), slice(1, 1),
        ([[0], [1]], [[0, 1]]), (slice(None), [True, False, True]), (1, None, slice(None)), ()]


def numbers(*shape):
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape)


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_reading_elements_is_numpys(key):
    x = numbers(2, 3, 4)
    found = mx.nd.array(x)[key]
    wanted = x[key]
    assert isinstance(found, mx.nd.NDArray)
    np.testing.assert_array_equal(found.asnumpy(), wanted.reshape(wanted.shape or (1,)))


@pytest.mark.parametrize("key", KEYS, ids=str)
@pytest.mark.parametrize("kind", ["number", "numpy", "ndarray"])
def test_writing_elements_is_numpys(key, kind):
    x = numbers(2, 3, 4)
    array = mx.nd.array(x)
    value = 7.5 if kind == "number" else -numbers(*x[key].shape)
    array[key] = mx.nd.array(value) if kind == "ndarray" and np.ndim(value) else value
    x[key] = value
    np.testing.assert_array_equal(array.asnumpy(), x)


def test_ndarrays_as_keys():
    x = mx.nd.array(numbers(4, 3))
    np.testing.assert_array_equal(x[mx.nd.array([2, 0])].asnumpy(), x.asnumpy()[[2, 0]])
    picked = x[mx.nd.array([1], dtype="int32"), mx.nd.array([2], dtype="int32")]
    assert picked.asnumpy().tolist() == [5]
    x[mx.nd.array([1])] = -1
    assert x.asnumpy()[1].tolist() == [-1] * 3


def test_slices_share_memory():
    x = mx.nd.zeros((2, 3))
    x[1][1:] = 5
    x[0][0] = 7
    assert x.asnumpy().tolist() == [[7, 0, 0], [0, 5, 5]]
    with pytest.raises(ValueError, match="could not broadcast"):
        x[:] = np.zeros(5)
    with pytest.raises(IndexError):
        x[2]


@pytest.mark.parametrize("op", ["iadd", "isub", "imul", "itruediv", "imod", "ipow"])
@pytest.mark.parametrize("dtype", ["float32", "int32"])
def test_in_place(op, dtype):
    x = mx.nd.array([[5, 6], [7, 8]], dtype=dtype)
    y = alias = x
    y = getattr(y, f"__{op}__")(2)
    assert y is alias
    wanted = getattr(np.array([[5.0, 6], [7, 8]]), f"__{op}__")(2)
    np.testing.assert_array_equal(alias.asnumpy(), wanted.astype(dtype))
    alias += mx.nd.ones((2, 1), dtype=dtype) if dtype == "float32" else 1
    assert y is alias


def test_copies():
    x = mx.nd.array([[1, 2], [3, 4]], dtype="uint8")
    for twin in (x.copy(), copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x))):
        assert twin.dtype == np.uint8 and twin.context == x.context
        assert (twin.asnumpy() == x.asnumpy()).all() and twin is not x
    assert x.as_nd_ndarray() is x
    dense = x.tostype("default")
    dense[:] = 0
    assert x.asnumpy().any()
    assert x.writable


def test_shared_by_dlpack():
    x = mx.nd.array([[1, 2], [3, 4]])
    shared = [mx.nd.from_dlpack(given) for given in (
        x, x.to_dlpack_for_read(), x.to_dlpack_for_write(), mx.nd.to_dlpack_for_read(x),
        mx.nd.to_dlpack_for_write(x))]
    shared[0][0, 0] += 1
    assert [y[0, 0].asscalar() for y in (x, *shared)] == [2] * 6


class Unversioned:
    """An array of a library that knows DLPack as it was before capsules had versions."""

    def __init__(self, values):
        self.values = values

    def __dlpack__(self, stream=None):
        return self.values.__dlpack__()

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


@pytest.mark.parametrize("give", [
    lambda x: x, lambda x: x.to_dlpack_for_read(), lambda x: x.to_dlpack_for_write(),
    mx.nd.to_dlpack_for_read, mx.nd.to_dlpack_for_write, Unversioned, lambda x: np.asarray(x),
    lambda x: x.__dlpack__(max_version=(1, 0)),
], ids=["object", "read", "write", "nd.read", "nd.write", "unversioned", "numpy", "versioned"])
def test_writes_by_dlpack_go_through(give):
    for write in (lambda y: y.__setitem__(0, 3), lambda y: y.__setitem__(slice(None), 3),
                  lambda y: y.__iadd__(2), lambda y: mx.nd.full((2, 3), 3, out=y),
                  lambda y: mx.nd.broadcast_add(y, mx.nd.ones((1, 1)) * 2, out=y)):
        for dtype in ("float32", "int64", "float16"):
            x = mx.nd.ones((2, 3), dtype=dtype)
            y = mx.nd.from_dlpack(give(x)).astype(dtype, copy=False)
            if dtype == "float32":
                write(y)
            else:
                y[0] = 3
            assert x[0].asnumpy().tolist() == [3] * 3 and x.dtype == y.dtype == np.dtype(dtype)


def test_dlpack_keeps_memory_alive_and_minds_what_must_not_be_written():
    y = mx.nd.from_dlpack(mx.nd.full((1000,), 7).to_dlpack_for_write())
    mx.nd.zeros((1000,)).wait_to_read()
    assert y.asnumpy().tolist() == [7] * 1000
    fixed = np.ones(3, "float32")
    fixed.flags.writeable = False
    y = mx.nd.from_dlpack(fixed)
    with pytest.raises(ValueError, match="read-only"):
        y[:] = 2
    assert fixed.tolist() == [1] * 3


def test_what_is_made():
    np.testing.assert_array_equal(mx.nd.eye(2, 3, 1).asnumpy(), np.eye(2, 3, 1))
    np.testing.assert_array_equal(mx.nd.linspace(0, 1, 4, endpoint=False).asnumpy(),
                                  [0, 0.25, 0.5, 0.75])
    x = numbers(2, 3, 4)
    array = mx.nd.array(x)
    np.testing.assert_array_equal(mx.nd.moveaxis(array, 0, 2).asnumpy(), np.moveaxis(x, 0, 2))
    hot = mx.nd.zeros((2, 3))
    assert mx.nd.onehot_encode(mx.nd.array([1, 0]), hot) is hot
    assert hot.asnumpy().tolist() == [[0, 1, 0], [1, 0, 0]]
    assert [p.shape for p in array.split_v2((1, 2), axis=1)] == [(2, 1, 4)] * 3
    assigned = array.slice_assign(mx.nd.ones((1, 2, 4)), (0, 0, 0), (1, 3, 4), (1, 2, 1))
    x[0:1, 0:3:2] = 1
    np.testing.assert_array_equal(assigned.asnumpy(), x)
    assert array.slice_assign_scalar(9, (1,), (2,), (1,)) is assigned is array
    assert array.asnumpy()[1].min() == 9
    assert array.grad is None


@pytest.mark.parametrize("call,message", [
    (lambda x: x.tostype("csr"), "there are no sparse arrays, so no 'csr'"),
    (lambda x: x.attach_grad(stype="csr"), "there are no sparse arrays, so no 'csr'"),
    (lambda x: x.backward(), "is not on the tape"),
    (lambda x: x.as_np_ndarray(), "mx.np is not there")])
def test_what_arrays_refuse(call, message):
    with pytest.raises(mx.MXNetError, match=message):
        call(mx.nd.ones(2))


FRACTIONS = [2.5, -1.5, 2.0]
BEYOND = {      # what infinity, minus infinity and 1e30 become: the nearest, then cut off to 8 bits
    "int8": [-1, 0, -1], "uint8": [255, 0, 255],
    "int32": [2 ** 31 - 1, -2 ** 31, 2 ** 31 - 1], "int64": [2 ** 63 - 1, -2 ** 63, 2 ** 63 - 1]}


def assigned(values, dtype):
    made = mx.nd.zeros(np.shape(values) or (1,), dtype=dtype)
    made[:] = values
    return made


def assigned_to_a_part(values, dtype):
    made = mx.nd.zeros((2, 3), dtype=dtype)
    made[1, :np.size(values)] = values
    return made[1, :np.size(values)]


def put_out(values, dtype):
    values = mx.nd.array(values, dtype="float64")
    return mx.nd.identity(values, out=mx.nd.zeros(values.shape, dtype=dtype))


def copied(values, dtype):
    values = mx.nd.array(values, dtype="float64")
    return values.copyto(mx.nd.zeros(values.shape, dtype=dtype))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("dtype", BEYOND)
@pytest.mark.parametrize("convert", [
    assigned, assigned_to_a_part, put_out, copied,
    lambda values, dtype: assigned(mx.nd.array(values), dtype),
    lambda values, dtype: mx.nd.array(values, dtype=dtype),
    lambda values, dtype: mx.nd.array(values, dtype="float64").astype(dtype),
    lambda values, dtype: mx.nd.full((1,), values, dtype=dtype) if np.ndim(values) == 0 else
    mx.nd.array(values, dtype=dtype)], ids=str)
def test_numbers_become_whole_ones_alike(convert, dtype):
    """Lists and single numbers, which symbols have no shape for."""
    whole = np.array(FRACTIONS).astype("int64").astype(dtype).tolist()     # -1 wraps around in uint8
    special = [np.inf, -np.inf, 1e30, np.nan]
    for values, wanted in ((FRACTIONS, whole), (special[:3], BEYOND[dtype])):
        assert convert(values, dtype).asnumpy().tolist() == wanted
    for value, wanted in zip(FRACTIONS + special, whole + BEYOND[dtype] + [0]):
        found = convert(value, dtype)
        assert found.asnumpy().tolist() == [wanted] and found.dtype == np.dtype(dtype).type


def test_whole_numbers_wrap_around():
    """As in MXNet: -1 in uint8, 300 in int8, and the longest in int64."""
    exact = 2 ** 53 + 1, 2 ** 63 - 1
    for dtype, value, wanted in (("uint8", -1, 255), ("int8", 300, 44), ("int64", exact[0], exact[0]),
                                 ("int64", exact[1], exact[1])):
        assert assigned(value, dtype).asscalar() == wanted
        assert mx.nd.full((1,), value, dtype=dtype).asscalar() == wanted


@pytest.mark.parametrize("call", [
    lambda shape: mx.nd.zeros(shape), lambda shape: mx.nd.empty(shape), lambda shape: mx.nd.ones(shape),
    lambda shape: mx.nd.broadcast_to(mx.nd.ones((1, 1)), shape=shape)])
@pytest.mark.parametrize("shape", [(2 ** 22, 2 ** 22), (2 ** 40, 2 ** 10)])
@pytest.mark.filterwarnings("error")
def test_arrays_too_large_for_any_memory(call, shape):
    said = f"an array of shape .{shape[0]}, {shape[1]}. and dtype float32 takes .* GiB"
    with pytest.raises(MemoryError, match=said):
        call(shape)


# -- files ---------------------------------------------------------------------------------------
def bytes_of(tmp_path, arrays):
    path = tmp_path / "the buffer"
    mx.nd.save(str(path), arrays)
    return path.read_bytes()


@pytest.mark.parametrize("named", [True, False])
def test_damaged_files(tmp_path, named, rng):
    """Whatever bits of a file are flipped: arrays or an MXNetError with the path, nothing else."""
    arrays = [mx.nd.array(numbers(2, 3)), mx.nd.array([1, 2], dtype="int64"),
              mx.nd.array(numbers(1, 2, 0)), mx.nd.array([1], dtype="uint8")]
    data = bytes_of(tmp_path, {f"arg:名{i}": a for i, a in enumerate(arrays)} if named else arrays)
    refused = 0
    for trial in range(4000):
        damaged = bytearray(data)
        for at in rng.integers(len(data), size=1 + trial % 3):
            damaged[at] ^= 1 << rng.integers(8) if trial % 2 else rng.integers(1, 256)
        try:
            mx.nd.load_frombuffer(bytes(damaged))
        except mx.MXNetError as error:
            assert "the buffer" in str(error)
            refused += 1
    assert refused > 1000


def test_every_byte_of_a_file_set_to_extremes(tmp_path):
    data = bytes_of(tmp_path, {"a": mx.nd.array(numbers(2, 2)), "b": mx.nd.array(numbers(0, 2))})
    for at in range(len(data)):
        for value in (0, 1, 0x7f, 0x80, 0xff):
            for width in (1, 4, 8):
                damaged = data[:at] + bytes([value] * width) + data[at + width:]
                try:
                    mx.nd.load_frombuffer(damaged)
                except mx.MXNetError as error:
                    assert "the buffer" in str(error)
    for length in range(len(data)):
        with pytest.raises(mx.MXNetError, match="the buffer"):
            mx.nd.load_frombuffer(data[:length])


# -- what is no number ---------------------------------------------------------------------------
@pytest.mark.parametrize("value", [None, [None, 1], 1j, [1, 2j], np.array([1j]), np.complex64(1),
                                   np.array([1, None])], ids=str)
def test_what_would_become_nan_or_lose_a_part(value):
    def assign():
        mx.nd.zeros((2,))[:] = value

    executor = (mx.sym.Variable("x") + 1).simple_bind(x=(2,))
    for call in (lambda: mx.nd.array(value), assign, lambda: mx.nd.full((2,), value),
                 lambda: mx.nd.array(value, dtype="int32"), lambda: executor.forward(x=value)):
        with pytest.raises(TypeError, match="no number|no complex"):
            call()


def test_numbers_of_other_types():
    for value in (True, np.float16(2), Fraction(1, 2), Decimal("0.5"), [Fraction(1, 2), 1], "1.5"):
        wanted = np.array(value, np.float32).reshape(-1)
        np.testing.assert_array_equal(mx.nd.array(value).asnumpy(), wanted)
        array = mx.nd.zeros(wanted.shape)
        array[:] = value
        np.testing.assert_array_equal(array.asnumpy(), wanted)


@pytest.mark.parametrize("data", [3, None, "abc", [3], {"a": 3}, {1: mx.nd.ones((1,))}, {3}], ids=str)
def test_what_cannot_be_saved(tmp_path, data):
    with pytest.raises(TypeError, match="data is an NDArray, a list of them, or a dict of them by "):
        mx.nd.save(str(tmp_path / "a.params"), data)
    assert not (tmp_path / "a.params").exists()


def test_a_capsule_serves_once():
    capsule = mx.nd.array([1, 2]).to_dlpack_for_read()
    assert mx.nd.from_dlpack(capsule).asnumpy().tolist() == [1, 2]
    for other in (capsule, 3, None, "dltensor", [1]):
        with pytest.raises(TypeError, match="from_dlpack takes an object with __dlpack__, or a cap"):
            mx.nd.from_dlpack(other)


def test_lists_are_not_computed_with():
    for other in ([1, 2], "a", (1,)):
        with pytest.raises(TypeError, match="no lists are computed with"):
            mx.nd.ones((2,)) * other


# -- in place ---------------------------------------------------------------------------------------
def test_new_shapes_in_place():
    """MXNet's: with inplace the memory is shared, else it is not."""
    for method, params, shape in (("expand_dims", {"axis": 0}, (1, 1, 3)), ("flatten", {}, (1, 3)),
                                  ("expand_dims", {"axis": -1}, (1, 3, 1)), ("squeeze", {}, (3,)),
                                  ("squeeze", {"axis": 0}, (3,))):
        for inplace in (True, False):
            x = mx.nd.array([[1, 2, 3]])
            y = getattr(x, method)(**params, inplace=inplace)
            assert y.shape == shape
            y[:] = 5
            assert x.asnumpy().tolist() == ([[5, 5, 5]] if inplace else [[1, 2, 3]])
        with pytest.raises(mx.MXNetError, match=f"Symbol.{method}: a symbol has no memory"):
            getattr(mx.sym.Variable("x"), method)(**params, inplace=True)
    with pytest.raises(mx.MXNetError, match="axis 4 of an array with 1 axes"):
        mx.nd.ones((2,)).expand_dims(4, inplace=True)


def test_dense_arrays_only():
    for make in (mx.nd.zeros, mx.nd.empty):
        assert make((2,), stype="default").shape == (2,)
        with pytest.raises(mx.MXNetError, match="no sparse arrays, so no 'row_sparse'"):
            make((2,), stype="row_sparse")
