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

SCALARS = {"uniform": ({"low": -2.0, "high": 3.0},), "normal": ({"loc": 1.0, "scale": 2.0},),
           "exponential": ({"lam": 2.0},), "gamma": ({"alpha": 2.5, "beta": 3.0}, {"alpha": 0.3}),
           "poisson": ({"lam": 3.0}, {"lam": 50.0}, {"lam": 0.0}),
           "negative_binomial": ({"k": 3, "p": 0.25}, {}),
           "generalized_negative_binomial": ({"mu": 2.0, "alpha": 0.5}, {"alpha": 0.0})}

for name, settings in SCALARS.items():
    for params in settings:
        case(f"_random_{name}", None, params={**params, "shape": (3, 70)}, wanted=(),
             dtypes=("float32",))
    case(f"_random_{name}", None, params={"shape": (200,), "dtype": "float64"}, wanted=(),
         dtypes=("float64",))
    case(f"_random_{name}_like", None, (5, 33), params=params, wanted=(), dtypes=("float16",))
    arrays = [(17,)] * (1 if name in ("exponential", "poisson") else 2)
    case(f"_sample_{name}", None, *arrays, low=0.1, high=0.9, wanted=(), params={"shape": (2, 3)},
         make={1: lambda rng: rng.uniform(0.9, 1, 17)} if len(arrays) == 2 else {},
         dtypes=("float32",))
case("_sample_normal", None, (5,), (5,), low=0.1, params={"shape": (3,), "dtype": "float64"},
     wanted=(), dtypes=("float16", "float32"))
case("_random_randint", None, params={"low": -3, "high": 4, "shape": (9, 11)}, wanted=(),
     dtypes=("int32",))
case("_random_randint", None, wanted=(), dtypes=("int64",),
     params={"low": -2**40, "high": 2**62, "shape": (99,), "dtype": "int64"})
for shape, params in (((4,), {}), ((3, 40), {"shape": (5, 7), "get_prob": True}),
                      ((2, 3, 4), {"dtype": "uint8", "get_prob": True})):
    case("_sample_multinomial", None, shape, params=params, low=0.1, high=1, wanted=())
for shape, dtypes in (((40, 3), ("float16", "float64", "int32")), ((17,), ("float32",)),
                      ((1, 4), ("float32",))):
    case("_shuffle", None, shape, wanted=(), dtypes=dtypes)
for shape, classes in (((3, 5), 20), ((1, 1), 1), ((2, 6), 6), ((20, 40), 10**12)):
    case("_sample_unique_zipfian", None, params={"range_max": classes, "shape": shape}, wanted=(),
         dtypes=("int64",))
