"""Cells made of cells: one above the other, or one in each direction."""
from .. import symbol
from ..errors import MXNetError
from .base import BaseRNNCell, StepError
from .sequence import split_steps, time_axis


class _Composite(BaseRNNCell):
    """A cell made of others, whose states are theirs, one after the other, in a flat list."""

    def __init__(self, params):
        self._cells = []
        super().__init__(prefix="", params=params)
        self._override_cell_params = params is not None

    @property
    def state_info(self):
        return [info for cell in self._cells for info in cell.state_info]

    def begin_state(self, func=symbol.zeros, **kwargs):
        """Return the initial states of all cells in a flat list; see `BaseRNNCell.begin_state`."""
        self._require_unmodified()
        return [
            state for cell in self._cells for state in cell.begin_state(func=func, **kwargs)
        ]

    def _adopt(self, cell):
        """Append a cell and share its variables."""
        if not isinstance(cell, BaseRNNCell):
            raise TypeError(f"{self._title()}: a cell expected, {type(cell).__name__} given")
        if self._override_cell_params:
            if not cell._own_params:
                raise MXNetError(
                    f"{self._title()}: params were given to it and to {cell._title()}; give them "
                    "to one of both"
                )
            cell.params._params.update(self._params._params)
        self._params._params.update(cell.params._params)
        self._cells.append(cell)

    def _portions(self, states):
        """Yield each cell with its part of the states."""
        states = self._check_states(states)
        for cell in self._cells:
            count = len(cell.state_info)
            yield cell, states[:count]
            states = states[count:]


class SequentialRNNCell(_Composite):
    """A stack of cells; the output of each is the input of the next.

    `params` is an RNNParams that also gets the variables of the cells added.
    """

    def __init__(self, params=None):
        super().__init__(params)

    @property
    def _can_step(self):
        return all(cell._can_step for cell in self._cells)

    def add(self, cell):
        """Put a cell on top of the stack."""
        self._adopt(cell)

    def __call__(self, inputs, states):
        new_states = []
        for cell, portion in self._portions(states):
            inputs, portion = cell(inputs, portion)
            new_states.extend(portion)
        return inputs, new_states

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None):
        """Unroll one cell after the other; see `BaseRNNCell.unroll`."""
        self.reset()
        if not self._cells:
            raise ValueError(f"{self._title()}: there is no cell in it; add one first")
        states = self.begin_state() if begin_state is None else begin_state
        new_states = []
        for cell, portion in self._portions(states):
            merge = merge_outputs if cell is self._cells[-1] else None
            inputs, portion = cell.unroll(
                length, inputs, begin_state=portion, layout=layout, merge_outputs=merge
            )
            new_states.extend(portion)
        return inputs, new_states


class BidirectionalCell(_Composite):
    """Runs one cell forward and another one backward, and concatenates their outputs.

    Both see the whole sequence, so that the cell can only be unrolled. The states are those of
    `l_cell`, the forward one, and then those of `r_cell`, in a flat list; the output of step t is
    that of both cells at the position t of the sequence.
    """

    _can_step = False

    def __init__(self, l_cell, r_cell, params=None, output_prefix="bi_"):
        super().__init__(params)
        self._output_prefix = output_prefix
        self._adopt(l_cell)
        self._adopt(r_cell)

    def __call__(self, inputs, states):
        raise StepError(
            f"{self._title()}: a bidirectional cell needs the whole sequence and cannot be run "
            "for one step; use unroll"
        )

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None):
        """Unroll both cells; see `BaseRNNCell.unroll`."""
        self.reset()
        steps = split_steps(self._title(), length, inputs, layout)
        states = self.begin_state() if begin_state is None else begin_state
        (l_cell, l_states), (r_cell, r_states) = self._portions(states)
        l_outputs, l_states = l_cell.unroll(
            length, steps, begin_state=l_states, layout=layout, merge_outputs=merge_outputs
        )
        r_outputs, r_states = r_cell.unroll(
            length, steps[::-1], begin_state=r_states, layout=layout, merge_outputs=merge_outputs
        )
        if merge_outputs is None:
            merge_outputs = all(isinstance(o, symbol.Symbol) for o in (l_outputs, r_outputs))
        join = self._join_merged if merge_outputs else self._join_steps
        return join(length, l_outputs, r_outputs, layout), [*l_states, *r_states]

    def _join_merged(self, length, l_outputs, r_outputs, layout):
        axis = time_axis(self._title(), layout)
        r_outputs = symbol.reverse(r_outputs, axis=axis)
        return symbol.Concat(l_outputs, r_outputs, dim=2, name=f"{self._output_prefix}out")

    def _join_steps(self, length, l_outputs, r_outputs, layout):
        l_outputs = split_steps(self._title(), length, l_outputs, layout)
        r_outputs = split_steps(self._title(), length, r_outputs, layout)
        return [
            symbol.Concat(left, right, dim=1, name=f"{self._output_prefix}t{step}")
            for step, (left, right) in enumerate(zip(l_outputs, r_outputs[::-1], strict=True))
        ]
