"""The initializer of the parameters of all layers of an RNN in one vector."""
from .. import ndarray
from ..ops.rnn import RNN
from .base import InitDesc, Initializer, create, register


@register
class FusedRNN(Initializer):
    """Fills the parameters of `symbol.RNN`, as FusedRNNCell names them, gate by gate.

    Each gate's weight or bias is filled by `init` (an initializer, its name or its JSON text; None:
    the one that is called for the vector) under the name that it has in `unpack_weights`. For lstm,
    both biases of each forget gate become `forget_bias`.
    """

    def __init__(self, init, num_hidden, num_layers, mode, bidirectional=False, forget_bias=1.0):
        init = None if init is None else create(init)
        super().__init__(init=init and init.dumps(), num_hidden=num_hidden, num_layers=num_layers,
                         mode=mode, bidirectional=bidirectional, forget_bias=forget_bias)
        self._init = init
        self._rnn = RNN(state_size=num_hidden, num_layers=num_layers, mode=mode,
                        bidirectional=bidirectional)
        self._forget_bias = forget_bias

    def _init_weight(self, desc, arr):
        given = getattr(desc, "global_init", None)
        init = self._init or given
        if init is None or init is self:
            raise ValueError(
                f"FusedRNN: it has no `init` to fill the gates of '{desc}' with, and none is given; "
                "as in FusedRNN(Xavier(), ...)"
            )
        gates = list(self._rnn.gates(arr.size))
        if not gates:
            raise ValueError(f"FusedRNN: '{desc}' of {arr.size} elements does not fit {self.dumps()}")
        for name, begin, end, shape in gates:
            part = ndarray.zeros(shape, dtype=arr.dtype)
            if self._rnn.mode == "lstm" and name.endswith("_f_bias"):
                part[:] = self._forget_bias
            else:
                init(InitDesc(name, global_init=given), part)
            arr[begin:end] = part.reshape((-1,))
