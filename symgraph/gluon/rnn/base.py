"""What all recurrent cells have in common: states, counting steps, unrolling."""
from ... import ndarray
from ...errors import MXNetError
from ...expression import Symbol
from ...hostarray import NDArray
from ..base_block import Block
from ..hybrid import HybridBlock
from ..nn.activations import LeakyReLU
from ..structure import leaves_of
from .sequence import formed, masked, merged, namespace, steps_of

PLAIN = ("tanh", "relu", "sigmoid", "softsign")     # activations that are operators of their own


class RecurrentCell(Block):
    """One step of a recurrent network: called with inputs (batch, ...) and a list of states.

    It returns the output of the step and the list of new states. A subclass says by `state_info` what
    states it has. `reset` makes it ready for another sequence; `unroll` does that, and all steps.
    """

    steppable = True        # False for cells that see whole sequences only

    def __init__(self, prefix=None, params=None):
        super().__init__(prefix=prefix, params=params)
        self._modified = False
        self.reset()

    def __repr__(self):
        return f"{type(self).__name__}()"

    def reset(self):
        """Count steps and initial states anew, for another sequence."""
        self._init_counter = self._counter = -1
        for cell in self._children.values():
            if isinstance(cell, RecurrentCell):
                cell.reset()

    @property
    def _who(self):
        """What messages call it."""
        return f"{type(self).__name__} '{self.name}'" if self.name else type(self).__name__

    def state_info(self, batch_size=0):
        """A dict for each state, with its shape and its layout; to be overridden."""
        raise NotImplementedError(f"{type(self).__name__} must define state_info(self, batch_size=0)")

    def begin_state(self, batch_size=0, func=ndarray.zeros, **kwargs):
        """The initial states, a list of what func(name=..., shape=..., **kwargs) makes.

        func is `mx.nd.zeros`, or as `mx.sym.zeros` and `mx.sym.var` for symbols, with which batch_size
        may be 0: it is inferred. Raises MXNetError for a cell that another one modifies.
        """
        self._require_unmodified()
        states = []
        for info in self.state_info(batch_size):
            self._init_counter += 1
            states.append(func(name=f"{self._prefix}begin_state_{self._init_counter}",
                               **{**(info or {}), **kwargs}))
        return states

    def _require_unmodified(self):
        if self._modified:
            raise MXNetError(f"{self._who}: After applying modifier cells (e.g. ZoneoutCell) the base "
                             "cell cannot be called directly. Call the modifier cell instead.")

    def _first_states(self, inputs, layout):
        """States of 0 that fit to a sequence, in the dtype of the parameters."""
        dtype = next((p.dtype for p in self.collect_params().values()), "float32")
        one, axis = (inputs, layout.find("N")) if merged(inputs) else (inputs[0], 0)
        if isinstance(one, Symbol):
            return self.begin_state(batch_size=0, func=namespace(one).zeros, dtype=dtype)
        return self.begin_state(batch_size=one.shape[axis], dtype=dtype, ctx=one.context)

    def _check_states(self, states):
        """The states as a list; raises ValueError unless there are as many as needed."""
        states = [states] if isinstance(states, (NDArray, Symbol)) else list(states)
        count = len(self.state_info())
        if len(states) != count:
            raise ValueError(f"{self._who}: {count} states expected, {len(states)} given; begin_state "
                             "makes them")
        return states

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None,
               valid_length=None):
        """(outputs, states) of length steps.

        inputs is one array (batch, length, ...) in the layout 'NTC', (length, batch, ...) in 'TNC', or
        a list of one (batch, ...) for each step; arrays or symbols. begin_state is a list, states of 0
        by default. With merge_outputs the outputs are one array, with False a list, with None whichever
        comes without extra work. valid_length (batch,) says how many steps of each row count: outputs
        behind are 0, and the states are those after the last one that counts.
        """
        self.reset()
        steps = steps_of(self._who, length, inputs, layout)
        states = self._first_states(inputs, layout) if begin_state is None else begin_state
        outputs, passed = [], []
        for step in steps:
            output, states = self(step, states)
            outputs.append(output)
            passed.append(states)
        if valid_length is None:
            return formed(self._who, length, outputs, layout, merge_outputs), states
        states = last_states(passed, valid_length)
        return masked(self._who, length, outputs, layout, valid_length, merge_outputs), states

    def _get_activation(self, F, inputs, activation, **kwargs):
        """inputs under an activation: a name, a LeakyReLU, or a function of them and a name."""
        if activation in PLAIN:
            return getattr(F, activation)(inputs, **kwargs)
        if isinstance(activation, str):
            return F.Activation(inputs, act_type=activation, **kwargs)
        if isinstance(activation, LeakyReLU):
            return F.LeakyReLU(inputs, act_type="leaky", slope=activation._alpha, **kwargs)
        return activation(inputs, **kwargs)

    def __call__(self, inputs, states):
        """(output, new states) of a step."""
        self._counter += 1
        return super().__call__(inputs, states)

    def forward(self, inputs, states):
        """To be overridden: (output, new states)."""
        raise NotImplementedError(f"{type(self).__name__} must define forward(self, inputs, states)")


class HybridRecurrentCell(RecurrentCell, HybridBlock):
    """A RecurrentCell that can be hybridized; a subclass defines hybrid_forward."""

    @property
    def _remembers(self):
        """Whether steps depend on more than their arguments, which one graph for all cannot know."""
        return any(getattr(cell, "_remembers", False) for cell in self._children.values())

    def hybridize(self, active=True, **kwargs):
        """Let steps run as one compiled graph; what remembers from step to step stays outside it."""
        super().hybridize(active, **kwargs)
        self._active = self._active and not self._remembers

    def forward(self, inputs, states):
        return HybridBlock.forward(self, inputs, states)

    def hybrid_forward(self, F, x, *args, **kwargs):
        """To be overridden: (output, new states)."""
        raise NotImplementedError(f"{type(self).__name__} must define hybrid_forward(self, F, inputs, "
                                  "states)")


def last_states(passed, valid_length):
    """Of the states after each step those after the last valid one of each row."""
    F = namespace(next(leaves_of(passed), None))
    return [F.SequenceLast(F.stack(*each, axis=0), sequence_length=valid_length,
                           use_sequence_length=True, axis=0) for each in zip(*passed)]
