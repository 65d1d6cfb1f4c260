"""An LSTM with BatchNorm written out by hand, as it was done before there were cells.

Every time step and layer has a BatchNorm of its own behind each product, t3_l0_i2h_bn and so on,
in graphs of several lengths. At the end the program looks whether all of them have learned.
"""
import argparse
import logging
import sys
from collections import namedtuple

import symgraph as mx

import text
from arguments import add_sizes

LSTMState = namedtuple("LSTMState", ["c", "h"])
LSTMParam = namedtuple("LSTMParam", ["i2h_weight", "i2h_bias", "h2h_weight", "h2h_bias"])
INITIAL = {"gamma": 1, "beta": 0, "moving_mean": 0, "moving_var": 1}


def lstm(num_hidden, data, before, param, t, layer):
    """One time step of one layer: the state after data, from the state before it."""
    name = f"t{t}_l{layer}"
    i2h = mx.sym.FullyConnected(data=data, weight=param.i2h_weight, bias=param.i2h_bias,
                                num_hidden=4 * num_hidden, name=f"{name}_i2h")
    h2h = mx.sym.FullyConnected(data=before.h, weight=param.h2h_weight, bias=param.h2h_bias,
                                num_hidden=4 * num_hidden, name=f"{name}_h2h")
    # gamma, beta and the moving statistics are variables that BatchNorm makes by itself.
    i2h = mx.sym.BatchNorm(data=i2h, fix_gamma=False, name=f"{name}_i2h_bn")
    h2h = mx.sym.BatchNorm(data=h2h, fix_gamma=False, name=f"{name}_h2h_bn")
    gates = mx.sym.SliceChannel(i2h + h2h, num_outputs=4, name=f"{name}_slice")
    in_gate = mx.sym.Activation(gates[0], act_type="sigmoid")
    candidate = mx.sym.Activation(gates[1], act_type="tanh")
    forget_gate = mx.sym.Activation(gates[2], act_type="sigmoid")
    out_gate = mx.sym.Activation(gates[3], act_type="sigmoid")
    c = forget_gate * before.c + in_gate * candidate
    return LSTMState(c, out_gate * mx.sym.Activation(c, act_type="tanh"))


def lstm_unroll(num_layers, length, num_words, num_hidden, batch_size):
    """The graph for sentences of one length."""
    params = [LSTMParam(*[mx.sym.Variable(f"l{layer}_{name}") for name in LSTMParam._fields])
              for layer in range(num_layers)]
    states = [LSTMState(*[mx.sym.zeros(shape=(batch_size, num_hidden)) for _ in LSTMState._fields])
              for _ in range(num_layers)]
    embed = mx.sym.Embedding(data=mx.sym.Variable("data"), input_dim=num_words,
                             output_dim=num_hidden, name="embed")
    words = mx.sym.SliceChannel(data=embed, num_outputs=length, squeeze_axis=True)
    outputs = []
    for t in range(length):
        hidden = words[t]
        for layer in range(num_layers):
            states[layer] = lstm(num_hidden, hidden, states[layer], params[layer], t, layer)
            hidden = states[layer].h
        outputs.append(mx.sym.expand_dims(hidden, axis=1))
    outputs = mx.sym.Reshape(mx.sym.Concat(*outputs, dim=1), shape=(-1, num_hidden))
    pred = mx.sym.FullyConnected(data=outputs, num_hidden=num_words, name="pred")
    label = mx.sym.Reshape(mx.sym.Variable("softmax_label"), shape=(-1,))
    return mx.sym.SoftmaxOutput(data=pred, label=label, name="softmax")


def unmoved(model):
    """Print how many of each kind have moved; return the names of those that have not."""
    found = []
    parameters, states = model.get_params()
    arrays = {**parameters, **states}
    for kind, start in INITIAL.items():
        names = [name for name in arrays if name.endswith(f"_bn_{kind}")]
        still = [name for name in names if (arrays[name].asnumpy() == start).all()]
        print(f"{kind:11} {len(names) - len(still)} of {len(names)} moved")
        found += still
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    add_sizes(parser, num_epochs=4, num_hidden=100)
    args = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stdout)
    mx.random.seed(args.seed)
    corpus = text.load(args.text)
    train, valid = text.iterators(corpus, args.batch_size)

    def sym_gen(length):
        symbol = lstm_unroll(args.num_layers, length, len(corpus.vocab), args.num_hidden,
                             args.batch_size)
        return symbol, ("data",), ("softmax_label",)

    model = mx.mod.BucketingModule(sym_gen, default_bucket_key=train.default_bucket_key)
    model.fit(train, valid, eval_metric=mx.metric.Perplexity(ignore_label=text.PADDING),
              optimizer="adam", optimizer_params={"learning_rate": 0.003},
              initializer=mx.init.Xavier(factor_type="in", magnitude=2.34),
              num_epoch=args.num_epochs)
    left = unmoved(model)
    # The state before the first step is 0, and so is its product: gamma has nothing to scale.
    zero = [name for name in left if name.startswith("t0_") and name.endswith("_h2h_bn_gamma")]
    print(f"no wonder: {', '.join(zero)}, as the initial state is 0")
    # A step that no sentence reaches sees nothing but padding, of which all rows are alike.
    longest = max(sum(word != text.PADDING for word in sentence) for sentence in corpus.train)
    beyond = [name for name in left if name.endswith("_i2h_bn_gamma")
              and int(name[1:].split("_")[0]) >= longest]
    left = sorted(set(left) - set(zero) - set(beyond))
    sys.exit(f"not moved: {', '.join(left)}" if left else None)


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError) as error:
        sys.exit(f"batchnorm_lstm.py: {error}")
