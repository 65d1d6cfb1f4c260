"""Rebuilds the C module after a kernel was edited, verifies graphs between passes, seeds tests."""
import fcntl
import importlib.util
import os
import random
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "symgraph" / "native" / "build.py"

os.environ.setdefault("SYMGRAPH_VERIFY", "1")    # read when symgraph is imported, below


def rebuild():
    """Compile csrc/ if it is newer than the module; does nothing where there is no source tree."""
    if not (BUILD.exists() and (ROOT / "csrc").exists()):
        return
    with open(BUILD) as source:
        fcntl.flock(source, fcntl.LOCK_EX)       # two test runs must not build at the same time
        spec = importlib.util.spec_from_file_location("symgraph_build", BUILD)
        build = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(build)
        if build.stale():
            done = subprocess.run([sys.executable, str(BUILD)], cwd=ROOT, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode:
                pytest.exit(f"csrc/ does not compile:\n{done.stdout}", 2)


rebuild()

import symgraph as mx  # noqa: E402  (needs the module that rebuild() makes)


def seed_of(nodeid):
    """The seed of one test: fixed by its name, or SYMGRAPH_TEST_SEED for all of them."""
    return int(os.environ.get("SYMGRAPH_TEST_SEED", zlib.crc32(nodeid.encode())))


@pytest.fixture(autouse=True)
def seed(request):
    """Seeds every source of random numbers before each test; its value is the seed."""
    value = seed_of(request.node.nodeid)
    random.seed(value)
    np.random.seed(value % 2**32)
    mx.random.seed(value % 2**31)
    return value


@pytest.fixture
def rng(seed):
    """A NumPy generator of this test's seed."""
    return np.random.default_rng(seed)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Print the seed below every failure, with the way to use it again."""
    report = yield
    if report.failed:
        report.sections.append(("seed", f"SYMGRAPH_TEST_SEED={seed_of(item.nodeid)}"))
    return report


@pytest.fixture(autouse=True)
def all_passes(request, monkeypatch):
    """Tests with this mark run as if SYMGRAPH_PASSES were not set."""
    if request.node.get_closest_marker("all_passes"):
        monkeypatch.delenv("SYMGRAPH_PASSES", raising=False)
