"""The language model: words to vectors, recurrent layers, and a distribution over the next word."""
import symgraph as mx

from bn_cell import BatchNormLSTMCell

CELLS = {"lstm": mx.rnn.LSTMCell, "gru": mx.rnn.GRUCell, "rnn": mx.rnn.RNNCell}


def stacked(cell, num_layers, num_hidden, batch_norm="none"):
    """A stack of recurrent cells; batch_norm is "none" or, for lstm, a mode of the cell."""
    stack = mx.rnn.SequentialRNNCell()
    for layer in range(num_layers):
        prefix = f"{cell}_l{layer}_"
        if batch_norm == "none":
            stack.add(CELLS[cell](num_hidden, prefix=prefix))
        else:
            stack.add(BatchNormLSTMCell(num_hidden, batch_norm, prefix=prefix))
    return stack


def unrolled(stack, length, num_words, num_embed, num_hidden):
    """The graph for sentences of `length` words, data and softmax_label of shape (batch, length).

    The output, of shape (batch * length, num_words), holds the probabilities of the next word.
    """
    embed = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=num_words, output_dim=num_embed,
                             name="embed")
    outputs, _ = stack.unroll(length, embed, merge_outputs=True)
    pred = mx.sym.FullyConnected(mx.sym.Reshape(outputs, shape=(-1, num_hidden)),
                                 num_hidden=num_words, name="pred")
    label = mx.sym.Reshape(mx.sym.Variable("softmax_label"), shape=(-1,))
    return mx.sym.SoftmaxOutput(pred, label, name="softmax")


def one_step(stack, num_words, num_embed):
    """The graph for one word, data of shape (batch,), with the same parameters by name.

    The states are variables; the outputs are the probabilities of the next word and the new states.
    """
    stack.reset()
    embed = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=num_words, output_dim=num_embed,
                             name="embed")
    output, states = stack(embed, stack.begin_state(func=mx.sym.Variable))
    pred = mx.sym.FullyConnected(output, num_hidden=num_words, name="pred")
    return mx.sym.Group([mx.sym.softmax(pred), *states])
