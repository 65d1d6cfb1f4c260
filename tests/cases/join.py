"""Cases of the operators that put arrays side by side, and take them apart."""
import numpy as np

from .shape import double, moved


def concatenated(axis):
    return lambda *args: np.concatenate(args[:-1], axis)


def stacked(axis):
    return lambda *args: np.stack(args[:-1], axis)


for axis, *shapes in [(1, (2, 3), (2, 2)), (-1, (2, 2, 3), (2, 2, 1)), (0, (2, 3), (1, 3), (4, 3)),
                      (1, (2, 1, 2, 2), (2, 3, 2, 2)), (1, (2, 3)), (0, (5,), (33,)),
                      (1, *((17, 1, 33),) * 5), (1, (40, 7), (40, 1), (40, 20))]:
    double("Concat", concatenated(axis), *shapes, params={"num_args": len(shapes), "dim": axis})
moved("Concat", concatenated(1), (31, 2), (31, 16), params={"num_args": 2, "dim": 1})
double("_rnn_param_concat", concatenated(0), (6,), (35,), params={"num_args": 2, "dim": 0})

for axis, count in [(0, 2), (1, 3), (-1, 2), (2, 4), (-2, 2), (0, 1)]:
    double("stack", stacked(axis), *((2, 3),) * count, params={"num_args": count, "axis": axis})


def parts(count, axis, squeezed=False):
    def ref(x, is_train):
        found = np.split(x, count, axis)
        return tuple(part.squeeze(axis) for part in found) if squeezed else tuple(found)
    return ref


for shape, count, axis, squeezed in [
    ((2, 6), 3, 1, False), ((4, 3), 2, 0, False), ((2, 3, 2), 3, 1, True),
    ((2, 3, 4), 2, -1, False), ((2, 3), 3, 1, True), ((2, 4, 3), 4, 1, False),
    ((2, 1, 3), 1, 1, False), ((2, 1, 3), 1, 1, True), ((17, 12, 5), 12, 1, True),
    ((32, 132), 4, 1, False), ((6,), 3, 0, False), ((6, 5), 6, 0, True), ((2, 20), 20, -1, True),
]:
    double("SliceChannel", parts(count, axis, squeezed), shape,
           params={"num_outputs": count, "axis": axis, "squeeze_axis": squeezed})
moved("SliceChannel", parts(3, 1), (33, 51), params={"num_outputs": 3})


def pieces(indices, axis):
    return lambda x, is_train: tuple(np.split(x, indices[1:], axis))


for shape, indices, axis in [((2, 5), (0, 1, 3), 1), ((7, 3), (0, 5), 0), ((4, 3), (0,), 1),
                             ((3, 4, 40), (0, 1, 2, 38), -1)]:
    double("_split_v2", pieces(indices, axis), shape, params={"indices": indices, "axis": axis})
double("_split_v2", lambda x, is_train: tuple(np.array_split(x, 3, 1)), (2, 7),
       params={"indices": (), "axis": 1, "sections": 3})
double("_split_v2", lambda x, is_train: (x[:, 0], x[:, 1], x[:, 2]), (4, 3),
       params={"indices": (0, 1, 2), "axis": 1, "squeeze_axis": True})


def with_gaps(places, axis, squeezed):
    """Parts at places of six, zeros elsewhere."""
    def ref(*args):
        given = dict(zip(places, args[:-1]))
        zeros = np.zeros_like(args[0])
        join = np.stack if squeezed else np.concatenate
        return join([given.get(i, zeros) for i in range(6)], axis)
    return ref


def gaps(declare, places, shape, axis, squeezed):
    declare("_join_parts", with_gaps(places, axis, squeezed), *(shape,) * len(places), wanted=(),
            params={"num_args": len(places), "num_parts": 6, "parts": places, "axis": axis,
                    "squeezed": squeezed})


for axis, shape, squeezed in [(1, (3, 2), False), (0, (3, 2), False), (1, (17, 33), True),
                              (0, (5,), True), (2, (4, 5, 3), False)]:
    gaps(double, (0, 2, 5), shape, axis, squeezed)
gaps(moved, (1,), (300,), 0, True)
