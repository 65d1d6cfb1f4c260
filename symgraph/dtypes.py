"""The one table of data types: MXNet's number, the NumPy type, and how kernels treat it."""
import numpy as np

from .errors import InferenceError

# The numbers are MXNet's, so they serve in files and in csrc/symgraph.h alike.
CODES = {"float32": 0, "float64": 1, "float16": 2, "uint8": 3, "int32": 4, "int8": 5,
         "int64": 6, "bool": 7}
NAMES = {code: name for name, code in CODES.items()}
SIZES = {name: np.dtype(name).itemsize for name in CODES}
FLOATS = ("float32", "float64")                      # what most kernels compute in
DIFFERENTIABLE = ("float16", *FLOATS)               # what a gradient may have
DEFAULT = "float32"


def name_of(dtype, of=None):
    """The name of a dtype given as a name, a NumPy type or MXNet's number; None stays None.

    Raises InferenceError for a type that symgraph has no kernels for; of says what has it.
    """
    if dtype is None or dtype in CODES:
        return dtype
    if isinstance(dtype, (int, np.integer)) and not isinstance(dtype, bool):
        if int(dtype) in NAMES:
            return NAMES[int(dtype)]
    else:
        try:
            name = np.dtype(dtype).name
        except TypeError:
            name = None
        if name in CODES:
            return name
    whose = f"the dtype of {of}: " if of else ""
    raise InferenceError(f"{whose}{dtype!r} is no data type of symgraph; it has {', '.join(CODES)}")


def code_of(dtype, of=None):
    """MXNet's number of a dtype given as name_of takes it."""
    return CODES[name_of(dtype, of)]


def numpy_type(name):
    """The NumPy type that the name of a dtype stands for; None stays None."""
    return None if name is None else np.dtype(name).type
