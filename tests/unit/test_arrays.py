"""The types of csrc/python: what they refuse, what they free, and that nothing makes them crash."""
import gc
import itertools
import sys
import threading
import weakref

import numpy as np
import pytest

import symgraph as mx
from symgraph import imperative, recorded
from symgraph.buffer import Buffer, fact
from symgraph.native import arrays

ODD = (None, 3, -1, "x", 1.5, (), [], {}, object(), np.zeros(3), np.zeros(3)[::2], type, mx.nd)


def tried(call, *args, **kwargs):
    """Call something that may raise anything but SystemError, which is a fault of C code."""
    try:
        return call(*args, **kwargs)
    except SystemError:
        raise
    except Exception as error:      # whatever it is, Python is alive
        return error


def a_call():
    x = mx.nd.ones((3,))
    return imperative.operation("elemwise_mul", {}).call((x._fact, x._fact), (0, 1)), x


@pytest.mark.parametrize("name", [n for n, kind in vars(arrays).items() if isinstance(kind, type)])
def test_types_refuse_other_arguments(name):
    kind = getattr(arrays, name)
    for n in range(4):
        for args in itertools.islice(itertools.product(ODD, repeat=n), 200):
            tried(kind, *args)
    bare = tried(kind.__new__, kind)        # without __init__: members are None, methods raise
    for attribute in dir(kind):
        found = tried(getattr, bare, attribute)
        if callable(found) and not attribute.startswith("__"):
            for n in range(7):
                for args in itertools.islice(itertools.product(ODD, repeat=n), 50):
                    tried(found, *args)
    for other in ODD:
        tried(lambda value=other: bare + value)
        tried(lambda value=other: value * bare)
        tried(lambda value=other: bare < value)


def test_functions_refuse_other_arguments():
    for function in (arrays.apply_to, arrays.record):
        for n in range(8):
            for args in itertools.islice(itertools.product(ODD, repeat=n), 300):
                assert isinstance(tried(function, *args), Exception)
    x = mx.nd.ones((2,))
    add = imperative.operation("elemwise_add", {})
    for wrong in ([x, 3], [3, x], [x, None], [x], [x, x, x], [], [x, np.ones(2)]):
        assert isinstance(tried(arrays.apply_to, add, wrong), Exception)
    for name, value in (("nope", 1), ("array", int), ("array", 3), ("entry", NotImplemented)):
        with pytest.raises((TypeError, ValueError)):
            arrays.set_hook(name, value)
    with pytest.raises(ValueError, match="no operator is called matmul"):
        arrays.set_operator("matmul", add, add, int, int, int)


def test_arrays_that_were_not_initialized():
    bare = mx.nd.NDArray.__new__(mx.nd.NDArray)
    x = mx.nd.ones((2,))
    for call in (lambda: bare + x, lambda: x + bare, lambda: bare + 1, lambda: mx.nd.relu(bare),
                 lambda: bare._address, bare.bare, lambda: bare[0], lambda: bare == x):
        with pytest.raises(Exception) as caught:
            call()
        assert not isinstance(caught.value, SystemError)
    with pytest.raises(TypeError, match=r"numpy.ndarray is wanted, got <class 'list'>"):
        mx.nd.NDArray([1, 2])


def test_calls_refuse_other_arrays():
    call, x = a_call()
    y, gap = mx.nd.ones((3,)), mx.nd.ones((3, 2)).T[0]
    kept = call.forward([x, x], [y], False)
    for args in (([x], [y], 0), ([x, x], [], 0), ([x, None], [y], 0), ((x, 3), (y,), 0), (x, y, 0),
                 ([x, x], [y]), ([x, gap[::2]], [y], 0)):
        assert isinstance(tried(call.forward, *args), (TypeError, ValueError))
    good = (kept, [x, x], [None], [y], [None, None], False)
    assert [g._np.tolist() for g in call.backward(*good)] == [[1, 1, 1]] * 2
    for place, wrong in itertools.product(range(5), (None, 3, [], [x], [3, 4], [x, x, x])):
        args = list(good)
        args[place] = wrong
        if (place, wrong) != (3, None):
            tried(call.backward, *args)


def test_memory_of_other_facts_is_no_target():
    """A gradient goes into memory that is offered only if that is as the gradient is."""
    call, x = a_call()
    kept = call.forward([x, x], [mx.nd.ones((3,))], False)
    seed = mx.nd.full((3,), 2)
    for target in (mx.nd.ones((4,)), mx.nd.ones((3,), dtype="float64"), mx.nd.ones((3, 1))):
        grads = call.backward(kept, [x, x], [None], [seed], [(target, "write"), None], False)
        assert grads[0] is not target and grads[0]._np.tolist() == [2, 2, 2]
        assert (target._np == 1).all()
    target = mx.nd.ones((3,))
    for req, wanted in (("write", [2, 2, 2]), ("add", [4, 4, 4])):
        grads = call.backward(kept, [x, x], [None], [seed], [(target, req), None], False)
        assert grads[0] is target and target._np.tolist() == wanted


# -- what is freed -------------------------------------------------------------------------------
def test_references_are_counted_right():
    """Neither results nor what they are made of gain or lose references, whatever happens."""
    x, y, wide = mx.nd.ones((3,)), mx.nd.ones((3,)), mx.nd.ones((2, 3))
    x.attach_grad()
    add = imperative.operation("elemwise_add", {})
    watched = [x, y, wide, x._np, y._np, x._fact, x._ctx, add, None, True, 1.5, add.calls]

    def recorded_pass():
        with mx.autograd.record():
            z = (x * y + x * 2.5).sum()
        z.backward()

    def everything():
        _ = x + y, x * wide, x - 1.5, 1.5 - x, x < y, x == 1.5, -x, x ** 2.0
        arrays.apply_to(add, [x, y])
        mx.nd.split(wide, num_outputs=3)
        recorded_pass()
        with mx.autograd.record():      # never gone back through
            _ = x * y
        for wrong in ([x, 3], [x, wide], [x]):
            tried(arrays.apply_to, add, wrong)
    for _ in range(3):
        everything()
    gc.collect()
    before = [sys.getrefcount(each) for each in watched]
    for _ in range(100):
        everything()
    gc.collect()
    after = [sys.getrefcount(each) for each in watched]
    for each, old, new in zip(watched, before, after):
        assert abs(new - old) < 20, (type(each), old, new)


def test_freed_without_the_collector():
    gc.disable()
    try:
        x = mx.nd.ones((3,))
        x.attach_grad()
        with mx.autograd.record():
            y = x * x
            z = y + 1
        entry = weakref.ref(y)
        del y
        assert entry() is None          # the tape keeps buffers, not arrays
        seen = weakref.ref(z)
        z.backward()
        del z
        assert seen() is None
    finally:
        gc.enable()


def test_cycles_are_collected():
    """An array whose gradient was recorded leads back to itself."""
    x = mx.nd.ones((3,))
    x.attach_grad()
    with mx.autograd.record():
        y = x * x
        x.grad[:] = y
    seen = weakref.ref(x)
    del x, y
    gc.collect()
    assert seen() is None


def test_long_chains_are_freed():
    x = mx.nd.ones((1,))
    x.attach_grad()
    with mx.autograd.record():
        y = x
        for _ in range(100_000):
            y = y + 1
    del y                               # frees as many entries, one behind the other


# -- modes ---------------------------------------------------------------------------------------
def test_modes_belong_to_threads():
    seen = {}

    def work():
        seen["before"] = mx.autograd.is_recording(), mx.autograd.is_training()
        with mx.autograd.record(train_mode=False):
            seen["inside"] = mx.autograd.is_recording(), mx.autograd.is_training()
    with mx.autograd.record():
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        assert mx.autograd.is_recording() and mx.autograd.is_training()
    assert seen == {"before": (False, False), "inside": (True, False)}


# -- operators -----------------------------------------------------------------------------------
NUMBERS = [0, -0.0, 0.0, 1, 1.0, True, False, -3, 2.5, 1e-300, 1e300, float("inf"), float("nan"),
           2 ** 31, np.float32(0.5), np.int64(3), np.bool_(True)]


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64"])
def test_operators_with_numbers_are_those_of_the_registry(dtype):
    """The quick way to an operator with a number gives what the named operator gives, bit for bit."""
    x = mx.nd.array([-2, -1, 0, 1, 2, 3], dtype=dtype)
    table = {"__add__": "_plus_scalar", "__rsub__": "_rminus_scalar", "__mul__": "_mul_scalar",
             "__truediv__": "_div_scalar", "__rtruediv__": "_rdiv_scalar", "__pow__": "_power_scalar",
             "__rmod__": "_rmod_scalar", "__lt__": "_lesser_scalar", "__eq__": "_equal_scalar"}
    for (method, name), number in itertools.product(table.items(), NUMBERS):
        for _ in range(2):              # made, then found
            got = tried(getattr(x, method), number)
            wanted = tried(getattr(mx.nd._internal, name), x, scalar=number)
            if isinstance(wanted, Exception):
                assert type(got) is type(wanted), (method, number)
            else:
                assert got.dtype == wanted.dtype, (method, number)
                np.testing.assert_array_equal(got.asnumpy(), wanted.asnumpy())


def test_operands_of_other_kinds():
    class Own(mx.nd.NDArray):
        __slots__ = ()
    x, own = mx.nd.array([1, 2, 3]), Own(np.array([1, 2, 3], "f4"))
    for y in (x + own, own + x, own * 1 + 1, x + np.array([1, 2, 3]), np.array([1, 2, 3.0]) + x):
        assert y.asnumpy().tolist() in ([2, 4, 6], [2, 3, 4])
    for other in ("x", None, [1, 2, 3], object(), 1j):
        with pytest.raises((TypeError, mx.MXNetError)):
            x + other
        with pytest.raises((TypeError, mx.MXNetError)):
            other - x
    with pytest.raises(TypeError):
        pow(x, 2, 3)
    y = x
    y += 1
    assert y is x and x.asnumpy().tolist() == [2, 3, 4]
    assert {x: 1}[x] == 1               # hashed by identity


def test_shapes_that_do_not_fit_are_named():
    with pytest.raises(mx.MXNetError, match=r"broadcast_add.*\(2, 3\).*\(4,\)|\(4,\)"):
        mx.nd.ones((2, 3)) + mx.nd.ones((4,))


def test_many_axes_and_many_outputs():
    for ndim in range(9):
        shape = (1,) * max(ndim - 1, 0) + (2,) * min(ndim, 1)
        x = mx.nd.array(np.ones(shape or (1,)))
        assert (x + x).asnumpy().tolist() == (2 * x.asnumpy()).tolist()
    parts = mx.nd.split(mx.nd.arange(40).reshape((2, 20)), num_outputs=20)
    assert len(parts) == 20 and parts[7].asnumpy().tolist() == [[7], [27]]


def test_facts():
    f = fact((2, 3), "float32")
    assert f is fact((2, 3), "float32") and tuple(f) == ((2, 3), "float32") and f.nbytes == 24
    assert f.differentiable and not fact((2,), "int32").differentiable
    b = Buffer(np.zeros((2, 3), np.float32))
    assert b._fact is f and b._address == b._np.ctypes.data
    assert Buffer(np.zeros((2, 3)).T)._address is None
    assert issubclass(recorded.CallEntry, arrays.Entry)
