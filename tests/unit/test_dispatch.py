"""Operators on arrays at once: how calls are found again, and what memory results are in."""
import threading

import numpy as np
import pytest

import symgraph as mx
from symgraph import imperative
from symgraph.call import Call
from symgraph.native import pool


@pytest.fixture
def compiled(monkeypatch):
    """A list that gets the names of operators as programs are compiled for them."""
    seen, make = [], imperative.Call

    def counting(heads, *args):
        seen.append(heads[0].node.op.name)
        return make(heads, *args)
    monkeypatch.setattr(imperative, "Call", counting)
    return seen


def test_equal_calls_share_a_program(compiled):
    x, y = mx.nd.ones((3, 41)), mx.nd.ones((3, 41))
    for _ in range(3):
        x + y
        mx.nd.elemwise_add(x, y)
        mx.nd.elemwise_add(rhs=x, lhs=y)
        mx.nd.sum(x, 1)
        mx.nd.sum(x, axis=1)
        mx.nd.sum(data=x, axis=[1])
    assert sorted(compiled) == ["elemwise_add", "sum", "sum"]      # (1,) is another axis than 1
    mx.nd.sum(mx.nd.ones((41, 3)), axis=1)
    mx.nd.sum(x.astype("float64"), axis=1)
    assert compiled.count("sum") == 4


def test_numbers_do_not_compile(compiled):
    x = mx.nd.array(np.arange(43))
    wanted = x.asnumpy()
    for number in (0.5, 2, -1.25, np.float32(3), 7.0):
        np.testing.assert_array_equal((x * number).asnumpy(), wanted * np.float32(number))
    assert compiled == ["_mul_scalar"]
    half = (x / 43).astype("float16")
    for number in (0.5, 2, 3):
        np.testing.assert_array_equal((half ** number).asnumpy(), half.asnumpy() ** number)


def test_numbers_that_are_equal_but_not_the_same():
    x = mx.nd.array([1, 2])
    by_name = mx.nd._internal._mul_scalar
    for multiply in (lambda x, zero: x * zero, by_name, lambda x, zero: by_name(x, scalar=zero)):
        for zero in (0.0, -0.0, 0, -0.0, 0.0):
            assert (np.signbit(multiply(x, zero).asnumpy()) == np.signbit(zero)).all()
    symbol = mx.sym.Variable("x")
    executor = mx.sym.Group([symbol * 0.0, symbol * -0.0]).bind(mx.cpu(), {"x": x})
    assert [bool(np.signbit(y.asnumpy()).all()) for y in executor.forward()] == [False, True]


def test_arrays_by_name_and_in_any_order():
    x, w, b = mx.nd.ones((2, 3)), mx.nd.ones((4, 3)), mx.nd.full((4,), 7)
    wanted = np.full((2, 4), 10, np.float32)
    for _ in range(2):
        for y in (mx.nd.FullyConnected(x, w, b, num_hidden=4), mx.nd.FullyConnected(x, w, b, 4),
                  mx.nd.FullyConnected(bias=b, data=x, num_hidden=4, weight=w),
                  mx.nd.FullyConnected(x, num_hidden=4, bias=b, weight=w),
                  mx.nd.FullyConnected(x, w, None, num_hidden=4, no_bias=True) + 7):
            np.testing.assert_array_equal(y.asnumpy(), wanted)
    symbol = mx.sym.FullyConnected(*map(mx.sym.Variable, "xw"), None, num_hidden=4, no_bias=True)
    assert symbol.list_arguments() == ["x", "w"]


@pytest.mark.parametrize("call,message", [
    (lambda x: mx.nd.exp(x, dta=x), "exp has no input 'dta'.*data"),
    (lambda x: mx.nd.dot(x), "dot takes the arrays lhs, rhs; missing are rhs"),
    (lambda x: mx.nd.dot(x, x, x), "dot takes the arrays lhs, rhs; got 3"),
    (lambda x: mx.nd.sum(x, axs=1), "sum has no parameter 'axs'"),
    (lambda x: mx.nd.exp(x, out=mx.nd.ones((2, 2))), "exp: the result has the shape .2,., out "),
    (lambda x: mx.nd.split(x, 2, axis=0, out=[x]), "SliceChannel has 2 outputs, got 1")])
def test_calls_that_are_wrong(call, message):
    for _ in range(2):      # an error is no plan to be kept
        with pytest.raises(mx.MXNetError, match=message):
            call(mx.nd.ones(2))


# -- memory --------------------------------------------------------------------------------------
def test_results_are_put_where_they_belong():
    x, y = mx.nd.array([1, 2, 3]), mx.nd.array([10, 20, 30])
    memory = x._np
    x += y
    x *= 2
    x -= x / 4          # half the operands are the result
    assert x._np is memory and memory.tolist() == [16.5, 33, 49.5]
    assert mx.nd.exp(y, out=x) is x and x._np is memory
    parts = [mx.nd.zeros(1), mx.nd.zeros(1)]
    assert mx.nd.split(mx.nd.array([4, 5]), 2, axis=0, out=parts) is parts
    assert [p.asscalar() for p in parts] == [4, 5]
    whole = mx.nd.zeros(3, dtype="int32")       # another type: by a copy
    mx.nd.elemwise_add(y, y, out=whole)
    assert whole.asnumpy().tolist() == [20, 40, 60]


@pytest.mark.parametrize("function", [
    lambda x, out: mx.nd.reverse(x, axis=0, out=out),           # reads what it has written
    lambda x, out: mx.nd.elemwise_add(x, x[::-1], out=out),
    lambda x, out: mx.nd.LeakyReLU(x - 3, act_type="gelu", out=out),
    lambda x, out: mx.nd.broadcast_add(x, x[1:2], out=out),
    lambda x, out: mx.nd.softmax(x, out=out), lambda x, out: mx.nd.sort(x, is_ascend=0, out=out)])
def test_results_over_inputs(function):
    start = mx.nd.array([1, 2, 3, 4, 5])
    wanted = function(start, mx.nd.zeros(5)).asnumpy()
    x = start.copy()
    np.testing.assert_array_equal(function(x, x).asnumpy(), wanted)
    apart = mx.nd.array([0, 1, 2, 3, 4, 5])
    np.testing.assert_array_equal(function(apart[1:], apart[:5]).asnumpy(), wanted)


def test_views_share_memory():
    x = mx.nd.array(np.arange(12).reshape(3, 4))
    views = [x[1], x[1:2], x.reshape((4, 3)), x.reshape((-1,))[4:8], x.T, x[:, 1:3], x.detach(),
             x[..., None]]
    assert all(np.shares_memory(view._np, x._np) for view in views)
    x[1:2] += 100
    x.T[0] = -1
    assert x.asnumpy().tolist() == [[-1, 1, 2, 3], [-1, 105, 106, 107], [-1, 9, 10, 11]]
    assert x[1].asnumpy().tolist() == views[1][0].asnumpy().tolist() == [-1, 105, 106, 107]
    y = x[:, 1:3]       # with gaps: operators read a copy, results are put back
    y *= 2
    assert x.asnumpy()[:, 1:3].tolist() == [[2, 4], [210, 212], [18, 20]]
    assert mx.nd.sum(y).asscalar() == 466
    assert x.astype("float32", copy=False) is x and x.as_in_context(x.context) is x


def test_large_memory_is_used_again():
    """But not while somebody has an array over it."""
    def place(array):
        return array._np.ctypes.data
    x = mx.nd.ones((1 << 20,))
    y = x + 1
    first, part = place(y), y[10:20]
    del y
    z = x + 2
    assert place(z) != first and part.asnumpy().tolist() == [2] * 10
    del part
    w = x + 3
    assert place(w) == first
    for array, value in ((x, 1), (z, 3), (w, 4)):
        assert (array.asnumpy() == value).all() and place(array) % 64 == 0
    pool._free.clear()
    many = [mx.nd.empty((1 << 24,)) for _ in range(6)]      # 64 MB each, never written
    del many
    assert 0 < sum(size * len(blocks) for size, blocks in pool._free.items()) <= pool.MOST
    pool._free.clear()


def test_memory_of_arrays_that_are_gone_can_be_let_go_of():
    """All of it, whatever made the arrays: creation, operators, the tape, or a compiled block."""
    net = mx.gluon.nn.Dense(1024, in_units=1024)
    net.initialize()
    net.hybridize()
    x = mx.nd.ones((1024, 1024))
    x.attach_grad()
    for work in (lambda: mx.nd.zeros((1024, 1024)), lambda: x + 1, lambda: x.copy(),
                 lambda: mx.nd.array(np.ones((1024, 1024))), lambda: net(x)):
        work()
        with mx.autograd.record():
            loss = mx.nd.sum(mx.nd.sin(work()) * mx.nd.sin(x))
        loss.backward()
        del loss
        assert pool._free
        mx.cpu().empty_cache()
        assert not any(pool._free.values())
    assert (x + 1).asnumpy().min() == 2


def test_states_with_gaps_move():
    both = mx.nd.zeros((2, 2))
    mean, var = both.T[0], both.T[1]
    var[:] = 1
    with mx.autograd.train_mode():
        mx.nd.BatchNorm(mx.nd.array([[1, 2], [3, 6]]), mx.nd.ones(2), mx.nd.zeros(2), mean, var)
    np.testing.assert_allclose(both.asnumpy(), [[0.2, 1.0], [0.4, 1.3]], rtol=1e-6)


def test_memory_of_others():
    with pytest.raises(ValueError, match="order of bytes"):
        mx.nd.from_numpy(np.arange(3, dtype=np.dtype("f4").newbyteorder()))
    with pytest.raises(ValueError, match="aligned"):
        mx.nd.from_numpy(np.zeros(13, np.uint8)[1:].view("f4"))
    fixed = np.zeros(3, np.float32)
    fixed.flags.writeable = False
    x = mx.nd.from_numpy(fixed)
    with pytest.raises(mx.MXNetError, match="cannot be written"):
        x += 1
    assert (x + 1).asnumpy().tolist() == [1, 1, 1]


def test_numpy_on_either_side():
    x, a = mx.nd.array([1, 2, 3]), np.array([0.5, 1, 2])
    for y in (x * a, a * x, np.float32(2) * x / 2 * a):
        assert isinstance(y, mx.nd.NDArray) and y.asnumpy().tolist() == [0.5, 2, 6]
    assert (a < x).asnumpy().tolist() == [1, 1, 1] and np.sum(x).asscalar() == 6
    np.testing.assert_allclose(np.exp(x), np.exp([1, 2, 3]), rtol=1e-6)


# -- threads -------------------------------------------------------------------------------------
def test_programs_run_side_by_side(monkeypatch):
    """A call that is running does not disturb an equal one in another thread."""
    x = mx.nd.ones((5, 7))
    what = imperative.operation("softmax", {})
    call = what.call((x._fact,))
    assert isinstance(call, Call)
    taken = [call.unused.pop() if call.unused else call._new_runner()]      # as if one were running
    inputs = [mx.nd.array(np.full((5, 7), i)) for i in range(4)]
    found = {}

    def work(i):
        for _ in range(300):
            found[i] = mx.nd.softmax(inputs[i] * i + inputs[0]).asnumpy()
    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.allclose(y, 1 / 7) for y in found.values()) and len(found) == 4
    assert taken[0] not in call.unused
