"""NumPy and numexpr on elementwise chains and reductions, as `array_peer.py JOB numexpr`."""
import importlib
import sys

import numpy as np
from common import best, main

NAMES = "sum", "mean", "max", "argmax", "where", "cumsum", "sqrt", "tanh", "exp", "sin"
NUMPY_ALONE = "mean", "argmax", "cumsum", "x.astype"     # how expressions begin that numexpr has not
module = importlib.import_module(sys.argv[2])


def expressions(job):
    """Seconds of expressions in NumPy's notation, for each and each size of its arrays."""
    return {f"{text}, {size}": best(calling(text, size), job)
            for text in job["expressions"] for size in job["sizes"]
            if module is np or not text.startswith(NUMPY_ALONE)}


def calling(text, size):
    """A function that evaluates an expression of x and y."""
    rng = np.random.RandomState(0)
    names = {name: rng.uniform(-0.1, 0.1, (size // 100, 100)).astype("float32") for name in "xy"}
    if module is np:
        code = compile(text, text, "eval")
        names.update({name: getattr(np, name) for name in NAMES})
        return lambda: eval(code, names)
    out = None if text.startswith(("sum", "max", "x <")) else np.empty_like(names["x"])
    return lambda: module.evaluate(text, names, out=out)


if __name__ == "__main__":
    main(module.__version__, expressions)
