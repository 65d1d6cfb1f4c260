"""Parameters: arrays that blocks learn, with their gradients, or constants."""
import warnings

import numpy as np

from ..autograd import mark_variables
from ..autograd.modes import pause
from ..context import Context, current_context
from ..creation import array, zeros
from ..dtypes import name_of, numpy_type
from ..errors import MXNetError
from ..hostarray import NDArray
from ..initializer import Uniform
from ..names import multiplier
from ..variable import var
from .values import context_list, detached, fill, place

REQS = ("write", "add", "null")
STYPES = ("default", "row_sparse", "csr")


class DeferredInitializationError(MXNetError):
    """A parameter's values were asked for before its shape was known."""


def shape_is_known(shape):
    """Whether a shape has no unknown length, 0 or -1."""
    return bool(shape) and all(length > 0 for length in shape)


def compatible(shape, other):
    """Whether two shapes may be the same one, lengths of 0 or -1 being unknown."""
    return len(shape) == len(other) and all(
        m == n or m <= 0 or n <= 0 for m, n in zip(shape, other))


class Parameter:
    """An array that a block learns: one copy for each context, each with a gradient.

    shape may have unknown lengths, 0 or -1, if allow_deferred_init: the first forward pass fills them
    in, and only then the array is made. grad_req is 'write', 'add' or 'null'. lr_mult and wd_mult
    multiply the rate and the decay of a Trainer's optimizer. init is an Initializer or its name, and
    goes before that of `initialize`. There are no sparse arrays: stype and grad_stype are accepted
    and have no effect. Raises ValueError for an argument that is none of those allowed.
    """

    kind = "Parameter"

    def __init__(self, name, grad_req="write", shape=None, dtype=np.float32, lr_mult=1.0, wd_mult=1.0,
                 init=None, allow_deferred_init=False, differentiable=True, stype="default",
                 grad_stype="default"):
        for what, value in (("grad_stype", grad_stype), ("stype", stype)):
            if value not in STYPES:
                raise ValueError(f"{what} for Parameter '{name}' must be one of 'default', "
                                 f"'row_sparse', or 'csr', but got '{value}'")
        self.name = name
        self._shape = (shape,) if isinstance(shape, (int, np.integer)) else shape
        name_of(dtype)      # checks
        self._dtype = dtype
        self.lr_mult, self.wd_mult = lr_mult, wd_mult
        self.init = init
        self._allow_deferred_init = allow_deferred_init
        self._differentiable = differentiable
        self._deferred = None       # (initializer, contexts, fallback, values) for when shape is known
        self._contexts = None
        self._data = self._grad = None      # an NDArray for each context
        self._var = None
        self._grad_req = None
        self.grad_req = grad_req

    def __setstate__(self, state):
        self.__dict__.update(state)
        if self._grad is not None:      # copies of arrays are not marked
            mark_variables(self._data, self._grad, self.grad_req)

    def __repr__(self):
        return f"{self.kind} {self.name} (shape={self.shape}, dtype={self.dtype})"

    # -- what it is like --------------------------------------------------------------------
    @property
    def grad_req(self):
        """How gradients are put into `grad`: 'write', 'add', or 'null', not at all."""
        return self._grad_req

    @grad_req.setter
    def grad_req(self, req):
        if req not in REQS:
            raise ValueError(f"grad_req must be one of 'write', 'add', or 'null', but got '{req}'")
        req = req if self._differentiable else "null"
        if req == self._grad_req:
            return
        self._grad_req = req
        if self._data is None:
            return
        if req == "null":
            self._grad = None
            self._data = [data.detach() for data in self._data]
        else:
            self._make_grad()

    @property
    def dtype(self):
        """The type; setting it casts the values."""
        return self._dtype

    @dtype.setter
    def dtype(self, dtype):
        self.cast(dtype)

    @property
    def shape(self):
        """The shape, with 0 or -1 for lengths that are not known yet; None if nothing is.

        Setting it fills in such lengths; ValueError for another shape.
        """
        return self._shape

    @shape.setter
    def shape(self, new_shape):
        if self._shape is not None and not (
                len(self._shape) == len(new_shape)
                and all(old <= 0 or new == old for new, old in zip(new_shape, self._shape))):
            raise ValueError(f"Expected shape {new_shape} is incompatible with given shape "
                             f"{self._shape}.")
        self._shape = new_shape
        self._var = None

    def cast(self, dtype):
        """Let the values and the gradient have another dtype."""
        name_of(dtype)
        self._dtype = dtype
        self._var = None
        if self._data is not None:
            self._data = [array(data, data.context, dtype) for data in map(detached, self._data)]
            self._make_grad()

    def var(self):
        """The symbol that stands for it in graphs."""
        if self._var is None:
            shape = self.shape and tuple(max(length, 0) for length in self.shape)
            multiplier(self.lr_mult, f"lr_mult of Parameter '{self.name}'")
            self._var = var(
                self.name, shape=shape, dtype=numpy_type(name_of(self.dtype)), lr_mult=self.lr_mult,
                wd_mult=self.wd_mult, init=self.init, __storage_type__="0")
        return self._var

    # -- values -----------------------------------------------------------------------------
    def initialize(self, init=None, ctx=None, default_init=None, force_reinit=False):
        """Make the values, on one context or a list of them, and gradients of 0.

        Without init, its own initializer is used, else default_init, else Uniform. With a shape that
        is not known yet all that is left to the first forward pass, if that is allowed; ValueError
        otherwise. A parameter that has values keeps them, with a warning, unless force_reinit.
        """
        if self._data is not None and not force_reinit:
            warnings.warn(f"Parameter '{self.name}' is already initialized, ignoring. Set "
                          "force_reinit=True to re-initialize.", stacklevel=2)
            return
        self._data = self._grad = None
        default_init = Uniform() if default_init is None else default_init
        if init is None:
            init = default_init if self.init is None else self.init
        contexts = context_list(ctx)
        if not shape_is_known(self.shape) and not self._allow_deferred_init:
            raise ValueError(f"Cannot initialize Parameter '{self.name}' because it has invalid "
                             f"shape: {self.shape}.")
        self._deferred = init, contexts, default_init, None
        if shape_is_known(self.shape):
            self._finish_deferred_init()

    def _finish_deferred_init(self):
        """Make what was left to be made, now that the shape is known."""
        if self._deferred is None:
            return
        init, contexts, default_init, data = self._deferred
        if not shape_is_known(self.shape):
            raise ValueError(f"Cannot initialize Parameter '{self.name}' because it has invalid "
                             f"shape: {self.shape}. Please specify in_units, in_channels, etc for "
                             "`Block`s.")
        if data is None:
            data = zeros(self.shape, None, self.dtype)
            with pause():
                fill(self.name, data, init, default_init)
        self._make(data, contexts)

    def _make(self, data, contexts):
        """Let the values be copies of an NDArray on contexts."""
        self._deferred = None
        self._contexts = list(contexts)
        with pause():
            self._data = [array(data, ctx, self.dtype) for ctx in contexts]
        self._make_grad()

    def _make_grad(self):
        if self.grad_req == "null":
            self._grad = None
            return
        self._grad = [zeros(data.shape, data.context, data.dtype) for data in self._data]
        mark_variables(self._data, self._grad, self.grad_req)

    def _load_init(self, data, ctx, cast_dtype=False, dtype_source="current"):
        """Take values from an NDArray, as those of a file. Raises ValueError if they do not fit."""
        failed = f"Failed loading Parameter '{self.name}' from saved params: "
        if self.shape:
            if not compatible(self.shape, data.shape):
                raise ValueError(f"{failed}shape incompatible expected {self.shape} vs saved "
                                 f"{data.shape}")
            self.shape = data.shape
        if name_of(self.dtype) != name_of(data.dtype):
            if not cast_dtype:
                raise ValueError(f"{failed}dtype incompatible expected {self.dtype} vs saved "
                                 f"{data.dtype}. Set cast_dtype=True to cast the dtype of saved "
                                 "params.")
            if dtype_source not in ("current", "saved"):
                raise ValueError(f"dtype_source is 'current' or 'saved', got {dtype_source!r}")
            if dtype_source == "saved":
                self.dtype = data.dtype
        before = self._contexts if self._data is not None else self._deferred and self._deferred[1]
        contexts = None if ctx is None else context_list(ctx)
        if before and contexts is not None and set(contexts) != set(before):
            raise ValueError(f"Failed to load Parameter '{self.name}' on {contexts} because it was "
                             f"previous initialized on {before}.")
        if self._data is None:
            self._shape, self._var = data.shape, None
            self._make(data, before or contexts or [Context("cpu", 0)])
        else:
            self.set_data(data)
        self._deferred = None

    def set_data(self, data):
        """Let the values on all contexts be those of an array. MXNetError before `initialize`."""
        data = data if isinstance(data, NDArray) else array(data)
        self.shape = data.shape
        if self._data is not None:
            for own in self._data:
                detached(own)[:] = data
        elif self._deferred is not None:
            self._deferred = (*self._deferred[:3], data)
        else:
            raise MXNetError(f"Parameter '{self.name}' has not been initialized")

    def data(self, ctx=None):
        """The values on a context, the only one by default; see `list_data` for errors."""
        data = self._data
        if data is not None and ctx is None and len(data) == 1:
            return data[0]
        return self._of(self._data, ctx)

    def list_data(self):
        """The values on every context.

        Raises MXNetError before `initialize`, and DeferredInitializationError before the first
        forward pass if the shape depends on it.
        """
        return list(self._all(self._data))

    def grad(self, ctx=None):
        """The gradient on a context; MXNetError if grad_req is 'null', and as `list_data`."""
        self._require_grad()
        return self._of(self._grad, ctx)

    def list_grad(self):
        """The gradients on every context; see `grad`."""
        self._require_grad()
        return list(self._all(self._grad))

    def zero_grad(self):
        """Set the gradients to 0, if there are any."""
        for grad in self._grad or ():
            grad[:] = 0

    def list_ctx(self):
        """The contexts it was initialized on."""
        if self._data is not None:
            return list(self._contexts)
        if self._deferred is None:
            raise MXNetError(f"Parameter '{self.name}' has not been initialized")
        return list(self._deferred[1])

    def reset_ctx(self, ctx):
        """Move it to other contexts, one or a list. Raises ValueError before `initialize`."""
        contexts = context_list(ctx)
        if self._data is not None:
            self._make(self._mean(), contexts)
        elif self._deferred is not None:
            init, _, default_init, data = self._deferred
            self._deferred = init, contexts, default_init, data
        else:
            raise ValueError(f"Cannot reset context for Parameter '{self.name}' because it has not "
                             "been initialized.")

    def _mean(self):
        """The mean of the values on all contexts, on the host."""
        copies = [detached(data) for data in self.list_data()]
        if len(copies) == 1:
            return copies[0].copy()
        return array(np.mean([data._np for data in copies], axis=0), dtype=copies[0].dtype)

    _reduce = _mean

    def row_sparse_data(self, row_id):
        """Raises MXNetError: there are no sparse arrays."""
        raise MXNetError(f"Cannot return a copy of Parameter {self.name} via row_sparse_data() "
                         "because its storage type is default. Please use data() instead.")

    def list_row_sparse_data(self, row_id):
        """Raises MXNetError: there are no sparse arrays."""
        self.row_sparse_data(row_id)

    # -- looking up -------------------------------------------------------------------------
    def _require_grad(self):
        if self._data is not None and self._grad is None:
            raise MXNetError(f"Cannot get gradient array for Parameter '{self.name}' because "
                             "grad_req='null'")

    def _all(self, arrays):
        if arrays is not None:
            return arrays
        if self._deferred is not None:
            raise DeferredInitializationError(
                f"Parameter '{self.name}' has not been initialized yet because initialization was "
                "deferred. Actual initialization happens during the first forward pass. Please pass "
                "one batch of data through the network before accessing Parameters. You can also "
                "avoid deferred initialization by specifying in_units, num_features, etc., for "
                "network layers.")
        raise MXNetError(
            f"Parameter '{self.name}' has not been initialized. Note that you should initialize "
            "parameters and create Trainer with Block.collect_params() instead of Block.params "
            "because the later does not include Parameters of nested child Blocks")

    def _of(self, arrays, ctx):
        arrays = self._all(arrays)
        if ctx is None:
            if len(arrays) == 1:
                return arrays[0]
            ctx = current_context()
        for own, found in zip(self._contexts, arrays):
            if own is ctx or place(own) == place(ctx):
                return found
        raise MXNetError(f"Parameter '{self.name}' was not initialized on context {ctx}. It was only "
                         f"initialized on {self._contexts}.")
