"""Linear algebra."""
from .ask import add_to

add = add_to("linear")
for dtype in ("float32", "float64"):
    for ta in (False, True):
        for tb in (False, True):
            a, b = ((4, 3) if ta else (3, 4)), ((5, 4) if tb else (4, 5))
            t = {"transpose_a": ta, "transpose_b": tb}
            add("gemm", "sym.linalg", {"A": a, "B": b, "C": (3, 5)}, {**t, "alpha": 0.5, "beta": 3.0}, dtype)
            add("gemm", "sym.linalg", {"A": (2, *a), "B": (2, *b), "C": (2, 3, 5)}, t, dtype)
            add("gemm2", "sym.linalg", {"A": (2, 3, *a), "B": (2, 3, *b)}, {**t, "alpha": -2.0}, dtype)
            m = {"A": (a[0], 2, a[1]), "B": (b[0], 2, b[1])}
            add("gemm2", "sym.linalg", m, {**t, "axis": 0}, dtype)
            add("gemm2", "sym.linalg", m, {**t, "axis": -3}, dtype)
            add("gemm", "sym.linalg", {"A": (2, a[0], 2, a[1]), "B": (2, b[0], 2, b[1]), "C": (2, 3, 2, 5)},
                {**t, "axis": 1, "beta": 0.5}, dtype)
    for lower in (True, False):
        for transpose in (False, True):
            for right in (False, True):
                t = {"lower": lower, "transpose": transpose, "rightside": right}
                for op in ("trmm", "trsm"):
                    b = (2, 2, 3) if right else (2, 3, 2)
                    add(op, "sym.linalg", {"A": (2, 3, 3), "B": b}, {**t, "alpha": 1.5}, dtype, {"A": "steady"})
                    add("linalg_" + op, "sym", {"A": (3, 3), "B": b[1:]}, t, dtype, {"A": "lower" if lower else "upper"})
    for shape in ((3, 3), (2, 4, 4), (2, 2, 2, 2), (1, 1)):
        add("potrf", "sym.linalg", {"A": shape}, {}, dtype, {"A": "definite"})
        add("potri", "sym.linalg", {"A": shape}, {}, dtype, {"A": "lower"})
        add("inverse", "sym.linalg", {"A": shape}, {}, dtype, {"A": "steady"})
        add("det", "sym.linalg", {"A": shape}, {}, dtype, {"A": "steady"})
        add("slogdet", "sym.linalg", {"A": shape}, {}, dtype, {"A": "flipped"})
        add("sumlogdiag", "sym.linalg", {"A": shape}, {}, dtype, {"A": "steady"})
        add("syevd", "sym.linalg", {"A": shape}, {}, dtype, {"A": "definite"})
        add("syrk", "sym.linalg", {"A": (*shape[:-1], 5)}, {"transpose": True}, dtype)
        add("syrk", "sym.linalg", {"A": (*shape[:-1], 5)}, {"alpha": -0.5}, dtype)
        add("gelqf", "sym.linalg", {"A": (*shape[:-1], shape[-1] + 1)}, {}, dtype)
    for offset in (0, 1, -1, 2, -2):
        for batch in ((), (2,)):
            add("extractdiag", "sym.linalg", {"A": (*batch, 4, 4)}, {"offset": offset}, dtype)
            add("makediag", "sym.linalg", {"A": (*batch, 3)}, {"offset": offset}, dtype)
            for lower in (True, False):
                t = {"offset": offset, "lower": lower}
                add("extracttrian", "sym.linalg", {"A": (*batch, 4, 4)}, t, dtype)
                add("maketrian", "sym.linalg", {"A": (*batch, 6)}, t, dtype)
add("linalg_gemm2", "sym", {"A": (3, 4), "B": (4, 2)}, {}, "float64")
add("linalg_potrf", "sym", {"A": (3, 3)}, {}, "float64", {"A": "definite"})
add("linalg_slogdet", "sym", {"A": (2, 3, 3)}, {}, "float64", {"A": "flipped"})
