"""Recurrent cells and layers that are computed both here and by MXNet.

tests/data/ask_gluon_rnn.py reads this file too.
"""
from tests.gluon.layers import values, wave

STEPS, BATCH = 3, 2

# name -> (what makes the cell, the shape of a step's input)
CELLS = {
    "rnn": ("rnn.RNNCell(3)", (4,)),
    "rnn_relu": ("rnn.RNNCell(3, 'relu', input_size=4)", (4,)),
    "rnn_softsign": ("rnn.RNNCell(3, 'softsign')", (4,)),
    "lstm": ("rnn.LSTMCell(3)", (4,)),
    "lstm_other": ("rnn.LSTMCell(3, activation='relu', recurrent_activation='softsign')", (4,)),
    "gru": ("rnn.GRUCell(3)", (4,)),
    "dropout": ("rnn.DropoutCell(0.4)", (4,)),
    "zoneout": ("rnn.ZoneoutCell(rnn.LSTMCell(3), 0.5, 0.3)", (4,)),
    "residual": ("rnn.ResidualCell(rnn.GRUCell(4))", (4,)),
    "bidirectional": ("rnn.BidirectionalCell(rnn.LSTMCell(3), rnn.GRUCell(2))", (4,)),
    "vardrop": ("crnn.VariationalDropoutCell(rnn.LSTMCell(3), 0.1, 0.2, 0.3)", (4,)),
    "lstmp": ("crnn.LSTMPCell(4, 3)", (4,)),
    "conv_rnn": ("crnn.Conv1DRNNCell((2, 5), 3, 3, 3, 1, activation='relu')", (2, 5)),
    "conv_lstm": ("crnn.Conv2DLSTMCell((2, 4, 4), 2, 3, (3, 1))", (2, 4, 4)),
    "conv_gru": ("crnn.Conv1DGRUCell((2, 5), 3, 3, 3, i2h_dilate=2, h2h_dilate=2)", (2, 5)),
    "conv_3d": ("crnn.Conv3DRNNCell((1, 3, 3, 2), 2, (2, 2, 1), 3)", (1, 3, 3, 2)),
    "stack": ("stack(rnn.SequentialRNNCell(), rnn.LSTMCell(4), rnn.DropoutCell(0.2), "
              "rnn.ResidualCell(rnn.GRUCell(4)))", (4,)),
    "hybrid_stack": ("stack(rnn.HybridSequentialRNNCell(), rnn.RNNCell(4), rnn.BidirectionalCell("
                     "rnn.GRUCell(2), rnn.GRUCell(2)), rnn.ZoneoutCell(rnn.LSTMCell(2)))", (4,)),
}
# name -> (what makes the layer, whether lengths of sequences are given)
LAYERS = {
    "RNN": ("rnn.RNN(3)", False),
    "RNN_tanh": ("rnn.RNN(3, 2, 'tanh', 'NTC')", False),
    "LSTM": ("rnn.LSTM(3, 2, bidirectional=True)", False),
    "LSTM_projected": ("rnn.LSTM(4, 2, projection_size=3, bidirectional=True)", False),
    "LSTM_clipped": ("rnn.LSTM(3, state_clip_min=-0.1, state_clip_max=0.2)", False),
    "LSTM_lengths": ("rnn.LSTM(3, bidirectional=True, use_sequence_length=True)", True),
    "GRU": ("rnn.GRU(3, 2, bidirectional=True, input_size=4)", False),
    "GRU_lengths": ("rnn.GRU(3, layout='NTC', input_size=4, use_sequence_length=True)", True),
}
LENGTHS = (2, 3)


def stack(sequence, *cells):
    for cell in cells:
        sequence.add(cell)
    return sequence


def made(text, nn, rnn, crnn):
    return eval(text, {"nn": nn, "rnn": rnn, "crnn": crnn, "stack": stack})


def fill(mx, block):
    """Give the parameters numbers that do not depend on their names."""
    for number, param in enumerate(block.collect_params().values()):
        param.set_data(mx.nd.array(values("", param.shape, number)))


def ran(mx, block, call):
    """(outputs of call(), gradients of block's parameters), arrays, recorded in training."""
    with mx.autograd.record():
        outputs = call()
        loss = sum((out * mx.nd.array(wave(out.shape, 0.9 + n))).sum()
                   for n, out in enumerate(outputs))
    loss.backward()
    return outputs, [param.grad() for param in block.collect_params().values()]
