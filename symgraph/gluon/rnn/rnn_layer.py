"""MXNet's `mx.gluon.rnn.rnn_layer`."""
from .layers import GRU, LSTM, RNN

__all__ = ["GRU", "LSTM", "RNN"]
