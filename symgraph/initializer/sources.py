"""Initializers that choose between others: by pattern, or by what a file holds."""
import os
import re

from .. import log, ndarray
from ..names import pattern_of


class Load:
    """Initializes from saved values, and by another initializer where there is none.

    `param` is a file that `ndarray.save` wrote from a dict, or such a dict; "arg:" and "aux:" in
    front of the names are dropped. With `verbose`, `logging` tells where each value came from.
    """

    def __init__(self, param, default_init=None, verbose=False):
        if isinstance(param, (str, os.PathLike)):
            param = ndarray.load(os.fspath(param))
        if not isinstance(param, dict):
            raise TypeError(
                "Load: a dict of arrays by name, or a file of one, expected, "
                f"{type(param).__name__} given"
            )
        self.param = {re.sub("^(arg|aux):", "", name): value for name, value in param.items()}
        self.default_init = default_init
        self.verbose = verbose

    def __call__(self, name, arr):
        """Fill the NDArray `arr`. Raises ValueError where the shape or the value is missing."""
        if name in self.param:
            self._copy(name, arr)
            source = "loading"
        elif self.default_init is not None:
            self.default_init(name, arr)
            source = "default"
        else:
            raise ValueError(
                f"Load: '{name}' is not among the {len(self.param)} arrays loaded; give a "
                "default_init for it"
            )
        if self.verbose:
            log.info("Initialized %s by %s", name, source)

    def _copy(self, name, arr):
        value = self.param[name]
        if tuple(value.shape) != tuple(arr.shape):
            raise ValueError(
                f"Load: '{name}' must be of shape {tuple(arr.shape)}, the loaded array is of "
                f"shape {tuple(value.shape)}"
            )
        arr[:] = value


class Mixed:
    """Initializes each array by the first of several initializers whose pattern fits its name.

    `patterns` are regular expressions, matched from the start of the name; `initializers` are as
    many initializers.
    """

    def __init__(self, patterns, initializers):
        if len(patterns) != len(initializers):
            raise ValueError(
                f"Mixed: one initializer for each pattern expected, {len(patterns)} patterns and "
                f"{len(initializers)} initializers given"
            )
        self.map = [
            (pattern_of(pattern, "Mixed: a pattern"), init)
            for pattern, init in zip(patterns, initializers, strict=True)
        ]

    def __call__(self, name, arr):
        """Fill the NDArray `arr`. Raises ValueError where no pattern fits."""
        for pattern, init in self.map:
            if pattern.match(name):
                init(name, arr)
                return
        raise ValueError(
            f"Mixed: '{name}' fits none of the patterns "
            f"{', '.join(repr(pattern.pattern) for pattern, _ in self.map)}; add '.*' at the end"
        )
