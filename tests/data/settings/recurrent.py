"""LeakyReLU, RNN and CTCLoss."""
from .ask import keep


def add(op, inputs, attrs=None, dtype="float32", namespace="sym", values=None, types=None,
        train=None, scale=1, differs=None):
    """A setting; differs says why MXNet's figures are no truth, then it is not asked."""
    if differs:
        return
    given = {k: {"shape": shape, "range": (-scale, scale) if scale else (0, 1e-9)}
             for k, shape in inputs.items()}
    for k, rows in (values or {}).items():
        given[k] = {"shape": inputs[k], "only": rows, "fixed": True}
    for k, dtype_ in (types or {}).items():
        given[k]["dtype"] = dtype_
    keep("recurrent", op, given, namespace, "keyword", dtype, train, attrs or {})


# LeakyReLU
SELU = {"selu": {"differs": "the gradient below 0 is wrong, as in LeakyReLU.004"}}
MASK = {"train": False, "differs": "the mask is undefined outside of training"}
for act in ("leaky", "elu", "selu", "gelu", "prelu"):
    for shape in ((1,), (5, 1), (2, 3, 4, 5), (3, 70)):
        if act == "prelu" and len(shape) == 1:
            continue
        add("LeakyReLU", {"data": shape}, {"act_type": act}, **SELU.get(act, {}))
    for dtype in ("float64", "float16"):
        add("LeakyReLU", {"data": (2, 3, 4)}, {"act_type": act}, dtype=dtype, **SELU.get(act, {}))
add("LeakyReLU", {"data": (4, 6)}, {"act_type": "leaky", "slope": 0.0})
add("LeakyReLU", {"data": (4, 6)}, {"act_type": "leaky", "slope": -0.3})
add("LeakyReLU", {"data": (4, 6)}, {"act_type": "leaky", "slope": 1.7}, dtype="float64")
add("LeakyReLU", {"data": (4, 6)}, {"act_type": "elu", "slope": 0.0})
add("LeakyReLU", {"data": (4, 6)}, {"act_type": "elu", "slope": 2.5}, dtype="float64")
add("LeakyReLU", {"data": (3, 4), "gamma": (4,)}, {"act_type": "prelu"})
add("LeakyReLU", {"data": (3, 4), "gamma": (1,)}, {"act_type": "prelu"}, dtype="float64")
add("LeakyReLU", {"data": (2, 3, 4, 2), "gamma": (1,)}, {"act_type": "prelu"})
add("LeakyReLU", {"data": (2, 3, 4, 2, 3), "gamma": (3,)}, {"act_type": "prelu"})
add("LeakyReLU", {"data": (5,), "gamma": (5,)}, {"act_type": "prelu"})
add("LeakyReLU", {"data": (5,), "gamma": (1,)}, {"act_type": "prelu"})
add("LeakyReLU", {"data": (3, 4)}, {"act_type": "rrelu"}, **MASK)
add("LeakyReLU", {"data": (3, 4)}, {"act_type": "rrelu", "lower_bound": 0.1, "upper_bound": 0.1},
    **MASK)
add("LeakyReLU", {"data": (2, 3, 4)}, {"act_type": "rrelu"}, dtype="float64", **MASK)

# RNN
MODES = ("lstm", "gru", "rnn_tanh", "rnn_relu")
for mode in MODES:
    add("RNN", {"data": (6, 3, 4)}, {"mode": mode, "state_size": 5, "num_layers": 1})
    add("RNN", {"data": (3, 2, 3)}, {"mode": mode, "state_size": 4, "num_layers": 3,
                                      "bidirectional": True, "state_outputs": True})
    add("RNN", {"data": (5, 1, 2)}, {"mode": mode, "state_size": 1, "num_layers": 2,
                                      "state_outputs": True})
    add("RNN", {"data": (1, 4, 7)}, {"mode": mode, "state_size": 3, "num_layers": 1,
                                      "bidirectional": True})
    add("RNN", {"data": (4, 3, 2)}, {"mode": mode, "state_size": 3, "num_layers": 2,
                                      "state_outputs": True}, dtype="float64")
    add("RNN", {"data": (3, 2, 3)}, {"mode": mode, "state_size": 4, "num_layers": 2, "p": 0.7,
                                      "bidirectional": True, "state_outputs": True}, train=False)
    if mode in ("lstm", "rnn_relu"):    # with such weights the others are chaotic
        add("RNN", {"data": (12, 9, 17)}, {"mode": mode, "state_size": 33, "num_layers": 1})
    add("RNN", {"data": (2, 2, 3)}, {"mode": mode, "state_size": 2, "num_layers": 1, "p": 0.5})
add("RNN", {"data": (2, 3, 1)}, {"mode": "lstm", "state_size": 2, "num_layers": 4,
                                  "bidirectional": True})
add("RNN", {"data": (30, 2, 3)}, {"mode": "gru", "state_size": 4, "num_layers": 1,
                                   "bidirectional": True, "state_outputs": True}, dtype="float64")
add("RNN", {"data": (3, 2, 4)}, {"mode": "lstm", "state_size": 3, "num_layers": 1,
                                  "projection_size": 2, "state_outputs": True}, train=False)
add("RNN", {"data": (3, 2, 4)}, {"mode": "lstm", "state_size": 3, "num_layers": 2,
                                  "projection_size": 2, "bidirectional": True}, train=False,
    differs="it fails at random")
add("RNN", {"data": (3, 2, 4)}, {"mode": "lstm", "state_size": 2, "num_layers": 2,
                                  "projection_size": 5, "state_outputs": True}, train=False)
add("RNN", {"data": (3, 2, 4)}, {"mode": "lstm", "state_size": 3, "num_layers": 1,
                                  "state_outputs": True, "lstm_state_clip_min": -9.0,
                                  "lstm_state_clip_max": 9.0})
add("RNN", {"data": (3, 2, 4)}, {"mode": "lstm", "state_size": 3, "num_layers": 1,
                                  "state_outputs": True, "lstm_state_clip_min": -0.1,
                                  "lstm_state_clip_max": 0.1, "lstm_state_clip_nan": True},
    differs="clipping is ignored")
add("RNN", {"data": (4, 3, 2), "sequence_length": (3,)},
    {"mode": "lstm", "state_size": 3, "num_layers": 1, "use_sequence_length": True},
    values={"sequence_length": [4, 4, 4]})
add("RNN", {"data": (4, 3, 2), "sequence_length": (3,)},
    {"mode": "gru", "state_size": 3, "num_layers": 1, "use_sequence_length": True,
     "state_outputs": True}, values={"sequence_length": [4, 2, 1]},
    differs="lengths are ignored")

# CTCLoss
add("CTCLoss", {"data": (6, 2, 5), "label": (2, 3)}, values={"label": [[1, 2, 3], [4, 4, 0]]})
add("CTCLoss", {"data": (6, 2, 5), "label": (2, 3)}, values={"label": [[1, 2, 3], [4, 4, 0]]},
    types={"label": "int32"})
add("CTCLoss", {"data": (6, 2, 5), "label": (2, 3)}, values={"label": [[1, 2, 3], [4, 4, 0]]},
    namespace="sym.contrib")
add("ctc_loss", {"data": (6, 2, 5), "label": (2, 3)}, values={"label": [[1, 2, 3], [4, 4, 0]]},
    namespace="sym.contrib")
add("ctc_loss", {"data": (6, 2, 5), "label": (2, 3)}, values={"label": [[1, 1, 1], [4, 0, 0]]})
add("CTCLoss", {"data": (6, 2, 5), "label": (2, 3)}, {"blank_label": "last"},
    values={"label": [[0, 2, 3], [3, 3, -1]]})
add("CTCLoss", {"data": (6, 2, 5), "label": (2, 3)}, {"blank_label": "last"},
    values={"label": [[0, 0, -1], [1, 3, 1]]}, types={"label": "int64"})
add("CTCLoss", {"data": (6, 2, 5), "label": (2, 3)}, {"blank_label": "first"},
    values={"label": [[2, 2, 2], [1, 0, 0]]}, types={"label": "int8"})
add("CTCLoss", {"data": (6, 2, 5), "label": (2, 3)}, {"blank_label": "first"},
    values={"label": [[2, 2, 2], [1, 0, 0]]}, types={"label": "uint8"})
add("CTCLoss", {"data": (3, 1, 2), "label": (1, 1)}, values={"label": [[1]]})
add("CTCLoss", {"data": (1, 1, 3), "label": (1, 1)}, values={"label": [[2]]})
add("CTCLoss", {"data": (1, 3, 2), "label": (3, 1)}, values={"label": [[1], [1], [1]]})
add("CTCLoss", {"data": (9, 4, 3), "label": (4, 4)},
    values={"label": [[1, 2, 1, 2], [1, 1, 2, 2], [2, 0, 0, 0], [2, 2, 2, 0]]})
add("CTCLoss", {"data": (30, 2, 20), "label": (2, 8)},
    values={"label": [[1, 19, 3, 3, 7, 8, 9, 10], [4, 5, 6, 6, 6, 0, 0, 0]]})
add("CTCLoss", {"data": (50, 2, 11), "label": (2, 20)}, {"blank_label": "last"},
    values={"label": [[i % 10 for i in range(20)], [9] * 15 + [-1] * 5]})
add("CTCLoss", {"data": (3, 2, 4), "label": (2, 3)}, values={"label": [[1, 2, 3], [3, 1, 2]]})
add("CTCLoss", {"data": (3, 2, 4), "label": (2, 2)}, values={"label": [[1, 1], [3, 3]]})
for blank, rows in (("first", [[1, 2, 3], [4, 4, 0], [2, 1, 1]]),
                    ("last", [[0, 2, 3], [3, 3, -1], [1, 0, 0]])):
    add("CTCLoss", {"data": (7, 3, 5), "label": (3, 3), "data_lengths": (3,)},
        {"use_data_lengths": True, "blank_label": blank},
        values={"label": rows, "data_lengths": [7, 4, 5]})
    add("CTCLoss", {"data": (7, 3, 5), "label": (3, 3), "label_lengths": (3,)},
        {"use_label_lengths": True, "blank_label": blank},
        values={"label": rows, "label_lengths": [3, 2, 1]})
    add("CTCLoss", {"data": (7, 3, 5), "label": (3, 3), "data_lengths": (3,), "label_lengths": (3,)},
        {"use_data_lengths": True, "use_label_lengths": True, "blank_label": blank},
        values={"label": rows, "data_lengths": [6, 3, 7], "label_lengths": [3, 1, 2]})
    add("CTCLoss", {"data": (7, 3, 5), "label": (3, 3), "data_lengths": (3,), "label_lengths": (3,)},
        {"use_data_lengths": True, "use_label_lengths": True, "blank_label": blank},
        values={"label": rows, "data_lengths": [6, 4, 7], "label_lengths": [2, 2, 3]},
        types={"label": "int32", "data_lengths": "int32", "label_lengths": "int32"},
        differs="it fails for lengths of another type than the data")
add("CTCLoss", {"data": (5, 2, 4), "label": (2, 2), "label_lengths": (2,)},
    {"use_label_lengths": True}, values={"label": [[1, 2], [3, 3]], "label_lengths": [0, 2]})
add("CTCLoss", {"data": (5, 2, 4), "label": (2, 2), "data_lengths": (2,)},
    {"use_data_lengths": True}, values={"label": [[1, 2], [3, 0]], "data_lengths": [2, 1]})
add("CTCLoss", {"data": (6, 2, 5), "label": (2, 3)}, values={"label": [[1, 2, 3], [4, 4, 0]]},
    scale=30)
add("CTCLoss", {"data": (6, 2, 5), "label": (2, 3)}, values={"label": [[1, 2, 3], [4, 4, 0]]},
    scale=500, differs="float32 is too coarse for its way of adding up")
add("CTCLoss", {"data": (6, 2, 5), "label": (2, 3)}, values={"label": [[1, 2, 3], [4, 4, 0]]},
    scale=0)
add("CTCLoss", {"data": (6, 8, 3), "label": (8, 2)},
    values={"label": [[1, 2], [1, 1], [2, 0], [2, 2], [2, 1], [1, 0], [1, 2], [2, 2]]})
add("CTCLoss", {"data": (4, 2, 3), "label": (2, 2)}, values={"label": [[0, 0], [1, 2]]},
    differs="a row of padding alone is read beyond its end")
add("CTCLoss", {"data": (3, 2, 4), "label": (2, 3)}, values={"label": [[1, 1, 2], [3, 3, 0]]},
    differs="the gradient of the impossible row is not set")
