"""What all recurrent cells have in common: parameters, initial states, unrolling, packing."""
import numbers

from .. import symbol
from ..errors import MXNetError
from . import packing
from .sequence import flatten, merge_steps, split_steps, time_axis


class StepError(MXNetError, NotImplementedError):
    """A cell was asked for one time step, but needs the whole sequence."""


class RNNParams:
    """Variables by name, for cells that share weights.

    The names of all variables made here start with `prefix`.
    """

    def __init__(self, prefix=""):
        self._prefix = prefix
        self._params = {}

    def get(self, name, **kwargs):
        """Return the variable `prefix + name`, made by `Variable(..., **kwargs)` if it is new."""
        name = self._prefix + name
        if name not in self._params:
            self._params[name] = symbol.Variable(name, **kwargs)
        return self._params[name]


class BaseRNNCell:
    """One step of a recurrent network, and how to unroll it over a sequence.

    A subclass defines `__call__` and `state_info`. `prefix` starts the names of the symbols that
    the cell makes, and of its weights too unless they come from `params`, an RNNParams shared with
    other cells.
    """

    # Cells inside this one. They are reset, packed and unpacked along with it.
    _cells = ()
    # False for cells that see the sequence as a whole.
    _can_step = True

    def __init__(self, prefix="", params=None):
        self._own_params = params is None
        self._prefix = prefix
        self._params = RNNParams(prefix) if params is None else params
        self._modified = False
        self.reset()

    def __repr__(self):
        return f"<{self._title()}>"

    def _title(self):
        """Return what error messages call this cell."""
        return f"{type(self).__name__} '{self._prefix}'" if self._prefix else type(self).__name__

    def _size(self, num_hidden):
        """Return num_hidden. Raises ValueError unless it is a number of units."""
        if not isinstance(num_hidden, numbers.Integral) or num_hidden < 1:
            raise ValueError(f"{self._title()}: num_hidden must be an int of at least 1, found "
                             f"{num_hidden!r}")
        return num_hidden

    def reset(self):
        """Start counting time steps and initial states anew, for another graph."""
        self._init_counter = -1
        self._counter = -1
        for cell in self._cells:
            cell.reset()

    def __call__(self, inputs, states):
        """Add one time step to the graph and return (output, new states).

        `inputs` is of shape (batch, features); `states` is a list as `begin_state()` returns it.
        """
        raise NotImplementedError(f"{type(self).__name__} must define __call__(inputs, states)")

    @property
    def params(self):
        """The variables of this cell, an RNNParams; reading it marks them as shared."""
        self._own_params = False
        return self._params

    @property
    def state_info(self):
        """Shape and layout of each state, as a list of dicts; 0 stands for the batch size."""
        raise NotImplementedError(f"{type(self).__name__} must define state_info")

    @property
    def state_shape(self):
        """The shapes of the states, with 0 for the batch size."""
        return [info["shape"] for info in self.state_info]

    @property
    def _gate_names(self):
        """The suffixes of the gates that the packed weights hold, in order."""
        return ()

    def begin_state(self, func=symbol.zeros, **kwargs):
        """Return the initial states, a flat list of symbols.

        `func` makes each of them from `name`, `shape` and the further keyword arguments:
        `symbol.zeros`, `symbol.Variable` to feed them as inputs, ... The batch size in the shape is
        0, which means that it is inferred. Raises MXNetError if a modifier wraps this cell.
        """
        self._require_unmodified()
        states = []
        for info in self.state_info:
            self._init_counter += 1
            name = f"{self._prefix}begin_state_{self._init_counter}"
            states.append(func(name=name, **{**kwargs, **(info or {})}))
        return states

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None):
        """Add `length` time steps to the graph and return (outputs, states).

        `inputs` is one symbol of shape (batch, length, ...) for `layout` "NTC", (length, batch,
        ...) for "TNC", or a list with a symbol of shape (batch, ...) for each step. `begin_state`
        is what `begin_state()` returns, or the states of another unrolling. With `merge_outputs`
        the outputs are one symbol laid out like `layout`; with False a list of `length` symbols;
        with None whichever comes without extra work. The counters are reset first, so that two
        unrollings have the same names.
        """
        self.reset()
        steps = split_steps(self._title(), length, inputs, layout)
        states = self.begin_state() if begin_state is None else begin_state
        outputs = []
        for step in steps:
            output, states = self(step, states)
            outputs.append(output)
        if merge_outputs:
            outputs = merge_steps(outputs, time_axis(self._title(), layout))
        return outputs, states

    def unpack_weights(self, args):
        """Return a copy of the dict `args` with one array for each gate instead of packed ones.

        `lstm_i2h_weight` of shape (4 * num_hidden, n) becomes `lstm_i2h_i_weight`,
        `lstm_i2h_f_weight`, ... of shape (num_hidden, n). Raises MXNetError for missing arrays.
        """
        args = dict(args)
        for cell in self._cells:
            args = cell.unpack_weights(args)
        if self._gate_names:
            packing.unpack(self._title(), self._params._prefix, self._gate_names, args)
        return args

    def pack_weights(self, args):
        """Return a copy of the dict `args` with the packed arrays; undoes `unpack_weights`."""
        args = dict(args)
        for cell in self._cells:
            args = cell.pack_weights(args)
        if self._gate_names:
            packing.pack(self._title(), self._params._prefix, self._gate_names, args)
        return args

    def _require_unmodified(self):
        if self._modified:
            raise MXNetError(
                f"{self._title()}: a modifier cell wraps this cell; call the modifier instead"
            )

    def _next_name(self):
        """Return what the names of the next time step start with."""
        self._counter += 1
        return f"{self._prefix}t{self._counter}_"

    def _check_states(self, states):
        """Return the states as a flat list, and raise unless there are as many as needed."""
        states = flatten(states)
        if len(states) != len(self.state_info):
            raise ValueError(
                f"{self._title()}: {len(self.state_info)} states expected, {len(states)} given; "
                "begin_state() makes them"
            )
        return states

    def _get_activation(self, inputs, activation, **kwargs):
        """Apply an activation that is given by name or as a function of symbols."""
        if isinstance(activation, str):
            return symbol.Activation(inputs, act_type=activation, **kwargs)
        return activation(inputs, **kwargs)
