"""PyTorch: nn.LSTM and nn.GRU, cells with BatchNorm unrolled by hand, a perceptron, ResNet-20."""
import torch
from common import batches, best, forward_and_backward, main, one_per_length, train
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
    """Two steps for each length, in the order that job names."""
    step = stepper(job)
    for batch in one_per_length(batches(job["batches"]), job["order"]) * 2:
        step(batch)
    return {}


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


def perceptron(job):
    widths = [job["features"], *job["sizes"]]
    layers = [nn.Linear(*pair) for pair in zip(widths, widths[1:])]
    net = nn.Sequential(*[part for layer in layers[:-1] for part in (layer, nn.ReLU())], layers[-1])
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


def imperative(job):
    """Seconds of the work that job names; a network is eager, hybrid or not."""
    a, b, x = torch.ones(10), torch.ones(10), torch.ones(10, requires_grad=True)
    net = nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU(),
                        nn.Linear(64, 10))
    optimizer = torch.optim.SGD(net.parameters(), 0.01)
    data, label, head = torch.ones(64, 784), torch.zeros(64, dtype=torch.long), torch.ones(10)

    def recorded():
        x.grad = None
        (x + b).backward(head)

    def step():
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(data), label).backward()
        optimizer.step()
    works = {"add": lambda: a + b, "recorded": recorded, "perceptron": step, "hybrid": step}
    return {"seconds": best(works[job["what"]], job)}


if __name__ == "__main__":
    main(torch.__version__, lstm, memory, perceptron, resnet, imperative)
