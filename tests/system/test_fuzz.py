"""Random graphs: the planned, threaded program computes what NumPy computes node by node.

SYMGRAPH_FUZZ_SEED and SYMGRAPH_FUZZ_COUNT choose the first seed and the number of graphs.
"""
import os
import random

import numpy as np
import pytest

import symgraph as mx
from symgraph import ir
from symgraph.passes import groups, pack

from ..check import assert_close, assert_same
from . import fuzz

SEED = int(os.environ.get("SYMGRAPH_FUZZ_SEED", 0))
COUNT = int(os.environ.get("SYMGRAPH_FUZZ_COUNT", 300))


class Run:
    """One random graph, bound with random heads, requests and head gradients."""

    def __init__(self, graph, seed):
        self.graph = graph
        self.rnd, self.rng = random.Random(seed + 1), np.random.default_rng(seed + 1)
        self.heads = self.choose_heads()
        self.symbol = mx.sym.Group([head.symbol for head in self.heads])
        self.names = self.symbol.list_arguments()
        self.reqs = {name: self.rnd.choice(["write", "write", "add", "add", "null"])
                     for name in self.names}
        self.values = {name: graph.inputs[name] for name in self.names}
        used = fuzz.needed(self.heads)
        self.states = {name: graph.state_values[name]
                       for step in graph.steps if step in used for name in step.states}
        self.float32 = any(v.dtype == "float32" for step in used for v in step.values)
        self.executor, self.grad_start = None, {}

    def start(self):
        """Bind, and put numbers into the gradients that are added to."""
        self.executor = self.bind()
        for name, grad in self.executor.grad_dict.items():
            if grad is not None:
                grad[:] = self.rng.uniform(-1, 1, grad.shape)
                self.grad_start[name] = grad.asnumpy().astype(np.float64)
        return self

    def choose_heads(self):
        """One to four values: inner ones, variables, outputs listed twice."""
        last = self.graph.steps[-1].values[-1] if self.graph.steps else self.graph.pool[-1]
        heads = [last]
        for _ in range(self.rnd.randint(0, 3)):
            value = self.rnd.choice(self.graph.pool)
            if value.step.is_loss and value in heads:
                continue      # the gradient of a loss is 1, not 1 per listing
            heads.append(value)
        self.rnd.shuffle(heads)
        return heads

    def bind(self):
        types = {name: value.dtype for name, (value, _) in self.values.items()}
        if self.rnd.random() < 0.5:
            executor = self.symbol.simple_bind(
                mx.cpu(), grad_req=self.reqs, type_dict=types,
                **{name: value.shape for name, (value, _) in self.values.items()})
            for name, (_, array) in self.values.items():
                executor.arg_dict[name][:] = array
            for name, array in self.states.items():
                executor.aux_dict[name][:] = array
            return executor
        grads = {name: mx.nd.zeros(value.shape, dtype=value.dtype)
                 for name, (value, _) in self.values.items() if self.reqs[name] != "null"}
        return self.symbol.bind(
            mx.cpu(), {n: mx.nd.array(a, dtype=v.dtype) for n, (v, a) in self.values.items()},
            args_grad=grads, grad_req=self.reqs,
            aux_states={n: mx.nd.array(a, dtype=a.dtype) for n, a in self.states.items()})

    def close(self, got, want, what, size=1.0):
        """Compare to the precision of the least precise type in the graph."""
        rtol = 2e-5 if self.float32 else 1e-10
        assert_close(got, want, rtol * max(1.0, size), what)

    def forward(self, is_train, states):
        """Run forward and compare; the reference's values, next states, and states read.

        None if the reference itself is too large to be compared, as may be with other states.
        """
        values, moved, read = fuzz.evaluate(self.graph, self.heads, states, is_train)
        outputs = self.executor.forward(is_train=is_train)
        if not all(np.isfinite(a).all() and np.abs(a).max(initial=0) < 1e3
                   for a in values.values()):
            return None
        for i, (out, head) in enumerate(zip(outputs, self.heads, strict=True)):
            assert np.dtype(out.dtype).name == head.dtype, f"head {i} is {out.dtype}"
            self.close(out.asnumpy(), values[head], f"head {i}, is_train={is_train}")
        for name, array in self.executor.aux_dict.items():
            self.close(array.asnumpy(), moved[name], f"state {name}, is_train={is_train}")
        return values, moved, read

    def backward(self, reference, times):
        """Run backward and compare every gradient, accumulated `times` times where asked for."""
        values, _, read = reference
        seeds = [self.rng.uniform(-1, 1, head.shape) for head in self.heads]
        seeds = [s.astype(h.dtype).astype(np.float64) for s, h in zip(seeds, self.heads)]
        want = fuzz.gradients(self.graph, self.heads, seeds, values, read)
        size = max((np.abs(g).max(initial=0) for g in want.values()), default=1.0)
        for _ in range(times):
            self.executor.backward([mx.nd.array(s, dtype=h.dtype)
                                    for s, h in zip(seeds, self.heads)])
        for name, start in self.grad_start.items():
            value = self.values[name][0]
            grad = 0 if name.startswith("ids") else want.get(value, 0)
            total = grad + np.zeros(value.shape)
            if self.reqs[name] == "add":
                total = start + times * total
            got = self.executor.grad_dict[name].asnumpy()
            self.close(got, total, f"gradient of {name} ({self.reqs[name]})", size)
            self.grad_start[name] = got.astype(np.float64)

    def check(self):
        """Train, train again, train backwards twice, infer."""
        reference = self.forward(True, self.states)
        if reference:
            self.backward(reference, 1)
        moved = fuzz.evaluate(self.graph, self.heads, self.states, True)[1]
        reference = self.forward(True, moved)
        if reference:
            self.backward(reference, 2)
        moved = fuzz.evaluate(self.graph, self.heads, moved, True)[1]
        self.forward(False, moved)
        for name, array in self.executor.aux_dict.items():
            self.close(array.asnumpy(), moved[name], f"state {name} after inference")


def results(graph, seed, threads):
    """The bytes of everything that one training step computes."""
    mx.set_num_threads(threads)
    run = Run(graph, seed).start()
    outputs = run.executor.forward(is_train=True)
    seeds = [mx.nd.array(run.rng.uniform(-1, 1, h.shape), dtype=h.dtype) for h in run.heads]
    run.executor.backward(seeds)
    arrays = [*outputs, *run.executor.aux_dict.values(),
              *(g for g in run.executor.grad_dict.values() if g is not None)]
    return [a.asnumpy() for a in arrays]


def attempt(seed, steps=None):
    """Make and check one graph, on one to three threads; the message of what is wrong, or None."""
    with mx.name.NameManager():
        graph = fuzz.Graph(seed, steps)
    run = Run(graph, seed)
    try:
        mx.set_num_threads(1 + seed % 3)
        run.start().check()
        if max(graph.sizes) > 64:
            one = results(graph, seed, 1)
            for threads in (2, 3):
                for i, (got, want) in enumerate(zip(results(graph, seed, threads), one)):
                    assert_same(got, want, f"array {i} on {threads} threads")
    except Exception as error:      # whatever goes wrong, the graph must be shown
        program = run.executor.debug_str() if run.executor else ""
        return (f"{type(error).__name__}: {error}\nSYMGRAPH_FUZZ_SEED={seed} "
                f"SYMGRAPH_FUZZ_COUNT=1\n{fuzz.to_text(graph, run.heads)}\n{program}")
    return None


@pytest.fixture(autouse=True)
def same_threads():
    before = mx.get_num_threads()
    yield
    mx.set_num_threads(before)


@pytest.mark.parametrize("seed", range(SEED, SEED + COUNT))
def test_graph(seed, monkeypatch):
    if seed % 2:        # what is worth while for large arrays alone
        monkeypatch.setattr(groups, "FEWEST_ELEMENTS", 1)
        monkeypatch.setattr(pack, "FEWEST", 2)
        monkeypatch.setattr(pack, "LEAST", 1)
    message = attempt(seed)
    if message:
        short = next((found for steps in range(25) if (found := attempt(seed, steps))), message)
        pytest.fail(short, pytrace=False)


def test_every_kind_occurs():
    """The graphs of the default seeds use every operator that a graph may consist of."""
    seen = {step.text.split("(")[0] for seed in range(300) for step in fuzz.Graph(seed).steps}
    assert len(seen) >= 80, sorted(seen)


def test_the_reference_differentiates_itself():
    """The derivatives written by hand agree with numeric ones of the same NumPy functions."""
    for seed in range(40):
        graph = fuzz.Graph(seed)
        heads = [v for step in graph.steps[-3:] for v in step.values if not step.is_loss]
        heads = heads or graph.pool[-1:]
        rng = np.random.default_rng(seed)
        w = [rng.uniform(-1, 1, h.shape) for h in heads]
        values, _, read = fuzz.evaluate(graph, heads, graph.state_values, True)
        if any(step.is_loss for step in fuzz.needed(heads)):
            continue
        grads = fuzz.gradients(graph, heads, w, values, read)
        for value, array in list(graph.inputs.values()):
            if value.step.name.startswith("ids") or value not in grads:
                continue
            v, ends = rng.normal(size=array.shape), []
            for sign in (1, -1):
                graph.inputs[value.step.name] = (value, array + sign * 1e-7 * v)
                moved = fuzz.evaluate(graph, heads, graph.state_values, True)[0]
                ends.append(sum((a * moved[h]).sum() for a, h in zip(w, heads)))
            graph.inputs[value.step.name] = (value, array)
            numeric, analytic = (ends[0] - ends[1]) / 2e-7, (grads[value] * v).sum()
            size = 1 + np.abs(grads[value] * v).sum()
            close = abs(numeric - analytic) < 1e-5 * size
            assert close or blocked(graph), fuzz.to_text(graph, heads)


def blocked(graph):
    """Whether a BlockGrad makes numeric and defined gradients differ on purpose."""
    return any("BlockGrad" in step.text for step in graph.steps)


def test_dump_of_a_failure_names_every_value():
    graph = fuzz.Graph(3)
    text = fuzz.to_text(graph, graph.pool[-1:])
    assert all(name in text for name in graph.inputs) and text.count("\n") >= len(graph.steps)
    assert "variable" in ir.to_text(ir.closure(graph.pool[-1].symbol.heads))
