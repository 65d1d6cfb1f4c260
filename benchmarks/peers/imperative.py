"""What symgraph and MXNet do at once, outside of symbols: calls, the tape, training steps of blocks."""
import numpy as np
import symbolic_nets as nets
from common import fastest, series


def calls(mx, job):
    """Seconds of single calls on small arrays."""
    nd = mx.nd
    a, b, x = nd.ones((10,)), nd.ones((10,)), nd.ones((10,))
    m, n = nd.ones((8, 4)), nd.ones((4, 8))
    x.attach_grad()

    def recorded():
        with mx.autograd.record():
            y = x + b
        y.backward()
    return fastest({
        "a + b": lambda: a + b, "add(a, b)": lambda: nd.add(a, b), "a * 2": lambda: a * 2.0,
        "relu(a)": lambda: nd.relu(a), "dot(m, n)": lambda: nd.dot(m, n),
        "m[2:5]": lambda: m[2:5], "m.reshape": lambda: m.reshape((4, 8)), "m.sum()": lambda: m.sum(),
        "a.asnumpy()": lambda: a.asnumpy(), "recorded": recorded}, job, nd.waitall)


def trained(mx, net, data, label, job, **settings):
    """A function that does a training step of a net, hybridized or not, on one batch."""
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    net.initialize(mx.init.Xavier())
    if job["hybrid"]:
        for block in (net, loss):       # what MXNet is fastest with
            block.hybridize(static_alloc=True, static_shape=True)
    net(data)
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", dict(settings, learning_rate=0.01))

    def step():
        with mx.autograd.record():
            value = loss(net(data), label)
        value.backward()
        trainer.step(job["batch"])
    return step


def perceptron(mx, job):
    """A training step of layers with relu between them."""
    net = mx.gluon.nn.HybridSequential()
    *inner, last = job["sizes"]
    for width in inner:
        net.add(mx.gluon.nn.Dense(width, activation="relu"))
    net.add(mx.gluon.nn.Dense(last))
    return trained(mx, net, mx.nd.ones((job["batch"], job["features"])), mx.nd.zeros((job["batch"],)),
                   job)


def steps(mx, job):
    """Seconds of a training step of a perceptron, operator by operator and hybridized."""
    return fastest({"eager": perceptron(mx, dict(job, hybrid=False)),
                    "hybrid": perceptron(mx, dict(job, hybrid=True))}, job, mx.nd.waitall)


def words(mx, job, cells):
    """The language model as a hybrid block: with cells unrolled, or with the layer LSTM."""
    nn, rnn = mx.gluon.nn, mx.gluon.rnn
    hidden, layers = job["hidden"], job["layers"]

    class Words(mx.gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            with self.name_scope():
                self.embed = nn.Embedding(job["vocabulary"], job["embed"])
                self.out = nn.Dense(job["vocabulary"])
                if cells:
                    self.rnn = rnn.HybridSequentialRNNCell()
                    for _ in range(layers):
                        self.rnn.add(rnn.LSTMCell(hidden))
                else:
                    self.rnn = rnn.LSTM(hidden, layers, layout="NTC")

        def hybrid_forward(self, F, ids):
            x = self.embed(ids)
            if cells:
                x, _ = self.rnn.unroll(job["length"], x, layout="NTC", merge_outputs=True)
            else:
                x = self.rnn(x)
            return self.out(x.reshape((-1, hidden)))
    return Words()


def module(mx, job, data, label):
    """A function that does a training step of the same model, as a symbol, by Module."""
    model = mx.mod.Module(nets.language_model(mx, job)(job["length"])[0])
    desc = mx.io.DataDesc
    model.bind([desc("data", data.shape)], [desc("softmax_label", label.shape)])
    model.init_params(mx.init.Xavier())
    model.init_optimizer(optimizer="sgd", optimizer_params={"learning_rate": 0.01, "wd": 1e-5})
    batch = mx.io.DataBatch([data], [label])

    def step():
        model.forward(batch, is_train=True)
        model.backward()
        model.update()
    return step


def blocks(mx, job):
    """Seconds of a training step of the language model by Module and by hybrid blocks, in turn."""
    job = dict(job, hybrid=True)
    rng, shape = np.random.RandomState(0), (job["batch"], job["length"])
    data, label = (mx.nd.array(rng.randint(0, job["vocabulary"], shape)) for _ in range(2))

    def hybrid(cells):
        return trained(mx, words(mx, job, cells), data, label.reshape((-1,)), job, wd=1e-5)
    found = series({"module": module(mx, job, data, label), "cells": hybrid(True),
                    "layer": hybrid(False)}, job, mx.nd.waitall)
    return {**{name: min(seconds) for name, seconds in found.items()},
            **{f"{kind} / module": np.median(np.divide(found[kind], found["module"]))
               for kind in ("cells", "layer")}}
