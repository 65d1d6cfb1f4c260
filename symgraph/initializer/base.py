"""The base class of initializers, the names that select a rule, and the registry."""
import json
import warnings

import numpy as np

from .. import log
from ..names import near

_CLASSES = {}

# A name that ends like this is filled by that method, unless the variable says otherwise.
_SUFFIXES = (
    ("weight", "_init_weight"),
    ("bias", "_init_bias"),
    ("gamma", "_init_gamma"),
    ("beta", "_init_beta"),
    ("moving_mean", "_init_zero"),
    ("running_mean", "_init_zero"),
    ("moving_inv_var", "_init_zero"),
    ("moving_avg", "_init_zero"),
    ("moving_var", "_init_one"),
    ("running_var", "_init_one"),
    ("min", "_init_zero"),
    ("max", "_init_one"),
)

# Names given as plain text, without an InitDesc, follow these conventions of old scripts first.
_OLD_NAMES = (
    ("upsampling", "weight", "_init_bilinear"),
    ("stn_loc", "weight", "_init_zero"),
    ("stn_loc", "bias", "_init_loc_bias"),
)


class InitDesc(str):
    """The name of an array to initialize, with what its variable says about it.

    `attrs` are the attributes of the variable as in `Symbol.attr_dict()`; `__init__` among them
    names the initializer to use. `global_init` is the one to fall back to; the initializer that is
    called fills it in if it is None.
    """

    def __new__(cls, name, attrs=None, global_init=None):
        desc = super().__new__(cls, name)
        desc.attrs = attrs or {}
        desc.global_init = global_init
        return desc


def register(klass):
    """Make the initializer class available to `create` under its lower-case name."""
    return alias(klass.__name__)(klass)


def alias(*aliases):
    """Return a decorator that registers an initializer class under further names."""

    def decorate(klass):
        if not (isinstance(klass, type) and issubclass(klass, Initializer)):
            raise TypeError(f"register: a subclass of Initializer expected, {klass!r} given")
        for name in aliases:
            key = name.lower()
            known = _CLASSES.get(key, klass)
            if known is not klass:
                warnings.warn(
                    f"initializer {key!r} was {_full_name(known)}, now it is {_full_name(klass)}",
                    stacklevel=3,
                )
            _CLASSES[key] = klass
        return klass

    return decorate


def create(initializer, *args, **kwargs):
    """Return the initializer that is given by an instance, a name, a JSON text or a dict.

    `create("xavier", magnitude=2)`, `create('["xavier", {"magnitude": 2}]')` (what `dumps` writes)
    and `create({"initializer": "xavier", "magnitude": 2})` mean the same. Raises ValueError for an
    unknown name and TypeError for anything else.
    """
    if isinstance(initializer, Initializer):
        if args or kwargs:
            raise ValueError(
                f"create: {initializer.dumps()} is an initializer already, it takes no further "
                "arguments"
            )
        return initializer
    if isinstance(initializer, dict):
        return create(**initializer)
    if not isinstance(initializer, str):
        raise TypeError(
            "create: an Initializer, its name, its JSON text or a dict expected, "
            f"{type(initializer).__name__} given"
        )
    if initializer.startswith("["):
        name, kwargs = json.loads(initializer)
        return create(name, **kwargs)
    if initializer.startswith("{"):
        return create(**json.loads(initializer))
    return _find(initializer)(*args, **kwargs)


def _find(name):
    """Return the class registered as `name`."""
    if name.lower() not in _CLASSES:
        raise ValueError(
            f"initializer {name!r} is not registered{near(name, _CLASSES)}; known are "
            f"{', '.join(sorted(_CLASSES))}; register an own class with initializer.register"
        )
    return _CLASSES[name.lower()]


def _full_name(klass):
    return f"{klass.__module__}.{klass.__qualname__}"


def _plain(value):
    """Return an array or a numpy number as what JSON can hold."""
    if hasattr(value, "asnumpy"):
        value = value.asnumpy()
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"initializer: {type(value).__name__} cannot be written as JSON")


def _root_mean_square(array):
    return str(np.sqrt(np.mean(np.square(array.asnumpy(), dtype=np.float64))))


class Initializer:
    """Fills arrays by rules that depend on their names.

    Subclasses define `_init_weight(desc, array)`, and override any other rule: by default biases
    and beta become 0, gamma 1, moving means 0 and moving variances 1. Keyword arguments are what
    `dumps` writes down, so that `create(init.dumps())` is an equal initializer.
    """

    def __init__(self, **kwargs):
        self._kwargs = kwargs
        self._verbose = False
        self._print_func = None

    def __eq__(self, other):
        if not isinstance(other, Initializer):
            return NotImplemented
        return type(self) is type(other) and self.dumps() == other.dumps()

    def __hash__(self):
        return hash((type(self), self.dumps()))

    def set_verbosity(self, verbose=False, print_func=None):
        """Report every array that is filled through `logging`, and return the initializer.

        `print_func` makes a text of an NDArray; by default it is the root mean square.
        """
        self._verbose = verbose
        self._print_func = print_func or _root_mean_square
        return self

    def dumps(self):
        """Return the initializer as JSON, such as `["uniform", {"scale": 0.07}]`."""
        return json.dumps([type(self).__name__.lower(), self._kwargs], default=_plain)

    def __call__(self, desc, arr):
        """Fill the NDArray `arr` by the rule for `desc`, an InitDesc or a plain name.

        Raises ValueError where no rule fits the name.
        """
        if not isinstance(desc, str):
            raise TypeError(
                f"{type(self).__name__}: an InitDesc or a name expected, "
                f"{type(desc).__name__} given"
            )
        own = self._own_pattern(desc)
        if own:
            create(own)._init_weight(desc, arr)
            self._report(desc, own, arr)
            return
        rule = _rule(desc)
        getattr(self, rule)(desc, arr)
        self._report(desc, rule.removeprefix("_init_"), arr)

    def _own_pattern(self, desc):
        """Return what the variable itself asks for, and note the fallback."""
        if not isinstance(desc, InitDesc):
            return None
        if desc.global_init is None:
            desc.global_init = self
        return desc.attrs.get("__init__")

    def _report(self, desc, rule, arr):
        if self._verbose:
            log.info("Initialized %s as %s: %s", desc, rule, self._print_func(arr))

    def _init_weight(self, desc, arr):
        raise NotImplementedError(
            f"{type(self).__name__} must define _init_weight(desc, arr) to fill '{desc}'"
        )

    def _init_bias(self, desc, arr):
        arr[:] = 0.0

    def _init_gamma(self, desc, arr):
        arr[:] = 1.0

    def _init_beta(self, desc, arr):
        arr[:] = 0.0

    def _init_zero(self, desc, arr):
        arr[:] = 0.0

    def _init_one(self, desc, arr):
        arr[:] = 1.0

    def _init_bilinear(self, desc, arr):
        arr[:] = bilinear_kernel(desc, arr.shape)

    def _init_loc_bias(self, desc, arr):
        if arr.shape != (6,):
            raise ValueError(
                f"{type(self).__name__}: '{desc}' is the bias of an affine transform and must be "
                f"of shape (6,), found {arr.shape}"
            )
        # The identity transform, as the two rows of its 2 x 3 matrix.
        arr[:] = np.array([1, 0, 0, 0, 1, 0])

    def _init_default(self, desc, arr):
        raise ValueError(
            f"{type(self).__name__}: no rule for the name '{desc}'; names end in "
            f"{', '.join(suffix for suffix, _ in _SUFFIXES)}. Give the variable an initializer of "
            f"its own, Variable('{desc}', init=...), or give the values as arg_params"
        )


def _rule(desc):
    """Return the name of the method that fills an array of this name."""
    if not isinstance(desc, InitDesc):
        for prefix, suffix, rule in _OLD_NAMES:
            if desc.startswith(prefix) and desc.endswith(suffix):
                return rule
    for suffix, rule in _SUFFIXES:
        if desc.endswith(suffix):
            return rule
    return "_init_default"


def bilinear_kernel(desc, shape):
    """Return the weights of a Deconvolution that upsamples linearly, shape (..., height, width).

    Along each axis of size k it is `1 - |i / f - c|` with `f = ceil(k / 2)` and
    `c = (2 f - 1 - f % 2) / (2 f)`, the filler of Caffe. Raises ValueError below two axes.
    """
    if len(shape) < 4:
        raise ValueError(
            f"Bilinear: '{desc}' must be of shape (channels, filters, height, width), found {shape}"
        )
    rows, columns = (_tent(size) for size in shape[-2:])
    return np.broadcast_to(np.outer(rows, columns), shape)


def _tent(size):
    half = -(-size // 2)
    center = (2 * half - 1 - half % 2) / (2 * half)
    return 1 - np.abs(np.arange(size) / half - center)
