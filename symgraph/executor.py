"""Binding: a compiled graph plus the arrays it works on."""
import numpy as np

from . import random
from .context import cpu
from .creation import array, zeros
from .errors import GraphError, MXNetError
from .hostarray import NDArray
from .names import brief, listed, near
from .python_call import Bases


class Arrays(dict):
    """The arrays of an executor by name. They are bound: to be written into, not to be replaced."""

    def __init__(self, what, arrays):
        super().__init__(arrays)
        self.what = what

    def __missing__(self, name):
        raise KeyError(f"{self.what} has no array '{name}'{near(name, self)}; there are "
                       f"{listed(self) or 'none'}")

    def __setitem__(self, name, value):
        raise TypeError(f"{self.what}['{name}'] is bound to the executor, which would not see another "
                        f"array; write into it, {self.what}['{name}'][:] = ..., or change a copy, "
                        f"dict({self.what})")

    def update(self, *others, **named):
        """Raises TypeError as soon as there is anything to set."""
        for name, value in dict(*others, **named).items():
            self[name] = value

    def __reduce__(self):
        return dict, (dict(self),)      # copies may be changed


class Executor:
    """A symbol bound to arrays: forward(), then backward().

    Made by Symbol.bind and Symbol.simple_bind. `arg_dict`, `grad_dict` and `aux_dict` hold the very
    arrays that kernels read and write; `outputs` are filled anew by each forward.
    """

    def __init__(self, symbol, plan, arrays, store, ctx=None):
        self._symbol = symbol
        self._store = store
        self._ctx = ctx or cpu()
        self.arg_dict = Arrays("arg_dict", ((n, arrays["arg", n]) for n in plan.arg_names))
        self.grad_dict = Arrays("grad_dict", ((n, arrays.get(("grad", n))) for n in plan.arg_names))
        self.aux_dict = Arrays("aux_dict", ((n, arrays["aux", n]) for n in plan.aux_names))
        self.outputs = [zeros(shape, self._ctx, dtype) for shape, dtype in plan.outputs]
        self._seeds = {}            # head number -> the array that its gradient is read from
        self._monitor = None
        self._key = 0
        self._states_before = {}
        self._adopt(plan)
        self._fast_plan = plan

    def _adopt(self, plan):
        """Run plan from now on."""
        self._plan = plan
        self._program = plan.program.twin()
        self._program.blocks = self._store.arena.blocks
        self._bases = Bases(len(plan.bases))
        found = {"out": self.outputs, "arg": self.arg_dict, "aux": self.aux_dict,
                 "grad": self.grad_dict}
        for base, (kind, name) in enumerate(plan.bases):
            if kind in found:
                self._point(base, found[kind][name])
        self._store.arena.reserve(plan.arena)
        self._trained = False       # whether the last forward was for training

    def _point(self, base, array_):
        self._bases.point(base, array_._np)

    # -- the arrays, as lists and by name ---------------------------------------------------
    @property
    def arg_arrays(self):
        return list(self.arg_dict.values())

    @property
    def grad_arrays(self):
        return list(self.grad_dict.values())

    @property
    def aux_arrays(self):
        return list(self.aux_dict.values())

    @property
    def output_dict(self):
        """Outputs by name; raises ValueError if two have one name."""
        names = self._symbol.list_outputs()
        if len(set(names)) != len(names):
            raise ValueError(f"outputs have equal names: {names}; use the list `outputs`")
        return Arrays("output_dict", zip(names, self.outputs))

    # -- running ----------------------------------------------------------------------------
    def forward(self, is_train=False, **kwargs):
        """Compute the outputs; they stay valid until the next forward.

        kwargs are new values of arguments, NDArrays or what NumPy takes, of the bound shapes.
        is_train makes BatchNorm and Dropout work as in training and moves states.
        Raises MXNetError for an unknown name or another shape, and for data kernels refuse.
        """
        if isinstance(is_train, (NDArray, np.ndarray, list, dict)):
            raise TypeError(f"forward: is_train is True or False, got {type(is_train).__name__}; "
                            "arrays are given by name, as forward(data=...)")
        for name, value in kwargs.items():
            self._set_argument(name, value)
        if not self._plan.pure:
            self._key = random.next_key()
        self._trained = False
        self._states_before = self._states() if is_train and self._plan.keeps_states else {}
        self._compute(bool(is_train), move_states=True, watched=self._monitor is not None)
        count_writes(self.outputs, self.aux_dict.values() if is_train else ())
        self._trained = bool(is_train)
        return self.outputs

    def backward(self, out_grads=None, is_train=True):
        """Compute the gradients of the last forward(is_train=True).

        out_grads is the gradient of each output (not the output itself): an NDArray, a list with one
        per output, or a dict by output name. Losses need none. Raises MXNetError if there was no
        training forward, or if an output that is no loss has no gradient.
        """
        if not self._trained:
            raise GraphError("backward() needs a forward(is_train=True) before it: only that keeps "
                             "what gradients are made from")
        self._set_seeds(out_grads)
        arena = self._store.arena
        if arena.tenant is not self:
            self._recompute()
        arena.tenant = None         # backward reuses the memory of the activations
        for name in self._plan.unreached:
            self.grad_dict[name]._np.fill(0)
        self._run(self._program.n_forward, len(self._program.nodes), True, True)
        count_writes([grad for grad in self.grad_dict.values() if grad is not None])

    def _compute(self, is_train, move_states, watched=False):
        arena = self._store.arena
        arena.tenant = None
        arena.blocks.clear()
        if watched:
            self._run_watched(is_train)
        else:
            self._run(0, self._program.n_forward, is_train, move_states)
        arena.tenant = self         # only now are the activations complete

    def _recompute(self):
        """Another call has used the memory of our activations: compute them once more.

        With the same random numbers, from the states of that forward, and leaving states as they are.
        """
        now = self._states() if self._states_before else {}
        self._set_states(self._states_before)
        self._compute(True, move_states=bool(now))
        self._set_states(now)

    def _states(self):
        """Copies of the values of all states, by name."""
        return {name: array_._np.copy() for name, array_ in self.aux_dict.items()}

    def _set_states(self, states):
        for name, values in states.items():
            self.aux_dict[name]._np[...] = values

    def _run(self, begin, end, is_train, move_states):
        self._bases.point(0, self._store.arena.memory)
        self._program.run(self._bases, begin, end, is_train, self._key, move_states)

    def _run_watched(self, is_train):
        """One instruction at a time; the monitor sees each output before memory is reused."""
        callback, monitor_all = self._monitor
        if monitor_all:
            for name, value in (*self.arg_dict.items(), *self.aux_dict.items()):
                callback(name, value)
        for pc in range(self._program.n_forward):
            self._run(pc, pc + 1, is_train, True)
            for name, base, offset, shape, dtype in self._plan.watched(pc):
                callback(name, self._value(base, offset, shape, dtype))

    def _value(self, base, offset, shape, dtype):
        """A copy of what lives at a home now."""
        made = zeros(shape, self._ctx, dtype)
        made._np[...] = self._bases.view(base, offset, shape, dtype)
        return made

    def _set_argument(self, name, value):
        if name not in self.arg_dict:
            hint = (f" (it is an auxiliary state, aux_dict['{name}'][:] = ... sets it)"
                    if name in self.aux_dict else near(name, self.arg_dict))
            raise MXNetError(f"forward: there is no argument '{name}'{hint}; there are "
                             f"{listed(self.arg_dict)}")
        bound = self.arg_dict[name]
        value = as_array(value, bound.dtype, f"forward: argument '{name}'")
        if value.shape != bound.shape:
            raise MXNetError(f"forward: argument '{name}' is bound with shape {bound.shape}, "
                             f"got {value.shape}; use reshape() for other shapes")
        if value is not bound:
            bound._np[...] = value._np
            bound.written()

    def _set_seeds(self, out_grads):
        """Point the program at the head gradients, in place where their memory allows it."""
        given = self._as_list(out_grads)
        for number, (base, shape, dtype) in self._plan.seeds.items():
            seed = given[number] if number < len(given) else None
            if seed is None:
                raise MXNetError(
                    f"backward: output '{self._symbol.list_outputs()[number]}' is no loss and needs "
                    "its gradient in out_grads (or wrap it: MakeLoss makes it a loss, BlockGrad "
                    "stops its gradient)")
            name = self._symbol.list_outputs()[number]
            seed = as_array(seed, dtype, f"backward: the gradient of '{name}'")
            if seed.shape != shape:
                raise MXNetError(f"backward: output '{name}' has shape {shape}, its gradient "
                                 f"{seed.shape}")
            values = seed._np
            if values.dtype.name != dtype or not values.flags.c_contiguous or \
                    any(seed is out for out in self.outputs):
                seed = array(seed, dtype=dtype)
            self._seeds[number] = seed      # kept alive while the program may read it
            self._point(base, seed)

    def _as_list(self, out_grads):
        names = self._symbol.list_outputs()
        if out_grads is None:
            return []
        if isinstance(out_grads, dict):
            unknown = [name for name in out_grads if name not in names]
            if unknown:
                raise MXNetError(f"backward: no output is called {', '.join(map(str, unknown))}; "
                                 f"there are {', '.join(names)}")
            return [out_grads.get(name) for name in names]
        if not isinstance(out_grads, (list, tuple)):
            out_grads = [out_grads]
        if len(out_grads) > len(names):
            raise MXNetError(f"backward: {len(out_grads)} gradients for {len(names)} outputs")
        return out_grads

    # -- the rest ---------------------------------------------------------------------------
    def set_monitor_callback(self, callback, monitor_all=False):
        """Let callback(name, NDArray) see every operator's outputs in each forward; None stops it.

        With monitor_all it sees arguments and auxiliary states too. While it is there, the program
        is one in which every value of the user's symbol is computed as it stands.
        """
        if not (callback is None or callable(callback)):
            raise TypeError("set_monitor_callback takes a function of a name and an NDArray, got "
                            f"{brief(callback)}")
        if bool(callback) != bool(self._monitor):
            self._adopt(self._symbol._watched_plan(self) if callback else self._fast_plan)
        self._monitor = (callback, monitor_all) if callback else None

    def copy_params_from(self, arg_params, aux_params=None, allow_extra_params=False):
        """Copy values by name into arguments and auxiliary states.

        Raises ValueError for a name that is not there unless allow_extra_params, and for another
        shape.
        """
        for params, target, kind in ((arg_params, self.arg_dict, "arguments"),
                                     (aux_params or {}, self.aux_dict, "auxiliary states")):
            for name, value in params.items():
                if name in target:
                    copy_into(target[name], value, f"copy_params_from: '{name}'")
                elif not allow_extra_params:
                    raise ValueError(f"copy_params_from: '{name}' is not among the {kind}"
                                     f"{near(name, target)}; there are {listed(target)} "
                                     "(allow_extra_params=True ignores others)")

    def reshape(self, partial_shaping=False, allow_up_sizing=False, **kwargs):
        """An executor of the same symbol with other input shapes that shares what keeps its shape.

        Without allow_up_sizing an array may not grow; without partial_shaping only arrays named in
        kwargs may change. Raises MXNetError otherwise.
        """
        old = {**self.arg_dict, **self.aux_dict}
        executor = self._symbol._bind_like(self, kwargs)
        for name, new in {**executor.arg_dict, **executor.aux_dict}.items():
            before, after = old[name].shape, new.shape
            if before == after:
                continue
            if name not in kwargs and not partial_shaping:
                raise MXNetError(f"reshape: '{name}' would change from {before} to {after} too; "
                                 "pass its shape, or partial_shaping=True")
            if new.size > old[name].size and not allow_up_sizing:
                raise MXNetError(f"reshape: '{name}' would grow from {before} to {after}; "
                                 "pass allow_up_sizing=True")
        return executor

    def __repr__(self):
        return (f"<Executor of {self._symbol!r}: "
                f"{listed(f'{name} {array.shape}' for name, array in self.arg_dict.items())}>")

    def __reduce_ex__(self, protocol):
        raise TypeError("an Executor cannot be pickled or copied: keep its symbol and its arrays, "
                        "bind makes another")

    def debug_str(self):
        """The program, one instruction a line."""
        return self._program.disassemble()


def count_writes(*groups):
    """Let the tape know that arrays were written in place."""
    for group in groups:
        for each in group:
            each.written()


def as_array(value, dtype, what):
    """value as an NDArray; raises TypeError for what NumPy makes no numbers of."""
    if isinstance(value, NDArray):
        return value
    try:
        return array(value, dtype=dtype)
    except (TypeError, ValueError) as error:
        raise TypeError(f"{what} is an NDArray or what NumPy makes one of, got {value!r}: "
                        f"{error}") from None


def copy_into(bound, value, what):
    value = as_array(value, bound.dtype, what)
    if value.shape != bound.shape:
        raise ValueError(f"{what} is bound with shape {bound.shape}, got {value.shape}")
    bound._np[...] = value._np
    bound.written()

