"""A cell with dropout that is the same at all steps, and one whose state is projected."""
from ...rnn.cells import GatedCell
from ...rnn.modifiers import ModifierCell, require_steps


class VariationalDropoutCell(ModifierCell):
    """Dropout of inputs, of the first state and of outputs, with one mask each for a whole sequence.

    The masks are drawn at the first step, and anew after `reset`. Rates of 0 drop nothing. Raises
    ValueError for state dropout of a cell that has no steps. Gal and Ghahramani (2016).
    """

    def __init__(self, base_cell, drop_inputs=0.0, drop_states=0.0, drop_outputs=0.0):
        if drop_states:
            require_steps(base_cell, "variational state dropout")
        super().__init__(base_cell)
        self.drop_inputs, self.drop_states, self.drop_outputs = drop_inputs, drop_states, drop_outputs

    def _alias(self):
        return "vardrop"

    def __repr__(self):
        return f"{type(self).__name__}(p_out = {self.drop_outputs}, p_state = {self.drop_states})"

    @property
    def _remembers(self):
        return bool(self.drop_inputs or self.drop_states or self.drop_outputs) or super()._remembers

    def reset(self):
        super().reset()
        self._masks = {}

    def _dropped(self, F, what, rate, value):
        """value under the mask of what is dropped, which is drawn when first asked for."""
        if not rate:
            return value
        if not isinstance(self._masks.get(what), type(value)):      # none, or one left from tracing
            self._masks[what] = F.Dropout(F.ones_like(value), p=rate)
        return F.elemwise_mul(value, self._masks[what], name=f"_mul{MASKS.index(what)}")

    def hybrid_forward(self, F, inputs, states):
        states = list(states)
        states[:1] = [self._dropped(F, "states", self.drop_states, each) for each in states[:1]]
        inputs = self._dropped(F, "inputs", self.drop_inputs, inputs)
        output, states = self.base_cell(inputs, states)
        return self._dropped(F, "outputs", self.drop_outputs, output), states


MASKS = ("states", "inputs", "outputs")


class LSTMPCell(GatedCell):
    """LSTMCell whose output and first state are projected; Sak et al. (2014), arXiv:1402.1128.

    With i, f, g, o the four gates of W x + b + R r + c in this order: c' = sigmoid(f) c + sigmoid(i)
    tanh(g), h = sigmoid(o) tanh(c'), r' = P h. Inputs are (batch, input_size), found out at the first
    step if that is 0, the states r (batch, projection_size) and c (batch, hidden_size); the output
    is r'.
    """

    gates = 4

    def __init__(self, hidden_size, projection_size, i2h_weight_initializer=None,
                 h2h_weight_initializer=None, h2r_weight_initializer=None,
                 i2h_bias_initializer="zeros", h2h_bias_initializer="zeros", input_size=0, prefix=None,
                 params=None):
        self._projection_size, self._h2r_init = projection_size, h2r_weight_initializer
        super().__init__(hidden_size, input_size, i2h_weight_initializer, h2h_weight_initializer,
                         i2h_bias_initializer, h2h_bias_initializer, prefix, params, projection_size)

    def _more_weights(self, get):
        self.h2r_weight = get("h2r_weight", shape=(self._projection_size, self._hidden_size),
                              init=self._h2r_init, allow_deferred_init=True)

    def _alias(self):
        return "lstmp"

    def state_info(self, batch_size=0):
        return [{"shape": (batch_size, size), "__layout__": "NC"}
                for size in (self._projection_size, self._hidden_size)]

    def _shown(self):
        return f" -> {self._projection_size}"

    def hybrid_forward(self, F, inputs, states, h2r_weight, **weights):
        step = f"t{self._counter}_"
        i2h, h2h = self._products(F, inputs, states[0], **weights, step=step)
        gates = F.SliceChannel(i2h + h2h, num_outputs=4, name=step + "slice")
        enter = F.Activation(gates[0], act_type="sigmoid", name=step + "i")
        forget = F.Activation(gates[1], act_type="sigmoid", name=step + "f")
        candidate = F.Activation(gates[2], act_type="tanh", name=step + "c")
        leave = F.Activation(gates[3], act_type="sigmoid", name=step + "o")
        memory = F.elemwise_add(forget * states[1], enter * candidate, name=step + "state")
        hidden = F.elemwise_mul(leave, F.Activation(memory, act_type="tanh"), name=step + "hidden")
        output = F.FullyConnected(hidden, h2r_weight, num_hidden=self._projection_size, no_bias=True,
                                  name=step + "out")
        return output, [output, memory]
