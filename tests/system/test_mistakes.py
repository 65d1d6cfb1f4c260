"""Mistakes of new users: the error names the thing, what was expected and found, and the remedy."""
import os
import subprocess
import sys
import traceback
from collections import namedtuple
from pathlib import Path

import numpy as np
import pytest

import symgraph as mx
from symgraph import errors

from . import mistakes, mistakes_in_training
from .mistakes import common, mlp, ready, rows

CASES = [*mistakes.SYMBOLS, *mistakes.SHAPES, *mistakes.BINDING, *mistakes.ARRAYS,
         *mistakes_in_training.MODULES, *mistakes_in_training.FILES, *mistakes_in_training.THE_REST]
MOST_FRAMES = 11        # a forward for other shapes, which binds anew
PACKAGE = str(Path(mx.__file__).parent)


@pytest.mark.parametrize("code,kind,words", CASES,
                         ids=[code.splitlines()[-1][:70] for code, _, _ in CASES])
def test_mistake(code, kind, words, tmp_path, monkeypatch):
    """The type of the error, what it says, and how long the way there is that a traceback shows."""
    monkeypatch.chdir(tmp_path)
    kind = getattr(errors, kind) if isinstance(kind, str) else kind
    with pytest.raises(kind) as caught:
        exec(code, common())
    message, at = str(caught.value), 0
    for part in words:
        assert part in message[at:]
        at = message.index(part, at) + len(part)
    assert "\n" not in message
    error = caught.value
    frames = [frame for frame in traceback.extract_tb(error.__traceback__)
              if frame.filename.startswith(PACKAGE)]
    assert len(frames) <= MOST_FRAMES
    assert error.__cause__ or error.__suppress_context__ or error.__context__ is None, (
        "a traceback shows an error of Python's that users can do nothing about")


def test_the_cases_differ():
    assert len({code for code, _, _ in CASES}) == len(CASES)


@pytest.mark.parametrize("make", [
    lambda: mx.sym.FullyConnected(mx.sym.Variable("x"), num_hidden=3),
    lambda: mlp().infer_shape(data=(2, 3)), lambda: mx.sym.Group(mlp()), lambda: ready(),
    lambda: mx.mod.Module(mlp()).fit(rows(), num_epoch=1), lambda: ready().predict(rows()),
    lambda: ready().score(rows(), ["acc", "ce"])])
def test_ordinary_use_warns_of_nothing(make, caplog):
    """Python's warnings are errors here; there is none in the log either."""
    make()
    assert not [record for record in caplog.records if record.levelname == "WARNING"]


def test_a_batch_may_be_a_namedtuple():
    """As in many scripts that predict; it says the same as DataBatch([array])."""
    module = ready()
    x = mx.nd.array(np.arange(20).reshape(4, 5))
    for module in (ready(), mistakes.buckets()):
        module.forward(mx.io.DataBatch([x]), is_train=False)
        want = module.get_outputs()[0].asnumpy()
        module.forward(mx.io.DataBatch([x * 0]), is_train=False)
        module.forward(namedtuple("Batch", ["data"])([x]), is_train=False)
        np.testing.assert_array_equal(module.get_outputs()[0].asnumpy(), want)


def test_labels_under_another_name_are_not_taken_for_those_of_the_loss():
    module = mx.mod.Module(mlp())
    with pytest.warns(UserWarning, match=r"label \['softmax_label'\] .* are given for \['lab'\]"), \
            pytest.raises(mx.MXNetError, match="no label softmax_label"):
        module.fit(rows(label_name="lab"), num_epoch=1)


def test_nothing_left_to_train_and_nothing_to_score(caplog):
    module = ready()
    module.fit(rows(), begin_epoch=5, num_epoch=1)
    assert "nothing to do, as begin_epoch=5 is not below num_epoch=1" in caplog.text
    module.score(rows(n=3, last_batch_handle="discard"), "acc")
    assert "score: eval_data has no batch" in caplog.text


def test_an_executors_arrays_can_be_copied():
    arrays = mlp().simple_bind(mx.cpu(), data=(2, 3)).arg_dict
    for copy in (dict(arrays), arrays.copy()):
        copy["fc1_bias"] = None
    assert arrays["fc1_bias"] is not None and arrays.get("nope") is None and "nope" not in arrays


def test_a_length_that_follows_of_an_array_without_elements():
    """As in NumPy, though nothing can be said of it by division."""
    for shape, new in (((2, 0), (-1, 3)), ((0,), (-1,)), ((0, 5), (2, -1))):
        assert mx.nd.zeros(shape).reshape(new).shape == np.zeros(shape).reshape(new).shape
        assert mx.nd.Reshape(mx.nd.zeros(shape), shape=new).shape == np.zeros(shape).reshape(new).shape
    with pytest.raises(mx.MXNetError, match="cannot reshape"):
        mx.nd.Reshape(mx.nd.zeros((2, 0)), shape=(2, 3))


def test_a_wrong_word_for_the_passes(monkeypatch):
    monkeypatch.setenv("SYMGRAPH_PASSES", "nonne")
    with pytest.raises(ValueError, match="SYMGRAPH_PASSES is 'none' or not set, got 'nonne'"):
        mlp().simple_bind(mx.cpu(), data=(2, 3))


@pytest.mark.parametrize("value", ["abc", "0", "-3"])
def test_a_wrong_number_of_threads(value):
    done = subprocess.run([sys.executable, "-c", "import symgraph"], text=True, capture_output=True,
                          env={**os.environ, "SYMGRAPH_NUM_THREADS": value})
    assert done.stderr.strip().splitlines()[-1] == (
        f"ValueError: SYMGRAPH_NUM_THREADS is a positive number, got '{value}'")


def test_what_is_printed_says_what_it_is():
    executor = mlp().simple_bind(mx.cpu(), data=(2, 3))
    assert repr(executor) == ("<Executor of <Symbol softmax>: data (2, 3), fc1_weight (3, 3), "
                              "fc1_bias (3,), softmax_label (2,)>")
    batch = mx.io.DataBatch([mx.nd.ones((2, 5))], None, pad=1, bucket_key=7)
    assert repr(batch) == "<DataBatch: data shapes: [(2, 5)] label shapes: None, pad=1, bucket_key=7>"
    module = mx.mod.Module(mlp())
    assert repr(module) == "<Module of <Symbol softmax>, not bound>"
    module.bind([("data", (2, 5))])
    assert repr(ready()) == "<Module of <Symbol softmax>, bound, with parameters>"
    assert repr(module) == "<Module of <Symbol softmax>, bound>"


def test_importing_warns_of_nothing():
    done = subprocess.run([sys.executable, "-W", "error", "-c", "import symgraph"], text=True,
                          capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
