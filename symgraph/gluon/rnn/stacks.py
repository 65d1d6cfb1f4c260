"""Cells made of cells: one above the other, or one in each direction."""
from ... import ndarray
from .base import HybridRecurrentCell, RecurrentCell
from .sequence import formed, masked, merged, namespace, steps_of, turned, whole_of


class Composite:
    """What cells made of cells have in common: their states are those of all, one after the other."""

    @property
    def steppable(self):
        return all(cell.steppable for cell in self._children.values())

    def state_info(self, batch_size=0):
        return [info for cell in self._children.values() for info in cell.state_info(batch_size)]

    def begin_state(self, batch_size=0, func=ndarray.zeros, **kwargs):
        """The initial states of all cells in one list; see `RecurrentCell.begin_state`."""
        self._require_unmodified()
        return [state for cell in self._children.values()
                for state in cell.begin_state(batch_size=batch_size, func=func, **kwargs)]

    def _portions(self, states):
        """Each cell with its part of the states."""
        states = self._check_states(states)
        for cell in self._children.values():
            count = len(cell.state_info())
            yield cell, states[:count]
            states = states[count:]


class Stack(Composite):
    """What both sequences of cells have in common."""

    def add(self, cell):
        """Put a cell on top."""
        if not isinstance(cell, RecurrentCell):
            raise TypeError(f"{self._who}: a RecurrentCell expected, got {cell!r} of type "
                            f"{type(cell)}")
        self.register_child(cell)

    def _run(self, inputs, states):
        after = []
        for cell, portion in self._portions(states):
            inputs, portion = cell(inputs, portion)
            after += portion
        return inputs, after

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None,
               valid_length=None):
        """Unroll one cell after the other; see `RecurrentCell.unroll`."""
        self.reset()
        if not self._children:
            raise ValueError(f"{self._who}: there is no cell in it; add one first")
        begin_state = self._first_states(inputs, layout) if begin_state is None else begin_state
        after, top = [], list(self._children.values())[-1]
        for cell, portion in self._portions(begin_state):
            inputs, portion = cell.unroll(
                length, inputs, begin_state=portion, layout=layout,
                merge_outputs=merge_outputs if cell is top else None, valid_length=valid_length)
            after += portion
        return inputs, after

    def __repr__(self):
        inner = "\n".join(f"({key}): {cell!r}" for key, cell in self._children.items())
        return f"{type(self).__name__}(\n{inner}\n)"

    def __getitem__(self, key):
        """The cell at a place."""
        return list(self._children.values())[key]

    def __len__(self):
        return len(self._children)


class SequentialRNNCell(Stack, RecurrentCell):
    """Cells one above the other: the output of each is the input of the next."""

    def forward(self, inputs, states):
        return self._run(inputs, states)


class HybridSequentialRNNCell(Stack, HybridRecurrentCell):
    """HybridRecurrentCells one above the other: the output of each is the input of the next."""

    def hybrid_forward(self, F, inputs, states):
        return self._run(inputs, states)


class BidirectionalCell(Composite, HybridRecurrentCell):
    """One cell that goes forward, another one backward; their outputs, joined along the last axis.

    Both see the whole sequence, so there are no single steps. The states are those of l_cell, the one
    that goes forward, and then those of r_cell. Schuster and Paliwal (1997).
    """

    steppable = False

    def __init__(self, l_cell, r_cell, output_prefix="bi_"):
        super().__init__(prefix="", params=None)
        self._output_prefix = output_prefix
        self.l_cell, self.r_cell = l_cell, r_cell

    def __repr__(self):
        return f"{type(self).__name__}(forward={self.l_cell!r}, backward={self.r_cell!r})"

    def __call__(self, inputs, states):
        raise NotImplementedError("Bidirectional cannot be stepped. Please use unroll")

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None,
               valid_length=None):
        """Unroll both cells; see `RecurrentCell.unroll`."""
        self.reset()
        who = self._who
        steps = steps_of(who, length, inputs, layout)
        begin_state = self._first_states(inputs, layout) if begin_state is None else begin_state
        (left, l_states), (right, r_states) = self._portions(begin_state)
        forward, l_states = left.unroll(length, steps, l_states, layout, merge_outputs, valid_length)
        backward, r_states = right.unroll(length, turned(who, length, steps, valid_length), r_states,
                                          layout, False, valid_length)
        backward = turned(who, length, backward, valid_length)
        if merge_outputs is None:
            merge_outputs = merged(forward)
        forward = formed(who, length, forward, layout, merge_outputs)
        if merge_outputs:
            backward = whole_of(who, backward, layout)
            outputs = namespace(backward).concat(forward, backward, dim=2,
                                                 name=f"{self._output_prefix}out")
        else:
            outputs = [namespace(right).concat(left, right, dim=1, name=f"{self._output_prefix}t{n}")
                       for n, (left, right) in enumerate(zip(forward, backward))]
        if valid_length is not None:
            outputs = masked(who, length, outputs, layout, valid_length, merge_outputs)
        return outputs, [*l_states, *r_states]
