"""Cells that drop elements, and such that wrap another cell."""
from contextlib import contextmanager
from numbers import Number

from ... import ndarray
from .base import HybridRecurrentCell
from .sequence import formed, masked, merged, namespace


class DropoutCell(HybridRecurrentCell):
    """The operator Dropout as a cell without states: elements are dropped with probability rate."""

    def __init__(self, rate, axes=(), prefix=None, params=None):
        if not isinstance(rate, Number):
            raise TypeError(f"DropoutCell: rate must be a number, got {rate!r}")
        super().__init__(prefix, params)
        self._rate, self._axes = rate, axes

    def _alias(self):
        return "dropout"

    def __repr__(self):
        return f"{type(self).__name__}(rate={self._rate}, axes={self._axes})"

    def state_info(self, batch_size=0):
        return []

    def hybrid_forward(self, F, inputs, states):
        if self._rate > 0:
            inputs = F.Dropout(inputs, p=self._rate, axes=self._axes, name=f"t{self._counter}_fwd")
        return inputs, states

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None,
               valid_length=None):
        """Drop elements of the whole sequence at once if it is one array; `RecurrentCell.unroll`."""
        self.reset()
        inputs = formed(self._who, length, inputs, layout, merge_outputs)
        if not merged(inputs):
            return super().unroll(length, inputs, begin_state, layout, merge_outputs, valid_length)
        outputs, states = self.hybrid_forward(namespace(inputs), inputs, [])
        if valid_length is not None:
            outputs = masked(self._who, length, outputs, layout, valid_length, merge_outputs)
        return outputs, states


class ModifierCell(HybridRecurrentCell):
    """A cell that wraps another one, base_cell, which must not be called any more."""

    def __init__(self, base_cell):
        self._require_fit(base_cell)
        super().__init__(prefix=base_cell.prefix + self._alias(), params=None)
        base_cell._modified = True
        self.base_cell = base_cell

    def _require_fit(self, base_cell):
        """Raise unless base_cell can be wrapped by it."""

    def __repr__(self):
        return f"{type(self).__name__}({self.base_cell!r})"

    @property
    def steppable(self):
        return self.base_cell.steppable

    @property
    def params(self):
        """The parameters of the wrapped cell."""
        return self.base_cell.params

    def state_info(self, batch_size=0):
        return self.base_cell.state_info(batch_size)

    def begin_state(self, func=ndarray.zeros, **kwargs):
        """The initial states of the wrapped cell; batch_size is a keyword."""
        self._require_unmodified()
        with self._lent():
            return self.base_cell.begin_state(func=func, **kwargs)

    @contextmanager
    def _lent(self):
        """Let the wrapped cell be used from here."""
        self.base_cell._modified = False
        try:
            yield
        finally:
            self.base_cell._modified = True


def require_steps(base_cell, what):
    """Raise ValueError for a cell that sees whole sequences only."""
    if not base_cell.steppable:
        raise ValueError(f"{type(base_cell).__name__} doesn't support {what} since it doesn't support "
                         "step. Please modify the cells underneath instead.")


class ZoneoutCell(ModifierCell):
    """Keeps elements of the previous output and states in training; Krueger et al. (2016).

    Each element of the output stays that of the previous step with probability zoneout_outputs, each
    of a state with probability zoneout_states. Before the first step the output is 0. Raises ValueError
    for a cell that has no steps, as BidirectionalCell.
    """

    def __init__(self, base_cell, zoneout_outputs=0.0, zoneout_states=0.0):
        super().__init__(base_cell)
        self.zoneout_outputs, self.zoneout_states = zoneout_outputs, zoneout_states

    def _require_fit(self, base_cell):
        require_steps(base_cell, "zoneout")

    def _alias(self):
        return "zoneout"

    def __repr__(self):
        return (f"{type(self).__name__}(p_out={self.zoneout_outputs}, p_state={self.zoneout_states}, "
                f"{self.base_cell!r})")

    @property
    def _remembers(self):
        return self.zoneout_outputs != 0 or super()._remembers

    def reset(self):
        super().reset()
        self._prev_output = None

    def hybrid_forward(self, F, inputs, states):
        output, new_states = self.base_cell(inputs, states)
        if self.zoneout_outputs != 0:
            before = self._prev_output
            if not isinstance(before, type(output)):    # the first step, or one left from tracing
                before = F.zeros_like(output)
            output = kept(F, self.zoneout_outputs, output, before)
        if self.zoneout_states != 0:
            new_states = [kept(F, self.zoneout_states, new, old)
                          for new, old in zip(new_states, states)]
        self._prev_output = output
        return output, new_states


def kept(F, probability, new, old):
    """new with elements of old put in at random, in training only."""
    # Dropout scales what it leaves, but `where` asks only whether that is 0.
    mask = F.Dropout(F.ones_like(new), p=probability)
    return F.where(mask, new, old)


class ResidualCell(ModifierCell):
    """Adds the inputs to the outputs of the wrapped cell; Wu et al. (2016)."""

    def _alias(self):
        return "residualcell"

    def hybrid_forward(self, F, inputs, states):
        output, states = self.base_cell(inputs, states)
        return F.elemwise_add(output, inputs, name=f"t{self._counter}_fwd"), states

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None,
               valid_length=None):
        """Unroll the wrapped cell and add the inputs; see `RecurrentCell.unroll`."""
        self.reset()
        with self._lent():
            outputs, states = self.base_cell.unroll(length, inputs, begin_state, layout, merge_outputs,
                                                    valid_length)
        whole = merged(outputs)
        inputs = formed(self._who, length, inputs, layout, whole)
        if valid_length is not None:
            inputs = masked(self._who, length, inputs, layout, valid_length, whole)
        if whole:
            return namespace(outputs).elemwise_add(outputs, inputs), states
        return [namespace(output).elemwise_add(output, step)
                for output, step in zip(outputs, inputs)], states
