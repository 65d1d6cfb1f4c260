"""Cases of the operators that cut a part out of an array."""
import numpy as np

from .shape import double, moved


def sliced(*slices):
    return lambda x, is_train: x[slices]


for shape, axis, begin, end in [((4, 2), 0, 1, 3), ((2, 3), 1, 0, None), ((2, 4, 2), 1, -3, -1),
                                ((17, 5, 33), -1, 3, 20), ((200, 11), 0, 7, 150),
                                ((6,), 0, -2, None), ((3, 4), 1, 0, 4)]:
    ref = sliced(*[slice(None)] * (axis % len(shape)), slice(begin, end))
    double("slice_axis", ref, shape, params={"axis": axis, "begin": begin, "end": end})
moved("slice_axis", sliced(slice(None), slice(2, 9)), (33, 13),
      params={"axis": 1, "begin": 2, "end": 9})

for shape, begin, end, step in [
    ((4, 3), (1,), (3,), ()),
    ((3, 4), (-2, 0), (None, -1), ()),
    ((4, 4), (0, 0), (4, 4), (2, 3)),
    ((3, 2), (None, None), (None, None), (-1, 1)),
    ((2, 3, 4), (0, 1, 1), (2, 2, 3), ()),
    ((3, 4), (1, 1), (2, 100), ()),
    ((3, 4), (-9, 3), (2, None), (1, -2)),
    ((5, 6, 7), (4, 5, 6), (0, None, 1), (-2, -1, -3)),
    ((9, 8, 5, 6), (2, 1), (7, 8), (3, 1)),
    ((40, 33), (None, 3), (None, 30), (None, 2)),
    ((70,), (5,), (60,), (4,)),
]:
    ref = sliced(*[slice(*part) for part in zip(begin, end, step or (None,) * len(begin))])
    double("slice", ref, shape, params={"begin": begin, "end": end, "step": step})
moved("slice", sliced(slice(1, 30, 2), slice(3, None)), (31, 17),
      params={"begin": (1, 3), "end": (30, None), "step": (2, 1)})

double("slice_like", lambda x, like, is_train: x[:2, :3], (3, 4), (2, 3), wanted=(0,))
double("slice_like", lambda x, like, is_train: x[:2, :, :3], (3, 4, 5), (2, 9, 3), wanted=(0,),
       params={"axes": (0, 2)}, in_dtypes={1: "int32"})
double("slice_like", lambda x, like, is_train: x[..., :4], (9, 5, 17), (2, 4), wanted=(0,),
       params={"axes": (-1,)})

double("Crop", lambda x, is_train: x[:, :, :2, :3], (1, 2, 4, 5),
       params={"num_args": 1, "h_w": (2, 3)})
double("Crop", lambda x, is_train: x[:, :, 1:4, 2:4], (3, 2, 4, 5),
       params={"num_args": 1, "h_w": (3, 2), "offset": (1, 2)})
double("Crop", lambda x, is_train: x[:, :, 1:4, 2:5], (1, 2, 6, 8),
       params={"num_args": 1, "h_w": (3, 3), "center_crop": True})
double("Crop", lambda x, like, is_train: x[:, :, 1:4, 1:3], (2, 2, 4, 5), (1, 1, 3, 2), wanted=(0,),
       params={"num_args": 2, "offset": (1, 1)}, in_dtypes={1: "int32"})


def put_back(shape, *slices):
    def ref(dy, is_train):
        dx = np.zeros(shape, dy.dtype)
        dx[slices] = dy
        return dx
    return ref


moved("_slice_axis_grad", put_back((3, 9), slice(None), slice(2, 6)), (3, 4),
      params={"axis": 1, "begin": 2, "length": 9})
double("_slice_axis_grad", put_back((90, 17), slice(2, 52)), (50, 17),
       params={"axis": 0, "begin": 2, "length": 90})
moved("_slice_grad", put_back((9, 8), slice(7, None, -3), slice(1, 8, 2)), (3, 4),
      params={"begin": (7, 1), "step": (-3, 2), "shape": (9, 8)})
double("_slice_grad", put_back((40, 5, 6), slice(1, 40, 3)), (13, 5, 6),
       params={"begin": (1,), "step": (3,), "shape": (40, 5, 6)})
