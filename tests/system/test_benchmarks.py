"""The benchmarks run, on symgraph alone and in the smallest size, and reckon rightly."""
import argparse
import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks import frameworks, tables, text
from benchmarks.figures import Figures
from benchmarks.measure import Run
from benchmarks.work import SCALES, Case, Metric, Workload
from benchmarks.workloads import WORKLOADS

ROOT = Path(__file__).resolve().parents[2]
PEERS = sorted((ROOT / "benchmarks" / "peers").glob("*.py"))


def benchmarks(*args):
    """(status, standard output, standard error) of python -m benchmarks."""
    done = subprocess.run([sys.executable, "-m", "benchmarks", *map(str, args)], cwd=ROOT, text=True,
                          capture_output=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """(record, standard output) of all workloads."""
    path = tmp_path_factory.mktemp("benchmarks") / "record.json"
    status, out, err = benchmarks("--scale", "tiny", "--json", path)
    assert status == 0, err
    return json.loads(path.read_text()), out


def test_every_workload_gives_every_figure(run):
    record, out = run
    figures = Figures(record)
    for letter, make in WORKLOADS.items():
        workload = make(SCALES["tiny"])
        for case, metric in workload.rows():
            found = figures.of(workload, case, metric, "symgraph")
            assert found is not None and found.value > 0, (letter, case.name, metric.label)
            assert found.ratio is None      # of itself
        assert f"\n{letter}  {workload.title}\n" in out
    assert figures.peak > 0


def test_who_is_left_out_is_said(run):
    record, out = run
    for name in ("PyTorch", "MXNet", "JAX", "numexpr"):
        assert any(note.startswith(f"{name} is left out") for note in record["notes"])
        assert f"{name} is left out" in out
    assert {result["peer"] for result in record["results"]} == {"symgraph", "numpy"}


def test_what_was_measured_is_shown_again(run, tmp_path):
    record, out = run
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    status, again, err = benchmarks("--read", path)
    assert (status, again, err) == (0, out, "")


def test_a_busy_core_and_one_thread(tmp_path):
    path = tmp_path / "record.json"
    status, out, err = benchmarks("--scale", "tiny", "--only", "a", "--load", "--json", path)
    assert status == 0, err
    record = json.loads(path.read_text())
    states = [(result["case"], result["round"], result["state"]) for result in record["results"]]
    assert len(states) == len(set(states)) == 3
    assert "a core is kept busy" in out and "loaded / one thread" in out


@pytest.mark.parametrize("args,said", [
    (["--only", "A,Q"], "no workload is called 'Q'; there are A, B"),
    (["--rounds", "0"], "positive number"),
    (["--data", "no/such/folder"], "there is no no/such/folder")])
def test_mistakes(args, said):
    status, _, err = benchmarks(*args)
    assert status == 2 and said in err and "Traceback" not in err


def script(path, text):
    """A program that is called like a Python and does what text says."""
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_a_python_that_lacks_the_framework_is_left_out(tmp_path):
    options = dict.fromkeys((*frameworks.OPTIONAL, "limit"))
    empty = script(tmp_path / "python", "echo 'No module named torch' >&2; exit 1")
    for python, why in ((empty, "No module named torch"), ("nowhere", "No such file or directory")):
        found, notes = frameworks.chosen(argparse.Namespace(**{**options, "torch": python}), tmp_path)
        assert {*found} == {"symgraph", "numpy"}
        [note] = [note for note in notes if note.startswith("PyTorch is left out: ")]
        assert note.endswith(why)


def test_a_job_that_fails_is_a_note(tmp_path):
    broken = script(tmp_path / "python", "echo first >&2; echo 'what was wrong' >&2; exit 3")
    silent = script(tmp_path / "silent", "exit 4")
    chatty = script(tmp_path / "chatty", "echo well")
    pythons = {"torch": broken, "jax": silent, "mxnet": chatty}
    run = Run({name: frameworks.Peer(name, python) for name, python in pythons.items()},
              SCALES["tiny"], tmp_path, say=lambda text: None)
    workload = WORKLOADS["A"](SCALES["tiny"])
    for name in pythons:
        run.do(workload, workload.cases[0], name, "quiet", 1)
    assert run.notes == ["A lines of 30, PyTorch: what was wrong",
                         "A lines of 30, JAX: ended with status 4",
                         "A lines of 30, MXNet: the last line is no JSON: ['well']"]
    assert run.results == []


def test_who_is_first_moves_on(tmp_path):
    run = Run(dict.fromkeys(("symgraph", "torch", "jax")), SCALES["tiny"], tmp_path)
    workload = WORKLOADS["A"](SCALES["tiny"])
    turns = [run.turns(workload, workload.cases[0], False, number) for number in (1, 2, 3)]
    assert {names[0] for names in turns} == {("quiet", n) for n in ("symgraph", "torch", "jax")}
    assert all(len(names) == 3 for names in turns)
    assert run.turns(workload, workload.cases[0], True, 0)[3:] == [
        ("loaded", "symgraph"), ("loaded", "torch"), ("loaded", "jax"), ("single", "symgraph")]


def test_a_c_program_as_a_yardstick(tmp_path):
    source = tmp_path / "limit.c"
    source.write_text("""
        #include <stdio.h>
        int main(void)
        {
            for (int i = 9; i > 6; i--)
                printf("limit: %d.5 s  %d00 tokens/s  %d.0 GFLOP/s\\n", i, i, i);
        }""")
    yardstick = frameworks.Yardstick(source, tmp_path)
    yardstick.check()
    # the first epoch is a warm-up
    assert yardstick.run({}) == {"seconds": 8.0, "tokens/s": 750.0, "GFLOP/s": 7.5}


# -- the text --------------------------------------------------------------------------------------
def test_the_made_text_is_like_the_one_it_stands_for(tmp_path):
    lines = text.lines_of(None)
    assert len(lines) == 4143 and {len(line) for line in lines} == {21}
    size = text.write_batches(tmp_path / "lines.npz", lines, 32)
    with np.load(tmp_path / "lines.npz") as file:
        assert size == 2000
        assert file["order"].tolist() == [30] * 129
        assert file["data30"].max() < size
    text.write_batches(tmp_path / "sentences.npz", text.sentences_of(lines), 32)
    with np.load(tmp_path / "sentences.npz") as file:
        assert {*file["order"].tolist()} == {10, 20, 30, 40, 50, 60}


def test_sentences_have_the_same_words():
    lines = [["a", "b", ".", "c", "\n"], ["d", "\n"], [".", "e", "\n"]]
    assert text.sentences_of(lines) == [["a", "b", "."], ["c", "d", "."], ["e"]]


def test_labels_are_the_next_words(tmp_path):
    sentences = [[f"w{i}" for i in range(n)] for n in (4, 10, 11, 61)]
    assert text.write_batches(tmp_path / "b.npz", sentences, 1) == 62    # and the word for ends
    with np.load(tmp_path / "b.npz") as file:
        assert sorted(file["order"].tolist()) == [10, 10, 20]           # 61 words fit nowhere
        data, label = file["data10"], file["label10"]
        assert data[0, 0].tolist() == [1, 2, 3, 4, 0, 0, 0, 0, 0, 0]
        assert label[0, 0].tolist() == [2, 3, 4, 0, 0, 0, 0, 0, 0, 0]
        assert np.array_equal(label[:, :, :-1], data[:, :, 1:])


# -- what is reckoned ------------------------------------------------------------------------------
SPEED, TIME = Metric("speed", "speed", "1/s", more=True), Metric("time", "time", "ms", 1e3)
PRODUCTS = Metric("GFLOP/s", "products", "GFLOP/s", more=True, compared=False)
WORKLOAD = Workload("A", "Work: it is done", ("torch",), (SPEED, TIME, PRODUCTS), (Case("case", {}),))


def record_of(**answers):
    """A record of three rounds, from lists of speeds and of times."""
    results = [{"workload": "A", "case": "case", "peer": peer, "state": "quiet", "round": i,
                "answer": {"speed": speed, "time": time, "GFLOP/s": 50.0}}
               for peer, (speeds, times) in answers.items()
               for i, (speed, time) in enumerate(zip(speeds, times))]
    return {"results": results, "peaks": [{"GFLOP/s": 90.0}, {"GFLOP/s": 110.0}]}


def test_medians_and_ratios():
    """Ratios are those of one round each, above 1 where symgraph is better."""
    figures = Figures(record_of(symgraph=([100, 200, 400], [1, 1, 2]),
                                torch=([50, 50, 400], [4, 1, 4])))
    case = WORKLOAD.cases[0]
    assert figures.of(WORKLOAD, case, SPEED, "symgraph") == (200, None, None)
    assert figures.of(WORKLOAD, case, SPEED, "torch") == (50, 2, None)      # of 2, 4 and 1
    assert figures.of(WORKLOAD, case, TIME, "torch") == (4000, 2, None)     # of 4, 1 and 2
    assert figures.of(WORKLOAD, case, PRODUCTS, "torch") == (50, None, 0.5)
    assert figures.of(WORKLOAD, case, SPEED, "mxnet") is None
    assert figures.mean(WORKLOAD, "torch") == pytest.approx((2, 2))
    assert figures.spread(WORKLOAD) == 7        # 400 against a median of 50


def test_rounds_that_one_side_lacks_do_not_count():
    record = record_of(symgraph=([100, 100, 100], [1, 1, 1]), torch=([50, 25, 20], [1, 1, 1]))
    del record["results"][0]        # symgraph's first round
    assert Figures(record).of(WORKLOAD, WORKLOAD.cases[0], SPEED, "torch").ratio == 4.5


def test_cells():
    figures = Figures(record_of(symgraph=([12345.6, 1], [1, 1]), torch=([50, 50], [1, 1])))
    shown = [tables.cell(figures.of(WORKLOAD, WORKLOAD.cases[0], metric, "torch"))
             for metric in WORKLOAD.metrics]
    assert shown[1:] == ["1 000 x1.00", "50.0 50%"]
    assert [tables.number(value) for value in (0.01234, 1.5, 99.94, 1234567)] == [
        "0.0123", "1.50", "99.9", "1 234 567"]


def test_markdown_has_a_row_for_every_figure(run):
    record, _ = run
    made = tables.markdown(record)
    rows = [line for line in made.splitlines() if line.startswith("| ")]
    assert any(line.startswith("| 2 \\* x + 1, 10^3 elements | µs | ") for line in rows)
    for line in rows:
        assert line.endswith(" |")
    for letter, make in WORKLOADS.items():
        word, what = make(SCALES["tiny"]).title.split(": ")
        assert f"\n## {letter}: {word}\n\n{what[0].upper()}{what[1:]}.\n\n| " in made
    assert "\n\n\n" not in made


def test_the_document_is_made_of_the_figures_beside_it():
    path = ROOT / "docs" / "benchmarks.json"
    made = path.exists() and tables.markdown(json.loads(path.read_text(encoding="utf-8")))
    assert made in (False, (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8"))


# -- peers -----------------------------------------------------------------------------------------
def test_variables_that_change_a_library_are_not_passed_on(monkeypatch):
    for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "MKL_NUM_THREADS", "OMP_NUM_THREADS",
                 "SYMGRAPH_VERIFY", "PYTHONPATH"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("SYMGRAPH_BLAS", "library")
    found = frameworks.environment(SOMETHING="2")
    assert found["SYMGRAPH_BLAS"] == "library" and found["SOMETHING"] == "2"
    assert found["PATH"] == os.environ["PATH"]
    assert not [name for name in found if name.startswith(("OPENBLAS", "MKL", "OMP", "PYTHON"))
                or name == "SYMGRAPH_VERIFY"]


@pytest.mark.parametrize("path", PEERS, ids=[path.name for path in PEERS])
def test_peers_are_for_old_pythons_and_need_nothing_else(path):
    tree = ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 8))
    known = {p.stem for p in PEERS} | {"torch", "jax", "numpy"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom | ast.Import):
            names = [node.module] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
            assert {name.split(".")[0] for name in names} <= known | {*sys.stdlib_module_names}


def test_operations_of_products(monkeypatch):
    """Two layers of LSTM: 4 gates of 3 from 2 and 3 inputs, then from 3 and 3; and 5 words."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks" / "peers"))
    import common  # noqa: PLC0415  (the peers' module: they are scripts, not a package)
    job = {"cell": "lstm", "hidden": 3, "embed": 2, "layers": 2, "vocabulary": 5}
    forward = 2 * 12 * (2 + 3) + 2 * 12 * (3 + 3) + 2 * 3 * 5
    assert common.product_flops(job, 10) == 10 * 3 * forward
