"""How symbols begin and come together: Variable and Group."""
from . import ir
from .dtypes import code_of
from .expression import Symbol
from .names import AttrScope, current, hidden, multiplier, near
from .op import as_shape
from .params import written


def Variable(name, attr=None, shape=None, lr_mult=None, wd_mult=None, dtype=None, init=None,
             stype=None, **kwargs):
    """A variable: an argument or auxiliary state, known by its name everywhere.

    shape, dtype, init (an Initializer or its JSON), lr_mult and wd_mult are declared with it; other
    keywords are attributes __key__. Raises TypeError for a name or a shape that is none, ValueError
    for a multiplier that is no number.
    """
    if not isinstance(name, str):
        raise TypeError(f"a variable's name is a str, got {name!r}")
    attrs = hidden(current(AttrScope).get(attr))
    if shape is not None:
        attrs["__shape__"] = str(as_shape(shape, f"variable '{name}'"))
    for key, mult in (("lr_mult", lr_mult), ("wd_mult", wd_mult)):
        if mult is not None:
            attrs[f"__{key}__"] = str(multiplier(mult, f"{key} of variable '{name}'"))
    if dtype is not None:
        attrs["__dtype__"] = str(code_of(dtype, f"variable '{name}'"))
    if init is not None:
        if isinstance(init, type) or not (isinstance(init, str) or hasattr(init, "dumps")):
            raise TypeError(f"init of variable '{name}' is an initializer, as mx.init.One(), or the "
                            f"name of one, got {init!r}")
        attrs["__init__"] = init if isinstance(init, str) else init.dumps()
    for key, value in kwargs.items():
        if not (key.startswith("__") and key.endswith("__")):
            meant = near(key, ("attr", "shape", "lr_mult", "wd_mult", "dtype", "init"))
            raise ValueError(f"Variable '{name}' has no argument '{key}'{meant}; as an attribute of "
                             f"your own it must be called __{key}__")
        attrs[key] = written(value)
    return Symbol([ir.Ref(ir.Node(name, None, attrs))])


var = Variable


def Group(symbols):
    """One symbol with the outputs of several, in order. Raises TypeError if one is no Symbol."""
    symbols = list(symbols) if hasattr(symbols, "__iter__") else symbols
    if not symbols or not isinstance(symbols, list) or not all(isinstance(s, Symbol) for s in symbols):
        raise TypeError(f"Group takes a list of Symbols, one at least, got {symbols!r}")
    return Symbol([head for symbol in symbols for head in symbol.heads])


__all__ = ["Group", "Variable", "var"]
