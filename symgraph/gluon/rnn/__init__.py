"""`mx.gluon.rnn`: recurrent cells, which do a step, and layers, which do whole sequences."""
from . import rnn_cell, rnn_layer
from .base import HybridRecurrentCell, RecurrentCell
from .cells import GRUCell, LSTMCell, RNNCell
from .layers import GRU, LSTM, RNN
from .modifiers import DropoutCell, ModifierCell, ResidualCell, ZoneoutCell
from .stacks import BidirectionalCell, HybridSequentialRNNCell, SequentialRNNCell

__all__ = ["GRU", "LSTM", "RNN", "BidirectionalCell", "DropoutCell", "GRUCell",
           "HybridRecurrentCell", "HybridSequentialRNNCell", "LSTMCell", "ModifierCell", "RNNCell",
           "RecurrentCell", "ResidualCell", "SequentialRNNCell", "ZoneoutCell", "rnn_cell",
           "rnn_layer"]
