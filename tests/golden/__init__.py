"""Golden cases: what MXNet 1.9.1 computed, how a case is read, and how results are compared.

`python -m tests.golden --help` says how to run them by hand. tests/data/make_golden.py made the
files; graphs.py and rest.py, beside this file, run the cases.
"""
import json
import re
from pathlib import Path

import numpy as np

DATA = Path(__file__).resolve().parents[1] / "data"
FOLDER = DATA / "golden"                # the first record; DATA / "asked" has further settings
EXPECTED = FOLDER / "expected.txt"      # ids of the cases that must pass
DIFFERING = FOLDER / "differing.txt"    # "id: reason" of those that are otherwise on purpose
KINDS = ("op", "graph", "symbol", "load_json", "script", "ndarray_file", "checkpoint", "optimizer",
         "metric", "lr_scheduler")
TOLERANCE = {"float64": (1e-6, 1e-7), "float32": (1e-4, 1e-5), "float16": (1e-2, 1e-2)}
REFERENCE = re.compile(r"(\w+)\[([\d,]*)\]@(\d+)")


class Missing(Exception):
    """A case needs an operator or a function that symgraph does not have."""


def load(kinds=KINDS):
    """Every case of these kinds by id, with its arrays in place."""
    cases = {}
    for folder in (FOLDER, DATA / "asked"):
        pool = dict(np.load(folder / "arrays.npz"))
        for path in filter(Path.exists, (folder / f"{kind}.jsonl" for kind in kinds)):
            for line in path.read_text().splitlines():
                case = json.loads(line)
                if "npz" in case:
                    case["npz"] = unpacked(case["npz"], pool)
                cases[case["id"]] = case
    return cases


def unpacked(value, pool):
    """value with every array's text replaced by a copy of the array."""
    if isinstance(value, dict):
        return {k: unpacked(v, pool) for k, v in value.items()}
    if isinstance(value, list):
        return [unpacked(v, pool) for v in value]
    if value is None:
        return None
    dtype, shape, place = REFERENCE.fullmatch(value).groups()
    shape = tuple(int(n) for n in shape.split(",") if n)
    size = int(np.prod(shape, dtype=int))
    return pool[dtype][int(place):int(place) + size].reshape(shape).copy()


def tuples(value):
    """JSON lists as tuples, at any depth."""
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def compare(got, want, what, tol=None):
    """Raise AssertionError unless got is want in shape, dtype and, to tolerance, in value."""
    got = np.asarray(got)
    assert got.shape == want.shape, f"{what}: shape {got.shape}, expected {want.shape}"
    assert got.dtype == want.dtype, f"{what}: {got.dtype}, expected {want.dtype}"
    if want.dtype.kind != "f":
        assert (got == want).all(), f"{what}: {got.tolist()}, expected {want.tolist()}"
        return
    rtol, atol = (tol["rtol"], tol["atol"]) if tol else TOLERANCE[want.dtype.name]
    got, want = got.astype(np.float64), want.astype(np.float64)
    finite = np.isfinite(want)
    atol *= max(1.0, np.abs(want[finite]).max(initial=0.0))
    with np.errstate(invalid="ignore"):
        close = finite & (np.abs(got - want) <= rtol * np.abs(want) + atol)
    wrong = ~(close | (got == want) | (np.isnan(got) & np.isnan(want)))
    if wrong.any():
        at = tuple(int(i) for i in np.argwhere(wrong)[0])
        raise AssertionError(f"{what}: {wrong.sum()} of {wrong.size} elements differ, first at "
                             f"{at}: {got[at]!r}, expected {want[at]!r}")


def equal(got, want, what, rtol=1e-5):
    """Raise AssertionError unless got is the JSON value want, numbers to a relative tolerance."""
    if isinstance(want, dict):
        assert isinstance(got, dict) and set(got) == set(want), f"{what}: {got}, expected {want}"
        for key in want:
            equal(got[key], want[key], f"{what}, {key}", rtol)
    elif isinstance(want, list):
        assert isinstance(got, (list, tuple)) and len(got) == len(want), (
            f"{what}: {got}, expected {want}")
        for i, (mine, theirs) in enumerate(zip(got, want)):
            equal(mine, theirs, f"{what}, {i}", rtol)
    elif isinstance(want, float) and not isinstance(got, bool):
        same = got == want or (got != got and want != want)
        assert same or abs(got - want) <= rtol * abs(want), f"{what}: {got!r}, expected {want!r}"
    else:
        assert got == want and isinstance(got, bool) == isinstance(want, bool), (
            f"{what}: {got!r}, expected {want!r}")


def lines_of(path):
    """The lines of a list, without comments."""
    lines = path.read_text().splitlines() if path.exists() else []
    return [line for line in lines if line and not line.startswith("#")]


def expected():
    """The ids of the cases that must pass."""
    return lines_of(EXPECTED)


def differing():
    """id -> reason of the cases that symgraph does otherwise on purpose."""
    return dict(line.split(": ", 1) for line in lines_of(DIFFERING))
