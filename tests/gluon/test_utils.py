"""mx.gluon.utils."""
import numpy as np
import pytest

import symgraph as mx
from symgraph import autograd
from symgraph.gluon import utils


def test_split_data():
    x = mx.nd.array(np.arange(10).reshape(5, 2))
    with pytest.raises(ValueError, match=r"data with shape \(5, 2\) cannot be evenly split into 2 "
                                         "slices along axis 0. Use a batch size that's multiple of 2"):
        utils.split_data(x, 2)
    assert [p.shape for p in utils.split_data(x, 2, even_split=False)] == [(3, 2), (2, 2)]
    assert [p.shape for p in utils.split_data(x, 6, even_split=False)] == 5 * [(1, 2)] + [(0, 2)]
    for axis in (1, -1):
        first, second = utils.split_data(x, 2, batch_axis=axis)
        np.testing.assert_array_equal(second.asnumpy(), [[1], [3], [5], [7], [9]])


def test_split_and_load():
    x = mx.nd.array([[1, 2], [3, 4]])
    assert utils.split_and_load(x, [mx.cpu(0)])[0] is x
    parts = utils.split_and_load([1, 2], [mx.cpu(0), mx.cpu(1)])
    assert [(p.context, p.asnumpy().tolist()) for p in parts] == [(mx.cpu(0), [1]), (mx.cpu(1), [2])]
    x.attach_grad()
    with autograd.record():
        first, second = utils.split_and_load(x, [mx.cpu(0), mx.cpu(1)])
        loss = (first * 2).sum() + (second * 3).as_in_context(mx.cpu(0)).sum()
    loss.backward()
    assert x.grad.asnumpy().tolist() == [[2, 2], [3, 3]]


def test_clip_global_norm():
    arrays = [mx.nd.ones((2, 2)), mx.nd.full(3, 2)]
    assert utils.clip_global_norm(arrays, 1.0) == pytest.approx(4)
    assert [a.asnumpy().ravel().tolist() for a in arrays] == [[0.25] * 4, [0.5] * 3]
    norm = utils.clip_global_norm(arrays, 100, check_isfinite=False)
    assert norm.shape == (1,) and norm.asscalar() == 1
    assert arrays[0].asnumpy().tolist() == [[0.25] * 2] * 2
    bad = [mx.nd.array([np.nan, 1])]
    with pytest.warns(UserWarning, match="nan or inf is detected"):
        assert np.isnan(utils.clip_global_norm(bad, 1.0))
    assert np.isnan(bad[0].asnumpy()).all()
    with pytest.raises(ValueError):
        utils.clip_global_norm([], 1.0)
    large = [mx.nd.full(4, 1e30)]       # squares that float32 cannot hold
    np.testing.assert_allclose(utils.clip_global_norm(large, 1.0), 2e30, rtol=1e-6)
    np.testing.assert_allclose(large[0].asnumpy(), 0.5, rtol=1e-6)


def test_files(tmp_path):
    path = tmp_path / "abc"
    path.write_text("abc")
    known = "a9993e364706816aba3e25717850c26c9cd0d89d"
    assert utils.check_sha1(path, known) and not utils.check_sha1(path, known[::-1])
    url = "https://example.org/abc"
    assert utils.download(url, str(tmp_path), sha1_hash=known) == str(path)
    for options in ({"sha1_hash": known[::-1]}, {"overwrite": True}):
        with pytest.raises(mx.MXNetError, match="symgraph fetches nothing; get https://example.org/abc"):
            utils.download(url, str(path), **options)
    utils.replace_file(path, tmp_path / "d")
    assert (tmp_path / "d").read_text() == "abc"
