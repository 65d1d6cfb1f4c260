"""Cells without weights: dropout, and cells that change what another cell does."""
import contextlib
import numbers

from .. import symbol
from ..errors import MXNetError
from .base import BaseRNNCell
from .sequence import merge_steps, split_steps, time_axis


class DropoutCell(BaseRNNCell):
    """Drops out elements of its inputs in training; it has no states.

    `dropout` is the share of elements set to 0; the others are divided by 1 - dropout. Each time
    step draws a mask of its own.
    """

    def __init__(self, dropout, prefix="dropout_", params=None):
        super().__init__(prefix, params)
        if not isinstance(dropout, numbers.Real):
            raise TypeError(
                f"{self._title()}: dropout must be a number, found {type(dropout).__name__}"
            )
        self.dropout = dropout

    @property
    def state_info(self):
        return []

    def __call__(self, inputs, states):
        if self.dropout > 0:
            inputs = symbol.Dropout(data=inputs, p=self.dropout)
        return inputs, states

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None):
        """Return (outputs, []); a whole sequence in one symbol is dropped out at once."""
        self.reset()
        inputs = _as_asked(self._title(), length, inputs, layout, merge_outputs)
        if isinstance(inputs, symbol.Symbol):
            return self(inputs, [])
        return [self(step, [])[0] for step in inputs], []


class ModifierCell(BaseRNNCell):
    """A cell that wraps another one; the wrapped cell must not be called any more."""

    def __init__(self, base_cell):
        self.base_cell = base_cell
        self._cells = [base_cell]
        super().__init__()
        base_cell._modified = True

    @property
    def params(self):
        """The variables of the wrapped cell."""
        self._own_params = False
        return self.base_cell.params

    @property
    def state_info(self):
        return self.base_cell.state_info

    @property
    def _can_step(self):
        return self.base_cell._can_step

    def begin_state(self, init_sym=symbol.zeros, **kwargs):
        """Return the initial states of the wrapped cell; `func` is another name of `init_sym`."""
        self._require_unmodified()
        func = kwargs.pop("func", init_sym)
        with self._lending():
            return self.base_cell.begin_state(func=func, **kwargs)

    @contextlib.contextmanager
    def _lending(self):
        """Let the wrapped cell be used from here."""
        self.base_cell._modified = False
        try:
            yield
        finally:
            self.base_cell._modified = True


class ZoneoutCell(ModifierCell):
    """Keeps elements of the previous output and states in training (Krueger et al., 2016).

    Each element of the output is the previous one with probability `zoneout_outputs`, each element
    of a state with probability `zoneout_states`, and the new one unchanged otherwise. Where the
    output of the wrapped cell is one of its states and both probabilities are equal, the output is
    that state. Without training all elements are the new ones. At the first step the previous
    output is 0.
    """

    def __init__(self, base_cell, zoneout_outputs=0.0, zoneout_states=0.0):
        self.prev_output = None
        super().__init__(base_cell)
        if not base_cell._can_step:
            raise MXNetError(
                f"{self._title()}: {base_cell._title()} cannot be run step by step; wrap the "
                "cells inside of it instead"
            )
        self.zoneout_outputs = zoneout_outputs
        self.zoneout_states = zoneout_states

    def reset(self):
        super().reset()
        self.prev_output = None

    def __call__(self, inputs, states):
        states = self._check_states(states)
        output, new_states = self.base_cell(inputs, states)
        zoned_output = self._zone_output(output, new_states)
        zoned_states = new_states
        if self.zoneout_states != 0:
            zoned_states = [
                _keep(self.zoneout_states, new, old)
                for new, old in zip(new_states, states, strict=True)
            ]
        if zoned_output is None:
            zoned_output = zoned_states[_position(output, new_states)]
        self.prev_output = zoned_output
        return zoned_output, zoned_states

    def _zone_output(self, output, new_states):
        """Return the output with its own mask, or None if it shares that of a state."""
        if self.zoneout_outputs == 0:
            return output
        same = self.zoneout_outputs == self.zoneout_states
        if same and _position(output, new_states) is not None:
            return None
        return _keep(self.zoneout_outputs, output, self.prev_output)


class ResidualCell(ModifierCell):
    """Adds the inputs to the output of the wrapped cell (Wu et al., 2016)."""

    def __call__(self, inputs, states):
        output, states = self.base_cell(inputs, states)
        return self._add(output, inputs), states

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None):
        """Unroll the wrapped cell and add the inputs; see `BaseRNNCell.unroll`."""
        self.reset()
        with self._lending():
            outputs, states = self.base_cell.unroll(
                length, inputs, begin_state, layout=layout, merge_outputs=merge_outputs
            )
        merged = isinstance(outputs, symbol.Symbol)
        inputs = _as_asked(self._title(), length, inputs, layout, merged)
        if merged:
            return self._add(outputs, inputs), states
        return [self._add(*pair) for pair in zip(outputs, inputs, strict=True)], states

    def _add(self, output, inputs):
        return symbol.elemwise_add(output, inputs, name=f"{output.name}_plus_residual")


def _as_asked(who, length, inputs, layout, merge):
    """Return a sequence in one symbol if `merge`, as a list if it is False, as it is if None."""
    if isinstance(inputs, symbol.Symbol) and merge is not False:
        return inputs
    steps = split_steps(who, length, inputs, layout)
    return merge_steps(steps, time_axis(who, layout)) if merge else steps


def _keep(probability, new, old):
    """Return `new` with elements of `old` put in at random, in training only."""
    # What is not dropped is scaled, but `where` asks only whether it is 0.
    mask = symbol.Dropout(symbol.ones_like(new), p=probability)
    return symbol.where(mask, new, symbol.zeros((0, 0)) if old is None else old)


def _position(output, states):
    """Return where among the states the very symbol `output` is, or None."""
    return next((i for i, state in enumerate(states) if state is output), None)
