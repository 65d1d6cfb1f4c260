"""The cell whose layers and steps are one operator."""
from .. import ndarray, symbol
from ..errors import MXNetError
from ..initializer import FusedRNN
from ..ops.rnn import GATE_NAMES, RNN
from .base import BaseRNNCell, StepError
from .cells import GRUCell, LSTMCell, RNNCell
from .modifiers import DropoutCell
from .sequence import merge_steps, split_steps, time_axis
from .stacks import BidirectionalCell, SequentialRNNCell


class FusedRNNCell(BaseRNNCell):
    """`num_layers` layers of cells, unrolled at once by the operator `symbol.RNN`.

    `mode` is "lstm", "gru", "rnn_tanh" or "rnn_relu"; `bidirectional` layers run in both
    directions; `dropout` is applied to the inputs of all layers but the first. All weights are one
    vector, `<prefix>parameters`; `unpack_weights` and `unfuse` lead to cells that do the same step
    by step. `unroll` returns the last states only with `get_next_state`, else an empty list. For
    lstm, both biases of forget gates start with `forget_bias`, beside each other.
    """

    _can_step = False

    def __init__(self, num_hidden, num_layers=1, mode="lstm", bidirectional=False, dropout=0.0,
                 get_next_state=False, forget_bias=1.0, prefix=None, params=None):
        self._rnn = RNN(state_size=num_hidden, num_layers=num_layers, mode=_mode(mode),
                        bidirectional=bool(bidirectional))
        self._dropout = dropout
        self._get_next_state = get_next_state
        self._forget_bias = forget_bias
        super().__init__(prefix=f"{mode}_" if prefix is None else prefix, params=params)
        init = FusedRNN(None, num_hidden, num_layers, mode, bidirectional, forget_bias)
        self._parameter = self._params.get("parameters", init=init)

    @property
    def state_info(self):
        rnn = self._rnn
        shape = (rnn.num_layers * rnn.directions, 0, rnn.state_size)
        count = 2 if rnn.mode == "lstm" else 1
        return [{"shape": shape, "__layout__": "LNC"} for _ in range(count)]

    @property
    def _gate_names(self):
        return GATE_NAMES[self._rnn.mode]

    def __call__(self, inputs, states):
        raise StepError(
            f"{self._title()}: it cannot be run for one step; use unroll, or unfuse() for cells "
            "that can"
        )

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None):
        """Run all steps; see `BaseRNNCell.unroll`. With "TNC" nothing has to be rearranged.

        With `merge_outputs=None` the outputs are one symbol.
        """
        self.reset()
        if layout not in ("NTC", "TNC"):
            raise ValueError(f"{self._title()}: layout is 'NTC' or 'TNC', found {layout!r}")
        axis = time_axis(self._title(), layout)
        if not isinstance(inputs, symbol.Symbol):
            inputs = merge_steps(split_steps(self._title(), length, inputs, layout), axis)
        if axis == 1:
            inputs = symbol.swapaxes(inputs, dim1=0, dim2=1)
        states = self.begin_state() if begin_state is None else begin_state
        names = ("state", "state_cell")
        attr = {"__layout__": "LNC"} if self._get_next_state else None
        output, *states = symbol.RNN(
            data=inputs, parameters=self._parameter, state_size=self._rnn.state_size,
            num_layers=self._rnn.num_layers, bidirectional=self._rnn.bidirectional,
            p=self._dropout, state_outputs=bool(self._get_next_state), mode=self._rnn.mode,
            name=f"{self._prefix}rnn", attr=attr,
            **dict(zip(names, self._check_states(states))),
        )
        if axis == 1:
            output = symbol.swapaxes(output, dim1=0, dim2=1)
        if merge_outputs is False:
            output = split_steps(self._title(), length, output, layout)
        return output, states

    def unpack_weights(self, args):
        """Return a copy of the dict `args` with an array for each gate instead of the vector.

        They are named as the weights of the cells of `unfuse`, after their own `unpack_weights`.
        """
        args = dict(args)
        name = self._parameter.name
        if name not in args:
            raise MXNetError(
                f"{self._title()}: '{name}' is not among the {len(args)} arrays given; were they "
                "saved with other cells or prefixes?"
            )
        vector = args.pop(name)
        for part, begin, end, shape in self._parts(vector.size):
            args[part] = vector[begin:end].copy().reshape(shape)
        return args

    def pack_weights(self, args):
        """Return a copy of the dict `args` with the vector again; undoes `unpack_weights`."""
        args = dict(args)
        first = f"{self._params._prefix}l0_i2h{self._gate_names[0]}_weight"
        if first not in args:
            raise MXNetError(f"{self._title()}: missing {first}, and whatever goes with it")
        features = args[first].shape[1]
        parts = self._parts(self._rnn.starts(features)[-1])
        missing = [name for name, *_ in parts if name not in args]
        if missing:
            raise MXNetError(f"{self._title()}: missing {', '.join(missing)}")
        wrong = [name for name, _, _, shape in parts if args[name].shape != shape]
        if wrong:
            raise MXNetError(f"{self._title()}: {wrong[0]} has shape {args[wrong[0]].shape}")
        flat = [args.pop(name).reshape((-1,)) for name, *_ in parts]
        args[self._parameter.name] = ndarray.concatenate(flat)
        return args

    def _parts(self, size):
        """(name, begin, end, shape) of each gate's weights in a vector of this size."""
        parts = [(f"{self._params._prefix}{name}", *place)
                 for name, *place in self._rnn.gates(size)]
        if not parts:
            raise MXNetError(
                f"{self._title()}: '{self._parameter.name}' has {size} elements, which no number "
                "of features leads to"
            )
        return parts

    def unfuse(self):
        """Return a SequentialRNNCell of cells that compute the same, one step at a time."""
        stack = SequentialRNNCell()
        for layer in range(self._rnn.num_layers):
            left = self._cell(f"{self._prefix}l{layer}_")
            if self._rnn.bidirectional:
                right = self._cell(f"{self._prefix}r{layer}_")
                left = BidirectionalCell(left, right, output_prefix=f"{self._prefix}bi_l{layer}_")
            stack.add(left)
            if self._dropout > 0 and layer < self._rnn.num_layers - 1:
                stack.add(DropoutCell(self._dropout, prefix=f"{self._prefix}_dropout{layer}_"))
        return stack

    def _cell(self, prefix):
        size, mode = self._rnn.state_size, self._rnn.mode
        if mode == "lstm":
            return LSTMCell(size, prefix=prefix, forget_bias=self._forget_bias)
        if mode == "gru":
            return GRUCell(size, prefix=prefix)
        return RNNCell(size, activation=mode.removeprefix("rnn_"), prefix=prefix)


def _mode(mode):
    if mode not in GATE_NAMES:
        raise ValueError(f"FusedRNNCell: mode is one of {', '.join(GATE_NAMES)}, found {mode!r}")
    return mode
