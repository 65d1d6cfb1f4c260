"""What the tests of recurrent cells share: helpers, and the cells in NumPy, in float64."""
import json

import numpy as np

import symgraph as mx

HIDDEN, INPUTS, BATCH, STEPS = 4, 3, 2, 3


def nodes(sym):
    """(operator, name) of every node that is no variable, in the order of the file."""
    graph = json.loads(sym.tojson())
    return [(node["op"], node["name"]) for node in graph["nodes"] if node["op"] != "null"]


def unrolled(cell, **kwargs):
    """The merged output over STEPS steps of `data`, with automatic names counted from 0."""
    with mx.name.NameManager():
        return cell.unroll(STEPS, mx.sym.Variable("data"), merge_outputs=True, **kwargs)[0]


def stack(*cells):
    result = mx.rnn.SequentialRNNCell()
    for cell in cells:
        result.add(cell)
    return result


def every_kind():
    """A stack with a cell of every kind."""
    return stack(
        mx.rnn.LSTMCell(HIDDEN, prefix="a_"),
        mx.rnn.DropoutCell(0.5),
        mx.rnn.BidirectionalCell(
            mx.rnn.RNNCell(2, prefix="l_"), mx.rnn.GRUCell(2, prefix="r_"), output_prefix="bi_"
        ),
        mx.rnn.ResidualCell(mx.rnn.GRUCell(HIDDEN, prefix="b_")),
        mx.rnn.ZoneoutCell(mx.rnn.RNNCell(HIDDEN, prefix="z_"), 0.3, 0.2),
    )


def weights_of(sym, rng, **shapes):
    """Random values for every argument of sym that is not in shapes."""
    inferred, _, _ = sym.infer_shape(**shapes)
    return {
        name: rng.uniform(-1, 1, shape).astype(np.float32)
        for name, shape in zip(sym.list_arguments(), inferred, strict=True)
        if name not in shapes
    }


def run(sym, values, is_train=False):
    """The outputs of sym for the values of its arguments, as numpy arrays."""
    shapes = {name: value.shape for name, value in values.items()}
    executor = sym.simple_bind(mx.cpu(), grad_req="null", **shapes)
    for name, value in values.items():
        executor.arg_dict[name][:] = value
    return [output.asnumpy() for output in executor.forward(is_train=is_train)]


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def rnn_step(i, h, states):
    return [np.tanh(i + h(states[0]))]


def lstm_step(i, h, states):
    in_gate, forget, candidate, out = np.split(i + h(states[0]), 4, axis=1)
    memory = sigmoid(forget) * states[1] + sigmoid(in_gate) * np.tanh(candidate)
    return [sigmoid(out) * np.tanh(memory), memory]


def gru_step(i, h, states):
    i_r, i_z, i_o = np.split(i, 3, axis=1)
    h_r, h_z, h_o = np.split(h(states[0]), 3, axis=1)
    update = sigmoid(i_z + h_z)
    return [(1 - update) * np.tanh(i_o + sigmoid(i_r + h_r) * h_o) + update * states[0]]


REFERENCE = {
    "rnn": (mx.rnn.RNNCell, rnn_step, 1),
    "lstm": (mx.rnn.LSTMCell, lstm_step, 2),
    "gru": (mx.rnn.GRUCell, gru_step, 1),
}


def reference(kind, weights, x, prefix=None, num_hidden=HIDDEN):
    """Outputs (batch, steps, hidden) and last states in float64, for x (batch, steps, inputs)."""
    prefix = f"{kind}_" if prefix is None else prefix
    _, step, num_states = REFERENCE[kind]
    w = {name.removeprefix(prefix): value.astype(np.float64) for name, value in weights.items()}
    states = [np.zeros((x.shape[0], num_hidden)) for _ in range(num_states)]
    outputs = []
    for t in range(x.shape[1]):
        i = x[:, t].astype(np.float64) @ w["i2h_weight"].T + w["i2h_bias"]
        states = step(i, lambda h: h @ w["h2h_weight"].T + w["h2h_bias"], states)
        outputs.append(states[0])
    return np.stack(outputs, axis=1), states


def assert_equal_arrays(got, expected):
    assert set(got) == set(expected)
    for name, value in expected.items():
        np.testing.assert_array_equal(got[name].asnumpy(), value.asnumpy())
