"""Comparing arrays, optimizers and symbols."""
import copy
import json

import numpy as np

from ..hostarray import NDArray
from ..ndarray import random
from .tolerance import get_atol, get_etol, get_rtol, get_tols


def plain(a):
    """An NDArray, or anything else, as a NumPy array."""
    return a.asnumpy() if isinstance(a, NDArray) else np.asarray(a)


def same(a, b):
    """Whether two arrays have equal elements."""
    return np.array_equal(plain(a), plain(b))


def checkShapes(a, b):      # noqa: N802 - MXNet's name
    """Raise AssertionError unless two arrays have one shape."""
    if np.shape(a) != np.shape(b):
        raise AssertionError(f"a has the shape {np.shape(a)}, b has {np.shape(b)}")


def almost_equal(a, b, rtol=None, atol=None, equal_nan=False, use_broadcast=True):
    """Whether abs(a - b) <= atol + rtol * abs(b) everywhere; shapes broadcast unless told not to."""
    if not use_broadcast:
        checkShapes(a, b)
    return np.allclose(plain(a), plain(b), rtol=get_rtol(rtol), equal_nan=equal_nan,
                       atol=get_atol(atol))


def violations(a, b, rtol, atol, equal_nan=False):
    """How far elements differ as a multiple of what is allowed, infinite for one NaN beside none."""
    a, b = np.broadcast_arrays(a.astype(np.float64), b.astype(np.float64))
    with np.errstate(all="ignore"):
        off = np.abs(a - b) / (atol + rtol * np.abs(b))
    off[a == b] = 0
    both = np.isnan(a) & np.isnan(b) & equal_nan
    off[np.isnan(off)] = np.inf
    off[both] = 0
    return off


def locationError(a, b, index, names, maxError=False):      # noqa: N802, N803 - MXNet's names
    """Where two arrays differ, and what they have there, as text."""
    return (f"{'Location of maximum error' if maxError else 'location'}: {tuple(map(int, index))}, "
            f"{names[0]}={a[index]:.8f}, {names[1]}={b[index]:.8f}")


def report(a, b, rtol, atol, off, names, mismatches):
    """The AssertionError that tells of the worst elements."""
    a, b = np.broadcast_arrays(a, b)
    wrong = int((off > 1).sum())
    worst = np.argsort(-off, axis=None)[:min(wrong, mismatches[0])]
    places = [np.unravel_index(i, off.shape) for i in worst]
    lines = [f"{n:3d}: Error {off[at]:f}  {locationError(a, b, at, names)}"
             for n, at in enumerate(places, 1)]
    first = (f"Error {off.max():f} exceeds tolerance rtol={rtol:e}, atol={atol:e} (mismatch "
             f"{100 * wrong / off.size:f}%).")
    where = [locationError(a, b, places[0], names, maxError=True)] if places else []
    shown = [f" {name}: {np.array2string(x, threshold=4, suppress_small=True)}"
             for name, x in zip(names, (a, b))]
    return AssertionError("\n".join(["", "Items are not equal:", first, *where, *lines, *shown]))


def assert_almost_equal(a, b, rtol=None, atol=None, names=("a", "b"), equal_nan=False,
                        use_broadcast=True, mismatches=(10, 10)):
    """Raise AssertionError unless abs(a - b) <= atol + rtol * abs(b) everywhere.

    Tolerances are numbers, dicts by dtype, or None for the default of the less precise dtype. The
    error has the worst elements, mismatches[0] of them at most.
    """
    if not use_broadcast:
        checkShapes(a, b)
    rtol, atol = get_tols(a, b, rtol, atol)
    a, b = plain(a), plain(b)
    if not almost_equal(a, b, rtol, atol, equal_nan):
        raise report(a, b, rtol, atol, violations(a, b, rtol, atol, equal_nan), names, mismatches)


def assert_allclose(a, b, rtol=1e-07, atol=0, equal_nan=True):
    """assert_almost_equal by NumPy's tolerances."""
    assert_almost_equal(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)


def assert_almost_equal_with_err(a, b, rtol=None, atol=None, etol=None, names=("a", "b"),
                                 equal_nan=False, mismatches=(10, 10)):
    """assert_almost_equal, but the part etol of the elements may differ."""
    etol = get_etol(etol)
    rtol, atol = get_tols(a, b, rtol, atol)
    a, b = plain(a), plain(b)
    close = np.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)
    if close.size and 1 - np.count_nonzero(close) / close.size > etol:
        raise report(a, b, rtol, atol, violations(a, b, rtol, atol, equal_nan), names, mismatches)


def assert_almost_equal_ignore_nan(a, b, rtol=None, atol=None, names=("a", "b")):
    """assert_almost_equal of the elements that are NaN in neither array."""
    a, b = plain(a), plain(b)
    skip = np.isnan(a) | np.isnan(b)
    assert_almost_equal(np.where(skip, a.dtype.type(0), a), np.where(skip, b.dtype.type(0), b),
                        rtol, atol, names)


def assert_exception(f, exception_type, *args, **kwargs):
    """Raise AssertionError unless f(*args, **kwargs) raises exception_type."""
    try:
        f(*args, **kwargs)
    except exception_type:
        return
    raise AssertionError(f"{f!r} raised no {exception_type.__name__}")


def same_array(array1, array2):
    """Whether two NDArrays are over one memory: what is written to one is seen in the other."""
    before = array1.asnumpy()
    try:
        array1[:] = before + 1
        return same(array1, array2)
    finally:
        array1[:] = before


def same_symbol_structure(sym1, sym2):
    """Whether two symbols apply the same operators in the same order."""
    first, second = ([node["op"] for node in json.loads(sym.tojson())["nodes"]]
                     for sym in (sym1, sym2))
    return first == second


def compare_ndarray_tuple(t1, t2, rtol=None, atol=None):
    """Raise AssertionError unless nested tuples of arrays are almost equal; None is skipped."""
    if t1 is None or t2 is None:
        return
    if isinstance(t1, (tuple, list)):
        for one, other in zip(t1, t2):
            compare_ndarray_tuple(one, other, rtol, atol)
    else:
        assert_almost_equal(t1, t2, rtol=rtol, atol=atol)


def compare_optimizer(opt1, opt2, shape, dtype, w_stype="default", g_stype="default", rtol=1e-4,
                      atol=1e-5, compare_states=True, ntensors=1):
    """Raise AssertionError unless two optimizers take the same step.

    For a list of shapes opt1 takes weights one by one, and opt2 all at once. Storage types have no
    effect.
    """
    shapes = shape if isinstance(shape, list) else [shape]
    weights, grads = ([random.uniform(shape=s, dtype=dtype) for s in shapes] for _ in range(2))
    others = copy.deepcopy(weights)
    states = [opt1.create_state_multi_precision(i, w) for i, w in enumerate(weights)]
    theirs = [opt2.create_state_multi_precision(i, w) for i, w in enumerate(others)]
    for i, (weight, grad, state) in enumerate(zip(weights, grads, states)):
        opt1.update_multi_precision(i, weight, grad, state)
    if isinstance(shape, list):
        opt2.update_multi_precision(list(range(len(shapes))), others, grads, theirs)
    else:
        opt2.update_multi_precision(0, others[0], grads[0], theirs[0])
    if compare_states:
        compare_ndarray_tuple(states, theirs, rtol, atol)
    compare_ndarray_tuple(weights, others, rtol, atol)
