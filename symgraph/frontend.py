"""Makes the functions of `mx.sym` and `mx.nd` from the registry, and the methods that mirror them."""
import itertools
import numbers
from types import ModuleType

import numpy as np

from . import ndarray, symbol
from .arithmetic import ARITHMETIC, COMPARISONS
from .context import named_context, require_cpu
from .dispatch import apply_to
from .errors import GraphError, MXNetError
from .expression import Symbol, create
from .hostarray import NDArray
from .imperative import operation
from .names import brief, near
from .op import ALIASES, REGISTRY, told_apart, without_none
from .reference import NAMESPACES, documentation, inputs_of, place, signature, takes_any_number

EXTRA = {Symbol: ("name", "attr", "out"), NDArray: ("out", "name")}     # what every function takes
METHODS = [
    "abs", "arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctanh", "argmax",
    "argmax_channel", "argmin", "argsort", "broadcast_axes", "broadcast_like", "broadcast_to",
    "cbrt", "ceil", "clip", "cos", "cosh", "degrees", "depth_to_space", "diag", "exp",
    "expand_dims", "expm1", "fix", "flatten", "flip", "floor", "log", "log10", "log1p", "log2",
    "log_softmax", "max", "mean", "min", "nanprod", "nansum", "norm", "one_hot", "ones_like", "pad",
    "pick", "prod", "radians", "rcbrt", "reciprocal", "relu", "repeat", "reshape", "reshape_like",
    "rint", "round", "rsqrt", "shape_array", "sigmoid", "sign", "sin", "sinh", "size_array",
    "slice", "slice_axis", "slice_like", "softmax", "softmin", "sort", "space_to_depth", "split",
    "sqrt", "square", "squeeze", "sum", "swapaxes", "take", "tan", "tanh", "tile", "topk",
    "transpose", "trunc", "zeros_like",
]


def split_arguments(cls, name, args, kwargs, array_type):
    """(inputs, parameters) from what a call gives: arrays first, then parameters in order.

    None stands for an input that is not given, or for a parameter, by its place. Raises TypeError
    for what is neither.
    """
    free = takes_any_number(cls)
    n_inputs = 0 if free else len(inputs_of(cls))
    own = [key for key in cls.parameters if key != cls.variadic]
    names = own + [key for key in EXTRA[array_type] if key not in cls.parameters]

    def is_input(i, value):
        if not isinstance(value, array_type):
            return value is None and i < n_inputs
        return free or i < n_inputs or names[i - n_inputs:i - n_inputs + 1] != ["out"]
    count = next((i for i, value in enumerate(args) if not is_input(i, value)), len(args))
    inputs, rest = list(args[:count]), args[count:]
    if rest and not isinstance(rest[0], array_type):
        refuse_as_input(cls, name, rest[0], count, array_type)
    if len(rest) > len(names):
        raise TypeError(f"{name} takes {array_type.__name__}s, then at most {len(own)} parameters "
                        f"in order ({', '.join(own)}), got {len(rest)}: "
                        f"{', '.join(map(brief, rest))}")
    for key, given in zip(names, rest):
        if key in kwargs:
            raise TypeError(f"{name}: parameter '{key}' is given twice, in order as {brief(given)} "
                            f"and by name as {brief(kwargs[key])}; the inputs before the parameters "
                            f"are {array_type.__name__}s")
        kwargs[key] = given
    for key, value in kwargs.items():
        if isinstance(value, OTHER_ARRAYS[array_type]) and key in inputs_of(cls):
            raise TypeError(f"{name}: the input '{key}' is {what_is_wanted(array_type, value, name)}")
    while inputs and inputs[-1] is None:
        inputs.pop()
    return inputs, kwargs


OTHER_ARRAYS = {Symbol: (NDArray, np.ndarray), NDArray: (Symbol, np.ndarray)}


def refuse_as_input(cls, name, value, count, array_type):
    """Raise TypeError if value, behind count inputs, is meant for another one but cannot be it."""
    several = isinstance(value, (list, tuple)) and any(isinstance(v, array_type) for v in value)
    if several:
        raise TypeError(f"{name} takes {array_type.__name__}s one by one, not in a "
                        f"{type(value).__name__}: {name}(*[...], ...)")
    first = count == 0 and (cls.variadic or inputs_of(cls))
    if first or isinstance(value, (Symbol, NDArray)):
        raise TypeError(f"{name} takes {what_is_wanted(array_type, value, name)}")


def what_is_wanted(array_type, value, name):
    """What an input is, what value is instead, and how it becomes one."""
    if array_type is Symbol:
        remedy = ("let a Variable stand for the values, and bind them"
                  if isinstance(value, OTHER_ARRAYS[Symbol]) else "Variable(name) makes one")
    elif isinstance(value, Symbol):
        remedy = f"mx.sym.{name} is for symbols, which have no values before they are bound"
    else:
        remedy = "mx.nd.array makes one"
    article = "an" if array_type is NDArray else "a"
    return f"{article} {array_type.__name__}, got {brief(value)}; {remedy}"


def symbol_function(cls, public):
    hint = place(public)[1].lower()

    def function(*args, **kwargs):
        inputs, kwargs = split_arguments(cls, public, args, kwargs, Symbol)
        kwargs.pop("out", None)
        try:
            return create(cls.name, hint, inputs, kwargs)
        except MXNetError as error:     # which says it all: users made the call, and not its insides
            raise error.with_traceback(None) from error.__cause__
    return finish(function, cls, public, Symbol)


def ndarray_function(cls, public):
    plans = {}      # what a call looks like apart from the values of arrays -> see plan_of
    placed = "ctx" in cls.parameters

    def function(*args, **kwargs):
        out = kwargs.pop("out", None) if kwargs else None
        arrays, look = [], []
        for value in args:
            if isinstance(value, NDArray):
                arrays.append(value)
                look.append(None)
            else:
                look.append((type(value), told_apart(value)))
        for key, value in kwargs.items():
            if isinstance(value, NDArray):
                arrays.append(value)
                look.append(key)
            else:
                look.append((key, type(value), told_apart(value)))
        look = tuple(look)
        try:
            what, order, place_of_out = planned(plans, look, cls, public, args, kwargs)
            if place_of_out is not None:
                out = args[place_of_out]
            if placed and what.op.ctx and not arrays:
                with require_cpu(named_context(what.op.ctx)):
                    return apply_to(what, arrays, out)
            return apply_to(what, [arrays[i] for i in order] if order else arrays, out)
        except MXNetError as error:
            raise error.with_traceback(None) from error.__cause__
    return finish(function, cls, public, NDArray)


MOST_PLANS = 1000


def planned(plans, look, cls, public, args, kwargs):
    """What plan_of gives, from plans if it is there."""
    try:
        plan, kept = plans.get(look), not cls.python    # what users define may change
    except TypeError:       # what cannot be hashed, as a list
        plan, kept = None, False
    if plan is None:
        plan = plan_of(cls, public, args, kwargs)
        if len(plans) >= MOST_PLANS:
            plans.clear()
        if kept:
            plans[look] = plan
    return plan


def plan_of(cls, public, args, kwargs):
    """(Operation, the order in which it takes the arrays of a call, the place of out among args).

    The order is None for as they come, the place None where out is not among them. args and kwargs
    are those of the call, of which only the places of arrays count. Raises GraphError or TypeError.
    """
    inputs, kwargs = split_arguments(cls, public, args, dict(kwargs), NDArray)
    out, name = kwargs.pop("out", None), kwargs.pop("name", None)
    if not isinstance(name, (str, type(None))):
        raise GraphError(f"{public}: the name of a node is a str, got {brief(name)}")
    place_of_out = None if out is None else max(i for i, arg in enumerate(args) if arg is out)
    named = [key for key, value in kwargs.items() if isinstance(value, NDArray)]
    params = without_none(cls, {k: v for k, v in kwargs.items() if k not in named})
    if cls.variadic:
        params.setdefault(cls.variadic, len(inputs) + len(named))
    what = operation(cls.name, params)
    numbers_of = itertools.count()
    places = [None if value is None else next(numbers_of) for value in inputs]
    if isinstance(out, NDArray):
        next(numbers_of)        # it stands behind the inputs
    order = in_slots(public, what.op.inputs(), places, {key: next(numbers_of) for key in named})
    return what, None if order == list(range(next(numbers_of))) else order, place_of_out


def in_slots(name, slots, inputs, named):
    """Inputs in the order of slots, from those given in order and by name; raises GraphError."""
    unknown = next((key for key in named if key not in slots), None)
    if unknown:
        raise GraphError(f"{name} has no input '{unknown}'{near(unknown, slots)}; it takes the arrays "
                         f"{', '.join(slots)}")
    while len(inputs) > len(slots) and inputs[-1] is None:     # a bias that there is none of
        inputs = inputs[:-1]
    given = dict(zip(slots, inputs))
    twice = next((key for key in named if given.get(key) is not None), None)
    if twice:
        raise GraphError(f"{name}: input '{twice}' is given twice")
    given.update(named)
    missing = [slot for slot in slots if given.get(slot) is None]
    if missing or len(inputs) > len(slots):
        raise GraphError(f"{name} takes the arrays {', '.join(slots)}; "
                         + (f"missing are {', '.join(missing)}" if missing else f"got {len(inputs)}"))
    return [given[slot] for slot in slots]


def finish(function, cls, public, array_type):
    function.__name__ = function.__qualname__ = public
    function.__doc__ = documentation(cls)
    function.__signature__ = signature(cls, array_type, EXTRA[array_type])
    function.__module__ = (symbol if array_type is Symbol else ndarray).__name__
    return function


def install(module, make_function):
    """Offer every operator under all its names in module and its namespaces."""
    spaces = {name: ModuleType(f"{module.__name__}.{name}", f"The operators of {name}.")
              for name in dict.fromkeys(NAMESPACES.values())}
    names = {space: {} for space in (None, *spaces)}
    for alias in ALIASES:
        space, public = place(alias)
        names[space][public] = names["_internal"][alias] = alias
    for name, space in spaces.items():
        offer(space, names[name], make_function)
        setattr(module, name, space)
    offer(module, names[None], make_function)
    module.op = module


def offer(space, names, make_function):
    """Let space have a function for each of names, public -> that of the registry.

    It is made when it is first asked for: making all of the hundreds would take most of the time
    of an import.
    """
    def make_attribute(public):
        if public not in names:     # Python itself names what is near, from name and obj
            raise AttributeError(f"module '{space.__name__}' has no attribute '{public}'",
                                 name=public, obj=space)
        function = make_function(REGISTRY[ALIASES[names[public]]], names[public])
        setattr(space, public, function)
        return function
    space.__getattr__ = make_attribute
    space.__dir__ = lambda: sorted({*vars(space), *names})
    space.__all__ = sorted({*getattr(space, "__all__", ()),
                            *(name for name in names if not name.startswith("_"))})


def symbol_arithmetic(same, scalar, reverse=None):
    """A Python operator on symbols: strict in shapes, or with a number."""
    def method(self, other):
        if isinstance(other, (numbers.Number, np.generic)):
            name = reverse or scalar
            hint = name if name == "_rpower_scalar" else scalar_hint(name)      # as MXNet has it
            return create(name, hint, [self], {"scalar": other})
        if isinstance(other, (NDArray, np.ndarray)):
            raise TypeError(f"{same[0]} of a Symbol and a {type(other).__name__}: a symbol has no "
                            "values yet; let a Variable stand for the array, and bind it")
        if not isinstance(other, Symbol):
            return NotImplemented
        return create(same[0], same[1], [other, self] if reverse else [self, other], {})
    return method


def scalar_hint(name):
    """The automatic name of a scalar operator: _plus_scalar is called _plusscalar0 in MXNet."""
    comparison = any(name == c[2] for c in COMPARISONS.values())
    return name if comparison else name.replace("_scalar", "scalar")


HINTS = {"elemwise_add": "_plus", "elemwise_sub": "_minus", "elemwise_mul": "_mul",
         "elemwise_div": "_div"}


def install_methods():
    """Give Symbol its Python operators, and Symbol and NDArray the methods that mirror operators."""
    for name, (same, _, scalar, reverse) in ARITHMETIC.items():
        pair = (same, HINTS.get(same, same))
        setattr(Symbol, f"__{name}__", symbol_arithmetic(pair, scalar))
        setattr(Symbol, f"__r{name}__", symbol_arithmetic(pair, scalar, reverse))
    for name, (same, _, scalar) in COMPARISONS.items():
        setattr(Symbol, f"__{name}__", symbol_arithmetic((same, same), scalar))
    Symbol.__neg__ = lambda self: create("_mul_scalar", "_mulscalar", [self], {"scalar": -1.0})
    Symbol.__abs__ = lambda self: create("abs", "abs", [self], {})
    for name in METHODS:
        if name in ALIASES:
            for cls, module in ((Symbol, symbol), (NDArray, ndarray)):
                if not hasattr(cls, name):
                    setattr(cls, name, method(module, name))
    if "Cast" in ALIASES:
        Symbol.astype = lambda self, dtype: symbol.Cast(self, dtype=dtype)


def method(module, name):
    def call(self, *args, **kwargs):
        return getattr(module, name)(self, *args, **kwargs)
    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"The operator {name} with this as its first input; see {module.__name__}.{name}."
    return call


install(symbol, symbol_function)
install(ndarray, ndarray_function)
install_methods()

