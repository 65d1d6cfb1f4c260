"""Scripts for MXNet, in the idioms of their users, run as they are and learn.

Those in imperative/ use mx.autograd and mx.gluon, the others the symbolic API. Each is a program of
its own that makes its data. `import symgraph as mx` is all that MXNet has otherwise, and both reach
what the last line that is printed asks for:

    accuracy 0.973 (chance 0.100, at least 0.900)
"""
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SCRIPTS = sorted(str(path.relative_to(HERE).with_suffix("")) for path in HERE.rglob("*.py")
                 if path.name not in ("__init__.py", Path(__file__).name))
# Errors, but for one that MXNet has as well.
WARNINGS = "-W", "error", "-W", "ignore:NumpyOp and NDArrayOp:DeprecationWarning"
QUALITY = re.compile(r"\w+ (\d+\.\d+) \(chance (\d+(?:\.\d+)?), at (least|most) (\d+\.\d+)\)")


def run(path, folder):
    """Run a script in folder, in a Python of its own where warnings are errors; what it prints."""
    environment = {**os.environ, "SYMGRAPH_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, *WARNINGS, str(path)], cwd=folder, env=environment,
                          capture_output=True, text=True)
    assert done.returncode == 0 and "Logging error" not in done.stderr, done.stderr[-5000:]
    return done.stdout


@pytest.mark.parametrize("name", SCRIPTS)
def test_learns_what_chance_does_not(name, tmp_path):
    printed = run(HERE / f"{name}.py", tmp_path)
    found = QUALITY.fullmatch(printed.splitlines()[-1])
    assert found, printed
    reached, chance, wanted = (float(found[i]) for i in (1, 2, 4))
    if found[3] == "least":
        assert reached >= wanted > 1.5 * chance
    else:
        assert reached <= wanted < chance / 1.5


@pytest.mark.parametrize("name", SCRIPTS)
def test_only_the_import_differs_from_a_script_for_mxnet(name):
    lines = [line for line in (HERE / f"{name}.py").read_text().splitlines() if "symgraph" in line]
    assert lines == ["import symgraph as mx"]


def test_scripts_are_found():
    assert len(SCRIPTS) >= 34
