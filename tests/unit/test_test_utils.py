"""`mx.test_utils`: what is right passes, and what is wrong does not."""
import gzip
import os
import struct
import sys

import numpy as np
import pytest

import symgraph as mx
from symgraph import test_utils as tu

x, y = mx.sym.Variable("x"), mx.sym.Variable("y")


def dense():
    return mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")


# -- gradients and outputs ------------------------------------------------------------------------
@pytest.mark.parametrize("dtype, rtol", [(np.float32, 1e-2), (np.float64, 1e-5)])
def test_numeric_gradients_agree(dtype, rtol):
    np.random.seed(1)
    location = {"x": np.random.uniform(0.5, 2, (3, 4)), "y": np.random.uniform(0.5, 2, (3, 4))}
    tu.check_numeric_gradient(mx.sym.sqrt(x) * y / (x + 1), location, rtol=rtol, atol=1e-3,
                              dtype=dtype)
    tu.check_numeric_gradient(dense(), [np.ones((2, 5)), np.ones((3, 5)), np.ones(3)], rtol=rtol,
                              atol=1e-2, dtype=dtype)


@pytest.mark.parametrize("req", ["write", "add", "null"])
def test_numeric_gradients_by_request(req):
    np.random.seed(1)
    location = [np.random.uniform(1, 2, (2, 3)) for _ in range(2)]
    tu.check_numeric_gradient(x * y, location, grad_nodes={"x": req, "y": "write"}, rtol=1e-2,
                              atol=1e-3)


def test_a_wrong_gradient_is_found():
    stopped = mx.sym.BlockGrad(x) * x       # half of the gradient is missing
    with pytest.raises(AssertionError, match="NUMERICAL_x"):
        tu.check_numeric_gradient(stopped, [np.ones((2, 2))], rtol=1e-2, atol=1e-3)


def test_states_stand_still_while_gradients_are_made():
    bn = mx.sym.BatchNorm(x, fix_gamma=False, name="bn")
    np.random.seed(2)
    tu.check_numeric_gradient(bn, [np.random.normal(size=(6, 2)), np.ones(2), np.zeros(2)],
                              aux_states=[np.zeros(2), np.ones(2)], numeric_eps=1e-3, rtol=1e-3,
                              atol=1e-4, dtype=np.float64)


def test_symbolic_forward_and_backward():
    a, b = np.array([[1.0, 2], [3, 4]]), np.array([[5.0, 6], [7, 8]])
    dot = mx.sym.dot(x, y, name="dot")
    outputs = tu.check_symbolic_forward(dot, [a, b], [a @ b])
    assert isinstance(outputs[0], mx.nd.NDArray)
    tu.check_symbolic_forward(dot, {"x": a, "y": b}, {"dot_output": a @ b})
    ones = np.ones((2, 2))
    wanted = {"x": ones @ b.T, "y": a.T @ ones}
    for req in ("write", "add", {"x": "write", "y": "null"}, ["add", "write"]):
        grads = tu.check_symbolic_backward(dot, [a, b], [ones], wanted, grad_req=req)
        assert set(grads) == {"x", "y"}
    tu.check_symbolic_backward(dot, [a, b], {"dot_output": ones}, list(wanted.values()))
    with pytest.raises(AssertionError, match="EXPECTED_y"):
        tu.check_symbolic_backward(dot, [a, b], [ones], {**wanted, "y": ones})
    with pytest.raises(AssertionError, match="FORWARD_dot_output"):
        tu.check_symbolic_forward(dot, [a, b], [a @ b + 1])
    with pytest.raises(ValueError, match="the arguments are x, y, got x"):
        tu.check_symbolic_forward(dot, {"x": a}, [a])
    with pytest.raises(ValueError, match="there are 2 arguments"):
        tu.check_symbolic_forward(dot, [a], [a])


def test_losses_need_no_head_gradients():
    tu.check_symbolic_backward(mx.sym.MakeLoss(2 * x), [np.ones((3,))], None, [np.full((3,), 2.0)])


def test_dtypes_of_the_data():
    data = np.arange(6, dtype=np.int32).reshape(2, 3)
    tu.check_symbolic_forward(mx.sym.transpose(x), [data], [data.T], dtype="asnumpy")


def test_simple_forward_and_numeric_grad():
    np.testing.assert_allclose(tu.simple_forward(x + y, x=np.ones(2), y=np.ones(2)), 2)
    pair = tu.simple_forward(mx.sym.Group([x + 1, x * 3]), x=np.ones(2))
    assert [list(p) for p in pair] == [[2, 2], [3, 3]]
    executor = mx.sym.sum(x * x).simple_bind(mx.cpu(), x=(3,), type_dict={"x": "float64"})
    found = tu.numeric_grad(executor, {"x": np.array([1.0, 2, 3])}, eps=1e-3, dtype=np.float64)
    np.testing.assert_allclose(found["x"], [2, 4, 6], rtol=1e-6)
    assert executor.arg_dict["x"].asnumpy().tolist() == [1, 2, 3]


def test_consistency():
    settings = [{"ctx": mx.cpu(), "data": (4, 5), "type_dict": {"data": dtype, "fc_weight": dtype,
                                                                 "fc_bias": dtype}}
                for dtype in ("float64", "float32")]
    truth = tu.check_consistency(dense(), settings)
    assert truth["fc_weight"].dtype == np.float64
    tu.check_consistency(dense(), settings, grad_req="null")
    tu.check_consistency(dense(), settings, grad_req="add", use_uniform=True)
    wrong = {**truth, "fc_output": truth["fc_output"] + 1}
    with pytest.raises(AssertionError, match="fc_output"):
        tu.check_consistency(dense(), settings, ground_truth=wrong)


def test_speed():
    assert 0 < tu.check_speed(dense(), N=2, data=(2, 3)) < 1
    location = {"data": np.ones((2, 3)), "fc_weight": np.ones((3, 3)), "fc_bias": np.ones(3)}
    assert 0 < tu.check_speed(dense(), location, N=2, typ="forward") < 1


# -- comparing --------------------------------------------------------------------------------------
def test_almost_equal():
    a = np.array([1.0, 2, np.nan])
    assert tu.almost_equal(a, a, equal_nan=True)
    assert not tu.almost_equal(a, a)
    assert tu.almost_equal(np.ones(3), mx.nd.ones((3,)) * (1 + 1e-6), rtol=1e-4)
    tu.assert_almost_equal(mx.nd.ones((3,)), np.full(3, 1.00005))       # by float32's tolerance
    with pytest.raises(AssertionError, match=r"Error .* exceeds tolerance rtol=1.0+e-06(.|\n)*"
                                             r"Location of maximum error: \(1,\), left=2.0+, b=3"):
        tu.assert_almost_equal(np.array([1.0, 2, 3]), np.array([1.0, 3, 3]), 1e-6, 1e-6, ("left", "b"))
    with pytest.raises(AssertionError, match="mismatch 33.33"):
        tu.assert_almost_equal(a, a)
    with pytest.raises(AssertionError, match="has the shape"):
        tu.assert_almost_equal(np.ones((1, 2)), np.ones(2), use_broadcast=False)
    tu.assert_almost_equal(np.ones(2), np.ones(2) * 1.1, rtol={np.dtype("float64"): 0.2})
    tu.assert_almost_equal_ignore_nan(a, np.array([1.0, 2, 5]))
    tu.assert_almost_equal_with_err(np.arange(10.0), np.r_[np.arange(9.0), 5], 1e-5, 1e-5, etol=0.1)
    with pytest.raises(AssertionError):
        tu.assert_almost_equal_with_err(np.arange(10.0), np.arange(10.0) + 1, 1e-5, 1e-5, etol=0.1)
    tu.assert_exception(int, ValueError, "a")
    with pytest.raises(AssertionError, match="raised no ValueError"):
        tu.assert_exception(int, ValueError, "1")


def test_same():
    whole = mx.nd.zeros((4,))
    assert tu.same(whole, np.zeros(4))
    assert not tu.same(whole, np.ones(4))
    assert tu.same_array(whole, whole[:])
    assert not tu.same_array(whole, whole.copy())
    assert whole.asnumpy().tolist() == [0] * 4
    assert tu.same_symbol_structure(x + 1, y + 2)
    assert not tu.same_symbol_structure(x + 1, y * 2)


def test_optimizers_are_compared():
    one, other = mx.optimizer.SGD(momentum=0.9), mx.optimizer.SGD(momentum=0.9)
    tu.compare_optimizer(one, other, (3, 4), np.float32)
    tu.compare_optimizer(mx.optimizer.LAMB(), mx.optimizer.LAMB(), [(3, 4), (5,)], np.float32,
                         ntensors=2)
    with pytest.raises(AssertionError):
        tu.compare_optimizer(one, mx.optimizer.SGD(learning_rate=0.5), (3, 4), np.float32,
                             compare_states=False)


# -- drawing ------------------------------------------------------------------------------------------
def test_shapes_and_arrays():
    assert all(1 <= n <= 4 for _ in range(20) for n in tu.rand_shape_nd(5, 4))
    assert (len(tu.rand_shape_2d()), len(tu.rand_shape_3d())) == (2, 3)
    assert {n for _ in range(50) for n in tu.rand_shape_2d(1, 1, allow_zero_size=True)} == {0, 1}
    a, b = tu.random_arrays((2, 3), ())
    assert (a.shape, a.dtype, b.shape) == ((2, 3), np.float32, ())
    assert tu.random_arrays((4,)).shape == (4,)
    (u,) = tu.random_uniform_arrays((50,), low=2, high=3, dtype="float64")
    assert 2 <= u.min() <= u.max() < 3
    assert tu.rand_ndarray((2, 3), dtype="float64").dtype == np.float64
    with pytest.raises(mx.MXNetError, match="no sparse arrays"):
        tu.rand_ndarray((2, 3), "csr")
    assert sorted(tu.random_sample([1, 2, 3], 3)) == [1, 2, 3]
    np.testing.assert_array_equal(tu.assign_each(np.arange(3), lambda v: v * 2), [0, 2, 4])
    np.testing.assert_array_equal(tu.assign_each2(np.arange(3), np.ones(3), lambda v, w: v + w),
                                  [1, 2, 3])
    cube = np.arange(24).reshape(2, 3, 4)
    np.testing.assert_array_equal(tu.np_reduce(cube, (0, -1), True, np.sum),
                                  cube.sum((0, 2), keepdims=True))
    np.testing.assert_array_equal(tu.collapse_sum_like(cube, (3, 1)), cube.sum((0, 2))[:, None])
    assert tu.create_2d_tensor(2, 3).asnumpy().tolist() == [[0, 0, 0], [1, 1, 1]]
    assert tu.get_identity_mat_batch(2).shape == (2, 2, 2)


def test_generators():
    draw = lambda n: np.random.normal(size=n)       # noqa: E731
    np.random.seed(4)
    assert tu.mean_check(draw, 0, 1, 10_000)
    assert tu.var_check(draw, 1, 10_000)
    assert not tu.mean_check(draw, 0.5, 1, 10_000)
    edges = [-9.0, -0.6745, 0, 0.6745, 9.0]
    buckets, quarters = list(zip(edges, edges[1:])), [0.25] * 4
    assert len(tu.verify_generator(draw, buckets, quarters, 10_000)) == 5
    with pytest.raises(AssertionError, match="does not fit"):
        tu.verify_generator(lambda n: draw(n) + 0.3, buckets, quarters, 10_000)
    dice = lambda n: mx.nd.random.randint(0, 6, shape=(n,))     # noqa: E731
    p, seen, expected = tu.chi_square_check(dice, list(range(6)), [1 / 6] * 6, 6000)
    assert 0 <= p <= 1
    assert seen.sum() == 6000
    assert expected.tolist() == [1000] * 6
    assert tu.gen_buckets_probs_with_ppf(lambda q: 2 * q, 2) == ([(0, 1), (1, 2)], [0.5, 0.5])


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 10])
def test_tail_of_chi_square(freedom):
    stats = pytest.importorskip("scipy.stats")
    for value in (0, 0.3, 2, 11.5, 40):
        found = tu.generators.chi_square_tail(value, freedom)
        np.testing.assert_allclose(found, stats.chi2.sf(value, freedom), rtol=1e-10)


# -- settings ----------------------------------------------------------------------------------------
def test_default_context():
    assert tu.default_context() == mx.cpu(0)
    tu.set_default_context(mx.cpu(3))
    try:
        assert tu.default_context() == mx.cpu(3)
        assert mx.nd.zeros((1,)).context == mx.cpu(3)
        with mx.cpu(1):
            assert tu.default_context() == mx.cpu(1)
    finally:
        tu.set_default_context(mx.cpu(0))
    assert tu.list_gpus() == []
    assert tu.default_dtype() is np.float32


def test_environment_and_retries(capfd):
    with tu.environment("SYMGRAPH_SOME", "1"):
        assert os.environ["SYMGRAPH_SOME"] == "1"
        with tu.environment({"SYMGRAPH_SOME": None}):
            assert "SYMGRAPH_SOME" not in os.environ
    assert "SYMGRAPH_SOME" not in os.environ
    calls = []

    @tu.retry(3)
    def test(fails):
        calls.append(1)
        assert len(calls) > fails
    test(2)
    assert len(calls) == 3
    calls.clear()
    with pytest.raises(AssertionError):
        test(3)
    with tu.discard_stderr():
        os.write(2, b"lost")
    print("kept", file=sys.stderr)
    assert capfd.readouterr().err == "kept\n"


def test_dummy_iterator():
    real = mx.io.NDArrayIter(np.arange(6).reshape(6, 1), batch_size=2)
    dummy = tu.DummyIter(real)
    batches = [next(dummy) for _ in range(5)]
    assert all(batch is batches[0] for batch in batches)
    assert dummy.provide_data == real.provide_data


def test_mnist_from_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(mx.MXNetError, match="no train-images-idx3-ubyte.gz .*downloads nothing"):
        tu.get_mnist()
    (tmp_path / "data").mkdir()
    digits = np.arange(5 * 28 * 28, dtype=np.uint8).reshape(5, 28, 28)
    for part in ("train", "t10k"):
        with gzip.open(f"data/{part}-images-idx3-ubyte.gz", "wb") as file:
            file.write(struct.pack(">IIII", 0x803, 5, 28, 28) + digits.tobytes())
        with open(f"{part}-labels-idx1-ubyte", "wb") as file:
            file.write(struct.pack(">II", 0x801, 5) + bytes(range(5)))
    mnist = tu.get_mnist()
    np.testing.assert_array_equal(mnist["train_data"], (digits / 255).astype("float32")[:, None])
    assert mnist["test_label"].tolist() == [0, 1, 2, 3, 4]
    train, test = tu.get_mnist_iterator(2, (784,))
    assert [batch.data[0].shape for batch in train] == [(2, 784)] * 2
    assert next(test).label[0].asnumpy().tolist() == [0, 1]
    _, part = tu.get_mnist_iterator(1, (1, 28, 28), num_parts=2, part_index=1)
    assert [batch.label[0].asscalar() for batch in part] == [2, 3]
    (tmp_path / "train-labels-idx1-ubyte").write_bytes(struct.pack(">II", 0x801, 9))
    with pytest.raises(mx.MXNetError, match="has 0 values"):
        tu.get_mnist()


# -- matrices ---------------------------------------------------------------------------------------
def test_random_matrices():
    """Eigenvalues are real and within 10, as those of MXNet's are; the same for a seed."""
    q = tu.new_orthonormal_matrix_2d(5)
    np.testing.assert_allclose(q @ q.T, np.eye(5), atol=1e-12)
    for make in (tu.new_matrix_with_real_eigvals_nd, tu.new_sym_matrix_with_real_eigvals_nd):
        mx.random.seed(3)
        found = make((2, 3, 6, 6))
        mx.random.seed(3)
        np.testing.assert_array_equal(found, make((2, 3, 6, 6)))
        values = np.linalg.eigvals(found)
        assert found.dtype == np.float64
        assert np.abs(values.imag).max() < 1e-9
        assert 5 < np.abs(values).max() <= 10 + 1e-9
        assert np.linalg.cond(np.linalg.eig(found)[1]).max() < 20
    np.testing.assert_allclose(found, found.swapaxes(2, 3))
    assert tu.new_matrix_with_real_eigvals_2d(4).shape == (4, 4)
    with pytest.raises(ValueError, match="square, got the shape .2, 3."):
        tu.new_sym_matrix_with_real_eigvals_nd((2, 3))
