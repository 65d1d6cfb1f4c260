"""Costs that must not grow: counted in instructions, compilations, calls and bytes, never in time."""
import gc
import os
import subprocess
import sys
import tracemalloc

import numpy as np
import pytest

import symgraph as mx
from symgraph import binding, store

pytestmark = pytest.mark.all_passes


class Count:
    """How often something was called; calls it all the same."""

    def __init__(self, monkeypatch, module, name):
        self.calls, self.function = 0, getattr(module, name)
        monkeypatch.setattr(module, name, self)

    def __call__(self, *args, **kwargs):
        self.calls += 1
        return self.function(*args, **kwargs)


@pytest.fixture
def compiled(monkeypatch):
    return Count(monkeypatch, binding, "compile_graph")


def python_calls(work):
    """How many calls of Python functions work makes."""
    calls = 0

    def count(frame, event, arg):
        nonlocal calls
        calls += event == "call"
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def chain(nodes):
    x = mx.sym.Variable("x")
    for i in range(nodes):
        x = mx.sym.tanh(x) if i % 2 else x * mx.sym.Variable(f"w{i % 20}")
    return x


def bind_chain(symbol):
    names = symbol.list_arguments()
    return symbol.simple_bind(mx.cpu(), **dict.fromkeys(names, (10,)))


# -- threads ---------------------------------------------------------------------------------------
def shares(symbol, **shapes):
    """The most shares of any instruction: 1 means that no other thread is woken."""
    executor = symbol.simple_bind(mx.cpu(), grad_req="null", **shapes)
    return int(executor._program.code["split"].max())


@pytest.mark.parametrize("make,small,large", [
    (lambda x: mx.sym.tanh(x), (10, 10), (1000, 1000)),
    (lambda x: mx.sym.FullyConnected(x, num_hidden=16), (4, 16), (1000, 1000)),
    (lambda x: mx.sym.dot(x, x), (16, 16), (600, 600)),
    (lambda x: mx.sym.softmax(x), (4, 10), (1000, 1000)),
    (lambda x: mx.sym.sum(x, axis=1), (10, 10), (2000, 1000)),
    (lambda x: mx.sym.BatchNorm(x), (8, 8), (500, 1000)),
    (lambda x: mx.sym.Concat(x, x * 2), (8, 8), (2000, 1000))],
    ids=["tanh", "dense", "dot", "softmax", "sum", "norm", "concat"])
def test_threads_share_what_is_large_and_leave_what_is_small(make, small, large):
    symbol = make(mx.sym.Variable("x"))
    assert shares(symbol, x=small) == 1
    assert shares(symbol, x=large) > 1


def test_the_pieces_of_an_instruction_do_not_grow_with_threads():
    """32 threads wait for one another no more often than 2: a program has its barriers."""
    before = mx.get_num_threads()
    try:
        programs = []
        for threads in (2, 32):
            mx.set_num_threads(threads)
            executor = mx.sym.FullyConnected(
                mx.sym.tanh(mx.sym.Variable("x"), name="t"), num_hidden=300,
                name="fc").simple_bind(mx.cpu(), x=(300, 300))
            programs.append(executor.debug_str())
        assert programs[0] == programs[1]
    finally:
        mx.set_num_threads(before)


# -- running and binding ---------------------------------------------------------------------------
@pytest.mark.parametrize("train", [False, True])
def test_a_run_is_as_many_calls_of_python_whatever_its_length(train):
    """Every node is an instruction inside of one call into C."""
    counts = []
    for nodes in (10, 1000):
        executor = bind_chain(chain(nodes))
        head = mx.nd.ones((10,))

        def run(executor=executor, head=head):
            executor.forward(is_train=train)
            if train:
                executor.backward(head)
        run()
        counts.append(python_calls(run))
        assert len(executor._program.nodes) >= nodes
    assert counts[0] == counts[1] < 60


@pytest.mark.parametrize("make", [chain, lambda n: deep_tree(n), lambda n: unrolled(n // 20)],
                         ids=["chain", "branches", "cells"])
def test_binding_takes_calls_in_proportion_to_nodes(make):
    """Twice the nodes, twice the calls: no pass looks at pairs of nodes."""
    counts = []
    for nodes in (200, 200, 400, 800):         # the first one fills what is kept for all
        symbol = make(nodes)
        shapes = {"data": (2, nodes // 20, 3)} if "data" in symbol.list_arguments() else (
            dict.fromkeys(symbol.list_arguments(), (10,)))
        counts.append(python_calls(lambda s=symbol, given=shapes: s.simple_bind(mx.cpu(), **given)))
    for fewer, more in zip(counts[1:], counts[2:]):
        assert more < 2.2 * fewer, counts


def deep_tree(nodes):
    """Sums of many readers of few values, which a pass over pairs would take long for."""
    x = mx.sym.Variable("x")
    parts = [mx.sym.exp(x * float(i)) for i in range(nodes // 3)]
    return mx.sym.add_n(*parts) + mx.sym.Variable("y")


def unrolled(steps):
    outputs, _ = mx.rnn.LSTMCell(4, prefix="l_").unroll(steps, mx.sym.Variable("data"),
                                                        merge_outputs=True)
    return outputs


def test_binding_a_known_shape_compiles_nothing(compiled):
    symbol = chain(50)
    executor = bind_chain(symbol)
    shapes = dict.fromkeys(symbol.list_arguments(), (7,))
    for bind in (lambda: bind_chain(symbol), lambda: executor.reshape(**shapes),
                 lambda: symbol.bind(mx.cpu(), executor.arg_dict, executor.grad_dict)):
        bind()
        before = compiled.calls
        for _ in range(5):
            bind()
        assert compiled.calls == before
    assert compiled.calls == 3


# -- buckets and lengths ---------------------------------------------------------------------------
def bucketed(lengths, most=12):
    def generate(length):
        outputs, _ = mx.rnn.RNNCell(4, prefix="r_").unroll(length, mx.sym.Variable("data"))
        return mx.sym.MakeLoss(outputs[-1]), ("data",), None
    module = mx.mod.BucketingModule(generate, most)
    module.bind([("data", (2, most, 3))])
    module.init_params()
    module.init_optimizer()
    return module, [mx.io.DataBatch([mx.nd.ones((2, n, 3))], bucket_key=n,
                                    provide_data=[("data", (2, n, 3))]) for n in lengths]


def steps(module, batches):
    for batch in batches:
        module.forward_backward(batch)
        module.update()


def test_a_bucket_is_compiled_at_its_first_visit_and_never_again(compiled):
    module, batches = bucketed([5, 3, 12, 7])
    steps(module, batches[2:3])         # the default bucket, and a step of the optimizer
    first = compiled.calls
    steps(module, batches)
    assert compiled.calls == first + 3
    steps(module, batches * 3)
    assert compiled.calls == first + 3


def test_all_buckets_may_be_bound_before(compiled):
    """By prepare, or by switch_bucket: then training compiles nothing."""
    module, batches = bucketed([5, 3, 12, 7])
    steps(module, batches[2:3])
    for batch in batches[:2]:
        module.prepare(batch)
    for batch in batches[2:]:
        module.switch_bucket(batch.bucket_key, batch.provide_data)
    before = compiled.calls
    steps(module, batches)
    assert compiled.calls == before


def test_a_new_length_costs_calls_in_proportion_to_the_length():
    """And as many the hundredth time as the first: nothing that was made before is gone through."""
    net = mx.sym.FullyConnected(mx.sym.tanh(mx.sym.Variable("data")), num_hidden=4, flatten=False,
                                name="fc")
    module = mx.mod.Module(net, label_names=None)
    module.bind([("data", (2, 200, 3))], for_training=False)
    module.init_params()

    def visit(length):
        return python_calls(lambda: module.forward(mx.io.DataBatch([mx.nd.ones((2, length, 3))])))
    counts = [visit(length) for length in range(1, 101)]
    assert max(counts[10:]) < 1.5 * min(counts[10:])
    assert max(counts[90:]) < 1.1 * max(counts[10:30])


NO_COMPILER = """
import sys
started = []
def watch(event, args):
    if event in ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork") or (
            event == "import" and args[0].split(".")[0] in ("setuptools", "distutils", "cc")) or (
            event == "open" and isinstance(args[0], str) and args[0].endswith((".c", ".o"))):
        started.append((event, args[0]))
import symgraph as mx
sys.addaudithook(watch)
net = mx.sym.tanh(mx.sym.FullyConnected(mx.sym.Variable("x"), num_hidden=3, name="fc"))
for n in range(1, 20):
    e = net.simple_bind(mx.cpu(), x=(n, 4))
    e.forward(is_train=True)
    e.backward(mx.nd.ones((n, 3)))
heavy = {"matplotlib", "scipy", "pandas", "torch", "pytest", "setuptools", "distutils", "pip"}
print(started, sorted(heavy & set(sys.modules)))
"""


def test_no_compiler_runs_and_nothing_heavy_is_imported():
    """A graph is compiled to tables; import loads no package that it does not need."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-S", "-c", NO_COMPILER], env=env, capture_output=True,
                          text=True, timeout=60)
    assert done.stdout == "[] []\n", done.stdout + done.stderr


# -- memory by shapes ------------------------------------------------------------------------------
def numpy_bytes():
    gc.collect()
    arrays = tracemalloc.take_snapshot().filter_traces(
        [tracemalloc.DomainFilter(True, np.lib.tracemalloc_domain)])
    return sum(trace.size for trace in arrays.traces)


@pytest.fixture
def traced():
    gc.collect()
    tracemalloc.start()
    yield
    tracemalloc.stop()


def scratchy(x):
    """Operators that want scratch memory, whose length depends on the input's."""
    y = mx.sym.exp(mx.sym.tanh(mx.sym.exp(x)) * 2)
    return mx.sym.FullyConnected(y, num_hidden=2, flatten=False, name="fc")


def test_plans_of_a_symbol_are_bounded(traced):
    """As many as are kept, whatever shapes come; and they own no data."""
    symbol = scratchy(mx.sym.Variable("data"))
    weights = {"fc_weight": mx.nd.ones((2, 50)), "fc_bias": mx.nd.ones((2,))}
    seen = []
    for n in range(1, 121):
        data = mx.nd.ones((2, n, 50))
        symbol.bind(mx.cpu(), {"data": data, **weights}).forward()
        if n in (40, 120):
            del data
            seen.append(numpy_bytes())
    assert len(symbol._plans) <= 16
    assert seen[1] < seen[0] + 20_000       # of the 100 kB that one run at this length works on


def test_peak_of_changing_shapes_is_that_of_the_largest(traced):
    """A module that has seen many lengths holds what it needs for the largest, and 8 small inputs."""
    module = mx.mod.Module(scratchy(mx.sym.Variable("data")), label_names=None)
    module.bind([("data", (2, 400, 50))], for_training=False)
    module.init_params()
    start = numpy_bytes()

    def visit(length):
        module.forward(mx.io.DataBatch([mx.nd.ones((2, length, 50))]), is_train=False)
        return numpy_bytes()
    largest = visit(400)
    draw = np.random.default_rng(1)
    found = [visit(int(n)) for n in draw.integers(1, 50, 14)]
    inputs = 8 * 4 * 2 * 50 * 50
    programs = 8 * 6_000
    assert max(found) <= largest + inputs + programs
    assert start > 4 * 2 * 400 * 50         # scratch memory is taken by bind


def test_scratch_memory_can_be_let_go_of():
    """empty_cache, between any two calls: what runs next takes what it needs, and is right."""
    module = mx.mod.Module(scratchy(mx.sym.Variable("data")), label_names=None)
    module.bind([("data", (2, 400, 50))])
    module.init_params(mx.init.One())
    executor = module._exec_group.execs[0]
    big = executor._store.arena.memory.nbytes
    assert big >= 4 * 2 * 400 * 50

    def gradients(trim):
        module.forward(mx.io.DataBatch([mx.nd.ones((2, 400, 50))]), is_train=True)
        outputs = [y.asnumpy() for y in module.get_outputs()]
        if trim:
            mx.cpu().empty_cache()
            assert executor._store.arena.memory.nbytes == 0
        module.backward([mx.nd.ones((2, 400, 2))])
        return outputs + [g.asnumpy() for g in module._exec_group.merged_grads().values()]
    for plain, trimmed in zip(gradients(False), gradients(True), strict=True):
        np.testing.assert_array_equal(plain, trimmed)
    mx.cpu().empty_cache()
    module.forward(mx.io.DataBatch([mx.nd.ones((2, 3, 50))]), is_train=False)
    assert 0 < executor._store.arena.memory.nbytes < big / 50


class Trimming(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        mx.cpu().empty_cache()
        self.assign(out_data[0], req[0], in_data[0] * 2)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        mx.cpu().empty_cache()
        self.assign(in_grad[0], req[0], out_grad[0] * 2)


@mx.operator.register("field_trimming")
class TrimmingProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return Trimming()


@pytest.mark.parametrize("watched", [False, True])
def test_letting_go_while_a_program_runs(watched):
    """From an operator of the user's: the run goes on in its memory, later ones take their own."""
    x = mx.sym.Variable("x")
    net = mx.sym.exp(mx.sym.Custom(mx.sym.exp(x * 0.5), op_type="field_trimming") * 0.5)
    executor = net.simple_bind(mx.cpu(), x=(300,))
    if watched:
        executor.set_monitor_callback(lambda name, value: None)
    for value in (0.5, 0.25):
        executor.forward(is_train=True, x=np.full(300, value))
        inner = np.exp(value / 2)
        np.testing.assert_allclose(executor.outputs[0].asnumpy(), np.exp(inner), rtol=1e-5)
        executor.backward(mx.nd.ones((300,)))
        np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(), np.exp(inner) * inner / 2,
                                   rtol=1e-5)


def test_functions_of_arrays_share_their_scratch_memory(traced):
    """Calls are kept by shape; what they work in is not."""
    def run(n):
        return mx.nd.RNN(mx.nd.ones((n, 2, 8)), mx.nd.ones((4 * 16 * (8 + 16 + 2),)),
                         mx.nd.zeros((1, 2, 16)), mx.nd.zeros((1, 2, 16)), state_size=16,
                         num_layers=1, mode="lstm").asnumpy()
    want = run(40)
    before = numpy_bytes()
    for n in range(1, 40):
        run(n)
    assert numpy_bytes() - before < 40 * 6_000
    np.testing.assert_array_equal(run(40), want)
    mx.cpu().empty_cache()
    assert sum(arena.memory.nbytes for arena in store.Arena.all) == 0
    np.testing.assert_array_equal(run(40), want)


# -- tables ----------------------------------------------------------------------------------------
def writers(executor, name):
    """(kernel, request) of the instructions that write into the gradient of an argument."""
    base = next(number for number, what in enumerate(executor._plan.bases) if what == ("grad", name))
    found = []
    for line in executor.debug_str().splitlines():
        outs, _ = line.split(" <- ")
        if f"@{base}+" in outs:
            found.append((line.split()[1].split("/")[0], outs.split()[-1]))
    return found


@pytest.mark.parametrize("uses", [1, 3])
@pytest.mark.parametrize("grad_req", ["write", "add"])
def test_a_table_is_zeroed_once_and_otherwise_touched_by_rows(uses, grad_req):
    """One instruction writes all of it; further uses add their rows, and under add all do."""
    table = mx.sym.Variable("table")
    words = [mx.sym.Embedding(mx.sym.Variable(f"x{i}"), table, input_dim=5000, output_dim=4)
             for i in range(uses)]
    executor = mx.sym.MakeLoss(mx.sym.Concat(*words, dim=0) if uses > 1 else words[0]).simple_bind(
        mx.cpu(), grad_req={"table": grad_req}, **{f"x{i}": (3,) for i in range(uses)})
    kernels = writers(executor, "table")
    assert [kernel for kernel, _ in kernels] == ["take_grad"] * len(kernels)
    assert [req for _, req in kernels].count("write") == (grad_req == "write")
    whole = [line for line in executor.debug_str().splitlines()
             if "[5000x4]" in line.split(" <- ")[0]]
    assert len(whole) == len(kernels) <= uses
    assert executor._plan.arena < 5000 * 4 * 4      # no second table anywhere


def test_a_fused_layer_is_as_many_instructions_for_any_length():
    """And one that is unrolled has its products with the inputs in one."""
    lengths = {}
    for steps_ in (5, 50):
        fused, _ = mx.rnn.FusedRNNCell(8, prefix="f_").unroll(steps_, mx.sym.Variable("data"))
        single, _ = mx.rnn.LSTMCell(8, prefix="l_").unroll(steps_, mx.sym.Variable("data"),
                                                           merge_outputs=True)
        for name, symbol in (("fused", fused), ("single", single)):
            executor = symbol.simple_bind(mx.cpu(), data=(2, steps_, 3))
            lengths[name, steps_] = len(executor._program.nodes)
    assert lengths["fused", 5] == lengths["fused", 50] < lengths["single", 5]
    assert lengths["single", 50] <= 10 * lengths["single", 5]


@pytest.mark.parametrize("value", [1e-39, -3e-42, 1e-45])
def test_tiny_numbers_are_numbers(value):
    """Denormal inputs: the fused layer agrees with its cells, and nothing turns into NaN."""
    cell = mx.rnn.FusedRNNCell(8, prefix="f_", forget_bias=0)
    found = []
    for each in (cell, cell.unfuse()):
        outputs, _ = each.unroll(6, mx.sym.Variable("data"), merge_outputs=True)
        executor = outputs.simple_bind(mx.cpu(), data=(2, 6, 3))
        for array in executor.arg_arrays:
            array[:] = value
        y = executor.forward(is_train=True)[0].asnumpy()
        executor.backward(mx.nd.full(y.shape, value))
        found.append((y, executor.grad_dict["data"].asnumpy()))
        assert all(np.isfinite(g.asnumpy()).all() for g in executor.grad_arrays)
    for one, other in zip(*found):
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-43)
    assert (mx.nd.array([value]) * 0.5 + 0).asnumpy() == np.float32(value) * np.float32(0.5)
