"""PyTorch: nn.LSTM and nn.GRU, cells with BatchNorm unrolled by hand, a perceptron, ResNet-20."""
import torch
from common import batches, best, fastest, forward_and_backward, main, memory_of, train
from torch import nn


class Words(nn.Module):
    """The language model; with `normalized`, BatchNorm stands at every step on both products."""

    def __init__(self, job):
        super().__init__()
        self.hidden = hidden = job["hidden"]
        self.embed = nn.Embedding(job["vocabulary"], job["embed"])
        self.out = nn.Linear(hidden, job["vocabulary"])
        self.rnn, self.layers = None, nn.ModuleList()
        if job.get("normalized"):
            for layer in range(job["layers"]):
                width = hidden if layer else job["embed"]
                self.layers.append(nn.ModuleDict({
                    "i2h": nn.Linear(width, 4 * hidden), "h2h": nn.Linear(hidden, 4 * hidden),
                    "i2h_bn": nn.BatchNorm1d(4 * hidden, eps=1e-3),
                    "h2h_bn": nn.BatchNorm1d(4 * hidden, eps=1e-3)}))
        else:
            kind = {"lstm": nn.LSTM, "gru": nn.GRU}[job["cell"]]
            self.rnn = kind(job["embed"], hidden, job["layers"], batch_first=True)

    def forward(self, words):
        x = self.embed(words)
        if self.rnn is not None:
            x, _ = self.rnn(x)
        else:
            steps = x.unbind(1)
            for layer in self.layers:
                steps = self.normalized(layer, steps)
            x = torch.stack(steps, 1)
        return self.out(x.reshape(-1, self.hidden))

    def normalized(self, layer, steps):
        h = c = torch.zeros(steps[0].shape[0], self.hidden)
        outputs = []
        for x in steps:
            gates = layer["i2h_bn"](layer["i2h"](x)) + layer["h2h_bn"](layer["h2h"](h))
            i, g, f, o = gates.chunk(4, 1)
            c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
            h = torch.sigmoid(o) * torch.tanh(c)
            outputs.append(h)
        return outputs


def stepper(job):
    """A function that learns from one batch."""
    torch.manual_seed(0)
    model = Words(job)
    optimizer = torch.optim.SGD(model.parameters(), 0.01, weight_decay=1e-5)
    loss = nn.CrossEntropyLoss(reduction="sum")

    def step(batch):
        _, data, label = batch
        optimizer.zero_grad()
        found = loss(model(torch.from_numpy(data)), torch.from_numpy(label).reshape(-1))
        (found / job["batch"]).backward()
        optimizer.step()
    return step


def lstm(job):
    return train(job, batches(job["batches"]), stepper(job), lambda: None)


def memory(job):
    return memory_of(job, stepper(job))


def measured(net, x, backward, job):
    """Figures of a network on x; backward(output) goes back."""
    def forward():
        net.eval()
        with torch.inference_mode():
            net(x)

    def both():
        net.train()
        for parameter in net.parameters():
            parameter.grad = None
        backward(net(x))
    return forward_and_backward(forward, both, job)


def layers_of(job):
    """Layers of the widths that job names, with relu between them."""
    widths = [job["features"], *job["sizes"]]
    layers = [nn.Linear(*pair) for pair in zip(widths, widths[1:])]
    return nn.Sequential(*[part for layer in layers[:-1] for part in (layer, nn.ReLU())], layers[-1])


def perceptron(job):
    net = layers_of(job)
    label = torch.zeros(job["batch"], dtype=torch.long)
    return measured(net, torch.rand(job["batch"], job["features"]),
                    lambda y: nn.functional.cross_entropy(y, label).backward(), job)


def convolution(ins, filters, kernel, stride):
    return nn.Sequential(nn.Conv2d(ins, filters, kernel, stride, kernel // 2, bias=False),
                         nn.BatchNorm2d(filters))


class Block(nn.Module):
    def __init__(self, ins, filters, stride):
        super().__init__()
        self.inner = nn.Sequential(convolution(ins, filters, 3, stride), nn.ReLU(),
                                   convolution(filters, filters, 3, 1))
        self.down = nn.Identity() if stride == 1 else convolution(ins, filters, 1, stride)

    def forward(self, x):
        return torch.relu(self.inner(x) + self.down(x))


def resnet(job):
    """ResNet-20 with weights as they are made: the time does not depend on them."""
    blocks, ins = [], 16
    for stage, filters in enumerate((16, 32, 64)):
        for block in range(3):
            blocks.append(Block(ins, filters, 2 if stage and not block else 1))
            ins = filters
    net = nn.Sequential(convolution(3, 16, 3, 1), nn.ReLU(), *blocks, nn.AdaptiveAvgPool2d(1),
                        nn.Flatten(), nn.Linear(64, 10))
    seeds = torch.ones(job["batch"], 10)
    return measured(net, torch.rand(job["batch"], 3, job["side"], job["side"]),
                    lambda y: y.backward(seeds), job)


def calls(job):
    """Seconds of single calls on small arrays, as imperative.py has them."""
    a, b, x, head = torch.ones(10), torch.ones(10), torch.ones(10, requires_grad=True), torch.ones(10)
    m, n = torch.ones(8, 4), torch.ones(4, 8)

    def recorded():
        x.grad = None
        (x + b).backward(head)
    return fastest({
        "a + b": lambda: a + b, "add(a, b)": lambda: torch.add(a, b), "a * 2": lambda: a * 2.0,
        "relu(a)": lambda: torch.relu(a), "dot(m, n)": lambda: torch.mm(m, n),
        "m[2:5]": lambda: m[2:5], "m.reshape": lambda: m.reshape((4, 8)), "m.sum()": lambda: m.sum(),
        "a.asnumpy()": lambda: a.numpy().copy(), "recorded": recorded}, job)


def steps(job):
    """Seconds of a training step of a perceptron, which is eager, hybrid or not."""
    net = layers_of(job)
    optimizer = torch.optim.SGD(net.parameters(), 0.01)
    data, label = torch.ones(job["batch"], job["features"]), torch.zeros(job["batch"], dtype=torch.long)

    def step():
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(data), label).backward()
        optimizer.step()
    seconds = best(step, job)
    return {"eager": seconds, "hybrid": seconds}


def blocks(job):
    """Seconds of a training step of the language model, by whatever name the others call theirs."""
    learn, shape = stepper(job), (job["batch"], job["length"])
    batch = job["length"], *(torch.randint(job["vocabulary"], shape).numpy() for _ in range(2))
    return dict.fromkeys(("module", "cells", "layer"), best(lambda: learn(batch), job))


if __name__ == "__main__":
    main(torch.__version__, lstm, memory, perceptron, resnet, calls, steps, blocks)
