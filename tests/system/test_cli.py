"""The command symgraph, in a process of its own."""
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import symgraph as mx

pytestmark = pytest.mark.all_passes

PACKAGE = Path(mx.__path__[0])


def command(*args, columns=80):
    """(status, standard output, standard error) of python -m symgraph."""
    env = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "COLUMNS": str(columns)}
    done = subprocess.run([sys.executable, "-m", "symgraph", *map(str, args)], env=env, text=True,
                          capture_output=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = tmp_path_factory.mktemp("cli") / "net-symbol.json"
    net = mx.sym.Convolution(mx.sym.Variable("data"), num_filter=4, kernel=(3, 3), name="conv")
    net = mx.sym.BatchNorm(net, name="bn")
    for i in range(12):
        net = mx.sym.Activation(net, act_type="tanh", name=f"a_rather_long_name_of_layer_{i}")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=10, name="fc")
    mx.sym.SoftmaxOutput(net, name="softmax").save(str(path))
    return path


def test_explain(model):
    status, out, err = command("explain", model, "--shape", "data=2,3,8,8")
    assert (status, err) == (0, "")
    assert out.startswith("16 instructions forward, 0 backward")
    assert re.search(r"^Convolution +1 .* 15.8 k ", out, re.M)   # 288 sums of 27 products, and biases
    assert "GFLOP/s" not in out
    assert max(map(len, out.splitlines())) <= 80


def test_train_and_profile(model):
    status, out, err = command("explain", model, "--shape", "data=2,3,8,8", "--train", "--profile", "1")
    assert (status, err) == (0, "")
    assert "GFLOP/s" in out and "\nbackward\n" in out
    assert " more\n" in out
    assert "gradient of conv_weight" in command("explain", model, "--shape", "data=2,3,8,8", "--train",
                                                "--all")[1]
    assert "gradient of data" not in out


def test_all_and_width(model):
    args = "explain", model, "--shape", "data=2,3,8,8", "--train"
    _, short, _ = command(*args, columns=120)
    _, full, _ = command(*args, "--all", "--width", "100")
    assert " more\n" in short and " more\n" not in full
    assert len(full.splitlines()) > len(short.splitlines())
    assert 80 < max(map(len, short.splitlines())) <= 120
    assert 80 < max(map(len, full.splitlines())) <= 100


@pytest.mark.parametrize("args,said", [
    (["missing-symbol.json", "--shape", "data=2,3"], r"No such file.*missing-symbol\.json"),
    (["MODEL"], r"unknown are data.*\n--shape and --type"),
    (["MODEL", "--shape", "dat=2,3,8,8"], r"no argument 'dat'.*did you mean 'data'"),
    (["MODEL", "--shape", "data=2,3"], r"Convolution 'conv'.*\(2, 3\)"),
    (["MODEL", "--shape", "data=2,x"], r"'2,x' is no shape of 'data' as in 1,3,32,32"),
    (["MODEL", "--shape", "data"], r"'data' is no NAME=VALUE as in data=1,3,32,32"),
    (["MODEL", "--shape", "data=2,3,8,8", "--type", "data=number"], r"'number' is no data type"),
    (["MODEL", "--shape", "data=2,3,8,8", "--profile", "0"], r"positive number.*'0'"),
    ([__file__, "--shape", "data=2"], r"test_cli\.py"),
])
def test_mistakes(model, args, said):
    status, out, err = command("explain", *[str(model) if arg == "MODEL" else arg for arg in args])
    assert status == 2 and out == ""
    assert re.search(said, err, re.S)
    assert "Traceback" not in err


def test_help():
    status, out, _ = command("explain", "--help")
    assert status == 0
    for option in ("--shape", "--type", "--train", "--profile", "--all", "--width"):
        assert option in out
    assert command("--version")[1] == f"symgraph {mx.__version__}\n"
    assert command()[0] == 2


def test_the_entry_point_is_the_same_function():
    text = (PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8")
    assert re.search(r'^\[project\.scripts\]\nsymgraph = "symgraph\.cli:main"$', text, re.M)


@pytest.mark.skipif(os.name != "posix", reason="a shell is needed")
@pytest.mark.parametrize("lines", [0, 1])
def test_who_reads_may_have_enough(model, lines):
    """As in `symgraph explain ... | head`."""
    env = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    explain = f"'{sys.executable}' -m symgraph explain '{model}' --shape data=2,3,8,8 --all"
    done = subprocess.run(["sh", "-c", f"{explain} | head -n {lines}"], env=env, text=True,
                          capture_output=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == lines
