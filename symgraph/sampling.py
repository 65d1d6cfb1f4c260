"""`mx.nd.random` and `mx.sym.random`: functions that draw for numbers or for arrays of parameters."""
import inspect
import math
import numbers

from . import ndarray, random, symbol
from .errors import MXNetError
from .expression import Symbol
from .hostarray import NDArray

# name: (defaults of the parameters in order, how the operators' names end)
DISTRIBUTIONS = {
    "uniform": {"low": 0, "high": 1}, "normal": {"loc": 0, "scale": 1}, "poisson": {"lam": 1},
    "exponential": {"scale": 1}, "gamma": {"alpha": 1, "beta": 1},
    "negative_binomial": {"k": 1, "p": 1},
    "generalized_negative_binomial": {"mu": 1, "alpha": 1},
}


class Drawing:
    """The functions of one of the two modules; array_type is what its functions take and give."""

    def __init__(self, module, array_type):
        self.internal, self.array_type = module._internal, array_type

    def draw(self, name, params, shape, dtype, settings):
        """Numbers of the distribution called name: for each element of arrays, or for numbers."""
        arrays = [isinstance(value, self.array_type) for value in params]
        settings = {key: value for key, value in {**settings, "shape": shape, "dtype": dtype}.items()
                    if value is not None}
        if all(arrays):
            if self.array_type is NDArray:
                settings.pop("ctx", None)
            return getattr(self.internal, f"_sample_{name}")(*params, **settings)
        if any(arrays) or not all(isinstance(value, numbers.Number) for value in params):
            given = ", ".join(type(value).__name__ for value in params)
            raise ValueError(f"random.{name}: the parameters are all {self.array_type.__name__}s or "
                             f"all numbers, got {given}")
        return self.of_numbers(f"_random_{name}", params, settings)

    def of_numbers(self, op, params, settings):
        if self.array_type is NDArray:
            if "out" in settings:
                settings.setdefault("shape", settings["out"].shape)
                settings.setdefault("dtype", settings["out"].dtype)
            settings.setdefault("shape", (1,))
        return getattr(self.internal, op)(*params, **settings)

    def distribution(self, name, defaults):
        """The function called name, whose parameters are in order those of defaults."""
        order = (*defaults, "shape", "dtype", "ctx", "out")[:None if self.array_type is NDArray else -2]

        def function(*args, **kwargs):
            if len(args) > len(order):
                raise TypeError(f"random.{name} takes {', '.join(order)}, got {len(args)} arguments")
            given = {**defaults, **dict(zip(order, args))}
            twice = dict(zip(order, args)).keys() & kwargs.keys()
            if twice:
                raise TypeError(f"random.{name}: {', '.join(twice)} is given twice")
            given.update(kwargs)
            params = [given.pop(key) for key in defaults]
            if name == "exponential":       # the operators take the rate
                if isinstance(params[0], numbers.Number) and not 0 < params[0] < math.inf:
                    raise MXNetError(f"random.exponential: scale={params[0]} must be finite and "
                                     "above 0")
                params = [1.0 / params[0]]
            return self.draw(name, params, given.pop("shape", None), given.pop("dtype", None), given)
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        function.__signature__ = inspect.Signature(
            [inspect.Parameter(key, kind, default=defaults.get(key)) for key in order]
            + [inspect.Parameter("settings", inspect.Parameter.VAR_KEYWORD)])
        function.__name__ = function.__qualname__ = name
        function.__doc__ = (
            f"Random numbers of the distribution {name}, of shape ``shape`` and dtype ``dtype``.\n\n"
            f"{' and '.join(defaults)} are numbers, or {self.array_type.__name__}s of one shape; then "
            f"``shape`` numbers are drawn for each element. See sym.random_{name}."
            + ("" if name != "exponential" else " ``scale`` is the mean, 1 / lam."))
        return function

    def randn(self, *shape, loc=0, scale=1, dtype=None, **settings):
        """Normal random numbers of the shape that the positional arguments make up."""
        return self.draw("normal", [loc, scale], shape or None, dtype, settings)

    def multinomial_arrays(self, data, shape=None, get_prob=False, out=None, dtype="int32",
                           **settings):
        return self.classes(data, shape, get_prob, dtype, {"out": out, **settings})

    def multinomial_symbols(self, data, shape=None, get_prob=True, dtype="int32", **settings):
        return self.classes(data, shape, get_prob, dtype, settings)

    def classes(self, data, shape, get_prob, dtype, settings):
        """Class numbers drawn by the probabilities along the last axis of ``data``.

        ``shape`` of them for each of the other axes' elements; with ``get_prob`` also the logarithms
        of their probabilities. As in MXNet that is the default for symbols, but not for NDArrays.
        See sym.sample_multinomial.
        """
        if shape is not None:
            settings["shape"] = shape
        return self.internal._sample_multinomial(data, get_prob=get_prob, dtype=dtype, **settings)

    def shuffle(self, data, **settings):
        """The rows ``data[i]`` in random order."""
        return self.internal._shuffle(data, **settings)

    def randint_arrays(self, low, high, shape=None, dtype=None, ctx=None, out=None, **settings):
        given = {"out": out, "ctx": ctx}
        settings.update({key: value for key, value in given.items() if value is not None})
        return self.whole(low, high, shape, dtype, settings)

    def randint_symbols(self, low, high, shape=None, dtype=None, **settings):
        return self.whole(low, high, shape, dtype, settings)

    def whole(self, low, high, shape, dtype, settings):
        """Whole random numbers, at least low and less than high, int32 unless ``dtype`` is int64."""
        if not all(isinstance(value, numbers.Number) for value in (low, high)):
            raise ValueError("random.randint: low and high are numbers, got "
                             f"{type(low).__name__}, {type(high).__name__}")
        given = {"shape": shape, "dtype": dtype}
        settings.update({key: value for key, value in given.items() if value is not None})
        return self.of_numbers("_random_randint", [low, high], settings)

    def functions(self):
        """Every function by its public name."""
        found = {name: self.distribution(name, defaults) for name, defaults in DISTRIBUTIONS.items()}
        kind = "arrays" if self.array_type is NDArray else "symbols"
        for name, of, doc in (("randn", self.randn, self.randn.__doc__),
                              ("shuffle", self.shuffle, self.shuffle.__doc__),
                              ("multinomial", getattr(self, f"multinomial_{kind}"),
                               self.classes.__doc__),
                              ("randint", getattr(self, f"randint_{kind}"), self.whole.__doc__)):
            found[name] = named(of, name, doc)
        return found


def named(method, name, doc):
    """A function that calls a method, with a name and a help text of its own."""
    def function(*args, **kwargs):
        return method(*args, **kwargs)
    function.__signature__ = inspect.signature(method)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


def rand_zipfian(true_classes, num_sampled, range_max):
    """``num_sampled`` classes below ``range_max``, drawn with replacement, small ones more often.

    The probability of a class c is (log(c + 2) - log(c + 1)) / log(range_max + 1). Returns the drawn
    classes (int64), and how often each of ``true_classes`` and each drawn one is expected (float64).
    """
    module = symbol if isinstance(true_classes, Symbol) else ndarray
    log_range = math.log(range_max + 1)
    drawn = module.random.uniform(0, log_range, shape=(num_sampled,), dtype="float64")
    drawn = (module.exp(drawn) - 1).astype("int64") % range_max

    def expected(classes):
        classes = classes.astype("float64")
        return module.log((classes + 2.0) / (classes + 1.0)) / log_range * num_sampled
    return [drawn, expected(true_classes), expected(drawn)]


def rand_zipfian_arrays(true_classes, num_sampled, range_max, ctx=None):
    """rand_zipfian for an NDArray; see sym.contrib.rand_zipfian."""
    return rand_zipfian(true_classes, num_sampled, range_max)


rand_zipfian_arrays.__name__ = rand_zipfian_arrays.__qualname__ = "rand_zipfian"
for _module, _array_type in ((symbol, Symbol), (ndarray, NDArray)):
    for _name, _function in Drawing(_module, _array_type).functions().items():
        setattr(_module.random, _name, _function)
        if _array_type is NDArray:
            setattr(random, _name, _function)
    _module.contrib.uniform = _module.random.uniform
symbol.contrib.rand_zipfian, ndarray.contrib.rand_zipfian = rand_zipfian, rand_zipfian_arrays
