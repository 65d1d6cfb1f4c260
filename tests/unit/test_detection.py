"""Operators of object detection: by hand, impossible values, names, and what they refuse."""
import json

import numpy as np
import pytest

import symgraph as mx
from symgraph.errors import GraphError, InferenceError, KernelError

contrib, sym = mx.nd.contrib, mx.sym.contrib
array, zeros = mx.nd.array, mx.nd.zeros
IMPOSSIBLE = (np.nan, np.inf, -np.inf, 1e30, -1e30, 2.0 ** 63, -2.0 ** 63, -1)


def gradient(symbol, head, **values):
    """The gradients of all arguments."""
    given = {name: array(value) for name, value in values.items()}
    grads = {name: zeros(value.shape) for name, value in given.items()}
    executor = symbol.bind(mx.cpu(), given, grads)
    executor.forward(is_train=True)
    executor.backward([array(head)])
    return {name: grad.asnumpy() for name, grad in grads.items()}


def test_the_best_boxes_stay_and_gradients_go_back_to_their_rows():
    x = [[0, 0.5, 0.1, 0.1, 0.2, 0.2], [1, 0.4, 0.1, 0.1, 0.2, 0.2],
         [0, 0.3, 0.1, 0.1, 0.14, 0.14], [2, 0.6, 0.5, 0.5, 0.7, 0.8]]
    settings = {"overlap_thresh": 0.1, "coord_start": 2, "score_index": 1, "id_index": 0,
                "force_suppress": True}
    y = contrib.box_nms(array(x), **settings).asnumpy()
    np.testing.assert_allclose(y, [x[3], x[0], [-1] * 6, [-1] * 6], rtol=1e-6)
    head = np.repeat([[0.1], [0.2], [0.3], [0.4]], 6, axis=1)
    grad = gradient(sym.box_nms(mx.sym.Variable("x"), **settings), head, x=x)["x"]
    np.testing.assert_allclose(grad[:, 0], [0.2, 0, 0, 0.1], rtol=1e-6)


def test_equal_scores_keep_their_order():
    x = np.array([[i % 3, 0.5, 2 * i, 0, 2 * i + 1, 1] for i in range(20)])
    y = contrib.box_nms(array(x), id_index=0).asnumpy()
    assert y.tolist() == x.tolist()
    assert contrib.box_nms(array(x), topk=4).asnumpy()[:5, 2].tolist() == [0, 2, 4, 6, -1]


def test_pairs_are_made_up_to_topk():
    x = array([[0.5, 0.6], [0.1, 0.2], [0.3, 0.4]])
    for topk, rows, columns in ((-1, [1, -1, 0], [2, 0]), (1, [1, -1, -1], [-1, 0])):
        found = contrib.bipartite_matching(x, threshold=1e-12, topk=topk)
        assert [part.asnumpy().tolist() for part in found] == [rows, columns]
    nan = contrib.bipartite_matching(array([[np.nan, 0.5], [0.2, 0.3]]), threshold=0.01)
    assert [part.asnumpy().tolist() for part in nan] == [[1, 0], [1, 0]]


def test_decoding_undoes_encoding():
    anchors, refs = array([[[0, 0, 4, 4], [1, 1, 3, 5]]]), array([[[0, 0, 4, 6], [1, 2, 3, 9]]])
    to, mask = contrib.box_encode(array([[1, 1]]), array([[1, 0]]), anchors, refs, zeros((4,)),
                                  array([0.1, 0.1, 0.2, 0.2]))
    back = contrib.box_decode(to, anchors, 0.1, 0.1, 0.2, 0.2, format="corner").asnumpy()
    np.testing.assert_allclose(back, refs.asnumpy()[:, ::-1], rtol=1e-5, atol=1e-6)
    assert (mask.asnumpy() == 1).all()


@pytest.mark.parametrize("modulated", [False, True])
def test_without_offsets_it_is_a_convolution(modulated):
    rng = np.random.default_rng(3)
    x, w = rng.normal(size=(2, 4, 9, 8)), rng.normal(size=(6, 2, 3, 2))
    windows = {"kernel": (3, 2), "stride": (2, 1), "pad": (1, 1), "dilate": (1, 2), "num_filter": 6,
               "num_group": 2, "no_bias": True}
    want = mx.nd.Convolution(array(x), array(w), **windows).asnumpy()
    grid = want.shape[2:]
    name = "ModulatedDeformableConvolution" if modulated else "DeformableConvolution"
    mask = [array(np.full((2, 6, *grid), 0.5))] if modulated else []
    got = getattr(contrib, name)(array(x), zeros((2, 12, *grid)), *mask, array(w), **windows).asnumpy()
    if not modulated:       # there what is one pixel outside of the last one counts as it
        want, got = want[:, :, :-1, 1:-1], got[:, :, :-1, 1:-1]
    np.testing.assert_allclose(got * (2 if modulated else 1), want, rtol=1e-4, atol=1e-4)


def calls():
    """(function, inputs) of every operator; the inputs are to be spoilt."""
    rng = np.random.default_rng(1)
    image, rois = rng.normal(size=(2, 8, 5, 6)), [[0, 0, 0, 4, 4], [1, 1, 2, 5, 3.0]]
    offset, mask = rng.normal(size=(2, 8, 4, 5)), rng.random((2, 4, 4, 5))
    weight = np.ones((1, 8, 2, 2))
    convolution = {"kernel": (2, 2), "num_filter": 1, "no_bias": True}
    cells = {"spatial_scale": 0.5, "output_dim": 2, "pooled_size": 2, "group_size": 2}
    boxes = [[[0, 0, 4, 4], [1, 1, 3, 5.0]]]
    few = {"scales": (1.0,), "ratios": (1.0,), "rpn_min_size": 4, "rpn_post_nms_top_n": 4}
    return {
        "nms": (sym.box_nms, [rng.random((2, 5, 6))], {"id_index": 0, "out_format": "center"}),
        "matching": (sym.bipartite_matching, [rng.random((2, 3, 4))], {"threshold": 0.1}),
        "encode": (sym.box_encode, [[[1, 0.0]], [[0, 1.0]], boxes, boxes, np.zeros(4), np.ones(4)], {}),
        "decode": (sym.box_decode, [rng.normal(size=(1, 2, 4)), boxes], {}),
        "proposal": (sym.MultiProposal, [rng.random((2, 2, 3, 4)), rng.normal(size=(2, 4, 3, 4)),
                                         [[48, 64, 1], [48, 60, 2.0]]], few),
        "psroi": (sym.PSROIPooling, [image, rois], cells),
        "moved": (sym.DeformablePSROIPooling, [image, rois, rng.normal(size=(2, 2, 2, 2))],
                  {**cells, "trans_std": 0.1, "sample_per_part": 2}),
        "turned": (sym.RROIAlign, [image, [[0, 1, 2, 2, 2, 30], [1, 3, 3, 5, 1, 7.0]]],
                   {"pooled_size": (2, 2), "spatial_scale": 1.0}),
        "deformable": (sym.DeformableConvolution, [image, offset, weight], convolution),
        "modulated": (sym.ModulatedDeformableConvolution, [image, offset, mask, weight], convolution),
    }


@pytest.mark.parametrize("value", IMPOSSIBLE)
@pytest.mark.parametrize("name", calls())
def test_impossible_values_do_no_harm(name, value):
    """Whatever one input holds, forward and backward end, or say what is wrong."""
    function, values, params = calls()[name]
    values = [np.array(v, np.float64) for v in values]
    names = [f"x{slot}" for slot in range(len(values))]
    symbol = function(*map(mx.sym.Variable, names), **params)
    rng = np.random.default_rng(2)
    for slot, given in enumerate(values):
        for share in (1, 0.3):
            spoilt = np.where(rng.random(given.shape) < share, value, given)
            arrays = {n: array(spoilt if i == slot else v, dtype="float64")
                      for i, (n, v) in enumerate(zip(names, values))}
            grads = {n: zeros(a.shape, dtype="float64") for n, a in arrays.items()}
            executor = symbol.bind(mx.cpu(), arrays, grads)
            try:
                outputs = executor.forward(is_train=True)
                executor.backward([mx.nd.ones(y.shape, dtype="float64") for y in outputs])
                [grad.asnumpy() for grad in grads.values()]
            except KernelError as error:
                assert "is on image" in str(error) or "of anchor" in str(error)


def test_offsets_that_are_no_places_move_nothing_else():
    x, w = np.arange(1, 13).reshape(1, 1, 3, 4), np.ones((1, 1, 1, 1))
    offset, head = np.zeros((1, 2, 3, 4)), np.ones((1, 1, 3, 4))
    offset[0, 0, 0, 0], offset[0, 1, 1, 1], offset[0, 1, 2, 3] = np.nan, 1e30, -np.inf
    y = sym.DeformableConvolution(*map(mx.sym.Variable, "xow"), kernel=(1, 1), num_filter=1,
                                  no_bias=True)
    executor = y.bind(mx.cpu(), {"x": array(x), "o": array(offset), "w": array(w)})
    assert executor.forward()[0].asnumpy().ravel().tolist() == [0, 2, 3, 4, 5, 0, 7, 8, 9, 10, 11, 0]
    grads = gradient(y, head, x=x, o=offset, w=w)
    assert grads["x"].ravel().tolist() == [0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0]
    assert not grads["o"][0, :, [0, 1, 2], [0, 1, 3]].any()


def test_the_border_of_a_place():
    """The last row and column go on for a pixel, the first do not; a mask makes all fade out."""
    x, ones = array(np.arange(1.0, 5).reshape(1, 1, 1, 4)), mx.nd.ones((1, 1, 1, 1))
    for shift, plain, masked in ((0.5, [1.5, 2.5, 3.5, 4], [1.5, 2.5, 3.5, 2]),
                                 (-0.5, [0, 1.5, 2.5, 3.5], [0.5, 1.5, 2.5, 3.5])):
        offset = array([[[[0] * 4], [[shift] * 4]]])
        settings = {"kernel": (1, 1), "num_filter": 1, "no_bias": True}
        y = contrib.DeformableConvolution(x, offset, ones, **settings)
        assert y.asnumpy().ravel().tolist() == plain
        mask = mx.nd.ones((1, 1, 1, 4))
        y = contrib.ModulatedDeformableConvolution(x, offset, mask, ones, **settings)
        assert y.asnumpy().ravel().tolist() == masked


@pytest.mark.parametrize("name,width,params", [
    ("PSROIPooling", 5, {"output_dim": 2, "pooled_size": 2}),
    ("DeformablePSROIPooling", 5, {"output_dim": 2, "pooled_size": 2, "group_size": 2,
                                   "no_trans": True}),
    ("RROIAlign", 6, {"pooled_size": (2, 2)})])
def test_images_of_boxes(name, width, params):
    function, data = getattr(contrib, name), mx.nd.ones((2, 8, 4, 4))
    boxes = np.ones((3, width))
    boxes[1, 0] = -1
    y = function(data, array(boxes), spatial_scale=1.0, **params).asnumpy()
    assert (y[1] == 0).all() and (y[0] > 0).all()
    boxes[1, 0] = 2
    with pytest.raises(KernelError, match="box 1 is on image 2, the data has 2"):
        function(data, array(boxes), spatial_scale=1.0, **params)


def test_a_match_that_is_no_object():
    boxes, four = zeros((1, 2, 4)), zeros((4,))
    with pytest.raises(KernelError, match=r"match 2 of anchor 1 is outside \[0, 2\)"):
        contrib.box_encode(array([[0, 1]]), array([[9, 2]]), boxes, boxes, four, four)


def test_names_in_files_and_of_outputs():
    x = mx.sym.Variable("x")
    with mx.name.NameManager():
        made = {sym.box_non_maximum_suppression(x): ["box_non_maximum_suppression0_output0"],
                sym.bipartite_matching(x, threshold=0.5): [
                    "bipartite_matching0_output0", "bipartite_matching0_output1"],
                sym.box_encode(name="e"): ["e_output0", "e_output1"],
                sym.box_decode(name="d"): ["d_output"],
                sym.Proposal(name="p"): ["p_output"],
                sym.MultiProposal(name="p", output_score=True): ["p_output", "p_score"]}
    for symbol, outputs in made.items():
        assert symbol.list_outputs() == outputs
        again = mx.sym.load_json(symbol.tojson())
        assert again.list_outputs() == outputs
    first = next(iter(made))
    assert json.loads(first.tojson())["nodes"][-1]["op"] == "_contrib_box_nms"


def test_shapes_follow_from_one_another():
    y = sym.DeformableConvolution(name="c", kernel=(3, 3), num_filter=4, num_deformable_group=2)
    assert y.infer_shape(c_data=(2, 8, 6, 7))[:2] == (
        [(2, 8, 6, 7), (2, 36, 4, 5), (4, 8, 3, 3), (4,)], [(2, 4, 4, 5)])
    y = sym.MultiProposal(name="p", output_score=True)
    assert y.infer_shape(p_bbox_pred=(2, 48, 3, 4))[:2] == (
        [(2, 24, 3, 4), (2, 48, 3, 4), (2, 3)], [(600, 5), (600, 1)])
    y = sym.box_encode(name="e")
    assert y.infer_shape(e_samples=(2, 3), e_refs=(2, 5, 4))[1] == [(2, 3, 4)] * 2
    y = sym.DeformablePSROIPooling(name="d", spatial_scale=1, output_dim=4, pooled_size=3, group_size=2)
    assert y.infer_shape_partial(d_data=(1, 16, 6, 6), d_trans=(5, 2, 3, 3))[:2] == (
        [(1, 16, 6, 6), (5, 5), (5, 2, 3, 3)], [(5, 4, 3, 3)])


@pytest.mark.parametrize("make,shapes,message", [
    (lambda: sym.box_nms(name="b", coord_start=3), {"b_data": (2, 6)}, "coord_start=3"),
    (lambda: sym.box_nms(name="b", score_index=3), {"b_data": (2, 6)}, "none of the box's, 2 to 5"),
    (lambda: sym.box_nms(name="b", id_index=6), {"b_data": (2, 6)}, "id_index=6 must be one of the 6"),
    (lambda: sym.box_nms(name="b", id_index=1), {"b_data": (2, 6)}, "both 1"),
    (lambda: sym.box_nms(name="b"), {"b_data": (6,)}, r"\(\.\.\., boxes, numbers of a box\)"),
    (lambda: sym.bipartite_matching(name="b", threshold=0), {"b_data": (6,)}, "rows, columns"),
    (lambda: sym.box_decode(name="b"), {"b_data": (2, 3, 5)}, r"\(2, 3, 5\).*4\)"),
    (lambda: sym.Proposal(name="p"), {"p_cls_prob": (2, 24, 3, 3)}, r"\(2, 24, 3, 3\).*\(1, 24, "),
    (lambda: sym.Proposal(name="p"), {"p_cls_prob": (1, 22, 3, 3)}, r"\(1, 22, 3, 3\).*\(1, 24, "),
    (lambda: sym.Proposal(scales=()), {}, "at least one each"),
    (lambda: sym.Proposal(ratios=(0,)), {}, "ratios above 0"),
    (lambda: sym.Proposal(scales=(1,) * 33, ratios=(1, 2)), {}, "64 forms at most"),
    (lambda: sym.Proposal(rpn_post_nms_top_n=0), {}, "rpn_post_nms_top_n=0 must be at least 1"),
    (lambda: sym.PSROIPooling(name="p", spatial_scale=1, output_dim=2, pooled_size=2),
     {"p_data": (1, 7, 4, 4)}, "must have 8 channels"),
    (lambda: sym.PSROIPooling(spatial_scale=1, output_dim=0, pooled_size=2), {}, "output_dim=0"),
    (lambda: sym.DeformablePSROIPooling(name="p", spatial_scale=1, output_dim=3, pooled_size=2,
                                        group_size=1), {"p_trans": (1, 4, 2, 2)}, "must be a multiple"),
    (lambda: sym.DeformablePSROIPooling(spatial_scale=1, output_dim=3, pooled_size=2, group_size=1,
                                        sample_per_part=1001), {}, "up to 1000 samples"),
    (lambda: sym.RROIAlign(spatial_scale=1, pooled_size=(2, 2), sampling_ratio=1001), {}, "up to 1000"),
    (lambda: sym.DeformableConvolution(kernel=(3,), num_filter=1), {}, r"must be \(h, w\)"),
    (lambda: sym.DeformableConvolution(kernel=(3, 3), num_filter=1, num_deformable_group=0), {},
     "num_deformable_group is 0"),
    (lambda: sym.DeformableConvolution(name="c", kernel=(1, 1), num_filter=1, num_deformable_group=2),
     {"c_data": (1, 3, 2, 2)}, "multiple of num_deformable_group=2"),
    (lambda: sym.DeformableConvolution(name="c", kernel=(2, 2), num_filter=1),
     {"c_data": (1, 3, 4, 4), "c_offset": (1, 8, 4, 4)}, r"\(1, 8, 4, 4\), expected \(1, 8, 3, 3\)")])
def test_what_is_refused(make, shapes, message):
    with pytest.raises((GraphError, InferenceError), match=message):
        make().infer_shape(**shapes)


def test_batch_norm_with_relu_shares_states():
    """Its states move in order, among those of BatchNorms on the same ones."""
    def chain(first, second):
        states = {key: mx.sym.Variable(key) for key in ("moving_mean", "moving_var")}
        x = mx.sym.Variable("x")
        for i, function in enumerate((first, second)):
            x = function(x, momentum=0.5, fix_gamma=False, name=f"n{i}", **states)
        return x
    def apart(*args, **params):
        return mx.sym.relu(mx.sym.BatchNorm(*args, **params))
    fused, plain = chain(sym.BatchNormWithReLU, mx.sym.BatchNorm), chain(apart, mx.sym.BatchNorm)
    assert fused.list_auxiliary_states() == ["moving_mean", "moving_var"]
    results = []
    for symbol in (fused, plain):
        executor = symbol.simple_bind(mx.cpu(), x=(6, 3))
        for name, value in {**executor.arg_dict, **executor.aux_dict}.items():
            value[:] = np.random.default_rng(len(name)).uniform(0.5, 2, value.shape)
        y = executor.forward(is_train=True)[0]
        executor.backward([mx.nd.array(np.arange(18).reshape(6, 3))])
        results.append([y, *executor.aux_dict.values(), *executor.grad_dict.values()])
    for got, want in zip(*results, strict=True):
        assert (got.asnumpy() == want.asnumpy()).all()
