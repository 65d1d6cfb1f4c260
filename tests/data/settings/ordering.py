"""Sorting, sums so far, and what else came with them."""
from .ask import add_to

add = add_to("ordering")
P = {"data": "permutation"}
for dtype in ("float32", "float64", "int32", "int64", "uint8", "int8"):
    add("sort", "sym", {"data": (3, 7)}, {"axis": 0, "is_ascend": False}, dtype, P)
    add("argsort", "sym", {"data": (3, 7)}, {"axis": 1, "dtype": "int32"}, dtype, P)
    add("topk", "sym", {"data": (3, 7)}, {"k": 3, "ret_typ": "both"}, dtype, P)
for axis in (0, 1, 2, -1, -2, -3, None):
    add("sort", "sym", {"data": (2, 3, 5)}, {"axis": axis}, "float32", P)
    add("argsort", "sym", {"data": (2, 3, 5)}, {"axis": axis, "is_ascend": False}, "float64", P)
    for ret_typ in ("value", "indices", "both", "mask"):
        add("topk", "sym", {"data": (2, 3, 5)}, {"axis": axis, "k": 2, "ret_typ": ret_typ}, "float32", P)
for dtype in ("float16", "float32", "float64", "int32", "int64", "uint8"):
    add("topk", "sym", {"data": (4, 6)}, {"k": 2, "dtype": dtype}, "float32", P)
    add("argsort", "sym", {"data": (4, 6)}, {"dtype": dtype, "axis": 0}, "float64", P)
    add("topk", "sym", {"data": (4, 6)}, {"k": 2, "dtype": dtype, "ret_typ": "both", "is_ascend": True}, "float32", P)
for k in (-1, 0, 1, 6):
    add("topk", "sym", {"data": (4, 6)}, {"k": k, "ret_typ": "both"}, "float64", P)
    add("topk", "sym", {"data": (4, 6)}, {"k": k, "ret_typ": "mask", "is_ascend": True}, "float16", P)
add("topk", "sym", {"data": (1,)}, {}, "float32", P)
add("topk", "sym", {"data": (1, 1)}, {"ret_typ": "both", "axis": 0}, "float32", P)
add("topk", "sym", {"data": (5, 4)}, {"k": 3, "ret_typ": "value", "axis": 0}, "float32", {"data": "ties"})
add("sort", "sym", {"data": (12,)}, {"axis": 0, "is_ascend": False}, "float32", {"data": "ties"})
add("argsort", "sym", {"data": (12,)}, {"axis": 0, "is_ascend": False}, "float32", {"data": "ties"})
add("argsort", "sym", {"data": (12,)}, {"axis": 0}, "int32", {"data": "ties"})
# -- sums so far, Khatri-Rao
for dtype in ("float32", "float64", "float16", "int32", "int64", "int8", "uint8"):
    add("cumsum", "sym", {"a": (3, 4)}, {"axis": 1}, dtype)
for dtype in ("float64", "float16", "int32", "int64", "int8"):
    add("cumsum", "sym", {"a": (3, 4)}, {"axis": 0, "dtype": dtype}, "float32", {"a": "permutation"})
add("cumsum", "sym", {"a": (2, 3, 4)}, {}, "float32")
add("cumsum", "sym", {"a": (2, 3, 4)}, {"axis": None}, "float64")
add("cumsum", "sym", {"a": (2, 3, 4)}, {"axis": 1}, "float32")
add("khatri_rao", "sym", {"a": (2, 3)}, {}, "float32")
add("khatri_rao", "sym", {"a": (2, 3), "b": (4, 3), "c": (3, 3)}, {}, "float64")
add("khatri_rao", "sym", {"a": (1, 1), "b": (4, 1)}, {}, "float32")
