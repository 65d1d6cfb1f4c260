"""Object detection: boxes and what is made of them, and operators with offsets that are learnt."""
from .ask import add_to, keep

f16, f32, f64 = "float16", "float32", "float64"
positional = add_to("detection", "positional")


def add(op, shapes, attrs, dtype=f32, values=None, **how):
    positional(op, "sym.contrib", shapes, attrs, dtype, {**(values or {}), **how})


# -- box_nms
NMS = [[0, 0.5, 0.1, 0.1, 0.2, 0.2], [1, 0.4, 0.1, 0.1, 0.2, 0.2], [0, 0.3, 0.1, 0.1, 0.14, 0.14],
       [2, 0.6, 0.5, 0.5, 0.7, 0.8], [-1, 0.9, 0.1, 0.1, 0.2, 0.2], [0, -0.5, 0.5, 0.5, 0.9, 0.9],
       [0, 0.45, 0.4, 0.5, 0.7, 0.9], [2, 0.55, 0.52, 0.5, 0.7, 0.82], [1, 0.0, 0.5, 0.5, 0.9, 0.9],
       [2, 0.2, 0.9, 0.9, 0.7, 0.8], [1, 0.1, 0.3, 0.3, 0.3, 0.6]]
for dtype in (f16, f32, f64):
    for attrs in ({}, {"id_index": 0}, {"id_index": 0, "force_suppress": True},
                  {"id_index": 0, "background_id": 0}, {"background_id": 0}, {"topk": 2},
                  {"topk": 4, "overlap_thresh": 0.3, "id_index": 0}, {"topk": 0}, {"valid_thresh": 0.42},
                  {"valid_thresh": 2}, {"overlap_thresh": 0}, {"overlap_thresh": 1},
                  {"in_format": "center", "out_format": "center"}):
        add("box_nms", {"data": (11, 6)}, attrs, dtype, {"data": NMS})
for attrs in ({"out_format": "center"}, {"in_format": "center", "out_format": "corner"}):
    add("box_nms", {"data": (11, 6)}, attrs, f32, {"data": NMS}, nograd=True)
LAST = [row[1:] + row[:1] + [7] for row in NMS]
add("box_nms", {"data": (2, 3, 11, 7)}, {"coord_start": 1, "score_index": 0, "id_index": 5}, f32, {"data": LAST})
add("box_non_maximum_suppression", {"data": (2, 5, 6)}, {"overlap_thresh": 0.2}, f64, {"data": NMS})

# -- bipartite_matching, box_encode, box_decode
for dtype in (f16, f32, f64):
    for shape in ((3, 2), (2, 3), (2, 4, 7), (2, 2, 6, 3), (1, 1), (5, 5)):
        for attrs in ({"threshold": 0.1}, {"threshold": 0.5, "is_ascend": True}, {"threshold": -5}, {"threshold": 1.2, "topk": 2 * len(shape)}):
            add("bipartite_matching", {"data": shape}, attrs, dtype)
    add("bipartite_matching", {"data": (3, 4)}, {"threshold": 0.5}, dtype, {"data": [1, 1, 0, 1]})
ANCHORS = [[0, 0, 4, 4], [1, 1, 3, 5], [0, 0, 1, 1], [0, 0, 2, 8], [-2, 3, 5, 4]]
REFS = [[0, 0, 4, 6], [1, 2, 3, 4], [0.5, -1, 9, 2]]
for dtype in (f16, f32, f64):
    add("box_encode", {"samples": (2, 5), "matches": (2, 5), "anchors": (2, 5, 4), "refs": (2, 3, 4), "means": (4,), "stds": (4,)}, {}, dtype,
        {"samples": [1, -1, 0, 1, 0.7, 0.4, 1], "matches": [0, 1, 0, 2, 1, 0, 2], "anchors": ANCHORS, "refs": REFS, "means": [0, 0.1, 0.2, 0.3], "stds": [0.1, 0.1, 0.2, 0.2]})
    for attrs in ({}, {"format": "corner"}, {"format": "corner", "std0": 0.1, "std1": 0.2, "std2": 0.3, "std3": 0.4}, {"clip": 0.5}, {"clip": 0.25, "std2": 0.5}):
        add("box_decode", {"data": (2, 5, 4), "anchors": (1, 5, 4)}, attrs, dtype, {"anchors": ANCHORS})

# -- Proposal, MultiProposal
FEW = {"scales": (2.0, 4.0), "ratios": (0.5, 1.0), "rpn_min_size": 4, "rpn_pre_nms_top_n": 40, "rpn_post_nms_top_n": 6}
for op, images in (("Proposal", 1), ("MultiProposal", 3)):
    for attrs in ({}, {"output_score": True}, {"iou_loss": True, "output_score": True}, {"rpn_post_nms_top_n": 60}, {"rpn_pre_nms_top_n": 5},
                  {"rpn_pre_nms_top_n": 0, "threshold": 0.3}, {"rpn_min_size": 25, "output_score": True, "rpn_post_nms_top_n": 30},
                  {"feature_stride": 8, "output_score": True, "rpn_post_nms_top_n": 30}):
        for info in ([64, 80, 1], [40, 50.5, 2]) if "feature_stride" not in attrs else ([30, 33.5, 0.5],):
            keep("detection", op, {
                "cls_prob": {"shape": (images, 8, 4, 5), "range": (0, 1)}, "bbox_pred": {"shape": (images, 16, 4, 5), "range": (-0.6, 0.6)},
                "im_info": {"shape": (images, 3), "only": info}}, "sym.contrib", "positional", f32, False, {**FEW, **attrs})
keep("detection", "Proposal", {"cls_prob": {"shape": (1, 24, 3, 4), "range": (0, 1)}, "bbox_pred": {"shape": (1, 48, 3, 4), "range": (-0.6, 0.6)},
                               "im_info": {"shape": (1, 3), "only": [300, 400, 1]}}, "sym.contrib", "positional", f32, False, {"output_score": True})

# -- PSROIPooling, DeformablePSROIPooling, RROIAlign
ROIS = [[0, 0, 0, 4, 4], [1, 1, 2, 5, 6], [0, 0.6, 0.4, 2.4, 2.7], [1, 3, 3, 3, 3], [0, -3, -2, 3, 3], [1, 4, 3, 9, 9], [0, 6, 6, 2, 3], [0, 12, 12, 14, 14]]
for dtype in (f32, f64):
    for attrs in ({"pooled_size": 2}, {"pooled_size": 4, "group_size": 2}, {"pooled_size": 3, "group_size": 2}, {"pooled_size": 1}):
        for scale in (1.0, 0.5):
            group = attrs.get("group_size", attrs["pooled_size"])
            data = {"data": (2, 3 * group ** 2, 7, 8), "rois": (8, 5)}
            add("PSROIPooling", data, {"spatial_scale": scale, "output_dim": 3, **attrs}, dtype, {"rois": ROIS}, grads=("data",))
            if "group_size" in attrs:
                for more in ({"no_trans": True}, {"no_trans": True, "sample_per_part": 3}):
                    add("DeformablePSROIPooling", data, {"spatial_scale": scale, "output_dim": 3, **attrs, **more}, dtype, {"rois": ROIS}, grads=("data",))
for dtype in (f32, f64):
    for trans, attrs in (((8, 2, 2, 2), {"part_size": 2}), ((8, 6, 3, 3), {"sample_per_part": 2}), ((8, 2, 3, 3), {"sample_per_part": 4, "pooled_size": 3, "part_size": 3})):
        add("DeformablePSROIPooling", {"data": (2, 12, 7, 8), "rois": (8, 5), "trans": trans},
            {"spatial_scale": 0.5, "output_dim": 3, "group_size": 2, "pooled_size": 3, "trans_std": 0.1, **attrs}, dtype, {"rois": ROIS}, grads=("data", "trans"))
TURNED = [[0, 3, 3, 4, 4, 30], [1, 2, 2, 4, 2, 0], [0, 4, 3.5, 6, 1, -75], [1, 0, 0, 3, 5, 200], [0, 9, 9, 1, 1, 45], [1, 4, 4, 0.2, 0.3, 90.0]]
for dtype in (f16, f32, f64):
    for attrs in ({}, {"sampling_ratio": 2}, {"spatial_scale": 0.5, "sampling_ratio": 1}, {"pooled_size": (1, 1)}):
        add("RROIAlign", {"data": (2, 3, 7, 8), "rois": (6, 6)}, {"pooled_size": (2, 3), "spatial_scale": 1.0, **attrs}, dtype, {"rois": TURNED}, nograd=True)

# -- DeformableConvolution, ModulatedDeformableConvolution
for dtype in (f32, f64):
    for op in ("DeformableConvolution", "ModulatedDeformableConvolution"):
        for attrs in ({"kernel": (3, 3), "pad": (1, 1)}, {"kernel": (3, 2), "stride": (2, 1), "dilate": (1, 2), "no_bias": True}, {"kernel": (1, 1), "num_deformable_group": 2},
                      {"kernel": (2, 3), "pad": (2, 1), "num_group": 2, "num_deformable_group": 4, "num_filter": 8}):
            kernel, stride, dilate, pad = attrs["kernel"], attrs.get("stride", (1, 1)), attrs.get("dilate", (1, 1)), attrs.get("pad", (0, 0))
            grid = [(n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, s, d, p in zip((6, 5), kernel, stride, dilate, pad)]
            taps = kernel[0] * kernel[1] * attrs.get("num_deformable_group", 1)
            attrs = {"num_filter": 4, **attrs}
            shapes = {"data": (2, 4, 6, 5), "offset": (2, 2 * taps, *grid)}
            if op[0] == "M":
                shapes["mask"] = (2, taps, *grid)
            shapes["weight"] = (attrs["num_filter"], 4 // attrs.get("num_group", 1), *kernel)
            if not attrs.get("no_bias"):
                shapes["bias"] = (attrs["num_filter"],)
            # MXNet's gradient of data differs where a place is outside, so offsets point inside once.
            add(op, shapes, attrs, dtype, nograd=op[0] == "M", grads=("offset", "weight", "bias"))
add("DeformableConvolution", {"data": (1, 2, 5, 6), "offset": (1, 8, 4, 5), "weight": (3, 2, 2, 2)}, {"kernel": (2, 2), "num_filter": 3, "no_bias": True}, f64,
    {"offset": [0.25, 0.75, 0.5, 0.125, 0.625]})
