"""Memory of many buckets: as much as that of the largest, in whatever order they come."""
import gc
import os
import tracemalloc
import weakref

import numpy as np
import pytest

import symgraph as mx
from symgraph.ir import Graph
from symgraph.store import Arena

BATCH, WORDS, HIDDEN = 4, 1000, 8


def language_model(length):
    """Words in, words out: what it computes is small beside its outputs."""
    words = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=WORDS, output_dim=HIDDEN, name="emb")
    outputs, _ = mx.rnn.RNNCell(HIDDEN, prefix="r_").unroll(length, words, merge_outputs=True)
    outputs = mx.sym.Reshape(outputs, shape=(-1, HIDDEN))
    scores = mx.sym.FullyConnected(outputs, num_hidden=WORDS, name="out")
    label = mx.sym.Reshape(mx.sym.Variable("softmax_label"), shape=(-1,))
    return mx.sym.SoftmaxOutput(scores, label, name="softmax"), ("data",), ("softmax_label",)


def plain_head(length):
    """The same with an output that wants a head gradient, as large as the output."""
    symbol = language_model(length)[0].get_internals()["out_output"]
    return symbol, ("data",), None


def batch_of(length, labels=True):
    ids = mx.nd.array(np.arange(BATCH * length).reshape(BATCH, length) % WORDS)
    shape = (BATCH, length)
    return mx.io.DataBatch([ids], [ids] if labels else None, bucket_key=length,
                           provide_data=[("data", shape)],
                           provide_label=[("softmax_label", shape)] if labels else None)


def bound(default, generate=language_model):
    labels = [("softmax_label", (BATCH, default))] if generate is language_model else None
    module = mx.mod.BucketingModule(generate, default)
    module.bind([("data", (BATCH, default))], labels)
    module.init_params(mx.init.One())
    return module


def step(module, length):
    labels = bool(module.label_shapes)
    module.forward(batch_of(length, labels), is_train=True)
    module.backward(None if labels else [mx.nd.ones(o.shape) for o in module.get_outputs()])


def numpy_bytes(default, lengths, generate=language_model):
    """Bytes of all NumPy arrays that a module lives on after a step in each bucket."""
    step(bound(default, generate), default)       # what is kept for all modules is there already
    gc.collect()
    tracemalloc.start()
    try:
        module = bound(default, generate)
        for length in lengths:
            step(module, length)
        gc.collect()
        arrays = tracemalloc.take_snapshot().filter_traces(
            [tracemalloc.DomainFilter(True, np.lib.tracemalloc_domain)])
        return sum(trace.size for trace in arrays.traces)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("generate", [language_model, plain_head])
@pytest.mark.parametrize("default,lengths", [
    (18, range(2, 19, 2)), (18, range(18, 1, -2)), (2, range(2, 19, 2)), (10, [10, 18, 2, 18, 2])],
    ids=["up", "down", "small default", "to and fro"])
def test_many_buckets_live_on_the_memory_of_the_largest(default, lengths, generate):
    """Scratch memory, parameters, outputs and gradients; only ids and programs are per bucket."""
    alone = numpy_bytes(18, [18], generate)
    many = numpy_bytes(default, lengths, generate)
    assert alone > 4 * BATCH * 18 * WORDS           # an output counts for much of it
    per_bucket = 60_000                 # tables of programs, which grow with nodes, not with sizes
    assert many < 1.05 * alone + per_bucket * len(set(lengths))
    assert per_bucket * 4 < alone


def test_many_batches_leave_nothing_behind():
    """A bucket larger than the default comes and goes; memory is that of the first time."""
    module = bound(3)
    for length in (3, 12):
        step(module, length)
    gc.collect()
    tracemalloc.start()
    try:
        for _ in range(100):
            for length in (3, 12):
                step(module, length)
        gc.collect()
        left, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    output = 4 * BATCH * 12 * WORDS
    assert left < 3 * output         # one output and what belongs to the last step, not a hundred


# -- scratch memory that became too small ---------------------------------------------------------
def wide(n):
    x = mx.sym.Variable("x")
    return mx.sym.exp(mx.sym.tanh(mx.sym.exp(x, name="a") * 2, name="b") + mx.sym.exp(x * 3))


def run(executor, watched):
    if watched:
        executor.set_monitor_callback(lambda name, value: None)
    executor.forward(is_train=True)
    executor.backward([mx.nd.ones(executor.outputs[0].shape)])


def by_shared_exec(sizes):
    executors = []
    for n in sizes:
        executors.append(wide(n).simple_bind(mx.cpu(), x=(n,), shared_exec=(executors or [None])[0]))
        yield executors[-1]


def by_reshape(sizes):
    executors = [wide(sizes[0]).simple_bind(mx.cpu(), x=(sizes[0],))]
    yield executors[0]
    for n in sizes[1:]:
        executors.append(executors[-1].reshape(allow_up_sizing=True, x=(n,)))
        yield executors[-1]


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("make", [by_shared_exec, by_reshape])
def test_memory_that_became_too_small_is_freed(make, watched):
    """Although the executors that ran on it are still there, and go on in the new one."""
    blocks, executors = [], []
    for executor in make([100 * 2 ** i for i in range(6)]):
        run(executor, watched)
        executors.append(executor)
        memory = executor._store.arena.memory
        if not blocks or blocks[-1]() is not memory:
            blocks.append(weakref.ref(memory))
        del memory
    assert len(blocks) == 6
    assert [block() is None for block in blocks] == [True] * 5 + [False]
    for executor in executors:
        run(executor, watched)
        x = np.zeros(executor.outputs[0].shape)
        want = np.exp(np.tanh(np.exp(x) * 2) + np.exp(x * 3))
        np.testing.assert_allclose(executor.outputs[0].asnumpy(), want, rtol=1e-5)


def test_the_system_gets_memory_that_became_too_small():
    """Large blocks too, which are kept elsewhere to be used again: nobody will want that size."""
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    if not os.path.exists("/proc/self/statm"):
        pytest.skip("the system does not tell how much memory is in use")
    arena, before = Arena(), resident()
    for megabytes in range(10, 61, 10):
        arena.reserve(megabytes << 20).fill(1)
    assert resident() - before < 100 << 20      # all of them would be 210
    arena.release()
    assert resident() - before < 40 << 20


def test_a_failing_run_holds_no_memory():
    ids = mx.sym.Variable("ids")
    net = mx.sym.take(mx.sym.exp(mx.sym.Variable("x")), ids, mode="raise")
    small = net.simple_bind(mx.cpu(), x=(5,), ids=(1,))
    with pytest.raises(mx.MXNetError, match="outside"):
        small.forward(ids=mx.nd.array([9]))
    block = weakref.ref(small._store.arena.memory)
    net.simple_bind(mx.cpu(), x=(5000,), ids=(1,), shared_exec=small)
    assert block() is None


# -- outputs --------------------------------------------------------------------------------------
def test_outputs_in_hand_stay_while_other_buckets_run():
    module = bound(6)
    module.forward(batch_of(6), is_train=True)
    held, before = module.get_outputs()[0], module.get_outputs()[0].asnumpy()
    dropped = weakref.ref(held)
    module.forward(batch_of(4), is_train=True)
    np.testing.assert_array_equal(held.asnumpy(), before)
    module.forward(batch_of(6), is_train=True)
    assert module.get_outputs()[0] is not held
    np.testing.assert_array_equal(module.get_outputs()[0].asnumpy(), before)
    del held
    assert dropped() is None


def test_a_bucket_that_is_left_may_still_go_backward():
    """Its activations and outputs are computed once more, whether the other one ran or not."""
    module = bound(6)
    module.init_params(mx.init.Uniform(0.3), force_init=True)
    module.forward(batch_of(6), is_train=True)
    module.backward()
    group = module._curr_module._exec_group
    wanted = group.merged_grads()["out_weight"].asnumpy()
    module.forward(batch_of(6), is_train=True)
    wrong = batch_of(4)
    wrong.data = [mx.nd.ones((BATCH, 4, 2))]
    for batch, error in ((batch_of(4), None), (wrong, mx.MXNetError)):
        if error is None:
            module.forward(batch, is_train=True)
        else:
            with pytest.raises(error):
                module.forward(batch, is_train=True)
        module.switch_bucket(6, None)
        module.backward()
        np.testing.assert_array_equal(group.merged_grads()["out_weight"].asnumpy(), wanted)


@pytest.mark.parametrize("contexts", [1, 2])
def test_batches_of_many_sizes_have_one_set_of_outputs(contexts):
    """A Module keeps executors of several batch sizes, but the outputs of the last one only."""
    module = mx.mod.Module(mx.sym.exp(mx.sym.Variable("data")), label_names=None,
                           context=[mx.cpu(i) for i in range(contexts)])
    module.bind([("data", (8, 3))], for_training=False)
    module.init_params()
    seen = []
    for rows in (8, 4, 6, 8):
        module.forward(mx.io.DataBatch([mx.nd.zeros((rows, 3))]))
        seen.append([weakref.ref(out) for out in module.get_outputs(False)[0]])
        assert [sum(out() is not None for out in outs) for outs in seen] == (
            [0] * (len(seen) - 1) + [contexts])


# -- graphs ---------------------------------------------------------------------------------------
def graphs():
    gc.collect()
    return sum(isinstance(found, Graph) for found in gc.get_objects())


def test_an_executor_keeps_its_program_and_no_graph():
    """Graphs take many times the memory of programs, and nobody reads them after bind."""
    before = graphs()
    executor = language_model(5)[0].simple_bind(mx.cpu(), data=(2, 5), softmax_label=(2, 5))
    executor.forward(is_train=True)
    executor.backward()
    assert graphs() == before
    executor.set_monitor_callback(lambda name, value: None)
    executor.forward(is_train=True)
    assert graphs() == before
