"""Products with a matrix that is laid out as panels, whatever their width, against NumPy's."""
import numpy as np
import pytest

from symgraph.native import lib
from symgraph.op import make

from ..kernels import ADD, WRITE, Application, Setting

# (rows, k, n): less than a tile, whole tiles, rests of every kind, sums longer than a part of a panel.
SIZES = [(1, 1, 1), (4, 16, 24), (3, 33, 47), (32, 200, 208), (13, 300, 113), (6, 1030, 29), (9, 0, 30)]


@pytest.fixture(params=[0, 1, 2])
def instruction_set(request):
    """Kernels for it, or for the best that the processor has."""
    lib.sg_set_isa(request.param)
    yield
    lib.sg_set_isa(-1)


def run(name, *inputs, setting=None, **params):
    """The output of an operator's kernel, on guarded buffers."""
    return Application(make(name, params), list(inputs)).run(setting)[0]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("rows,k,n", SIZES)
@pytest.mark.parametrize("transpose", [False, True])
def test_product_with_panels(rows, k, n, transpose, dtype, instruction_set, rng):
    x, w, bias, addend, before = (
        rng.uniform(-1, 1, shape).astype(dtype)
        for shape in ((rows, k), (k, n), (n,), (rows, n), (rows, n)))
    packed = run("_pack_panels", w.T.copy() if transpose else w, transpose=transpose)
    for more, params in (((), {}), ((bias,), {"no_bias": False}), ((addend,), {"addend": True}),
                         ((bias, addend), {"no_bias": False, "addend": True})):
        want = x.astype("float64") @ w + sum(more, np.zeros((rows, n)))
        for req in (WRITE, ADD):
            for shares in (((0, 1),), ((2, 3), (0, 3), (1, 3))):
                y = run("_packed_product", x, packed, *more, **params,
                        setting=Setting(reqs=(req,), fill=[before], shares=shares))
                total = want + before if req == ADD else want
                np.testing.assert_allclose(y, total, rtol=0, atol=(k + 4) * np.finfo(dtype).eps)


@pytest.mark.parametrize("k,n", [(k, n) for _, k, n in SIZES])
@pytest.mark.parametrize("transpose", [False, True])
def test_panels_back(k, n, transpose, instruction_set, rng):
    w = rng.uniform(-1, 1, (n, k) if transpose else (k, n)).astype("float32")
    packed = run("_pack_panels", w, transpose=transpose)
    assert sorted(packed.ravel()) == sorted(w.ravel())
    np.testing.assert_array_equal(run("_pack_panels", packed, transpose=transpose, back=True), w)
