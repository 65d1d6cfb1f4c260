"""Pooling, resizing, sampling and regions."""
from .ask import add_to

f16, f32, f64 = "float16", "float32", "float64"
keep = add_to("vision", "positional")


def add(op, shapes, attrs, dtype=f32, values=None, namespace="sym"):
    keep(op, namespace, shapes, attrs, dtype, values)


def D(*shape):
    return {"data": shape}


# -- Pooling
for dtype in (f32, f64):
    for pool in ({"pool_type": "max"}, {"pool_type": "avg"}, {"pool_type": "sum"}, {"pool_type": "avg", "count_include_pad": False},
                 {"pool_type": "lp", "p_value": 1}, {"pool_type": "lp", "p_value": 2}, {"pool_type": "lp", "p_value": 3}):
        for convention in ("valid", "full"):
            add("Pooling", D(2, 3, 11), {"kernel": (3,), "stride": (2,), "pad": (1,), "pooling_convention": convention, **pool}, dtype)
            add("Pooling", D(2, 3, 10), {"kernel": (2,), "stride": (3,), "pooling_convention": convention, **pool}, dtype)
            add("Pooling", D(2, 3, 9, 8), {"kernel": (3, 3), "stride": (2, 2), "pad": (1, 1), "pooling_convention": convention, **pool}, dtype)
            add("Pooling", D(1, 2, 8, 10), {"kernel": (4, 2), "stride": (3, 3), "pad": (2, 0), "pooling_convention": convention, **pool}, dtype)
            add("Pooling", D(1, 2, 4, 6, 5), {"kernel": (2, 3, 2), "stride": (2, 2, 1), "pad": (0, 1, 1), "pooling_convention": convention, **pool}, dtype)
        add("Pooling", D(2, 3, 6, 5), {"kernel": (3, 2), "pad": (1, 1), **pool}, dtype)
        add("Pooling", D(2, 3, 7), {"global_pool": True, **pool}, dtype)
        add("Pooling", D(2, 3, 3, 4, 2), {"global_pool": True, "kernel": (2, 2, 2), "stride": (2, 2, 2), "pad": (1, 1, 1), **pool}, dtype)
    for pool_type in ("max", "avg", "sum"):
        add("Pooling", D(2, 6, 5, 3), {"kernel": (2, 3), "stride": (2, 1), "pad": (0, 1), "layout": "NHWC", "pool_type": pool_type}, dtype)
        add("Pooling", D(2, 9, 4), {"kernel": (3,), "stride": (2,), "layout": "NWC", "pool_type": pool_type}, dtype)
        add("Pooling", D(1, 3, 4, 5, 2), {"kernel": (2, 2, 2), "layout": "NDHWC", "pool_type": pool_type}, dtype)
        add("Pooling", D(2, 3, 4, 5), {"global_pool": True, "layout": "NHWC", "pool_type": pool_type}, dtype)
        add("Pooling", D(1, 2, 3, 3), {"kernel": (1, 1), "stride": (2, 2), "pool_type": pool_type}, dtype)
        add("Pooling", D(1, 2, 3, 3), {"kernel": (3, 3), "pad": (3, 3), "pool_type": pool_type}, f64)
        add("Pooling", D(1, 1, 3, 3), {"kernel": (1, 1), "stride": (3, 3), "pooling_convention": "full", "pool_type": pool_type}, dtype)
        add("Pooling", D(1, 1, 4, 4), {"kernel": (3, 3), "pad": (1, 1), "pool_type": pool_type}, dtype, {"data": [[[[1, 2, 2, 1], [2, 2, 2, 2], [1, 1, 1, 1], [1, 1, 1, 1]]]]})
        add("Pooling", D(1, 2, 5, 5), {"kernel": (2, 2), "pool_type": pool_type}, f16)
for pool_type in ("max", "avg", "sum"):
    for convention in ("valid", "full"):
        add("Pooling_v1", D(2, 3, 7, 8), {"kernel": (3, 3), "stride": (2, 2), "pool_type": pool_type, "pooling_convention": convention})
        add("Pooling_v1", D(1, 2, 7, 6), {"kernel": (3, 2), "stride": (2, 3), "pad": (1, 1), "pool_type": pool_type, "pooling_convention": convention}, f64)
    add("Pooling_v1", D(1, 2, 4, 3), {"global_pool": True, "pool_type": pool_type})

# -- UpSampling
for scale in (1, 2, 3, 4, 5):
    add("UpSampling", D(2, 3, 3, 4), {"scale": scale, "sample_type": "nearest"})
    k = 2 * scale - scale % 2
    add("UpSampling", {"data": (2, 3, 3, 4), "weight": (3, 1, k, k)}, {"scale": scale, "sample_type": "bilinear", "num_filter": 3}, f64)
    add("UpSampling", {"data": (1, 2, 1, 5), "weight": (2, 1, k, k)}, {"scale": scale, "sample_type": "bilinear", "num_filter": 2})
add("UpSampling", {"a": (1, 2, 4, 4), "b": (1, 3, 2, 2), "c": (1, 1, 8, 8)}, {"scale": 2, "sample_type": "nearest"}, f64)
add("UpSampling", {"a": (1, 2, 3, 3), "b": (1, 2, 2, 2)}, {"scale": 2, "sample_type": "nearest", "multi_input_mode": "sum"}, f64)
add("UpSampling", {"a": (1, 2, 3, 3), "b": (1, 2, 1, 1)}, {"scale": 3, "sample_type": "nearest", "multi_input_mode": "sum"})

# -- AdaptiveAvgPooling2D, BilinearResize2D
for size in ((), (1,), (3,), (2, 3), (5, 4), (7, 9), (1, 4)):
    add("AdaptiveAvgPooling2D", D(2, 3, 5, 7), {"output_size": size} if size else {}, f32, namespace="sym.contrib")
    add("AdaptiveAvgPooling2D", D(2, 3, 1, 4), {"output_size": size} if size else {}, f64, namespace="sym.contrib")
for align in (True, False):
    for height, width in ((1, 1), (5, 7), (10, 14), (3, 2), (8, 3), (1, 9)):
        add("BilinearResize2D", D(2, 3, 5, 7), {"height": height, "width": width, "align_corners": align}, f32, namespace="sym.contrib")
        add("BilinearResize2D", D(1, 2, 1, 4), {"height": height, "width": width, "align_corners": align}, f32, namespace="sym.contrib")
for shape in ((1, 2, 5, 6), (1, 2, 7, 9), (2, 1, 4, 3)):
    for mode in ("to_even_down", "to_even_up", "to_odd_down", "to_odd_up"):
        add("BilinearResize2D", D(*shape), {"mode": mode}, f32, namespace="sym.contrib")
    for scales in ((2.0, 2.0), (0.5, 1.7), (1.3, 0.4)):
        for mode in ("size", "odd_scale"):
            add("BilinearResize2D", D(*shape), {"mode": mode, "scale_height": scales[0], "scale_width": scales[1]}, f32, namespace="sym.contrib")
add("BilinearResize2D", {"data": (1, 2, 5, 6), "like": (2, 1, 3, 8)}, {"mode": "like"}, f32, namespace="sym.contrib")
add("BilinearResize2D", {"data": (1, 2, 5, 6), "like": (1, 1, 3, 8)}, {"mode": "like", "align_corners": False}, f32, namespace="sym.contrib")

# -- ROIPooling, ROIAlign, box_iou
ROIS = [[0, 0, 0, 4, 4], [1, 1, 2, 5, 6], [0, 0.5, 0.5, 2.4, 2.7], [1, 3, 3, 3, 3], [0, -3, -2, 3, 3], [1, 4, 3, 9, 9], [0, 6, 6, 2, 3], [0, 12, 12, 14, 14]]
for size in ((2, 2), (1, 1), (3, 2), (7, 7)):
    for scale in (1.0, 0.5, 0.7):
        # In float64 MXNet rounds the scale to float32.
        for dtype in (f32, f64) if scale != 0.7 else (f32,):
            add("ROIPooling", {"data": (2, 3, 7, 8), "rois": (8, 5)}, {"pooled_size": size, "spatial_scale": scale}, dtype, {"rois": ROIS})
            add("ROIAlign", {"data": (2, 3, 7, 8), "rois": (8, 5)}, {"pooled_size": size, "spatial_scale": scale}, dtype, {"rois": ROIS}, "sym.contrib")
for extra in ({"sample_ratio": 1}, {"sample_ratio": 3}, {"sample_ratio": 2, "position_sensitive": True}, {"position_sensitive": True}):
    add("ROIAlign", {"data": (2, 12, 7, 8), "rois": (8, 5)}, {"pooled_size": (2, 3), "spatial_scale": 0.8, **extra}, f32, {"rois": ROIS}, "sym.contrib")
for extra in ({}, {"sample_ratio": 2}):
    add("ROIAlign", {"data": (2, 3, 7, 8), "rois": (4, 5)}, {"pooled_size": (2, 3), "spatial_scale": 1.0, "aligned": True, **extra}, f32, {"rois": ROIS[:3] + ROIS[4:5]}, "sym.contrib")
add("ROIPooling", {"data": (1, 1, 3, 3), "rois": (1, 5)}, {"pooled_size": (2, 2), "spatial_scale": 1.0}, f32, {"data": [[[[2, 2, 1], [2, 2, 1], [1, 1, 1]]]], "rois": [[0, 0, 0, 2, 2]]})
BOXES = [[0, 0, 2, 2], [1, 1, 3, 3], [2, 2, 1, 1], [0, 0, 0, 0], [-1, 0.5, 1.5, 4]]
for kind in ("corner", "center"):
    for dtype in (f16, f32, f64):
        add("box_iou", {"lhs": (5, 4), "rhs": (5, 4)}, {"format": kind}, dtype, {"lhs": BOXES, "rhs": BOXES[::-1]}, "sym.contrib")
    add("box_iou", {"lhs": (2, 3, 4), "rhs": (3, 1, 4)}, {"format": kind}, f64, namespace="sym.contrib")

# -- grids and sampling
for shape, size in (((2, 6), (3, 4)), ((1, 6), (2, 2)), ((3, 6), (5, 7))):
    add("GridGenerator", {"data": shape}, {"transform_type": "affine", "target_shape": size})
    for data in ((shape[0], 2, 4, 5), (shape[0], 3, 1, 6), (shape[0], 1, 7, 7)):
        add("BilinearSampler", {"data": data, "grid": (shape[0], 2, *size)}, {}, f64)
        add("BilinearSampler", {"data": data, "grid": (shape[0], 2, *size)}, {"cudnn_off": True}, f32)
        add("SpatialTransformer", {"data": data, "loc": shape}, {"transform_type": "affine", "sampler_type": "bilinear", "target_shape": size}, f64)
add("GridGenerator", {"data": (2, 2, 3, 5)}, {"transform_type": "warp"})
add("GridGenerator", {"data": (1, 2, 2, 2)}, {"transform_type": "warp", "target_shape": (7, 7)})
add("BilinearSampler", {"data": (1, 1, 3, 4), "grid": (1, 2, 1, 6)}, {}, f32, {"grid": [[[[-1, -0.5, 0, 1, 1.2, -1.3]], [[-1, 0.3, 0, 1, 0, 0.5]]]]})
add("BilinearSampler", {"data": (1, 1, 3, 4), "grid": (1, 2, 1, 3)}, {}, f32, {"grid": [[[[5, 1e30, -1e30]], [[0, 0, 0]]]]})
for dtype in (f32, f64):
    add("SpatialTransformer", {"data": (2, 3, 5, 7), "loc": (2, 6)}, {"transform_type": "affine", "sampler_type": "bilinear", "target_shape": (5, 7)}, dtype, {"loc": [[1, 0, 0, 0, 1, 0], [0, -1, 0, 1, 0, 0]]})

# -- Correlation, Crop
for attrs in ({}, {"pad_size": 1}, {"kernel_size": 3, "pad_size": 2}, {"max_displacement": 3, "stride2": 2, "pad_size": 3, "stride1": 2}, {"max_displacement": 0, "kernel_size": 3},
              {"stride1": 2, "pad_size": 3, "max_displacement": 2}, {"kernel_size": 5, "pad_size": 4, "max_displacement": 2, "stride2": 2}):
    for multiply in (True, False):
        add("Correlation", {"data1": (2, 3, 6, 7), "data2": (2, 3, 6, 7)}, {**attrs, "is_multiply": multiply}, f64)
add("Correlation", {"data1": (1, 1, 3, 3), "data2": (1, 1, 3, 3)}, {"pad_size": 1, "is_multiply": False}, f32, {"data1": [[[[1, 2, 3], [1, 2, 3], [1, 2, 3]]]], "data2": [[[[1, 2, 3], [1, 1, 1], [3, 3, 3]]]]})
add("Crop", {"data": (1, 2, 7, 8)}, {"h_w": (3, 4), "center_crop": True})
add("Crop", {"data": (1, 2, 7, 8), "like": (2, 1, 3, 5)}, {"center_crop": True})
