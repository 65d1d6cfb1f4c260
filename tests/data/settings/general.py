"""Operators on elements, shapes, positions; reductions, products, softmax, normalization."""
from itertools import product

from .ask import ask, whole

INF, NAN = float("inf"), float("nan")
EDGES = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.5, -2.5, 1e-4, -1e-4, 20.0, -20.0, 100.0, -100.0, INF,
         -INF, NAN]


def reductions():
    for op, axis, keepdims in product(
            ("sum", "mean", "prod", "max", "min", "nansum", "nanprod"),
            (None, -1, (0, 2), (1, 0), ()), (False, True)):
        ask("reduce", op, {"data": (2, 3, 4)}, axis=axis, keepdims=keepdims)
    for op, axis in product(("sum", "mean", "max"), (0, (0, -1), (1,))):
        ask("reduce", op, {"data": (2, 3, 4)}, axis=axis, exclude=True)
    for op, values in product(("sum", "mean", "max", "min", "nansum", "nanprod"),
                              ([NAN, 1.0, 2.0], [INF, -INF, 1.0], [NAN, NAN, NAN])):
        ask("reduce", op, {"data": {"shape": (2, 3), "only": values}}, axis=1)
    for order, axis, keepdims in product((1, 2), (None, 0, -1, (0, 2)), (False, True)):
        ask("reduce", "norm", {"data": (2, 3, 4)}, ord=order, axis=axis, keepdims=keepdims)
    for op, axis, keepdims in product(("argmax", "argmin"), (None, 0, 1, -1), (False, True)):
        ask("reduce", op, {"data": (2, 3, 4)}, axis=axis, keepdims=keepdims, train=False)
    for op, values in product(("argmax", "argmin"),
                              ([NAN, 1.0, 2.0], [1.0, 1.0, 0.0], [INF, -INF, INF])):
        ask("reduce", op, {"data": {"shape": (2, 3), "only": values}}, axis=1, train=False)
    ask("reduce", "argmax_channel", {"data": (3, 5)}, train=False)
    for op, dtype in product(("sum", "max", "prod"), ("int32", "int64", "float64", "float16")):
        ask("reduce", op, {"data": (3, 4)}, dtype=dtype, axis=1, train=dtype.startswith("float"))
    for axes, keepdims in product((None, 0, (0, 1), (0, 2)), (False, True)):
        ask("reduce", "moments", {"data": (2, 3, 4)}, axes=axes, keepdims=keepdims)


def elementwise():
    for op in ("abs", "arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctanh", "cbrt", "ceil",
               "cos", "cosh", "degrees", "erf", "erfinv", "exp", "expm1", "fix", "floor", "gamma",
               "gammaln", "log", "log10", "log1p", "log2", "logical_not", "radians", "rcbrt",
               "reciprocal", "relu", "rint", "round", "rsqrt", "sigmoid", "sign", "sin", "sinh",
               "softsign", "sqrt", "square", "tan", "tanh", "trunc", "hard_sigmoid"):
        ask("elementwise", op, {"data": {"shape": (17,), "only": EDGES}}, train=False)
        ask("elementwise", op, {"data": {"shape": (3, 5), "range": (0.1, 0.9)}},
            train=op not in ("logical_not", "sign", "fix"))
    for act in ("relu", "sigmoid", "tanh", "softrelu", "softsign"):
        ask("elementwise", "Activation", {"data": {"shape": (17,), "only": EDGES}}, act_type=act,
            train=False)
    for op, dtype in product(("abs", "sign", "square", "floor", "relu"), ("int32", "int64", "float64")):
        ask("elementwise", op, {"data": {"shape": (7,), "range": (-5, 5)}}, dtype=dtype, train=False)
    for low, high in ((-1.0, 1.0), (0.0, 0.0), (-INF, 0.5)):
        ask("elementwise", "clip", {"data": (4, 5)}, a_min=low, a_max=high)
    for scalar in (0.5, 1.0, 3.0):
        ask("elementwise", "smooth_l1", {"data": {"shape": (13,), "range": (-4, 4)}}, scalar=scalar)


def scalars():
    ops = ("_plus_scalar", "_minus_scalar", "_rminus_scalar", "_mul_scalar", "_div_scalar",
           "_rdiv_scalar", "_mod_scalar", "_rmod_scalar", "_power_scalar", "_rpower_scalar",
           "_maximum_scalar", "_minimum_scalar", "_hypot_scalar")
    for op, scalar in product(ops, (-2.0, 0.0, 1.5)):
        ask("scalar", op, {"data": {"shape": (11,), "range": (0.3, 3)}}, "sym._internal", scalar=scalar)
    for op, dtype in product(ops[:9], ("int32", "float64")):
        ask("scalar", op, {"data": {"shape": (7,), "range": (1, 9)}}, "sym._internal", dtype=dtype,
            scalar=2, train=False)
    for op, scalar in product(("_equal_scalar", "_not_equal_scalar", "_greater_scalar",
                               "_greater_equal_scalar", "_lesser_scalar", "_lesser_equal_scalar",
                               "_logical_and_scalar", "_logical_or_scalar", "_logical_xor_scalar"),
                              (0.0, 1.0)):
        ask("scalar", op, {"data": {"shape": (6,), "only": [0.0, 1.0, -1.0, NAN, INF, -0.0]}},
            "sym._internal", scalar=scalar, train=False)


def broadcasts():
    shapes = (((2, 3, 4), (1, 3, 1)), ((2, 1), (1, 5)), ((1,), (1,)), ((3, 1, 2), (3, 4, 1)))
    for op, (a, b) in product(("add", "sub", "mul", "div", "maximum", "minimum", "power", "hypot",
                               "mod"), shapes):
        ask("broadcast", "broadcast_" + op, {"lhs": {"shape": a, "range": (0.3, 3)},
                                             "rhs": {"shape": b, "range": (0.4, 2)}})
    for op in ("equal", "not_equal", "greater", "greater_equal", "lesser", "lesser_equal",
               "logical_and", "logical_or", "logical_xor"):
        ask("broadcast", "broadcast_" + op, {"lhs": whole((2, 3), -1, 2), "rhs": whole((1, 3), -1, 2)},
            train=False)
    edges = {"lhs": {"shape": (6, 1), "only": [0.0, 1.0, -1.0, NAN, INF, -INF]},
             "rhs": {"shape": (1, 6), "only": [0.0, 1.0, -1.0, NAN, INF, -INF]}}
    for op in ("add", "mul", "div", "maximum", "minimum", "power", "hypot", "mod", "greater", "equal"):
        ask("broadcast", "broadcast_" + op, edges, train=False)
    for axis, size in ((0, 3), (2, 4), ((0, 2), (3, 4))):
        ask("broadcast", "broadcast_axis", {"data": (1, 2, 1)}, axis=axis, size=size)
    for shape in ((0, 5), (3, 0), (3, 5)):
        ask("broadcast", "broadcast_to", {"data": (3 if shape[0] == 0 else 1, 5)}, shape=shape)
    ask("broadcast", "broadcast_like", {"lhs": (1, 3), "rhs": (2, 3)})
    ask("broadcast", "broadcast_like", {"lhs": (1, 3, 1), "rhs": (5, 2)}, lhs_axes=(0, 2),
        rhs_axes=(1, 0))
    for op in ("elemwise_add", "elemwise_sub", "elemwise_mul", "elemwise_div", "_maximum", "_minimum",
               "_power", "_hypot", "_mod"):
        space = "sym._internal" if op.startswith("_") else "sym"
        ask("broadcast", op, {"lhs": {"shape": (3, 4), "range": (0.3, 3)},
                              "rhs": {"shape": (3, 4), "range": (0.4, 2)}}, space, dtype="float64")
    for condition in ((3, 4), (3,)):
        ask("broadcast", "where", {"condition": whole(condition, 0, 2), "x": (3, 4), "y": (3, 4)})


def shapes():
    for shape in ((-1,), (0, -1), (-2,), (2, -2), (-3, -2), (-2, -3), (0, 0, 0), (-4, 1, 2, -2),
                  (0, -4, -1, 3, 0), (4, 6, -1), (-3, 4), (-3, -1), (0, -4, 3, -1, -2), (-1, 0)):
        ask("shape", "Reshape", {"data": (2, 3, 4)}, shape=shape)
    for shape in ((0, -1), (-1, 0), (-3, 0), (-1, 4), (6, 0)):
        ask("shape", "Reshape", {"data": (2, 3, 4)}, shape=shape, reverse=True)
    for axes in (None, (2, 0, 1), (1, 0, 2), (0, 1, 2), (-1, 0, 1)):
        ask("shape", "transpose", {"data": (2, 3, 4)}, **({} if axes is None else {"axes": axes}))
    for a, b in ((0, 2), (-1, 1), (1, 1), (0, -3)):
        ask("shape", "SwapAxis", {"data": (2, 3, 4)}, dim1=a, dim2=b)
    for axis in (0, 1, 2, -1, -3):
        ask("shape", "expand_dims", {"data": (2, 3)}, axis=axis)
    for axis in (None, 0, 2, (0, 2), -2):
        ask("shape", "squeeze", {"data": (1, 3, 1, 1)}, axis=axis)
    ask("shape", "Flatten", {"data": (2, 3, 4, 5)})
    ask("shape", "Flatten", {"data": (3,)})
    for axis in (0, 1, (0, 1), -1, (0, -1)):
        ask("shape", "reverse", {"data": (2, 3, 4)}, axis=axis)
    for size in (2, 3):
        ask("shape", "depth_to_space", {"data": (1, 2 * size * size, 2, 3)}, block_size=size)
        ask("shape", "space_to_depth", {"data": (1, 2, 2 * size, 3 * size)}, block_size=size)
    for k in (0, 1, -1, 2, -2):
        ask("shape", "diag", {"data": (3, 4)}, k=k)
        ask("shape", "diag", {"data": (3,)}, k=k)
    for a, b in ((0, 2), (1, 2), (-1, 0), (2, 0)):
        ask("shape", "diag", {"data": (3, 2, 4)}, axis1=a, axis2=b)
    for mode, width in product(("constant", "edge", "reflect"),
                               ((0, 0, 0, 0, 1, 2, 2, 1), (0, 0, 0, 0, 0, 0, 1, 1))):
        ask("shape", "Pad", {"data": (2, 2, 3, 4)}, mode=mode, pad_width=width, constant_value=0.5)
    for repeats, axis in ((2, None), (3, 0), (2, 1), (2, -1)):
        ask("shape", "repeat", {"data": (2, 3)}, repeats=repeats, axis=axis)
    for reps in ((2,), (2, 3), (1, 2, 1), (2, 1, 2, 1)):
        ask("shape", "tile", {"data": (2, 3)}, reps=reps)
    ask("shape", "reshape_like", {"lhs": (2, 6), "rhs": (3, 4)})
    ask("shape", "reshape_like", {"lhs": (30, 7), "rhs": (15, 2, 4)}, lhs_begin=0, lhs_end=1,
        rhs_begin=0, rhs_end=2)
    for op in ("shape_array", "size_array"):
        ask("shape", op, {"data": (2, 3, 4)}, train=False)


def slices():
    for begin, end, step in (((0, 1), (2, 3), None), ((None, -2), (None, None), None),
                             ((1,), (3,), None), ((None, None), (None, None), (2, -1)),
                             ((3, -1), (0, None), (-1, -2)), ((-3, 0), (-1, 4), None),
                             ((0, 0), (100, 100), None), ((5, 3), (None, 0), (-2, -1)),
                             ((-100,), (2,), None)):
        steps = {} if step is None else {"step": step}
        ask("slice", "slice", {"data": (5, 4)}, begin=begin, end=end, **steps)
    for axis, begin, end in ((0, 1, 3), (1, -2, None), (-1, 0, 2), (1, 0, -1), (0, -3, -1)):
        ask("slice", "slice_axis", {"data": (5, 4)}, axis=axis, begin=begin, end=end)
    for axes in ((), (0,), (1,), (-1,), (0, 1)):
        ask("slice", "slice_like", {"data": (5, 4), "shape_like": {"shape": (3, 2), "fixed": True}},
            axes=axes)
    for count, axis, squeeze in ((2, 1, False), (4, 1, True), (3, 0, False), (3, 0, True),
                                 (2, -1, False)):
        ask("slice", "SliceChannel", {"data": (3, 4)}, num_outputs=count, axis=axis,
            squeeze_axis=squeeze)
    for indices, axis, squeeze in (((0, 1, 3), 0, False), ((0, 2), 1, False), ((0, 1, 2, 3), 1, True)):
        ask("slice", "_split_v2", {"data": (4, 4)}, "sym._internal", indices=indices, axis=axis,
            squeeze_axis=squeeze)
    for dim, count in product((0, 1, 2, -1), (1, 2, 3)):
        ask("slice", "Concat", {"abc"[i]: (2, 3, 2) for i in range(count)}, dim=dim)
    for axis, count in product((0, 1, 2, -1), (1, 3)):
        ask("slice", "stack", {"abc"[i]: (2, 3) for i in range(count)}, axis=axis)
    for offset, size in (((0, 0), (2, 3)), ((1, 2), (3, 2))):
        ask("slice", "Crop", {"data": (1, 2, 5, 6)}, offset=offset, h_w=size, num_args=1)
    ask("slice", "Crop", {"data": (1, 2, 5, 6), "like": {"shape": (1, 1, 3, 4), "fixed": True}},
        center_crop=True, num_args=2)


def indexing():
    for axis, mode in product((0, 1, -1), ("clip", "wrap")):
        ask("index", "take", {"a": (3, 4, 2), "indices": whole((5,), -6, 7)}, axis=axis, mode=mode)
        ask("index", "take", {"a": (3, 4, 2), "indices": whole((2, 3), -6, 7)}, axis=axis, mode=mode)
    for axis, keepdims, mode in product((0, 1, -1), (False, True), ("clip", "wrap")):
        ask("index", "pick", {"data": (3, 4), "index": whole((3 if axis else 4,), -5, 7)}, axis=axis,
            keepdims=keepdims, mode=mode)
    for depth, on, off in ((4, 1.0, 0.0), (3, 2.0, -1.0), (6, 0.0, 1.0)):
        ask("index", "one_hot", {"indices": whole((2, 3), -1, 5)}, depth=depth, on_value=on,
            off_value=off, train=False)
    ask("index", "one_hot", {"indices": whole((4,), 0, 5)}, depth=5, dtype="float32", train=False)
    ask("index", "batch_take", {"a": (4, 3), "indices": whole((4,), 0, 3, dtype="int32")})
    for n in (1, 2, 3):
        ask("index", "gather_nd", {"data": (3, 4, 2), "indices": whole((n, 5), 0, 2)})
        ask("index", "scatter_nd", {"data": (2,) + (3, 4, 2)[n:], "indices": {
            "shape": (n, 2), "fixed": True, "only": [0, 1]}}, shape=(3, 4, 2))
    for shape in ((3, 4), (2, 3, 4)):
        ask("index", "_ravel_multi_index", {"data": whole((len(shape), 5), 0, 2)}, "sym._internal",
            shape=shape, train=False)
        ask("index", "_unravel_index", {"data": whole((5,), 0, 12)}, "sym._internal", shape=shape,
            train=False)
    for inputs, dim in ((5, 3), (2, 4), (7, 1)):
        ask("index", "Embedding", {"data": whole((3, 4), -2, inputs + 2)}, input_dim=inputs,
            output_dim=dim)
    for axis, steps in product((0, 1), (1, 3)):
        for use in (False, True):
            extra = {"sequence_length": whole((3,) if axis == 0 else (2,), 1, 3)} if use else {}
            for op in ("SequenceMask", "SequenceLast"):
                more = {"value": -1.5} if op == "SequenceMask" else {}
                ask("index", op, dict({"data": (2, 3, steps)}, **extra), use_sequence_length=use,
                    axis=axis, **more)
        ask("index", "SequenceReverse", {"data": (3, 2, steps), "sequence_length": whole((2,), 1, 4)},
            use_sequence_length=True)


def softmaxes():
    for op, axis, temperature in product(("softmax", "softmin", "log_softmax"), (0, 1, -1),
                                         (None, 0.5, 3.0)):
        ask("softmax", op, {"data": (3, 4, 2)}, axis=axis, temperature=temperature)
    for axis in (1, -1):
        ask("softmax", "softmax", {"data": (3, 4), "length": whole((3,), 0, 5, dtype="int32")},
            axis=axis, use_length=True)
    for op in ("softmax", "log_softmax"):
        ask("softmax", op, {"data": {"shape": (4, 3), "only": [
            1e4, 0, -1e4, INF, 0, 1, -INF, 0, 1, NAN, 0, 1]}}, train=False)
    for mode in ("instance", "channel"):
        ask("softmax", "SoftmaxActivation", {"data": (2, 3, 4)}, mode=mode)
    for multi, ignore, norm in product((False, True), (False, True), ("null", "batch", "valid")):
        ask("softmax", "SoftmaxOutput", {"data": (4, 3, 2) if multi else (4, 3),
                                         "label": whole((4, 2) if multi else (4,), 0, 3)},
            multi_output=multi, use_ignore=ignore, ignore_label=1, normalization=norm, grad_scale=0.5)
    for alpha in (0.1, 0.9):
        ask("softmax", "SoftmaxOutput", {"data": (4, 3), "label": whole((4,), 0, 3)},
            smooth_alpha=alpha)
    ask("softmax", "SoftmaxOutput", {"data": (2, 4, 3), "label": whole((2, 4), 0, 3)},
        preserve_shape=True)
    for op in ("LinearRegressionOutput", "LogisticRegressionOutput", "MAERegressionOutput"):
        for shape in ((4, 3), (5,), (2, 3, 2)):
            ask("softmax", op, {"data": shape, "label": {"shape": shape, "fixed": True}},
                grad_scale=0.7)
    for margin, linear in product((0.5, 1.0), (False, True)):
        ask("softmax", "SVMOutput", {"data": (4, 3), "label": whole((4,), 0, 3)}, margin=margin,
            use_linear=linear, regularization_coefficient=0.7)
    ask("softmax", "softmax_cross_entropy", {"data": (4, 3), "label": whole((4,), 0, 3)})
    for norm in ("null", "batch", "valid"):
        ask("softmax", "MakeLoss", {"data": (4, 3)}, normalization=norm, grad_scale=2.0,
            valid_thresh=0.3)


def norms():
    for axis, fix, use_global, eps in product((1, -1, 2), (False, True), (False, True), (1e-3, 1e-1)):
        ask("norm", "BatchNorm", {"data": (4, 3, 5)}, axis=axis, fix_gamma=fix, eps=eps,
            use_global_stats=use_global, momentum=0.7)
    ask("norm", "BatchNorm", {"data": (4, 3)}, fix_gamma=False, output_mean_var=True, train=False)
    for axis, eps in product((-1, 0, 1), (1e-5, 1e-1)):
        ask("norm", "LayerNorm", {"data": (4, 3, 5)}, axis=axis, eps=eps)
    for shape, eps in product(((2, 3, 4), (2, 3, 4, 5)), (1e-3, 1e-1)):
        ask("norm", "InstanceNorm", {"data": shape}, eps=eps)
    for groups, eps in product((1, 2, 4), (1e-5, 1e-1)):
        ask("norm", "GroupNorm", {"data": (2, 4, 3, 2)}, num_groups=groups, eps=eps)
    for mode, shape in product(("instance", "channel", "spatial"), ((2, 3, 4), (2, 3, 4, 2))):
        ask("norm", "L2Normalization", {"data": shape}, mode=mode)
    for size, alpha in product((1, 3, 5), (1e-4, 0.3)):
        ask("norm", "LRN", {"data": (2, 6, 3, 2)}, nsize=size, alpha=alpha, beta=0.6, knorm=1.5)


def dense():
    for flatten, bias, shape in product((False, True), (False, True), ((3, 5), (2, 3, 4), (1, 1, 1))):
        ask("dense", "FullyConnected", {"data": shape}, num_hidden=4, no_bias=not bias, flatten=flatten)
    ask("dense", "FullyConnected", {"data": (3, 5)}, num_hidden=1, dtype="float64")
    for ta, tb in product((False, True), (False, True)):
        for left, right in (((3, 4), (4, 5)), ((2, 3, 4), (4, 5))):
            a = tuple(reversed(left)) if ta else left
            b = tuple(reversed(right)) if tb else right
            ask("dense", "dot", {"lhs": a, "rhs": b}, transpose_a=ta, transpose_b=tb)
        a = (2, 4, 3) if ta else (2, 3, 4)
        b = (2, 5, 4) if tb else (2, 4, 5)
        ask("dense", "batch_dot", {"lhs": a, "rhs": b}, transpose_a=ta, transpose_b=tb)
        ask("dense", "batch_dot", {"lhs": a, "rhs": b}, transpose_a=ta, transpose_b=tb, dtype="float64")
    ask("dense", "dot", {"lhs": (4,), "rhs": (4,)})
    ask("dense", "dot", {"lhs": (3, 4), "rhs": (4,)})
    for count in (1, 2, 3):
        ask("dense", "add_n", {"abc"[i]: (3, 4) for i in range(count)})


for build in (reductions, elementwise, scalars, broadcasts, shapes, slices, indexing, softmaxes, norms,
              dense):
    build()
