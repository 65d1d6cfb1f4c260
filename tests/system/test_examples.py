"""The examples, run as a user runs them, on little data and with few units."""
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "rnn"
TINY = ("--num-layers", 1, "--num-hidden", 16, "--batch-size", 8)
ADAM = ("--optimizer", "adam", "--lr", 0.03)
LINE = re.compile(r"epoch +(\d+)(?:/\d+)? +perplexity: training +([\d.]+), validation +([\d.]+)")


def run(name, *options, folder):
    """Run an example as a user does, and return what it printed."""
    environment = {**os.environ, "SYMGRAPH_NUM_THREADS": "1"}
    command = [sys.executable, "-W", "error", str(EXAMPLES / name), *map(str, options)]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def script():
    """What lstm_bucketing.py defines, to call it without the start of another Python."""
    sys.path.insert(0, str(EXAMPLES))
    yield SimpleNamespace(**runpy.run_path(str(EXAMPLES / "lstm_bucketing.py")))
    sys.path.remove(str(EXAMPLES))
    for path in EXAMPLES.glob("*.py"):
        sys.modules.pop(path.stem, None)


@pytest.fixture
def call(script, tmp_path, monkeypatch, capsys):
    """A function that runs lstm_bucketing.py here, in tmp_path, and returns what it printed."""
    monkeypatch.chdir(tmp_path)

    def run_here(*options):
        script.main(list(map(str, options)))
        return capsys.readouterr().out
    return run_here


def perplexities(printed):
    """[(epoch, training, validation)] of the lines for epochs."""
    return [(int(epoch), float(train), float(valid))
            for epoch, train, valid in LINE.findall(printed)]


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    """A file of sentences of two lengths in which each word is known from the one before."""
    path = tmp_path_factory.mktemp("text") / "counting.txt"
    words = [f"w{i}" for i in range(20)]
    lines = [" ".join(words[i % 5:i % 5 + length]) for i in range(200) for length in (6, 14)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def trained(text, tmp_path_factory):
    """A folder with three epochs of training, and what was printed."""
    folder = tmp_path_factory.mktemp("trained")
    return folder, run("lstm_bucketing.py", *common(text), "--num-epochs", 3, folder=folder)


def common(text):
    return ("--text", text, *TINY, *ADAM, "--num-embed", 12, "--batch-norm", "per-step",
            "--prefix", "run/m")


def test_bucketing_learns_and_saves(trained):
    folder, printed = trained
    shown = perplexities(printed)
    assert [epoch for epoch, _, _ in shown] == [1, 2, 3]
    assert shown[-1][2] < 2 < 4 < shown[0][1]
    assert "buckets 10, 20" in printed
    for name in ("m-0003.params", "m-0003.states", "m-10-symbol.json", "m-20-symbol.json"):
        assert (folder / "run" / name).stat().st_size > 100
    assert json.loads((folder / "run" / "m-history.json").read_text())[1][0] == 2


def test_bucketing_draws_curves(trained):
    pytest.importorskip("matplotlib")
    folder, printed = trained
    assert "run/m.png" in printed
    assert (folder / "run" / "m.png").read_bytes().startswith(b"\x89PNG")


def test_what_is_generated_counts_on(trained):
    """The executor of one step has the trained arrays, those of its step: lengths are right too."""
    lines = generated(trained[1])
    assert len(lines) == 3 and all(counts_on(line) for line in lines)
    assert {len(line) for line in lines} <= {6, 14}


def generated(printed):
    """The numbers in the words of each sentence that was generated."""
    return [[int(word[1:]) for word in sentence.split()]
            for sentence in re.findall(r"^wrote +(.*)$", printed, re.MULTILINE)]


def counts_on(numbers):
    return len(numbers) > 2 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def test_resuming_is_as_not_having_stopped(call, text, trained, tmp_path):
    folder, printed = trained
    shutil.copytree(folder / "run", tmp_path / "run",
                    ignore=lambda _, names: [name for name in names if re.search("-000[23]", name)])
    resumed = call(*common(text), "--num-epochs", 3, "--resume", 1)
    assert perplexities(resumed) == perplexities(printed)[1:]
    assert resumed.partition("wrote")[2] == printed.partition("wrote")[2]
    for name in ("m-0003.params", "m-0003.states", "m-history.json"):
        assert (tmp_path / "run" / name).read_bytes() == (folder / "run" / name).read_bytes()


def test_resuming_another_model_is_refused(call, text, trained, monkeypatch):
    monkeypatch.chdir(trained[0])
    options = (*common(text), "--num-epochs", 4, "--resume", 3)
    with pytest.raises(ValueError, match="run/m was trained with --num-hidden 16; give the same"):
        call(*options, "--num-hidden", 12)
    with pytest.raises(ValueError, match="nothing was trained with --prefix other"):
        call(*options, "--prefix", "other")


@pytest.mark.parametrize("cell, batch_norm, files", [
    ("gru", "none", "gru"), ("rnn", "none", "rnn"), ("lstm", "shared", "lstm-shared"),
    ("lstm", "statistics", "lstm-statistics")])
def test_other_cells(cell, batch_norm, files, call, text, tmp_path):
    printed = call("--text", text, *TINY, *ADAM, "--num-epochs", 2, "--cell", cell,
                   "--batch-norm", batch_norm)
    assert perplexities(printed)[-1][2] < 2
    assert sum(map(counts_on, generated(printed))) > 1
    assert (tmp_path / "checkpoints" / f"{files}-0002.params").exists()


@pytest.mark.parametrize("line, told", [
    ("--gpus 0", "--gpus 0: symgraph computes on the CPU only; leave --gpus out"),
    ("--valid some.txt", "--valid goes with --text"),
    ("--text nowhere.txt", "--text nowhere.txt: that does not exist"),
    ("--resume 2 --num-epochs 2", "--resume 2: nothing is left to do, as --num-epochs is 2"),
    ("--batch-norm shared --cell gru", "--batch-norm shared is for --cell lstm, not gru"),
    ("--optimizer adam --mom 0.9", "--optimizer adam has no momentum; leave --mom out"),
    ("--optimizer adm", "did you mean 'adam'?"),
    ("--kv-store dist_sync", "kvstore 'dist_sync': symgraph trains on one machine only"),
    ("--num-hidden 0", "--num-hidden: a whole number above 0 is wanted, got '0'"),
])
def test_options_that_do_not_fit(line, told, script, capsys):
    with pytest.raises(SystemExit) as ended:
        script.options(line.split())
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


def test_a_batch_larger_than_all_buckets_is_refused(call, text, tmp_path):
    with pytest.raises(ValueError, match="batch size 500: there are only 360 sentences"):
        call("--text", text, "--batch-size", 500)
    assert not list(tmp_path.iterdir())


def test_defaults_are_those_of_mxnet_with_a_text(script, text):
    with_text = vars(script.options(["--text", str(text)]))
    expected = {"num_layers": 2, "num_hidden": 200, "num_embed": 200, "num_epochs": 25, "lr": 0.01,
                "optimizer": "sgd", "mom": 0.0, "wd": 1e-5, "batch_size": 32, "disp_batches": 50}
    assert {name: with_text[name] for name in expected} == expected
    assert script.options([]).optimizer == "adam"


def test_executors_do_what_the_module_does(call, text, tmp_path):
    """Both examples reach the same perplexities: one drives executors, one has a module do it."""
    options = ("--text", text, *TINY, "--num-epochs", 2)
    by_hand = run("executor_lstm.py", *options, folder=tmp_path)
    call(*options, "--num-embed", 16, "--optimizer", "adam", "--lr", 0.003, "--prefix", "m")
    history = json.loads((tmp_path / "m-history.json").read_text())
    assert perplexities(by_hand) == [(e, round(t, 6), round(v, 6)) for e, t, v in history]
    assert "2 executors on one array of each name: True" in by_hand


def test_every_batch_norm_written_by_hand_learns(text, tmp_path):
    """Those of 6 steps that sentences of 14 words do not reach move by roundings, if at all."""
    printed = run("batchnorm_lstm.py", "--text", text, *TINY, "--num-epochs", 1, folder=tmp_path)
    moved, = re.findall(r"gamma +(\d+) of 40 moved", printed)
    assert 33 <= int(moved) <= 39
    assert "no wonder: t0_l0_h2h_bn_gamma" in printed
    for kind in ("beta", "moving_mean", "moving_var"):
        assert f"{kind:11} 40 of 40 moved" in printed


def test_the_embedded_text_is_prose_in_several_buckets(script):
    text = script.text
    corpus = text.load()
    assert 25_000 < sum(map(len, corpus.train)) < 80_000
    assert len(corpus.valid) == pytest.approx(len(corpus.train) / 9, abs=1)
    train, valid = text.iterators(corpus, 32)
    assert train.buckets == valid.buckets == [10, 20, 30, 40, 50]
    rows = [row for array in valid.data for row in array if row.any()]
    assert len(rows) == len(corpus.valid)
    assert "is" in corpus.vocab and text.UNKNOWN in corpus.vocab
    assert corpus.words[text.PADDING] == "\n"
    assert 100 < text.unigram_perplexity(corpus) < 400
