"""Recurrent layers on whole sequences."""
from math import prod
from typing import NamedTuple

from ..dtypes import DIFFERENTIABLE
from ..errors import GraphError, InferenceError
from ..op import Op, register, unify
from ..params import choice, optional

GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}
GATE_NAMES = {"rnn_relu": ("",), "rnn_tanh": ("",), "lstm": ("_i", "_f", "_c", "_o"),
              "gru": ("_r", "_z", "_o")}


class Part(NamedTuple):
    """A weight or bias in the vector of all parameters."""

    layer: int
    direction: int
    name: str
    shape: tuple


@register("RNN")
class RNN(Op):
    """Recurrent layers, one above the other, on sequences.

    ``data`` is (steps, batch, features), ``output`` (steps, batch, directions * width), where width
    is ``state_size`` (``projection_size`` if that is given) and there are two directions if
    ``bidirectional``. ``state``, and ``state_cell`` for lstm, are the first states: (num_layers *
    directions, batch, width), and (..., state_size) for cells; with ``state_outputs`` the last ones
    are further outputs of these shapes. By ``mode``, with x the input of a step and h the state:

    - ``rnn_tanh``, ``rnn_relu``: ``h' = f(W x + b + R h + c)``
    - ``lstm``: gates i, f, g, o, each ``W x + b + R h + c``; ``cell' = sigmoid(f) cell +
      sigmoid(i) tanh(g)``, ``h' = sigmoid(o) tanh(cell')``, times a matrix P if projected
    - ``gru``: ``r = sigmoid(W x + b + R h + c)``, z alike, ``n = tanh(W x + b + r (R h + c))``,
      ``h' = (1 - z) n + z h``

    ``parameters`` is one vector: for each layer and in it each direction W, R (and P), row by row,
    with the gates one below the other in the order above; then for each of them b and c. In a
    training forward, elements of the input of every layer but the first are dropped with
    probability ``p``, as by Dropout.

    With ``use_sequence_length``, row i of the batch ends after ``sequence_length[i]`` steps: outputs
    behind are 0, the last states are those of its last step, and the backward direction begins
    there. ``lstm_state_clip_min`` and ``lstm_state_clip_max`` bound the cells of lstm; with
    ``lstm_state_clip_nan``, NaN becomes the upper bound. float32 and float64, and float16 computed in
    float32. Sources: Elman 1990, "Finding structure in time"; Hochreiter and Schmidhuber 1997, "Long
    short-term memory"; Sak et al. 2014, arXiv:1402.1128 (projection); Cho et al. 2014,
    arXiv:1406.1078 (gru, here in the form that multiplies before it resets).

    The products with the input of all steps are one product per layer and direction. The steps are
    one instruction, so that a long sequence takes no longer to bind than a short one, in which
    every thread has rows of the batch of its own and waits for nobody.
    """

    state_size: int
    num_layers: int
    bidirectional: bool = False
    mode: choice("gru", "lstm", "rnn_relu", "rnn_tanh")
    p: float = 0.0
    state_outputs: bool = False
    projection_size: optional(int) = None
    lstm_state_clip_min: optional(float) = None
    lstm_state_clip_max: optional(float) = None
    lstm_state_clip_nan: bool = False
    use_sequence_length: bool = False

    composite = True
    types = DIFFERENTIABLE
    widened = True

    def validate(self):
        if self.state_size < 1 or self.num_layers < 1:
            raise GraphError(f"RNN: state_size {self.state_size} and num_layers {self.num_layers} "
                             "are at least 1")
        if not 0 <= self.p <= 1:
            raise GraphError(f"RNN: p is {self.p}, a probability lies in [0, 1]")
        if self.mode != "lstm" and self.projection_size is not None:
            raise GraphError(f"RNN: projection_size is for mode 'lstm', not '{self.mode}'")
        if self.projection_size is not None and self.projection_size < 1:
            raise GraphError(f"RNN: projection_size is {self.projection_size}, not at least 1")
        if (self.lstm_state_clip_min is None) != (self.lstm_state_clip_max is None):
            raise GraphError("RNN: lstm_state_clip_min and lstm_state_clip_max go together")
        if self.lstm_state_clip_min is not None and (
                not self.lstm_state_clip_min <= self.lstm_state_clip_max):
            raise GraphError(f"RNN: lstm_state_clip_min={self.lstm_state_clip_min} must not be above "
                             f"lstm_state_clip_max={self.lstm_state_clip_max}")

    @property
    def pure(self):
        return self.p == 0 or self.num_layers == 1

    @property
    def visible(self):
        return len(self.outputs())

    @property
    def directions(self):
        return 2 if self.bidirectional else 1

    @property
    def width(self):
        """The length of a state."""
        return self.projection_size or self.state_size

    def inputs(self):
        return ("data", "parameters", "state", *(("state_cell",) if self.mode == "lstm" else ()),
                *(("sequence_length",) if self.use_sequence_length else ()))

    def outputs(self):
        if not self.state_outputs:
            return ("output",)
        return ("output", "state_output", *(("statecell_output",) if self.mode == "lstm" else ()))

    def parts(self, features):
        """What the vector of parameters consists of, in order."""
        sums, places = GATES[self.mode] * self.state_size, []
        for layer in range(self.num_layers):
            for direction in range(self.directions):
                width = self.directions * self.width if layer else features
                shapes = {"i2h": (sums, width), "h2h": (sums, self.width)}
                if self.projection_size:
                    shapes["projection"] = (self.width, self.state_size)
                places += [Part(layer, direction, name, shape) for name, shape in shapes.items()]
        biases = [Part(layer, direction, name, (sums,)) for layer in range(self.num_layers)
                  for direction in range(self.directions) for name in ("i2h_bias", "h2h_bias")]
        return places + biases

    def starts(self, features):
        """Where each part begins, and how long the vector is."""
        starts = [0]
        for part in self.parts(features):
            starts.append(starts[-1] + prod(part.shape))
        return starts

    def features(self, size):
        """The number of features for which there are size parameters; 0 if there is none."""
        rest, each = self.starts(0)[-1], self.starts(1)[-1] - self.starts(0)[-1]
        return (size - rest) // each if size > rest and (size - rest) % each == 0 else 0

    def gates(self, size):
        """(name, begin, end, shape) of what the size parameters are, gate by gate.

        The names are those of cells that do the same: ``l0_i2h_f_weight``, with l for the forward
        direction and r for the other one. Nothing if no number of features makes size parameters.
        """
        features = self.features(size)
        if not features:
            return
        names = GATE_NAMES[self.mode]
        for part, begin in zip(self.parts(features), self.starts(features)):
            kind = "bias" if part.name.endswith("_bias") else "weight"
            shape = (self.state_size, *part.shape[1:])
            each = prod(shape)
            for i, gate in enumerate(names):
                name = f"{'lr'[part.direction]}{part.layer}_{part.name[:3]}{gate}_{kind}"
                yield name, begin + i * each, begin + (i + 1) * each, shape

    def shapes(self, ins, outs):
        names, found = self.inputs(), dict(zip(self.inputs(), ins))
        out = outs[0]
        if found["data"] is not None and len(found["data"]) != 3:
            raise InferenceError(f"data has the axes (steps, batch, features), it is "
                                 f"{found['data']}")
        data = unify(found["data"], None if out is None else (*out[:2], 0))
        stack = self.num_layers * self.directions
        state, cell = (stack, 0, self.width), (stack, 0, self.state_size)
        for known in (found["state"], *outs[1:2]):
            state = unify(state, known)
        for known in (found.get("state_cell"), *outs[2:3]):
            cell = unify(cell, known)
        rows = {"data": (data or (0, 0))[1], "state": state[1], "state_cell": cell[1],
                "sequence_length": (found.get("sequence_length") or (0,))[0]}
        rows = {name: count for name, count in rows.items() if count}
        if len(set(rows.values())) > 1:
            raise InferenceError(f"a batch has as many rows everywhere, not {rows}")
        batch = max(rows.values(), default=0)
        found["state"], found["state_cell"] = ((s[0], batch, s[2]) for s in (state, cell))
        found["sequence_length"] = unify(found.get("sequence_length"), (batch,))
        if data is not None:
            features = data[2] or self.features((found["parameters"] or (0,))[0])
            found["data"] = data = (data[0], batch, features)
            outs[0] = unify(out, (*data[:2], self.directions * self.width))
            found["parameters"] = self.vector(found["parameters"], features)
        last = [found["state"], found["state_cell"]]
        return [found[name] for name in names], [outs[0], *last[:len(outs) - 1]]

    def vector(self, known, features):
        """The shape of the parameters, for a number of features that may be unknown, 0."""
        size = self.starts(features)[-1] if features else 0
        try:
            return unify(known, (size,))
        except InferenceError:
            raise InferenceError(f"parameters has shape {known}, {features} features need {size} of "
                                 "them") from None

    def dtypes(self, ins, outs):
        """All are equal; lengths may be of any type."""
        lengths = ins[-1:] if self.use_sequence_length else []
        count = len(ins) - len(lengths)
        new, outs = super().dtypes(ins[:count], outs)
        return [*new, *(lengths if lengths[:1] != [None] else new[:1])], outs

    def expand(self, F, x):
        found = dict(zip(self.inputs(), x))
        data = found["data"]
        lengths = [F.Cast(found["sequence_length"], dtype=F.dtype(data))
                   ] if self.use_sequence_length else []
        layers = self.cut(F, found, F.shape(data)[2])
        last = []
        for i in range(0, len(layers), self.directions):
            if i and self.p:
                data = F.Dropout(data, p=self.p)[0]
            sides = [self.run(F, data, layer, lengths, reverse=bool(direction))
                     for direction, layer in enumerate(layers[i:i + self.directions])]
            data = joined(F, [output for output, *_ in sides], axis=2)
            last += [states for _, *states in sides]
        return [data, *(joined(F, states, axis=0) for states in zip(*last))]

    def cut(self, F, found, features):
        """A dict for each layer and direction, in order: its parameters, state and cell."""
        starts = self.starts(features)
        pieces = F._split_v2(found["parameters"], indices=tuple(starts[:-1]), axis=0)
        layers = {}
        for part, piece in zip(self.parts(features), pieces):
            if len(part.shape) > 1:
                piece = F.Reshape(piece, shape=part.shape)
            layers.setdefault((part.layer, part.direction), {})[part.name] = piece
        layers = [layers[key] for key in sorted(layers)]
        for name in ("state", "state_cell"):
            if name in found:
                for layer, piece in zip(layers, first_axis(F, found[name])):
                    layer[name] = F.Reshape(piece, shape=F.shape(piece)[1:])
        return layers

    def run(self, F, data, layer, lengths, reverse):
        """Output, last state and last cell of a layer in one direction, from what cut gives."""
        bias = layer["i2h_bias"]
        if self.mode != "gru":
            bias = F.elemwise_add(bias, layer["h2h_bias"])
        i2h = F.FullyConnected(data, layer["i2h"], bias, num_hidden=F.shape(bias)[0], flatten=False)
        series = self.walk(F, i2h, layer, lengths, reverse=reverse, use_lengths=bool(lengths))
        steps = F.shape(data)[0]
        output = F._split_v2(series[0], indices=(0, steps if reverse else 1), axis=0)[not reverse]
        if lengths:
            output = F.SequenceMask(output, *lengths, use_sequence_length=True)
        if not self.state_outputs:
            return [output]
        end = 0 if reverse else steps
        return [output, *(F.slice_axis(s, axis=0, begin=end, end=end + 1) for s in series)]

    def walk(self, F, i2h, layer, lengths, **params):
        """The states before and after all steps, and for lstm the cells."""
        inputs = [i2h, layer["h2h"], F.transpose(layer["h2h"])]
        if self.mode == "gru":
            inputs += [layer["h2h_bias"], layer["state"], *lengths]
            return F._gru_steps(*inputs, **params)[:1]
        if self.mode != "lstm":
            relu = self.mode == "rnn_relu"
            return [F._rnn_steps(*inputs, layer["state"], *lengths, relu=relu, **params)]
        inputs += [layer["state"], layer["state_cell"]]
        if self.projection_size:
            inputs += [layer["projection"], F.transpose(layer["projection"])]
        if self.lstm_state_clip_min is not None:
            params.update(clip_min=self.lstm_state_clip_min, clip_max=self.lstm_state_clip_max,
                          clip_nan=self.lstm_state_clip_nan)
        projected = self.projection_size is not None
        return F._lstm_steps(*inputs, *lengths, projected=projected, **params)[:2]


def joined(F, refs, axis):
    """Arrays side by side; a single one as it is."""
    return F.Concat(*refs, dim=axis, num_args=len(refs)) if len(refs) > 1 else refs[0]


def first_axis(F, ref):
    """The parts of ref along its first axis, each of length 1."""
    count = F.shape(ref)[0]
    return F.SliceChannel(ref, num_outputs=count, axis=0) if count > 1 else [ref]
