"""What symgraph and MXNet do at once, outside of symbols: an operator, the tape, a training step."""
from common import best


def works(mx):
    """The functions to be timed by name, each of which returns when its result is there."""
    a, b = mx.nd.ones((10,)), mx.nd.ones((10,))

    def add():
        (a + b).wait_to_read()

    x = mx.nd.ones((10,))
    x.attach_grad()

    def recorded():
        with mx.autograd.record():
            y = x + b
        y.backward()
        x.grad.wait_to_read()
    return {"add": add, "recorded": recorded, "perceptron": step(mx, False), "hybrid": step(mx, True)}


def step(mx, hybrid):
    """A training step of a small network of blocks."""
    nn, loss = mx.gluon.nn, mx.gluon.loss.SoftmaxCrossEntropyLoss()
    net = nn.HybridSequential()
    net.add(nn.Dense(128, activation="relu"), nn.Dense(64, activation="relu"), nn.Dense(10))
    net.initialize()
    if hybrid:
        net.hybridize()
        loss.hybridize()
    data, label = mx.nd.ones((64, 784)), mx.nd.zeros((64,))
    net(data)
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01})

    def function():
        with mx.autograd.record():
            value = loss(net(data), label)
        value.backward()
        trainer.step(64)
        mx.nd.waitall()
    return function


def imperative(mx, job):
    """Seconds of the work that job names."""
    return {"seconds": best(works(mx)[job["what"]], job)}
