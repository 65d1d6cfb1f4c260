"""MultiBoxPrior, MultiBoxTarget, MultiBoxDetection: by hand, in files, and what they refuse."""
import json

import numpy as np
import pytest

import symgraph as mx


def test_an_object_finds_its_anchor():
    anchors = mx.nd.array([[[0, 0, 0.5, 0.5], [0.5, 0.5, 1, 1], [0, 0.5, 0.5, 1]]])
    label = mx.nd.array([[[2, 0.5, 0.5, 1, 1], [-1] * 5], [[-1] * 5] * 2])
    loc, mask, classes = mx.nd.contrib.MultiBoxTarget(anchors, label, mx.nd.zeros((2, 4, 3)))
    assert classes.asnumpy().tolist() == [[0, 3, 0], [-1, -1, -1]]
    assert mask.asnumpy()[0].tolist() == [0] * 4 + [1] * 4 + [0] * 4
    assert not loc.asnumpy().any()
    # and back: an anchor that predicts no change is the box
    scores = mx.nd.array([[[0.9, 0.1, 0.8], [0.1, 0.9, 0.2]]])
    found = mx.nd.contrib.MultiBoxDetection(scores, loc[:1], anchors, threshold=0.15).asnumpy()[0]
    np.testing.assert_allclose(found[0], [0, 0.9, 0.5, 0.5, 1, 1], rtol=1e-6)
    np.testing.assert_allclose(found[1], [0, 0.2, 0, 0.5, 0.5, 1], rtol=1e-6)
    assert found[2].tolist() == [-1] * 6


def test_old_files_call_them_without_contrib():
    text = json.dumps({"nodes": [
        {"op": "null", "name": "data", "inputs": []},
        {"op": "MultiBoxPrior", "name": "anchors", "inputs": [[0, 0]],
         "attr": {"sizes": "(0.1)", "ratios": "(1,2,0.5)", "clip": "True"}}],
        "arg_nodes": [0], "heads": [[1, 0]]})
    symbol = mx.sym.load_json(text)
    assert symbol.infer_shape(data=(1, 8, 3, 2))[1] == [(1, 18, 4)]


def test_shapes_follow_from_one_another():
    target = mx.sym.contrib.MultiBoxTarget(name="t")
    assert target.list_outputs() == ["t_loc_target", "t_loc_mask", "t_cls_target"]
    assert target.infer_shape_partial(t_cls_pred=(2, 5, 7)) == (
        [(1, 7, 4), (2, 0, 0), (2, 5, 7)], [(2, 28), (2, 28), (2, 7)], [])
    found = mx.sym.contrib.MultiBoxDetection(name="d")
    assert found.infer_shape(d_cls_prob=(2, 5, 7)) == (
        [(2, 5, 7), (2, 28), (1, 7, 4)], [(2, 7, 6)], [])
    assert found.infer_shape_partial(d_loc_pred=(2, 28))[1] == [(2, 7, 6)]


@pytest.mark.parametrize("make,shapes,message", [
    (lambda: mx.sym.contrib.MultiBoxPrior(sizes=(), name="p"), {}, "at least one each"),
    (lambda: mx.sym.contrib.MultiBoxPrior(ratios=(1, -1)), {}, "ratios above 0"),
    (lambda: mx.sym.contrib.MultiBoxPrior(sizes=(0.1,) * 65), {}, "64 forms at most"),
    (lambda: mx.sym.contrib.MultiBoxPrior(steps=(1, 2, 3)), {}, "two numbers each"),
    (lambda: mx.sym.contrib.MultiBoxTarget(variances=(1,)), {}, "must be four numbers"),
    (lambda: mx.sym.contrib.MultiBoxTarget(name="t"), {"t_label": (1, 2, 4)}, "rows of class, x1"),
    (lambda: mx.sym.contrib.MultiBoxTarget(name="t"),
     {"t_anchor": (1, 3, 4), "t_cls_pred": (1, 2, 4)}, r"cls_pred is \(1, 2, 4\), expected \(.*3\)"),
    (lambda: mx.sym.contrib.MultiBoxDetection(name="d"), {"d_loc_pred": (1, 7)},
     "four for each anchor")])
def test_what_is_refused(make, shapes, message):
    with pytest.raises(mx.MXNetError, match=message):
        make().infer_shape(**shapes)
