"""Operators of contrib and image, densities, and others that are small."""
from .ask import add_to

add = add_to("small")
N = {"nograd": True}
for dtype in ("float32", "float64"):
    add("quadratic", "sym.contrib", {"data": (3, 4)}, {"a": 1.5, "b": -2.0, "c": 0.5}, dtype)
    add("div_sqrt_dim", "sym.contrib", {"data": (3, 5)}, {}, dtype)
    add("round_ste", "sym.contrib", {"data": (3, 5)}, {}, dtype)
    add("sign_ste", "sym.contrib", {"data": (3, 5)}, {}, dtype)
    add("index_array", "sym.contrib", {"data": (3, 2, 2)}, {}, dtype, N)
    add("index_array", "sym.contrib", {"data": (3, 2, 2)}, {"axes": (1, -3)}, dtype, N)
    add("index_copy", "sym.contrib", {"old_tensor": (4, 3), "index_vector": (2,), "new_tensor": (2, 3)}, {},
        dtype, {"index_vector": "order", "index_vector:dtype": "int64"})
    add("all_finite", "sym", {"data": (3, 5)}, {}, dtype, N)
    add("multi_all_finite", "sym", {"a": (3, 5), "b": (2,)}, {"num_arrays": 2}, dtype, {**N, "call": "positional"})
    add("multi_sum_sq", "sym", {"a": (3, 5), "b": (2,)}, {"num_arrays": 2}, dtype, {**N, "call": "positional"})
    add("fill_element_0index", "sym", {"lhs": (3, 5), "mhs": (3,), "rhs": (3,)}, {}, dtype, {**N, "rhs": "whole"})
    add("SparseEmbedding", "sym.contrib", {"data": (4,), "weight": (3, 2)}, {"input_dim": 3, "output_dim": 2},
        dtype, {"data": "whole"})
    add("interleaved_matmul_selfatt_qk", "sym.contrib", {"queries_keys_values": (5, 2, 18)}, {"heads": 3}, dtype)
    add("interleaved_matmul_selfatt_valatt", "sym.contrib", {"queries_keys_values": (5, 2, 18),
        "attention": (6, 5, 5)}, {"heads": 3}, dtype)
    add("interleaved_matmul_encdec_qk", "sym.contrib", {"queries": (4, 2, 6), "keys_values": (5, 2, 12)},
        {"heads": 3}, dtype)
    add("interleaved_matmul_encdec_valatt", "sym.contrib", {"keys_values": (5, 2, 12), "attention": (6, 4, 5)},
        {"heads": 3}, dtype)
    for shape in ((2, 3), (2,)):
        for is_log in (False, True):
            # Without the gamma functions in float64, where MXNet's derivatives are of float32.
            for name, params in (("uniform", ("low", "high")), ("normal", ("mu", "sigma")),
                                 ("gamma", ("alpha", "beta")), ("exponential", ("lam",)), ("poisson", ("lam",)),
                                 ("negative_binomial", ("k", "p")),
                                 ("generalized_negative_binomial", ("mu", "alpha"))):
                how = {"sample": "whole" if name in ("poisson", "negative_binomial",
                                                     "generalized_negative_binomial") else "spaced",
                       **dict.fromkeys(params, "spaced")}
                if name == "uniform":
                    how.update(low="whole", high="above")
                if name == "negative_binomial":
                    how["p"] = "probability"
                if (name, dtype) == ("gamma", "float64"):
                    continue
                add("random_pdf_" + name, "sym", {"sample": (2, 3), **dict.fromkeys(params, shape)},
                    {"is_log": is_log}, dtype, how)
    add("random_pdf_dirichlet", "sym", {"sample": (2, 4, 3), "alpha": (2, 3)}, {}, dtype,
        {"sample": "spaced", "alpha": "spaced"})
    add("random_pdf_dirichlet", "sym", {"sample": (4, 3), "alpha": (3,)}, {"is_log": True}, dtype,
        {"sample": "spaced", "alpha": "spaced"})
    add("hawkesll", "sym.contrib", {"lda": (3, 2), "alpha": (2,), "beta": (2,), "state": (3, 2), "lags": (3, 4),
        "marks": (3, 4), "valid_length": (3,), "max_time": (3,)}, {}, dtype,
        {"lda": "spaced", "alpha": "probability", "beta": "spaced", "state": "probability", "lags": "probability",
         "marks": "binary", "marks:dtype": "int32", "valid_length": "whole", "max_time": "late", "grads": ("lda", "alpha", "beta")})
    add("_histogram", "sym._internal", {"data": (3, 7)}, {"bin_cnt": 4, "range": (-1.0, 0.5)}, dtype, N)
    add("_histogram", "sym._internal", {"data": (3, 7), "bins": (4,)}, {}, dtype, {**N, "bins": "ascending"})
for dtype in ("uint8", "float32"):
    for batch in ((), (2,)):
        add("to_tensor", "sym.image", {"data": (*batch, 4, 5, 3)}, {}, dtype, {**N, "data": "pixels"})
        add("crop", "sym.image", {"data": (*batch, 4, 5, 3)}, {"x": 1, "y": 0, "width": 3, "height": 2}, dtype,
            {"data": "pixels"})
    add("flip_left_right", "sym.image", {"data": (4, 6, 3)}, {}, dtype, {**N, "data": "pixels"})
    add("flip_top_bottom", "sym.image", {"data": (4, 5, 3)}, {}, dtype, {**N, "data": "pixels"})
    add("adjust_lighting", "sym.image", {"data": (4, 5, 3)}, {"alpha": (1.0, -2.0, 3.0)}, dtype,
        {**N, "data": "pixels"})
    for factor in (0.5, 2.0):
        for name in ("brightness", "contrast"):
            add("random_" + name, "sym.image", {"data": (4, 5, 3)}, {"min_factor": factor, "max_factor": factor},
                dtype, {**N, "data": "pixels"})
for batch in ((), (2,)):
    add("normalize", "sym.image", {"data": (*batch, 3, 4, 5)}, {"mean": (0.0, 1.0, 2.0), "std": (3.0, 2.0, 1.0)})
    add("normalize", "sym.image", {"data": (*batch, 1, 4, 5)}, {"mean": 1.0, "std": 2.0}, "float32")
for dtype in ("float32",):
    for t in ({"size": (7, 3)}, {"size": 5}, {"size": 3, "keep_ratio": True}, {"size": (9, 11)},
              {"size": (3, 2), "interp": 0}, {"size": (1, 1)}):
        add("resize", "sym.image", {"data": (6, 8, 3)}, t, dtype, {**N, "data": "pixels"})
        add("resize", "sym.image", {"data": (2, 6, 4, 3)}, t, dtype, {**N, "data": "pixels"})
add("cast_storage", "sym", {"data": (6, 4)}, {"stype": "default"}, "float32")
