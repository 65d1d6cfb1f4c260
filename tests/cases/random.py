"""Cases of dropout and random numbers."""
from . import case


def identity(x, is_train):
    return x


for shape, params in (((3, 4), {}), ((33, 70), {"p": 0.2}), ((3, 4, 50), {"axes": (1,)}),
                      ((2, 3, 4), {"axes": (0, -1), "mode": "always"}), ((5, 6), {"p": 1.0})):
    case("Dropout", None, shape, params=params)
case("Dropout", None, (33, 7), dtypes=("float16",))
case("Dropout", identity, (5, 6), params={"p": 0.0})
case("Dropout", identity, (5, 6), params={"p": 0.0, "mode": "always"})
