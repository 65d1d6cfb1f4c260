"""Cases of recurrent layers; the reference takes layers, directions, rows and steps one by one."""
import numpy as np

from . import case

GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def cut(vector, sizes):
    """The parts of a vector, as arrays of the given shapes."""
    parts, at = [], 0
    for shape in sizes:
        parts.append(vector[at:at + int(np.prod(shape))].reshape(shape))
        at += int(np.prod(shape))
    assert at == vector.size
    return parts


def step(mode, x, h, c, w, r, b, d, projection, bounds):
    """One row's next (state, cell)."""
    if mode == "gru":
        xr, xz, xn = np.split(w @ x + b, 3)
        hr, hz, hn = np.split(r @ h + d, 3)
        z = sigmoid(xz + hz)
        return (1 - z) * np.tanh(xn + sigmoid(xr + hr) * hn) + z * h, c
    sums = w @ x + b + r @ h + d
    if mode != "lstm":
        return (np.tanh(sums) if mode == "rnn_tanh" else np.maximum(sums, 0)), c
    i, f, g, o = np.split(sums, 4)
    c = np.clip(sigmoid(f) * c + sigmoid(i) * np.tanh(g), *bounds)
    h = sigmoid(o) * np.tanh(c)
    return (h if projection is None else projection @ h), c


def sizes(features, mode, state_size, num_layers, bidirectional=False, projection_size=None, **_):
    """Shapes of all weights, then of all biases."""
    sums, out = GATES[mode] * state_size, projection_size or state_size
    directions = 2 if bidirectional else 1
    weights = []
    for layer in range(num_layers):
        one = [(sums, directions * out if layer else features), (sums, out)]
        one += [(out, state_size)] if projection_size else []
        weights += one * directions
    return weights, [(sums,)] * (2 * num_layers * directions)


def rnn(data, parameters, state, *rest, is_train, **params):
    mode, directions = params["mode"], 2 if params.get("bidirectional") else 1
    cells = rest[0] if mode == "lstm" else np.zeros_like(state)
    steps, batch, features = data.shape
    lengths = rest[-1].astype(int) if params.get("use_sequence_length") else [steps] * batch
    weights, biases = sizes(features, **params)
    parts = cut(parameters, weights + biases)
    weights, biases = parts[:len(weights)], parts[len(weights):]
    each = len(weights) // len(state)
    bounds = (params.get("lstm_state_clip_min", -np.inf), params.get("lstm_state_clip_max", np.inf))
    last_states, last_cells = np.zeros_like(state), np.zeros_like(cells)
    for k in range(len(state)):
        w, r, *projection = weights[k * each:(k + 1) * each]
        if k % directions == 0:
            below, data = data, np.zeros((steps, batch, directions * state.shape[2]))
        for n in range(batch):
            h, c = state[k, n], cells[k, n]
            order = range(min(max(lengths[n], 0), steps))
            for t in reversed(order) if k % directions else order:
                h, c = step(mode, below[t, n], h, c, w, r, *biases[2 * k:2 * k + 2],
                            projection[0] if projection else None, bounds)
                at = k % directions * h.size
                data[t, n, at:at + h.size] = h
            last_states[k, n], last_cells[k, n] = h, c
    if not params.get("state_outputs"):
        return (data,)
    return (data, last_states, last_cells)[:3 if mode == "lstm" else 2]


def layers(steps, batch, features, lengths=None, dtypes=("float32", "float64"), **params):
    """A case of RNN; lengths are those of the rows, if they are an input."""
    stack = params["num_layers"] * (2 if params.get("bidirectional") else 1)
    size = sum(int(np.prod(shape)) for part in sizes(features, **params) for shape in part)
    shapes = [(steps, batch, features), (size,),
              (stack, batch, params.get("projection_size") or params["state_size"])]
    if params["mode"] == "lstm":
        shapes.append((stack, batch, params["state_size"]))
    # Smaller weights than states have elements: else rounding errors grow from step to step.
    scale = params["state_size"] ** -0.5
    make, wanted = {1: lambda rng: scale * rng.uniform(-1, 1, size)}, tuple(range(len(shapes)))
    if lengths is not None:
        params["use_sequence_length"] = True
        make[len(shapes)] = lambda rng: np.array(lengths)
        shapes.append((batch,))
    if params["mode"] == "rnn_relu":    # sums away from the kink
        make[1] = lambda rng: scale * rng.choice([-1, 1], size) * rng.uniform(0.2, 1, size)
    ref = None if params.get("p") else lambda *x, is_train: rnn(*x, is_train=is_train, **params)
    case("RNN", ref, *shapes, params=params, make=make, wanted=wanted, dtypes=dtypes)


layers(2, 3, 2, mode="lstm", state_size=4, num_layers=1, dtypes=("float16",))
for mode in GATES:
    layers(3, 2, 5, mode=mode, state_size=3, num_layers=1)
    layers(2, 3, 2, mode=mode, state_size=4, num_layers=2, bidirectional=True, state_outputs=True)
    layers(1, 1, 1, mode=mode, state_size=1, num_layers=1, state_outputs=True)
    layers(4, 5, 3, lengths=(4, 1, 3, 0, 2), mode=mode, state_size=2, num_layers=2,
           bidirectional=True, state_outputs=True)
    layers(2, 3, 4, mode=mode, state_size=3, num_layers=2, p=0.4)
layers(25, 9, 7, mode="lstm", state_size=33, num_layers=1)
layers(5, 33, 17, mode="gru", state_size=27, num_layers=1, bidirectional=True)
layers(7, 17, 3, mode="rnn_tanh", state_size=50, num_layers=1)
layers(3, 4, 2, mode="lstm", state_size=5, num_layers=2, projection_size=2, bidirectional=True,
       state_outputs=True)
layers(3, 2, 4, lengths=(2, 3), mode="lstm", state_size=3, num_layers=1, projection_size=7,
       state_outputs=True)
layers(4, 3, 2, mode="lstm", state_size=3, num_layers=1, state_outputs=True,
       lstm_state_clip_min=-0.2, lstm_state_clip_max=0.3, lstm_state_clip_nan=True)
