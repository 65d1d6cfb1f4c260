"""The kinds of operator parameters: what a call or a JSON file may give, and what it becomes."""
import ast
import numbers
import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .dtypes import name_of
from .errors import MXNetError

INT64 = -2 ** 63, 2 ** 63 - 1


@dataclass(frozen=True)
class Kind:
    """A kind of parameter: how help calls it, how a value of it is read, its Python type."""

    text: str
    read: Callable
    hint: str
    none: bool = False      # whether None is a value, not the same as nothing given
    values: tuple = ()      # all that may be given, if that is a choice of some

    def __repr__(self):
        return self.text


def literal(value):
    """What a JSON file's text means; other values stay. Python 2's 3L is 3."""
    if not isinstance(value, str):
        return value
    try:
        return ast.literal_eval(re.sub(r"(?<=\d)L\b", "", value.strip()))
    except (ValueError, SyntaxError):
        raise ValueError(value) from None


def read_bool(value):
    """A boolean from a boolean, a number or text; bool("False") would be True."""
    if isinstance(value, str):
        return {"true": True, "1": True, "false": False, "0": False}[value.strip().lower()]
    if isinstance(value, (bool, np.bool_, numbers.Number)):
        return bool(value)
    raise TypeError


def read_int(value):
    """A whole number; 3.0 is one, 3.5 and True's text are not."""
    number = literal(value)
    if not isinstance(number, (numbers.Number, np.generic)) or int(number) != number:
        raise TypeError
    if not INT64[0] <= number <= INT64[1]:
        raise OverflowError
    return int(number)


def read_float(value):
    if isinstance(value, str):
        return float(value)
    if not isinstance(value, (numbers.Number, np.generic)):
        raise TypeError
    return float(value)


def read_number(value):
    """A float, or an int if a whole number is given as one: no float is 2 ** 53 + 1."""
    if isinstance(value, str):
        try:
            value = int(value)
        except ValueError:
            return float(value)
    if not isinstance(value, numbers.Integral):
        return read_float(value)
    float(value)        # an OverflowError if nothing can hold it
    return int(value)


def read_limit(value):
    number = read_number(value)
    if number != number:
        raise ValueError
    return number


def read_str(value):
    if not isinstance(value, str):
        raise TypeError
    return value


def read_context(value):
    """The text of a context, from text or a Context."""
    return read_str(str(value) if hasattr(value, "device_type") else value)


def sequence(item, text, hint):
    """Tuples of item; a lone value is a tuple of one."""
    def read(value):
        value = literal(value)
        values = value if isinstance(value, (tuple, list, np.ndarray)) else (value,)
        return tuple(item(v) for v in values)
    return Kind(text, read, f"{hint} | Sequence[{hint}]")


def optional(kind):
    """kind, or None."""
    kind = KINDS.get(kind, kind)

    def read(value):
        return None if value is None or value in ("None", "none", "") else kind.read(value)
    return Kind(f"{kind.text} or None", read, f"{kind.hint} | None", none=True,
                values=kind.values)


def choice(*names):
    """One of a few words."""
    def read(value):
        if value not in names:
            raise ValueError
        return value
    listed = ", ".join(map(repr, names))
    return Kind("{" + listed + "}", read, f"Literal[{listed}]", values=names)


def read_dtype(value):
    name = name_of(value)
    if name is None:
        raise TypeError
    return name


def dtype_among(*names):
    """One of a few dtypes, by name, NumPy type or number."""
    def read(value):
        name = read_dtype(value)
        if name not in names:
            raise ValueError
        return name
    listed = ", ".join(map(repr, names))
    return Kind("{" + listed + "}", read, f"Literal[{listed}] | type")


def read_index(value):
    return None if value is None else read_int(value)


KINDS = {bool: Kind("bool", read_bool, "bool", values=(True, False)), int: Kind("int", read_int, "int"),
         float: Kind("float", read_float, "float"), str: Kind("str", read_str, "str")}
NUMBER = Kind("float", read_number, "float")
LIMIT = Kind("float other than nan", read_limit, "float")
SHAPE = sequence(read_int, "tuple of int", "int")
FLOATS = sequence(read_float, "tuple of float", "float")
SLICES = sequence(read_index, "tuple of int or None", "int | None")   # slice(begin=(None, 1))
AXES = optional(SHAPE)                                  # an axis, several, or None for all
CONTEXT = Kind("context", read_context, "str | Context")
DTYPE = Kind("dtype", read_dtype, "str | type")


def read(kind, value):
    """value as kind; raises MXNetError that says what was expected."""
    kind = KINDS.get(kind, kind)
    try:
        return kind.read(value)
    except OverflowError:
        raise ValueError(f"expected {kind.text} that 64 bits can hold, got {value!r}") from None
    except MXNetError as error:
        raise ValueError(str(error)) from None
    except (TypeError, ValueError, KeyError):
        raise ValueError(f"expected {kind.text}, got {value!r}") from None


def nearest_whole(number):
    """The whole number that integers take for number: cut off, held within int64, 0 for NaN."""
    low, high = INT64
    if number != number:
        return 0
    return low if number <= low else high if number >= high else int(number)


def written(value):
    """The text that stands for value in a JSON file, as MXNet writes it."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, np.ndarray):
        value = tuple(value.tolist())
    if isinstance(value, (type, np.dtype)):
        return name_of(value)
    if isinstance(value, (tuple, list)):
        value = type(value)(v.item() if isinstance(v, np.generic) else v for v in value)
    return str(value)
