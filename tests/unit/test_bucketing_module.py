"""BucketingModule: what buckets share, names, memory, files, monitors."""
import logging

import numpy as np
import pytest

import symgraph as mx

from ..modules import assert_same, messages, params_of, train

BATCH, VOCABULARY, CLASSES = 4, 6, 3


def sym_gen(length):
    """A net whose graph depends on the length: a step for each word, with shared weights."""
    words = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=VOCABULARY, output_dim=5,
                             name="embed")
    steps = mx.sym.SliceChannel(words, num_outputs=length, axis=1, squeeze_axis=True)
    weight, bias = mx.sym.Variable("step_weight"), mx.sym.Variable("step_bias")
    hidden = None
    for t in range(length):
        word = steps[t] if length > 1 else steps
        hidden = word if hidden is None else hidden + word
        hidden = mx.sym.FullyConnected(hidden, weight, bias, num_hidden=5, name=f"step{t}")
        hidden = mx.sym.Activation(hidden, act_type="tanh", name=f"tanh{t}")
    hidden = mx.sym.FullyConnected(hidden, num_hidden=CLASSES, name="out")
    return mx.sym.SoftmaxOutput(hidden, name="softmax"), ("data",), ("softmax_label",)


def batch_of(rng, length, rows=BATCH):
    data = mx.nd.array(rng.integers(0, VOCABULARY, (rows, length)))
    label = mx.nd.array(rng.integers(0, CLASSES, rows))
    return mx.io.DataBatch([data], [label], bucket_key=length,
                           provide_data=[mx.io.DataDesc("data", (rows, length))],
                           provide_label=[mx.io.DataDesc("softmax_label", (rows,))])


def bound(generate=sym_gen, default=5, initialize=True, settings=None, **options):
    module = mx.mod.BucketingModule(generate, default, **(settings or {}))
    module.bind([("data", (BATCH, default))], [("softmax_label", (BATCH,))], **options)
    if initialize:
        mx.random.seed(11)
        module.init_params(mx.init.Uniform(0.5))
    return module


def visit(module, lengths):
    rng = np.random.default_rng(0)
    for length in lengths:
        module.forward(batch_of(rng, length), is_train=True)


# -- what buckets share ----------------------------------------------------------------------------
def test_everything_but_inputs_is_one_array():
    module = bound()
    visit(module, [5, 2, 7])
    first = module._buckets[5]._exec_group.execs[0]
    for key in (2, 7):
        other = module._buckets[key]._exec_group.execs[0]
        for name in first.arg_dict.keys() - {"data", "softmax_label"}:
            assert other.arg_dict[name] is first.arg_dict[name]
            assert other.grad_dict[name] is first.grad_dict[name]


def test_training_equals_two_modules_that_hand_over(rng):
    """Alternating buckets: as modules of one length each that get and give all parameters."""
    module, batches = bound(), [batch_of(rng, [5, 3][i % 2]) for i in range(20)]
    module.init_optimizer(optimizer_params={"learning_rate": 0.3})
    singles = {}
    for length in (5, 3):
        singles[length] = mx.mod.Module(sym_gen(length)[0])
        singles[length].bind([("data", (BATCH, length))], [("softmax_label", (BATCH,))])
        singles[length].set_params(*module.get_params())
        singles[length].init_optimizer(optimizer_params={"learning_rate": 0.3})
    args = module.get_params()
    for batch in batches:
        single = singles[batch.bucket_key]
        single.set_params(*args)
        train(single, [batch])
        args = single.get_params()
    train(module, batches)
    for name, wanted in args[0].items():
        np.testing.assert_allclose(params_of(module)[name], wanted.asnumpy(), rtol=1e-5, atol=1e-6)


def test_optimizer_states_go_by_name(rng):
    """Buckets may list their parameters in different orders."""
    def generate(key):
        a, b = (mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name=n, no_bias=True)
                for n in ("a", "b"))
        net = a + 2 * b if key == 1 else 2 * b + a
        return mx.sym.SoftmaxOutput(net, name="softmax"), ("data",), ("softmax_label",)
    ends = []
    for keys in ([1, 1, 1, 1], [1, 2, 1, 2]):
        module = bound(generate, 1)
        module.init_optimizer(optimizer="adam", optimizer_params={"learning_rate": 0.1})
        assert module.symbol.list_arguments() != generate(2)[0].list_arguments()
        generator = np.random.default_rng(1)
        for key in keys:
            batch = batch_of(generator, 1)
            batch.bucket_key = key
            train(module, [batch])
        ends.append(params_of(module))
    for name in ends[0]:
        np.testing.assert_allclose(ends[0][name], ends[1][name], rtol=1e-5, atol=1e-6)


def batch_norm_gen(length):
    data = mx.sym.reshape(mx.sym.Variable("data"), shape=(-1, 1))
    net = mx.sym.BatchNorm(data, fix_gamma=False, name="bn", momentum=0.5)
    net = mx.sym.reshape(net, shape=(-1, length))
    net = mx.sym.sum(net, axis=1, keepdims=True)
    net = mx.sym.FullyConnected(net, num_hidden=CLASSES, name="out")
    return mx.sym.SoftmaxOutput(net, name="softmax"), ("data",), ("softmax_label",)


def test_batch_norm(rng):
    """One set of moving statistics: what a bucket moves, the others see at once."""
    module = bound(batch_norm_gen)
    mean, var = 0.0, 1.0
    for length in (5, 3, 5, 2, 3):
        batch = batch_of(rng, length)
        module.forward(batch, is_train=True)
        values = batch.data[0].asnumpy().astype(float)
        mean, var = 0.5 * mean + 0.5 * values.mean(), 0.5 * var + 0.5 * values.var()
        for key, bucket in module._buckets.items():
            states = bucket._exec_group.execs[0].aux_dict
            np.testing.assert_allclose(states["bn_moving_mean"].asnumpy(), mean, rtol=1e-5), key
            np.testing.assert_allclose(states["bn_moving_var"].asnumpy(), var, rtol=1e-5)
    assert params_of(module)["bn_moving_mean"].shape == (1,)


def test_shapes_of_the_current_bucket():
    module = bound()
    visit(module, [3])
    assert module.data_shapes == [("data", (BATCH, 3))]
    assert module.label_shapes == [("softmax_label", (BATCH,))]
    assert module.output_shapes == [("softmax_output", (BATCH, CLASSES))]
    assert module.data_names == ["data"]
    assert module.output_names == ["softmax_output"]
    assert module.symbol.list_outputs() == ["softmax_output"]
    unbound = mx.mod.BucketingModule(sym_gen, 5)
    assert (list(unbound.data_names), unbound.output_names) == (["data"], ["softmax_output"])


def test_batches_of_other_sizes(rng):
    module = bound()
    for length, rows in ((5, 4), (3, 2), (3, 4), (5, 1)):
        module.forward(batch_of(rng, length, rows), is_train=False)
        assert module.get_outputs()[0].shape == (rows, CLASSES)


def test_preparing_leaves_the_outputs(rng):
    module = bound()
    module.forward(batch_of(rng, 5), is_train=False)
    before = module.get_outputs()[0].asnumpy()
    module.prepare(batch_of(rng, 3))
    assert sorted(module._buckets) == [3, 5]
    np.testing.assert_array_equal(module.get_outputs()[0].asnumpy(), before)
    assert module.data_shapes == [("data", (BATCH, 5))]


# -- names -----------------------------------------------------------------------------------------
def unnamed_gen(length):
    net = mx.sym.mean(mx.sym.Embedding(mx.sym.Variable("data"), input_dim=VOCABULARY,
                                       output_dim=2), axis=1)
    for _ in range(2):
        net = mx.sym.FullyConnected(net, num_hidden=CLASSES)
    net = mx.sym.SoftmaxOutput(net, mx.sym.Variable("softmax_label"))
    return net, ("data",), ("softmax_label",)


WITHOUT_NAMES = ["data", "embedding0_weight", "fullyconnected0_weight", "fullyconnected0_bias",
                 "fullyconnected1_weight", "fullyconnected1_bias", "softmax_label"]


def test_automatic_names_start_anew():
    mx.sym.FullyConnected(mx.sym.Variable("x"), num_hidden=1)       # counts on, outside
    module = bound(unnamed_gen)
    visit(module, [3, 4])
    for bucket in module._buckets.values():
        assert bucket.symbol.list_arguments() == WITHOUT_NAMES
    assert len(params_of(module)) == 5


def test_a_prefix_of_yours_stays():
    """That of the time when the module is made, in buckets of any time."""
    with mx.name.Prefix("net_"):
        module = bound(unnamed_gen)
    visit(module, [3])
    wanted = [name if name in ("data", "softmax_label") else "net_" + name
              for name in WITHOUT_NAMES]
    for bucket in module._buckets.values():
        assert bucket.symbol.list_arguments() == wanted


def test_a_name_manager_of_yours_stays():
    class Shouting(mx.name.NameManager):
        def get(self, name, hint):
            return super().get(name, hint).upper()
    with Shouting():
        module = bound(unnamed_gen)
    visit(module, [3])
    assert module.symbol.list_arguments()[1:3] == ["EMBEDDING0_weight", "FULLYCONNECTED0_weight"]


def test_wrong_generators():
    with pytest.raises(mx.MXNetError, match=r"sym_gen\(5\) is to return \(symbol, data_names, "
                                            r"label_names\), got None"):
        mx.mod.BucketingModule(lambda key: None, 5)
    with pytest.raises(mx.MXNetError, match="default_bucket_key is wanted"):
        mx.mod.BucketingModule(sym_gen)
    with pytest.raises(ValueError, match=r"fixed_param_names=\['nope'\]"):
        mx.mod.BucketingModule(sym_gen, 5, fixed_param_names=["nope"])
    with pytest.raises(mx.MXNetError, match="first batch of bucket 3 must have provide_data"):
        bound().forward(mx.io.DataBatch([mx.nd.ones((4, 3))], bucket_key=3))
    with pytest.raises(mx.MXNetError, match="BucketingModule.forward: the module is not bound"):
        mx.mod.BucketingModule(sym_gen, 5).forward(None)


# -- parameters that only some buckets have --------------------------------------------------------
def growing_gen(length):
    symbol, data_names, label_names = sym_gen(length)
    if length > 5:
        symbol = mx.sym.FullyConnected(symbol.get_internals()["out_output"], num_hidden=CLASSES,
                                       name="extra")
        symbol = mx.sym.SoftmaxOutput(symbol, name="softmax")
    return symbol, data_names, label_names


def test_more_parameters_are_initialized(rng):
    module = bound(growing_gen)
    module.init_optimizer(optimizer_params={"wd": 0.5, "learning_rate": 0.1, "momentum": 0.9})
    train(module, [batch_of(rng, 5)])
    before = params_of(module)
    visit(module, [7])
    after = params_of(module)
    assert sorted(set(after) - set(before)) == ["extra_bias", "extra_weight"]
    assert_same({n: after[n] for n in before}, before)
    assert (np.abs(after["extra_weight"]) <= 0.5).all()
    assert after["extra_weight"].any()
    train(module, [batch_of(rng, 7)])
    assert not np.array_equal(params_of(module)["extra_weight"], after["extra_weight"])
    optimizer = module._buckets[7]._optimizer
    assert optimizer._get_wds([list(optimizer.idx2name.values()).index("extra_bias")]) == [0]
    # a third bucket has the very arrays of the second
    visit(module, [8])
    seven, eight = (module._buckets[k]._exec_group.args["extra_weight"] for k in (7, 8))
    assert seven is eight


def test_more_parameters_are_taken_from_those_given(rng):
    values = {n: mx.nd.array(a) for n, a in params_of(bound(growing_gen)).items()}
    values["extra_weight"] = mx.nd.full((CLASSES, CLASSES), 2)
    module = bound(growing_gen, initialize=False)
    with pytest.raises(ValueError, match="there are no parameters extra_weight .*; allow_extra=True"):
        module.set_params(values, {})
    module.set_params(values, {}, allow_extra=True)
    assert (params_of(module)["extra_weight"] == 2).all()       # in a checkpoint made now
    with pytest.raises(mx.MXNetError, match="bucket 7 has the parameters extra_bias, which the "
                                            "default bucket 5 has not"):
        visit(module, [7])
    values["extra_bias"] = mx.nd.ones((CLASSES,))
    module.set_params(values, {}, allow_extra=True)
    visit(module, [7])
    assert (params_of(module)["extra_bias"] == 1).all()
    module.set_params(values, {})


def test_one_name_has_one_shape():
    def generate(length):
        net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=CLASSES, name="fc")
        return mx.sym.SoftmaxOutput(net, name="softmax"), ("data",), ("softmax_label",)
    with pytest.raises(mx.MXNetError, match=r"'fc_weight' is float32\(3, 4\) here, but float32"
                                            r"\(3, 5\)"):
        visit(bound(generate), [4])


# -- memory ----------------------------------------------------------------------------------------
def arena_of(module):
    return module._curr_module._exec_group.execs[0]._store.arena


def test_buckets_use_the_memory_of_the_largest():
    largest = bound(default=30)
    visit(largest, [30])
    alone = arena_of(largest).memory.nbytes
    for order in (range(5, 31, 5), range(30, 4, -5)):
        module = bound(default=30)
        visit(module, order)
        assert arena_of(module).memory.nbytes == alone
        assert all(b._exec_group.execs[0]._store.arena is arena_of(module)
                   for b in module._buckets.values())
    small = bound(default=5)
    visit(small, [10, 30, 20])
    assert arena_of(small).memory.nbytes == alone


def test_a_bucket_larger_than_the_default(caplog):
    """The memory grows once, however often one comes and goes; one warning tells."""
    module = bound(default=5)
    visit(module, [5, 20])
    memory = arena_of(module).memory
    visit(module, [5, 20] * 20)
    assert arena_of(module).memory is memory
    visit(module, [15, 18])
    found = messages(caplog)
    assert len(found) == 1
    assert "bucket 20 wants" in found[0]
    assert "the default bucket 5 only" in found[0]
    caplog.clear()
    visit(bound(default=20), [20, 5, 10])
    assert messages(caplog) == []


def test_memory_counts_and_not_the_key(caplog):
    """Keys may be anything; the bucket that wants most memory decides."""
    def generate(key):
        return sym_gen(key[0] * key[1])
    module = mx.mod.BucketingModule(generate, (2, 3))
    module.bind([("data", (BATCH, 6))], [("softmax_label", (BATCH,))])
    module.init_params()
    for key in ((3, 2), (9, 1), (1, 9)):
        module.switch_bucket(key, [("data", (BATCH, key[0] * key[1]))],
                             [("softmax_label", (BATCH,))])
        module.forward(mx.io.DataBatch([mx.nd.ones((BATCH, key[0] * key[1]))]), is_train=True)
    assert len(messages(caplog)) == 1
    assert "bucket (9, 1) wants" in messages(caplog)[0]


def test_a_backward_after_another_bucket_ran(rng):
    """Memory is shared, so activations are computed once more; gradients are the same."""
    module, batch = bound(), batch_of(rng, 5)
    module.forward_backward(batch)
    wanted = {n: g.asnumpy() for n, g in module._curr_module._exec_group.merged_grads().items()}
    module.forward(batch, is_train=True)
    first = module._curr_module
    module.forward(batch_of(rng, 3), is_train=True)
    first.backward()
    for name, grad in first._exec_group.merged_grads().items():
        np.testing.assert_array_equal(grad.asnumpy(), wanted[name])


# -- binding again, and with others ----------------------------------------------------------------
def test_binding_again(rng):
    module = bound(growing_gen)
    module.init_optimizer(optimizer_params={"learning_rate": 0.1, "momentum": 0.9})
    train(module, [batch_of(rng, n) for n in (5, 7, 3)])
    before, batch = params_of(module), batch_of(rng, 3)
    module.forward(batch, is_train=False)
    output = module.get_outputs()[0].asnumpy()
    module.bind([("data", (BATCH, 5))], [("softmax_label", (BATCH,))], force_rebind=True)
    assert_same(params_of(module), before)
    module.forward(batch, is_train=False)
    np.testing.assert_array_equal(module.get_outputs()[0].asnumpy(), output)
    train(module, [batch_of(rng, 7)])
    assert not np.array_equal(params_of(module)["extra_weight"], before["extra_weight"])


@pytest.mark.parametrize("kind", ["buckets", "module"])
def test_sharing_with_another_module(rng, kind):
    """A network for training and one for inference over the same parameters."""
    if kind == "buckets":
        source = bound()
    else:
        source = mx.mod.Module(sym_gen(5)[0])
        source.bind([("data", (BATCH, 5))], [("softmax_label", (BATCH,))])
        source.init_params(mx.init.Uniform(0.5))
    source.init_optimizer(optimizer_params={"learning_rate": 0.5})
    other = mx.mod.BucketingModule(sym_gen, 6)
    other.bind([("data", (BATCH, 6))], for_training=False, shared_module=source)
    assert other.params_initialized
    train(source, [batch_of(rng, 5)])
    assert_same(params_of(other), params_of(source))
    batch = batch_of(rng, 5)
    source.forward(batch, is_train=False)
    wanted = source.get_outputs()[0].asnumpy()
    other.forward(batch)
    np.testing.assert_array_equal(other.get_outputs()[0].asnumpy(), wanted)


def test_gradients_of_inputs(rng):
    """Integer input of an Embedding: zeros; the initial state gets its gradient."""
    def generate(length):
        net = mx.sym.sum(mx.sym.Embedding(mx.sym.Variable("data"), input_dim=VOCABULARY,
                                          output_dim=3, name="embed"), axis=1)
        net = net * mx.sym.Variable("init_state")
        return mx.sym.MakeLoss(net), ("data", "init_state"), None
    module = mx.mod.BucketingModule(generate, 5)
    module.bind([("data", (2, 5)), ("init_state", (2, 3))], inputs_need_grad=True)
    module.init_params(mx.init.Uniform(1))
    ids = np.array([[1, 2], [3, 3]])
    module.forward(mx.io.DataBatch(
        [mx.nd.array(ids), mx.nd.ones((2, 3))], bucket_key=2,
        provide_data=[("data", (2, 2)), ("init_state", (2, 3))]))
    module.backward()
    counts, state = module.get_input_grads()
    assert not counts.asnumpy().any()
    np.testing.assert_allclose(state.asnumpy(), params_of(module)["embed_weight"][ids].sum(1),
                               rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("contexts", [1, 2])
def test_states(contexts):
    """States go on from one bucket to the next: they are set once and there in all."""
    def generate(length):
        net = mx.sym.Variable("state") + mx.sym.sum(mx.sym.Variable("data"), axis=1, keepdims=True)
        return net, ("data",), None
    module = mx.mod.BucketingModule(generate, 5, state_names=["state"],
                                    context=[mx.cpu(i) for i in range(contexts)])
    module.bind([("data", (2, 5))], for_training=False)
    module.init_params()
    module.set_states(value=3)
    for length in (5, 2):
        module.forward(mx.io.DataBatch([mx.nd.ones((2, length))], bucket_key=length,
                                       provide_data=[("data", (2, length))]))
        assert module.get_outputs()[0].asnumpy().tolist() == [[3 + length]] * 2
        assert module.get_states()[0].asnumpy().tolist() == [[3], [3]]


def test_several_contexts(rng):
    batches = [batch_of(rng, [5, 3, 2][i % 3]) for i in range(6)]
    ends = []
    for context in (mx.cpu(), [mx.cpu(0), mx.cpu(1)]):
        module = bound(settings={"context": context})
        module.init_optimizer(optimizer_params={"learning_rate": 0.3, "momentum": 0.9})
        train(module, batches)
        ends.append(params_of(module))
    for name, wanted in ends[0].items():
        np.testing.assert_allclose(ends[1][name], wanted, rtol=1e-4, atol=1e-5)


# -- monitors --------------------------------------------------------------------------------------
def test_a_monitor_sees_all_buckets(rng):
    module, monitor = bound(), mx.mon.Monitor(1, pattern="out_output")
    visit(module, [3])
    module.install_monitor(monitor)
    for length in (5, 3, 4, 2):
        monitor.tic()
        visit(module, [length])
        assert [name for _, name, _ in monitor.toc()] == ["out_output"], length


# -- files -----------------------------------------------------------------------------------------
def outputs_of(module, batches):
    found = []
    for batch in batches:
        module.forward(batch, is_train=False)
        found.append(module.get_outputs()[0].asnumpy())
    return found


def assert_outputs(found, wanted):
    assert [f.tobytes() for f in found] == [w.tobytes() for w in wanted]


def test_checkpoint_for_prediction(rng, tmp_path, caplog):
    """Each bucket gives exactly the outputs of before saving; training ended in a small bucket."""
    prefix, module = str(tmp_path / "net"), bound(batch_norm_gen)
    batches = [batch_of(rng, n) for n in (5, 3, 2)]
    module.init_optimizer()
    train(module, batches)
    wanted = outputs_of(module, batches)
    with caplog.at_level(logging.INFO):
        module.save_checkpoint(prefix, 4)
    assert messages(caplog) == [f'Saved checkpoint to "{prefix}-0004.params"']
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "net-0004.params", "net-2-symbol.json", "net-3-symbol.json", "net-5-symbol.json",
        "net.buckets"]
    keys = mx.nd.load(prefix + ".buckets")
    assert (keys[0].asnumpy().tolist(), keys[0].dtype) == ([5, 3, 2], np.int32)
    loaded = mx.mod.BucketingModule.load(prefix, 4, batch_norm_gen, 5)
    assert_same({n: a.asnumpy() for n, a in loaded.get_params()[1].items()},
                {n: a.asnumpy() for n, a in module.get_params()[1].items()})
    loaded.bind([("data", (BATCH, 5))], for_training=False)
    assert_outputs(outputs_of(loaded, batches), wanted)

    args, auxs = module.get_params()
    other = mx.mod.BucketingModule(batch_norm_gen, 3)
    other.bind([("data", (BATCH, 3))], for_training=False)
    other.set_params(args, auxs)
    assert_outputs(outputs_of(other, batches), wanted)
    with pytest.raises(mx.MXNetError, match="sym_gen and default_bucket_key are wanted"):
        mx.mod.BucketingModule.load(prefix, 4)
    with pytest.raises(mx.MXNetError, match=r"there is no .*-0009\.params.*0004"):
        mx.mod.BucketingModule.load(prefix, 9, batch_norm_gen, 5)
    (tmp_path / "plain-0001.params").write_bytes((tmp_path / f"{prefix}-0004.params").read_bytes())
    with pytest.raises(mx.MXNetError, match=r"plain\.buckets, which lists the buckets"):
        mx.mod.BucketingModule.load(str(tmp_path / "plain"), 1, batch_norm_gen, 5)


@pytest.mark.parametrize("default", [5, 3])
@pytest.mark.parametrize("optimizer", ["sgd", "adam"])
def test_training_goes_on_exactly(rng, tmp_path, optimizer, default):
    """From a checkpoint, whichever bucket is the default then, and with parameters of a bucket that
    comes later.
    """
    prefix = str(tmp_path / "net")
    batches = [batch_of(rng, n) for n in (5, 7, 3, 5, 7, 3, 2, 7)]
    settings = {"optimizer": optimizer, "optimizer_params": {"learning_rate": 0.05, "wd": 0.01}}
    if optimizer == "sgd":
        settings["optimizer_params"]["momentum"] = 0.9
    module = bound(growing_gen)
    module.init_optimizer(**settings)
    train(module, batches[:4])
    module.save_checkpoint(prefix, 1, save_optimizer_states=True)
    train(module, batches[4:])
    loaded = mx.mod.BucketingModule.load(prefix, 1, growing_gen, default,
                                         load_optimizer_states=True)
    loaded.bind([("data", (BATCH, default))], [("softmax_label", (BATCH,))])
    loaded.init_optimizer(**settings)
    loaded.save_checkpoint(prefix, 2)       # complete, though bucket 7 is not bound yet
    assert_same(*({n: a.asnumpy() for n, a in mx.nd.load(f"{prefix}-000{i}.params").items()}
                  for i in (2, 1)))
    train(loaded, batches[4:])
    assert_same(params_of(loaded), params_of(module))


@pytest.mark.parametrize("keys", [["long", "short"], [("a", 3), ("b", 2)], [3, "x"],
                                  [(3, 1), (2, 1)], [2 ** 40, 2], [(3,), (2, 2)]])
def test_keys_in_files(tmp_path, keys):
    lengths = dict(zip(keys, (3, 2)))
    prefix = str(tmp_path / "net")
    module = mx.mod.BucketingModule(lambda key: sym_gen(lengths[key]), keys[0])
    module.bind([("data", (BATCH, 3))], [("softmax_label", (BATCH,))])
    module.init_params()
    module.switch_bucket(keys[1], [("data", (BATCH, 2))], [("softmax_label", (BATCH,))])
    module.save_checkpoint(prefix, 0)
    loaded = mx.mod.BucketingModule.load(prefix, 0, lambda key: sym_gen(lengths[key]), keys[0])
    assert list(loaded._generated) == keys


def test_keys_that_no_file_can_hold(tmp_path):
    module = mx.mod.BucketingModule(lambda key: sym_gen(3), 2.5)
    module.bind([("data", (BATCH, 3))], [("softmax_label", (BATCH,))])
    module.init_params()
    with pytest.raises(mx.MXNetError, match="bucket key 2.5 cannot be written to a file"):
        module.save_checkpoint(str(tmp_path / "net"), 0)


def test_load_dict():
    module = bound()
    args, auxs = module.get_params()
    loaded = mx.mod.BucketingModule.load_dict({5: module.symbol}, sym_gen, 5, args, auxs)
    assert loaded.params_initialized
    loaded.bind([("data", (BATCH, 5))])
    assert loaded.symbol is module.symbol
    assert_same(params_of(loaded), params_of(module))
    wrong = mx.mod.BucketingModule.load_dict({}, sym_gen, 5, {"out_bias": args["out_bias"]}, {})
    with pytest.raises(mx.MXNetError, match="is not presented"):
        wrong.bind([("data", (BATCH, 5))])
    assert not wrong.binded


class Buckets(mx.io.DataIter):
    """Batches of several lengths, the same ones after every reset."""

    def __init__(self, lengths, default=5):
        super().__init__(BATCH)
        generator = np.random.default_rng(3)
        self.batches = [batch_of(generator, n) for n in lengths]
        self.provide_data = [mx.io.DataDesc("data", (BATCH, default))]
        self.provide_label = [mx.io.DataDesc("softmax_label", (BATCH,))]
        self.reset()

    def reset(self):
        self.left = list(self.batches)

    def next(self):
        if not self.left:
            raise StopIteration
        return self.left.pop(0)


def test_fit(tmp_path):
    """What goes to callbacks is the default bucket's symbol, whichever bucket came last."""
    it, seen = Buckets([5, 3, 2, 5, 2]), []
    module = mx.mod.BucketingModule(sym_gen, 5)
    prefix = str(tmp_path / "net")

    def at_end(epoch, symbol, args, auxs):
        seen.append(symbol)
    module.fit(it, eval_data=it, num_epoch=2, eval_metric="ce",
               epoch_end_callback=[at_end, mx.callback.do_checkpoint(prefix)])
    with mx.name.NameManager():
        assert [s.tojson() for s in seen] == [sym_gen(5)[0].tojson()] * 2
    symbol, args, auxs = mx.model.load_checkpoint(prefix, 2)
    assert_same({n: a.asnumpy() for n, a in args.items()}, params_of(module))
    plain = mx.mod.Module(symbol)
    plain.bind([("data", (BATCH, 5))], for_training=False)
    plain.set_params(args, auxs)
    batch = it.batches[0]
    np.testing.assert_array_equal(plain.predict(batch.data[0]).asnumpy(),
                                  outputs_of(module, [batch])[0])
    assert module.predict(it).shape == (5 * BATCH, CLASSES)
