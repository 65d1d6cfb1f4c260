"""The generated checks: every case of every operator, in every dtype that the case lists."""
import importlib
import pkgutil

import numpy as np
import pytest

from .. import cases, check, check_kernels, kernels

for family in pkgutil.iter_modules(cases.__path__):
    importlib.import_module(f"{cases.__name__}.{family.name}")

TYPED = [(case, dtype) for case in cases.CASES for dtype in case.dtypes]
FLOATING = [case for case in cases.CASES if "float64" in case.dtypes]


def typed(function):
    """Run a test for every case in every dtype."""
    names = [f"{case}-{dtype}" for case, dtype in TYPED]
    return pytest.mark.parametrize("case,dtype", TYPED, ids=names)(function)


@typed
def test_forward(case, dtype, rng):
    check.check_forward(case, dtype, rng)


@pytest.mark.parametrize("case", FLOATING, ids=str)
def test_gradient(case, rng):
    check.check_gradient(case, rng)


@typed
def test_kernels(case, dtype, rng):
    check_kernels.check_kernels(case, dtype, rng)


@pytest.mark.parametrize("case", cases.CASES, ids=str)
def test_requests_and_sentinels(case, rng):
    """In one dtype: what differs between dtypes are kernels, which test_kernels checks in all."""
    check.check_gradient_requests(case, case.dtypes[0], rng)
    check.check_sentinels(case, case.dtypes[0], rng)


def test_checks_notice_wrong_results():
    """A check that cannot fail proves nothing: hand each comparison something wrong."""
    right = np.arange(6.0).reshape(2, 3)
    for wrong in (right + [[0, 0, 1e-3]], right.T, np.where(right == 4, np.nan, right)):
        with pytest.raises(AssertionError):
            check.assert_close(wrong, right, 1e-9, "this")
    with pytest.raises(AssertionError):
        check.assert_same(right, np.nextafter(right, 9), "this")


@pytest.mark.parametrize("place", ["start", "end"])
def test_margins_notice_a_stray_write(place):
    buffer = kernels.Buffer((3, 5), "float32")
    buffer.array.fill(1)
    buffer.check("a buffer that was only filled")
    outside = buffer.start - 1 if place == "start" else buffer.end
    buffer.block[outside] ^= 1
    with pytest.raises(AssertionError, match="overwritten"):
        buffer.check("a buffer")
