"""What rarely used methods do: small scripts that run under MXNet 1.9.1 and under symgraph alike.

Run once by a Python that has MXNet: python ask_behaviour.py mxnet_behaviour.json writes what each
gives there. tests/system/test_behaviour.py runs them under symgraph and compares. A script is a
function of the package; it returns values, or "raises" stands for any exception.
"""
import copy
import json
import logging
import os
import pickle
import subprocess
import sys
import tempfile

import numpy as np

PROBES = {}


def probe(function):
    PROBES[function.__name__] = function
    return function


def plain(value):
    """value as JSON can hold it; floats rounded to 6 digits."""
    if hasattr(value, "asnumpy") and not hasattr(value, "list_arguments"):
        value = value.asnumpy()
    if hasattr(value, "list_outputs"):
        return value.list_outputs()
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, (bool, type(None), str)):
        return value
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        return float(f"{float(value):.6g}")
    return value.__name__ if isinstance(value, type) else type(value).__name__


def tried(function):
    """What function returns, "raises" for an exception."""
    try:
        return function()
    except Exception:       # noqa: BLE001 - which kind differs
        return "raises"


def run(mx, name):
    """What the script called name gives, as JSON can hold it."""
    logging.disable(logging.CRITICAL)
    mx.random.seed(1)
    np.random.seed(1)
    try:
        with mx.name.NameManager():
            return plain(tried(lambda: PROBES[name](mx)))
    finally:
        logging.disable(logging.NOTSET)


def mlp(mx):
    x = mx.sym.Variable("data")
    x = mx.sym.FullyConnected(x, num_hidden=4, name="fc1")
    x = mx.sym.BatchNorm(x, name="bn", fix_gamma=False)
    x = mx.sym.Activation(x, act_type="relu", name="act")
    x = mx.sym.FullyConnected(x, num_hidden=3, name="fc2")
    return mx.sym.SoftmaxOutput(x, name="softmax")


def filled(mx, *shape, dtype="float32"):
    return mx.nd.array(np.arange(np.prod(shape)).reshape(shape) / 7, dtype=dtype)


# -- symbols ----------------------------------------------------------------------------------------
@probe
def symbol_attributes(mx):
    with mx.AttrScope(ctx_group="dev", __mark__="1"):
        x = mx.sym.Variable("x", lr_mult=2, shape=(2, 3))
        y = mx.sym.FullyConnected(x, num_hidden=3, name="fc", attr={"__own__": "a"})
    return [y.list_attr(), y.attr("num_hidden"), y.attr("__own__"), y.attr("nope"), x.list_attr(),
            y.attr_dict(), tried(lambda: y.list_attr(recursive=True)), mx.sym.Group([x,
            y]).list_attr(),
            tried(lambda: mx.sym.Group([x, y]).attr("num_hidden"))]


@probe
def symbol_attributes_set(mx):
    x = mx.sym.Variable("x")
    x._set_attr(__a__="1", b="2")
    return [x.list_attr(), tried(lambda: x._set_attr(c=3)), x.attr("b"), x.attr_dict()]


@probe
def symbol_children(mx):
    net = mlp(mx)
    child = net.get_children()
    return [child, child.get_children(), mx.sym.Variable("x").get_children(),
            mx.sym.Group([net, mx.sym.Variable("y")]).get_children(),
            net.get_internals()["bn_output"].get_children()]


@probe
def symbol_internals(mx):
    inner = mlp(mx).get_internals()
    return [inner, inner["fc1_output"], inner[2], len(inner), tried(lambda: inner[1:3]),
            tried(lambda: inner["nope"]), tried(lambda: inner[99]), inner.name,
            [s.name for s in inner][:4]]


@probe
def symbol_iteration(mx):
    parts = mx.sym.SliceChannel(mx.sym.Variable("x"), num_outputs=3, name="cut")
    return [list(parts), parts[1], parts["cut_output2"], tried(lambda: parts[-1]), len(parts),
            parts.name,
            [p.name for p in parts], mx.sym.Group([parts, mx.sym.Variable("y")]),
            [p.list_attr() for p in parts]]


@probe
def symbol_copies(mx):
    net = mlp(mx)
    twin, deep, back = copy.copy(net), copy.deepcopy(net), pickle.loads(pickle.dumps(net))
    return [s.tojson() == net.tojson() for s in (twin, deep, back)] + [
        back.list_arguments(), back.list_auxiliary_states(), twin.name, deep.attr_dict(), back.name]


@probe
def symbol_comparisons(mx):
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    x, y = mx.nd.array([1, 2, 3]), mx.nd.array([3, 2, 1])
    made = [a == b, a != b, a < b, a <= b, a > b, a >= b, a == 2, a != 2, a < 2, a <= 2, a > 2,
            a >= 2,
            2 < a, 2 >= a]      # noqa: SIM300 - numbers on the left are meant
    return [[s.name, s.eval(a=x, b=y)[0] if "b" in s.list_arguments() else s.eval(a=x)[0]]
            for s in made]


@probe
def symbol_arithmetic(mx):
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    made = [a + b, a - b, a * b, a / b, a % b, a ** b, -a, abs(a), 1 + a, 1 - a, 2 * a, 2 / a, 7 % a,
            2 ** a, a + 1, a - 1, a * 2, a / 2, a % 2, a ** 2]
    x, y = mx.nd.array([1, -2, 3]), mx.nd.array([3, 2, 1])
    return [[s.name, s.eval(a=x, b=y)[0] if "b" in s.list_arguments() else s.eval(a=x)[0]]
            for s in made]


@probe
def symbol_truth(mx):
    a = mx.sym.Variable("a")
    return [tried(lambda: bool(a)), tried(lambda: hash(a) is not None), tried(lambda: float(a)),
            tried(lambda: a.asnumpy()), tried(lambda: a.wait_to_read()), tried(lambda: a[0].name)]


@probe
def symbol_shapes(mx):
    net = mlp(mx)
    return [net.infer_shape(data=(5, 6)), tried(lambda: net.infer_shape((5, 6))),
            tried(lambda: net.infer_shape()),
            tried(lambda: net.infer_shape_partial()), net.infer_shape_partial(data=(0, 6)),
            tried(lambda: net.infer_shape_partial((5, 0))),
            tried(lambda: net.infer_shape(data=(5, 6), fc1_weight=(3, 3))),
            tried(lambda: net.infer_shape((5, 6), data=(5, 6)))]


@probe
def symbol_types(mx):
    net = mlp(mx)
    return [net.infer_type(data="float64"), tried(lambda: net.infer_type(np.float16)),
            tried(lambda: net.infer_type()),
            net.infer_type_partial(data="float16"), tried(lambda: net.infer_type_partial()),
            mx.sym.Cast(mx.sym.Variable("x"), dtype="int32").infer_type(x="float32"),
            tried(lambda: net.infer_type(data="float64", fc1_weight="float32"))]


@probe
def symbol_composition(mx):
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    net = mx.sym.FullyConnected(a, num_hidden=2, name="fc")
    first = mx.sym.FullyConnected(b, num_hidden=3, name="first")
    whole = net(a=first, name="whole")
    return [whole.list_arguments(), whole.list_outputs(), whole.name, net.list_arguments(),
            tried(lambda: net(first, a=first)),
            tried(lambda: net(nope=first).list_arguments()), tried(lambda: net(3))]


@probe
def symbol_files(mx):
    path = os.path.join(tempfile.mkdtemp(), "net.json")
    net = mlp(mx)
    net.save(path)
    back = mx.sym.load(path)
    return [back.tojson() == net.tojson(), back.list_outputs(),
            mx.sym.load_json(net.tojson()).list_arguments(), tried(lambda: mx.sym.load(path + "x")),
            tried(lambda: mx.sym.load_json("{}")), tried(lambda: mx.sym.load_json(3))]


@probe
def symbol_text(mx):
    a = mx.sym.Variable("a")
    return [repr(a), str(mx.sym.Group([a, a + 1])), repr(a + 1), isinstance(a.debug_str(), str),
            "fc1" in mlp(mx).debug_str()]


@probe
def symbol_eval(mx):
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    return [(a + b).eval(a=mx.nd.ones((2,)), b=mx.nd.ones((2,))),
            (a + b).eval(ctx=mx.cpu(), a=mx.nd.ones((2,)), b=mx.nd.ones((2,))),
            tried(lambda: (a + b).eval(a=mx.nd.ones((2,)))),
            mx.sym.Group([a * 2, b]).eval(a=mx.nd.ones((2,)), b=mx.nd.ones((3,)))]


@probe
def symbol_variables(mx):
    v = mx.sym.Variable("v", shape=(2, 0), dtype="float16", init=mx.init.Uniform(0.3), wd_mult=0.5,
                        __tag__="t")
    return [v.list_attr(), v.list_arguments(), v.list_outputs(), mx.sym.var("w").name,
            tried(lambda: mx.sym.Variable(3)), tried(lambda: mx.sym.Variable("x", plain="1")),
            mx.sym.Variable("x", attr={"a": "b"}).list_attr()]


@probe
def symbol_creation(mx):
    s = mx.sym
    return [x.eval()[0] for x in (s.zeros((2,)), s.ones((2,), dtype="int32"), s.full((2,), 3.5),
                                  s.arange(2, 8, 2), s.arange(3, repeat=2), s.eye(2, 3, k=1),
                                  s.linspace(0, 1, 5), s.linspace(0, 1, 5, endpoint=False))] + [
        s.zeros((2,)).name, s.arange(3).name, s.full((1,), 2).name, s.ones((1,), name="one").name]


@probe
def symbol_methods(mx):
    x = filled(mx, 2, 3, 4)
    v = mx.sym.Variable("v")
    made = {"reshape": v.reshape((3, 8)), "reshape2": v.reshape(shape=(0, -1)), "slice": v.slice(
        (0, 1, 0), (2, 3, 2)), "slice_axis": v.slice_axis(axis=2, begin=1, end=3),
        "transpose": v.transpose((2, 0, 1)), "T": v.transpose(), "expand": v.expand_dims(1),
        "flat": v.flatten(), "sum": v.sum(axis=1), "mean": v.mean(axis=(0, 2)), "max": v.max(axis=-1),
        "norm": v.norm(), "clip": v.clip(0.5, 2), "take": v.take(mx.sym.Variable("i")),
        "one_hot": v.one_hot(4).sum(), "split": v.split(2, axis=2)[1], "tile": v.tile((1, 1, 2)),
        "repeat": v.repeat(2, axis=0), "swap": v.swapaxes(0, 2), "flip": v.flip(axis=1),
                "topk": v.topk(k=2), "sort": v.sort(),
        "argsort": v.argsort(axis=0), "argmax": v.argmax(axis=2), "cast": v.astype("int32"),
        "squeeze": v.expand_dims(0).squeeze(), "diag": v.slice_axis(axis=0, begin=0, end=1).reshape(
            (3, 4)).diag(1), "like": v.zeros_like(), "round": v.round(), "softmax": v.softmax(axis=1),
        "like2": v.reshape_like(mx.sym.Variable("w")), "size": v.size_array(),
                "shape": v.shape_array(),
        "split_v2": v.split_v2((1, 3), axis=2)[1]}
    given = {"v": x, "i": mx.nd.array([1, 0]), "w": mx.nd.zeros((6, 4))}
    return {key: [s.name, s.eval(**{k: given[k] for k in s.list_arguments()})[0]]
            for key, s in made.items()}


# -- arrays -----------------------------------------------------------------------------------------
@probe
def array_facts(mx):
    x = filled(mx, 2, 3)
    return [x.shape, x.ndim, x.size, x.dtype, x.stype, str(x.context), str(x.ctx), len(x), x.T,
            tried(lambda: bool(x)), bool(mx.nd.array([2])), tried(lambda: float(mx.nd.array([2.5]))),
            tried(lambda: int(mx.nd.array([2.5]))), tried(lambda: float(x)),
            mx.nd.array([3]).asscalar(),
            tried(lambda: x.asscalar()), x.grad is None, repr(mx.nd.ones((1, 2))), x.writable,
            list(x)]


@probe
def array_indexing(mx):
    x = filled(mx, 3, 4)
    return [x[1], x[-1], x[1:], x[:, 1], x[1, 2], x[::2], x[1:3, ::2], x[mx.nd.array([2, 0])],
            x[None].shape, x[..., 1], x[[0, 2]], x[np.array([1])], x[1:2].shape, x[:, -1:],
            x[mx.nd.array([0, 1]), mx.nd.array([1, 2])], tried(lambda: x[5]), x[()].shape]


@probe
def array_assignment(mx):
    x = mx.nd.zeros((3, 4))
    x[0] = 1
    x[1, 2:] = mx.nd.array([5, 6])
    x[:, 0] = np.array([7, 8, 9])
    x[2, 3] = 4
    y = mx.nd.zeros((2, 2))
    y[:] = [[1, 2], [3, 4]]
    z = mx.nd.zeros((2, 3))
    z[:] = mx.nd.array([1, 2, 3])
    w = mx.nd.zeros((4,))
    w[mx.nd.array([1, 3])] = 2
    part = x[1]
    part[:] = -1
    return [x, y, z, w, tried(lambda: x.__setitem__(0, mx.nd.ones((3,))))]


@probe
def array_in_place(mx):
    x = filled(mx, 2, 2)
    y = x
    y += 1
    y *= 2
    y -= 0.5
    y /= 2
    z = filled(mx, 2, 2)
    z **= 2
    w = filled(mx, 2, 2)
    w %= 0.5
    return [x, z, w]


@probe
def array_copies(mx):
    x = filled(mx, 2, 2)
    y = mx.nd.zeros((2, 2))
    return [x.copy(), x.copyto(y), y, x.copyto(mx.cpu(1)).context.device_id,
            x.as_in_context(mx.cpu()) is x,
            x.astype("int32"), x.astype("int32").dtype, x.astype("float32", copy=False) is x,
            x.astype("float32") is x, tried(lambda: x.copyto(mx.nd.zeros((3,)))),
            pickle.loads(pickle.dumps(x)), copy.copy(x), copy.deepcopy(x), x.detach(),
            x.tostype("default"), tried(lambda: x.copyto(3))]


@probe
def array_reshape(mx):
    x = filled(mx, 2, 3, 4)
    return [x.reshape(6, 4).shape, x.reshape((6, 4)).shape, x.reshape(-1).shape, x.reshape((0,
            -1)).shape,
            x.reshape((-2,)).shape, x.reshape((-3, 4)).shape, x.reshape((-4, 1, 2, -2)).shape,
            x.reshape(shape=(4, 6)).shape, x.reshape((-1, 0), reverse=True).shape,
            tried(lambda: x.reshape(5, 5)), x.reshape_like(mx.nd.zeros((6, 4))).shape,
            x.expand_dims(0).shape, x.squeeze().shape, x.flatten().shape, x.broadcast_to((2, 3,
            4)).shape,
            mx.nd.ones((1, 3)).broadcast_to((2, 3)), mx.nd.ones((1,
            3)).broadcast_like(mx.nd.ones((2, 3))),
            x.slice_assign(mx.nd.ones((1, 1, 4)), (0, 0, 0), (1, 1, 4), (1, 1, 1)).shape,
            x.slice_assign_scalar(3, (0, 0, 0), (1, 1, 2), (1, 1, 1))]


@probe
def array_creation(mx):
    n = mx.nd
    return [n.array([1, 2]).dtype, n.array(np.array([1, 2])).dtype, n.array(np.array([1.0])).dtype,
            n.array(n.array([1], dtype="int32")).dtype, n.array([[1], [2]], dtype="uint8").dtype,
            n.array(3), n.zeros(3), n.ones((2,), dtype="int8").dtype, n.full((2,), 7),
            n.arange(5), n.arange(1, 6, 2, repeat=2), n.arange(3, dtype="int32").dtype,
            n.empty((2, 2)).shape, n.eye(2), n.linspace(0, 1, 3), n.moveaxis(n.zeros((2, 3, 4)), 0,
            2).shape,
            n.concatenate([n.ones((1, 2)), n.zeros((2, 2))]), n.stack(n.ones((2,)), n.zeros((2,))),
            n.zeros_like(n.ones((2,))), n.full((2,), 3, dtype="int32"),
            n.onehot_encode(n.array([1, 0]), n.zeros((2, 3))), tried(lambda: n.array(None))]


@probe
def array_comparisons(mx):
    x, y = mx.nd.array([1, 2, 3]), mx.nd.array([3, 2, 1])
    return [x == y, x != y, x < y, x <= y, x > y, x >= y, x == 2, x.__gt__(2), (x == y).dtype,
            mx.nd.equal(x, 2), mx.nd.lesser(2, x), mx.nd.logical_and(x, y - 1), mx.nd.maximum(x, y),
            mx.nd.maximum(2, x), mx.nd.power(2, x), mx.nd.modulo(x, 2), x == mx.nd.ones((2, 1)),
            tried(lambda: x == None)]     # noqa: E711


@probe
def array_files(mx):
    path = os.path.join(tempfile.mkdtemp(), "arrays")
    x = filled(mx, 2, 2)
    mx.nd.save(path, [x, x + 1])
    several = mx.nd.load(path)
    mx.nd.save(path, {"a": x})
    named = mx.nd.load(path)
    mx.nd.save(path, x)
    with open(path, "rb") as file:
        buffered = mx.nd.load_frombuffer(file.read())
    return [several, named, mx.nd.load(path), buffered, tried(lambda: mx.nd.save(path, 3)),
            tried(lambda: mx.nd.load(path + "x"))]


# -- executors --------------------------------------------------------------------------------------
def bound(mx, **more):
    executor = mlp(mx).simple_bind(mx.cpu(), data=(4, 5), softmax_label=(4,), **more)
    for i, name in enumerate(sorted(executor.arg_dict)):
        array = executor.arg_dict[name]
        array[:] = np.sin(np.arange(array.size) + i).reshape(array.shape)
    executor.arg_dict["softmax_label"][:] = [0, 1, 2, 1]
    for array in executor.aux_dict.values():
        array[:] = 1
    return executor


@probe
def executor_dictionaries(mx):
    e = bound(mx)
    e.forward(is_train=False)
    return [list(e.arg_dict), list(e.grad_dict), list(e.aux_dict), list(e.output_dict),
            [a.shape for a in e.arg_arrays], [a.shape for a in e.grad_arrays],
            [a.shape for a in e.aux_arrays], e.outputs, len(e.outputs),
            e.output_dict["softmax_output"].shape]


@probe
def executor_requests(mx):
    e = bound(mx, grad_req={"fc1_weight": "write", "fc2_weight": "add"})
    e.forward(is_train=True)
    e.backward()
    once = e.grad_dict["fc2_weight"].asnumpy()
    e.forward(is_train=True)
    e.backward()
    return [{k: v is not None for k, v in e.grad_dict.items()},
            np.allclose(e.grad_dict["fc2_weight"].asnumpy(), 2 * once, rtol=1e-3),
            [g is None for g in e.grad_arrays], tried(lambda: bound(mx, grad_req="nope"))]


@probe
def executor_copies(mx):
    e = bound(mx)
    arg = {"fc2_bias": mx.nd.array([1, 2, 3])}
    e.copy_params_from(arg)
    first = e.arg_dict["fc2_bias"].asnumpy()
    e.copy_params_from(arg, {"bn_moving_mean": mx.nd.array([4, 5, 6, 7])})
    return [first, e.aux_dict["bn_moving_mean"],
            tried(lambda: e.copy_params_from({"nope": mx.nd.ones((1,))})),
            tried(lambda: e.copy_params_from({"nope": mx.nd.ones((1,))}, allow_extra_params=True)),
            tried(lambda: e.copy_params_from({}, {"nope": mx.nd.ones((1,))})),
            tried(lambda: e.copy_params_from({"fc2_bias": mx.nd.ones((4,))})),
            tried(lambda: e.copy_params_from({"fc2_bias": mx.nd.array([1, 2, 3], dtype="float64")}))]


@probe
def executor_reshape(mx):
    e = bound(mx)
    small = e.reshape(data=(2, 5), softmax_label=(2,))
    small.arg_dict["data"][:] = 1
    small.forward()
    return [small.arg_dict["data"].shape, small.outputs[0].shape,
            np.array_equal(small.arg_dict["fc1_weight"].asnumpy(),
            e.arg_dict["fc1_weight"].asnumpy()),
            tried(lambda: e.reshape(data=(8, 5), softmax_label=(8,)).outputs[0].shape),
            e.reshape(allow_up_sizing=True, data=(8, 5), softmax_label=(8,)).arg_dict["data"].shape,
            tried(lambda: e.reshape(data=(4, 6), softmax_label=(4,)).arg_dict["fc1_weight"].shape),
            e.reshape(partial_shaping=True, allow_up_sizing=True, data=(4, 6),
                      softmax_label=(4,)).arg_dict["fc1_weight"].shape]


@probe
def executor_shares_on_reshape(mx):
    e = bound(mx)
    small = e.reshape(data=(2, 5), softmax_label=(2,))
    small.arg_dict["fc1_weight"][:] = 3
    return e.arg_dict["fc1_weight"].asnumpy().max()


@probe
def executor_monitor(mx):
    e = bound(mx)
    seen, more = [], []
    def text(name):
        return name.decode() if isinstance(name, bytes) else name
    e.set_monitor_callback(lambda name, value: seen.append(text(name)))
    e.forward(is_train=False)
    e.set_monitor_callback(lambda name, value: more.append(text(name)), monitor_all=True)
    e.forward(is_train=False)
    return [seen, sorted(set(seen) - set(more)), len(more) > len(seen)]


@probe
def executor_forward(mx):
    e = bound(mx)
    first = e.forward(data=mx.nd.ones((4, 5)))
    return [first[0].shape, e.arg_dict["data"].asnumpy().min(),
            tried(lambda: e.forward(nope=mx.nd.ones((4, 5)))),
            tried(lambda: e.forward(data=mx.nd.ones((3, 5)))), first[0] is e.outputs[0],
            isinstance(e.debug_str(), str)]


@probe
def executor_bind(mx):
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    s = a * b
    x, y = mx.nd.array([1, 2]), mx.nd.array([3, 4])
    gx, gy = mx.nd.zeros((2,)), mx.nd.ones((2,))
    e = s.bind(mx.cpu(), [x, y], [gx, gy], ["write", "add"])
    e.forward(is_train=True)
    e.backward(mx.nd.ones((2,)))
    g = s.bind(mx.cpu(), {"b": y, "a": x}, group2ctx={"dev": mx.cpu(1)})
    return [gx, gy, e.outputs[0], g.forward()[0], tried(lambda: s.bind(mx.cpu(), [x])),
            tried(lambda: s.bind(mx.cpu(), {"a": x})), tried(lambda: s.bind(mx.cpu(), [x, y],
            grad_req="x")),
            s.bind(mx.cpu(), [x, y], {"b": gy}).grad_dict["a"] is None,
            tried(lambda: s.bind(mx.cpu(), [x, mx.nd.ones((3,))]).forward())]


@probe
def executor_heads(mx):
    a = mx.sym.Variable("a")
    s = mx.sym.Group([a * 2, mx.sym.MakeLoss(a * 3)])
    g = mx.nd.zeros((2,))
    e = s.bind(mx.cpu(), [mx.nd.ones((2,))], [g])
    e.forward(is_train=True)
    e.backward([mx.nd.ones((2,)), mx.nd.ones((2,))])
    return g


@probe
def executor_optimized(mx):
    return bound(mx).get_optimized_symbol().list_outputs()


# -- modules ----------------------------------------------------------------------------------------
def trained(mx, net=None, batch=4, **how):
    module = mx.mod.Module(net or mlp(mx), **how)
    module.bind([("data", (batch, 5))], [("softmax_label", (batch,))])
    module.init_params(mx.init.One())
    module.init_optimizer(optimizer_params={"learning_rate": 0.1})
    return module


def data(mx, rows=10, batch=4, **how):
    x = np.sin(np.arange(rows * 5)).reshape(rows, 5).astype("float32")
    return mx.io.NDArrayIter(x, np.arange(rows) % 3, batch, **how)


@probe
def module_facts(mx):
    m = mx.mod.Module(mlp(mx))
    before = [m.binded, m.params_initialized, m.optimizer_initialized, m.for_training, m.data_names,
              m.label_names, m.output_names, tried(lambda: m.data_shapes),
              tried(lambda: m.get_params())]
    m = trained(mx)
    return [*before, m.binded, m.params_initialized, m.optimizer_initialized, m.for_training,
            m.inputs_need_grad, m.data_shapes[0].shape, m.label_shapes[0].name, m.output_shapes,
            sorted(m.get_params()[0]), sorted(m.get_params()[1]), m.symbol.list_outputs()]


@probe
def module_predict(mx):
    m = trained(mx)
    return [m.predict(data(mx)).shape, [p.shape for p in m.predict(data(mx), merge_batches=False)[1]],
            m.predict(data(mx), num_batch=2).shape, m.predict(data(mx),
            always_output_list=True)[0].shape,
            [o[0].shape for o, i, b in m.iter_predict(data(mx))],
            [i for o, i, b in m.iter_predict(data(mx), num_batch=1)],
            m.predict(mx.nd.ones((4, 5))).shape]


@probe
def module_predict_without_reset(mx):
    m, d = trained(mx), data(mx)
    d.next()
    return [m.predict(d, reset=False).shape, tried(lambda: m.predict(d, reset=False)),
            m.predict(d).shape]


@probe
def module_score(mx):
    m, d = trained(mx), data(mx, rows=12)
    called = []
    out = m.score(d, "acc", batch_end_callback=lambda p: called.append((p.epoch, p.nbatch)), epoch=3)
    end = []
    m.score(d, mx.metric.create("acc"), num_batch=2,
            score_end_callback=lambda p: end.append(p.nbatch))
    return [out, called, end, [n for n, _ in m.score(d, ["acc", "ce"])]]


@probe
def module_steps(mx):
    m, d = trained(mx), data(mx)
    batch = d.next()
    m.forward_backward(batch)
    m.update()
    weight = m.get_params()[0]["fc2_bias"]
    m.forward(batch, is_train=False)
    return [weight, m.get_outputs()[0].shape, len(m.get_outputs(merge_multi_context=False)[0]),
            tried(lambda: m.get_input_grads())]


@probe
def module_input_gradients(mx):
    m = mx.mod.Module(mlp(mx))
    m.bind([("data", (4, 5))], [("softmax_label", (4,))], inputs_need_grad=True)
    m.init_params(mx.init.Uniform(0.5))
    m.forward_backward(data(mx).next())
    return [m.get_input_grads()[0].shape, len(m.get_input_grads(merge_multi_context=False)[0])]


@probe
def module_reshape(mx):
    m = trained(mx)
    m.reshape([("data", (2, 5))], [("softmax_label", (2,))])
    m.forward(mx.io.DataBatch([mx.nd.ones((2, 5))], [mx.nd.ones((2,))]))
    first = m.get_outputs()[0].shape
    m.forward(mx.io.DataBatch([mx.nd.ones((3, 5))], [mx.nd.ones((3,))]))
    return [first, m.get_outputs()[0].shape, m.data_shapes[0].shape]


@probe
def module_states(mx):
    x, h = mx.sym.Variable("data"), mx.sym.Variable("h")
    net = mx.sym.Group([mx.sym.SoftmaxOutput(mx.sym.FullyConnected(x + h, num_hidden=3, name="fc"),
                                             name="softmax"), mx.sym.BlockGrad(h * 2)])
    m = mx.mod.Module(net, state_names=["h"])
    m.bind([("data", (4, 5))], [("softmax_label", (4,))])
    m.init_params()
    m.set_states(value=1)
    first = m.get_states(merge_multi_context=False)[0][0].asnumpy().mean()
    m.set_states(states=[[mx.nd.ones((4, 5)) * 3]])
    m.forward(data(mx).next())
    return [first, m.get_states(merge_multi_context=False)[0][0].asnumpy().mean(),
            m.get_outputs()[1].asnumpy().mean(),
            len(m.get_states(merge_multi_context=False)[0]), sorted(m.get_params()[0])]


@probe
def module_params(mx):
    m = trained(mx)
    arg, aux = m.get_params()
    arg = {**arg, "fc2_bias": mx.nd.array([7, 8, 9])}
    m.set_params(arg, aux)
    some = {"fc2_bias": mx.nd.array([1, 1, 1])}
    def value(name):
        return m.get_params()[0][name].asnumpy()
    return [value("fc2_bias"), tried(lambda: m.set_params(some, {})),
            tried(lambda: m.set_params(some, {}, allow_missing=True)), value("fc2_bias"),
            tried(lambda: m.set_params({**arg, "nope": mx.nd.ones((1,))}, aux)),
            tried(lambda: m.set_params({**arg, "nope": mx.nd.ones((1,))}, aux, allow_extra=True)),
            tried(lambda: m.init_params(mx.init.Zero())), value("fc1_bias"),
            tried(lambda: m.init_params(mx.init.Zero(), force_init=True)), value("fc1_bias")]


@probe
def module_files(mx):
    prefix = os.path.join(tempfile.mkdtemp(), "model")
    m = trained(mx)
    m.save_checkpoint(prefix, 3, save_optimizer_states=True)
    m.save_params(prefix + "-own.params")
    other = mx.mod.Module.load(prefix, 3, load_optimizer_states=True)
    other.bind([("data", (4, 5))], [("softmax_label", (4,))])
    other.init_params()
    other.init_optimizer()
    fresh = trained(mx)
    fresh.load_params(prefix + "-own.params")
    symbol, arg, aux = mx.model.load_checkpoint(prefix, 3)
    return [sorted(os.listdir(os.path.dirname(prefix))), other.get_params()[0]["fc1_weight"].shape,
            symbol.list_outputs(), sorted(arg), sorted(aux),
            tried(lambda: mx.mod.Module.load(prefix, 9))]


@probe
def module_borrows(mx):
    m = trained(mx)
    other = mx.mod.Module(mlp(mx))
    other.bind([("data", (2, 5))], [("softmax_label", (2,))], shared_module=m)
    other.borrow_optimizer(m)
    other.forward_backward(mx.io.DataBatch([mx.nd.ones((2, 5))], [mx.nd.ones((2,))]))
    other.update()
    return [other.params_initialized, other.optimizer_initialized,
            np.array_equal(m.get_params()[0]["fc2_bias"].asnumpy(),
                           other.get_params()[0]["fc2_bias"].asnumpy())]


@probe
def module_monitor(mx):
    m = trained(mx)
    monitor = mx.mon.Monitor(1, stat_func=lambda x: x.mean(), pattern=".*fc.*", sort=True)
    m.install_monitor(monitor)
    monitor.tic()
    m.forward(data(mx).next(), is_train=False)
    return sorted({name for _, name, _ in monitor.toc()})


@probe
def module_prepare(mx):
    m, d = trained(mx), data(mx)
    batch = d.next()
    m.prepare(batch)
    m.prepare(batch, sparse_row_id_fn=None)
    m.forward(batch)
    return m.get_outputs()[0].shape


@probe
def module_metrics(mx):
    m, d = trained(mx), data(mx)
    batch, metric = d.next(), mx.metric.create("acc")
    m.forward(batch)
    m.update_metric(metric, batch.label)
    m.update_metric(metric, [batch.label], pre_sliced=True)
    return metric.num_inst


@probe
def module_fit(mx):
    m, seen = mx.mod.Module(mlp(mx)), []
    m.fit(data(mx, 12), eval_data=data(mx, 12), num_epoch=2, begin_epoch=1,
          batch_end_callback=lambda p: seen.append(["batch", p.epoch, p.nbatch]),
          epoch_end_callback=lambda e, s, a, x: seen.append(["epoch", e, sorted(a), sorted(x)]),
          eval_end_callback=lambda p: seen.append(["eval", p.epoch, p.nbatch]),
          eval_batch_end_callback=lambda p: seen.append(["eval batch", p.epoch, p.nbatch]))
    return seen


@probe
def module_bucketing(mx):
    def make(key):
        x = mx.sym.Variable("data")
        x = mx.sym.FullyConnected(mx.sym.sum(x, axis=1), num_hidden=3, name="fc")
        return mx.sym.SoftmaxOutput(x, name="softmax"), ("data",), ("softmax_label",)
    m = mx.mod.BucketingModule(make, default_bucket_key=6)
    m.bind([("data", (4, 6, 5))], [("softmax_label", (4,))])
    m.init_params(mx.init.One())
    m.init_optimizer()
    found = [m.data_names, m.output_names, m.data_shapes[0].shape, m.label_shapes[0].shape,
             m.output_shapes, m.symbol.list_outputs(), m.binded]
    m.switch_bucket(3, [("data", (4, 3, 5))], [("softmax_label", (4,))])
    batch = mx.io.DataBatch([mx.nd.ones((4, 3, 5))], [mx.nd.zeros((4,))], bucket_key=3,
                            provide_data=[("data", (4, 3, 5))], provide_label=[("softmax_label",
                            (4,))])
    m.forward_backward(batch)
    m.update()
    m.prepare(batch)
    return [*found, m.data_shapes[0].shape, m.get_outputs()[0].shape, sorted(m.get_params()[0]),
            m.get_params()[0]["fc_bias"]]


@probe
def module_sequential(mx):
    first = mx.mod.Module(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="a"),
                          label_names=None)
    second = mx.mod.Module(mx.sym.SoftmaxOutput(mx.sym.FullyConnected(
        mx.sym.Variable("data"), num_hidden=3, name="b"), name="softmax"))
    m = mx.mod.SequentialModule()
    m.add(first).add(second, take_labels=True, auto_wiring=True)
    m.bind([("data", (4, 5))], [("softmax_label", (4,))])
    m.init_params(mx.init.One())
    m.init_optimizer()
    m.forward_backward(data(mx).next())
    m.update()
    return [m.data_names, m.output_names, m.data_shapes[0][1], m.output_shapes,
            m.get_outputs()[0].shape,
            sorted(m.get_params()[0]), tried(lambda: m.add(first, nope=1))]


@probe
def module_python_loss(mx):
    m = mx.mod.PythonLossModule(grad_func=lambda scores, labels: scores - 1)
    m.bind([("data", (2, 3))], [("softmax_label", (2,))], inputs_need_grad=True)
    m.init_params()
    m.init_optimizer()
    m.forward(mx.io.DataBatch([mx.nd.ones((2, 3)) * 3], [mx.nd.ones((2,))]), is_train=True)
    m.backward()
    return [m.get_outputs()[0], m.get_input_grads()[0], m.data_names, m.output_names,
            m.output_shapes, m.get_params(), tried(lambda: m.install_monitor(None))]


# -- data -------------------------------------------------------------------------------------------
@probe
def iterator_ndarray(mx):
    d = data(mx)
    found = [[b.pad, b.data[0].shape, b.label[0], b.index is None] for b in d]
    d.reset()
    d.iter_next()
    more = [d.getdata()[0].shape, d.getlabel()[0], d.getpad(), d.getindex() is None, d.num_data,
            d.batch_size, str(d.provide_data[0].name), d.provide_label[0].shape]
    return [found, more, [b.pad for b in data(mx, last_batch_handle="discard")],
            [[b.pad, b.label[0]] for b in data(mx, last_batch_handle="roll_over")],
            tried(lambda: data(mx, last_batch_handle="nope")),
            [x.name for x in mx.io.NDArrayIter({"b": np.ones((4, 1)), "a": np.ones((4, 2))},
                                               batch_size=2).provide_data],
            [x.name for x in mx.io.NDArrayIter([np.ones((4, 1)), np.ones((4, 2))],
                                               batch_size=2).provide_data]]


@probe
def iterator_wrappers(mx):
    r = mx.io.ResizeIter(data(mx), 5)
    p = mx.io.PrefetchingIter(data(mx), rename_data=[{"data": "x"}])
    return [len(list(r)), [b.pad for b in p], p.provide_data[0].name, r.provide_data[0].shape]


@probe
def iterator_batches(mx):
    b = mx.io.DataBatch([mx.nd.ones((2, 3))], [mx.nd.ones((2,))], pad=1, index=np.array([4, 5]))
    desc = mx.io.DataDesc("x", (2, 3), np.float16, layout="NC")
    return [b.pad, b.index, str(b), repr(desc), desc.name, desc.shape, desc.dtype, desc.layout,
            mx.io.DataDesc.get_batch_axis("NCHW"), mx.io.DataDesc.get_batch_axis("TNC"),
            mx.io.DataDesc.get_batch_axis(None), mx.io.DataDesc.get_list([("a", (1,))], None)[0].name,
            tuple(desc), tried(lambda: mx.io.DataBatch(mx.nd.ones((1,))).pad)]


# -- the rest ---------------------------------------------------------------------------------------
@probe
def store_values(mx):
    kv = mx.kv.create("local")
    kv.init(3, mx.nd.ones((2,)))
    named = mx.kv.create("local")
    named.init(["a", "b"], [mx.nd.ones((2,)), mx.nd.zeros((2,))])
    out = mx.nd.zeros((2,))
    kv.push(3, [mx.nd.ones((2,)), mx.nd.ones((2,)) * 4])
    kv.pull(3, out=out)
    first = out.asnumpy()
    named.set_optimizer(mx.optimizer.SGD(learning_rate=0.5))
    named.push("a", mx.nd.ones((2,)))
    named.pull("a", out=out)
    second = out.asnumpy()
    named.pushpull("a", mx.nd.ones((2,)), out=out)
    fresh = mx.nd.zeros((2,))
    named.broadcast("c", mx.nd.ones((2,)) * 9, out=fresh)
    return [first, second, out, fresh, kv.type, kv.rank, kv.num_workers, kv.is_capable("optimizer"),
            tried(lambda: named.pull("nope", out=out)), tried(lambda: named.push("nope", out)),
            tried(lambda: mx.kv.create("nope")), tried(lambda: mx.kv.create(3))]


@probe
def scopes_names(mx):
    with mx.name.Prefix("p_"):
        a = mx.sym.FullyConnected(mx.sym.Variable("x"), num_hidden=2)
        b = mx.sym.FullyConnected(mx.sym.Variable("x"), num_hidden=2, name="own")
        with mx.name.NameManager():
            c = mx.sym.FullyConnected(mx.sym.Variable("x"), num_hidden=2)
    manager = mx.name.NameManager()
    return [a.list_arguments(), b.list_arguments(), c.list_arguments(), manager.get(None, "q"),
            manager.get(None, "q"), manager.get("n", "q"), mx.name.Prefix("z").get("n", "q"),
            mx.name.Prefix("z").get(None, "q")]


@probe
def scopes_attributes(mx):
    with mx.AttrScope(a="1", b="2"), mx.AttrScope(b="3") as inner:
        v = mx.sym.Variable("v", attr={"a": "9"})
        w = mx.sym.Variable("w")
    return [v.list_attr(), w.list_attr(), inner.get({"c": "4"}), inner.get(None),
            tried(lambda: mx.AttrScope(a=1)), mx.sym.Variable("u").list_attr()]


@probe
def contexts(mx):
    with mx.cpu(2) as ctx:
        inside = str(mx.current_context())
        made = str(mx.nd.ones((1,)).context)
    return [inside, made, str(ctx), str(mx.current_context()), mx.cpu() == mx.cpu(0),
            mx.cpu() == mx.gpu(),
            mx.cpu() != mx.cpu(1), hash(mx.cpu(1)) == hash(mx.cpu(1)), mx.Context("cpu", 3).device_id,
            mx.cpu().device_type, mx.cpu().device_typeid, mx.gpu(1).device_typeid,
            str(mx.Context(mx.cpu(4))), tried(lambda: mx.Context("tpu", 0)), str(mx.cpu_pinned(1)),
            mx.Context.default_ctx.device_type]


@probe
def utilities(mx):
    mx.util.setenv("SYMGRAPH_PROBE", "1")
    first = mx.util.getenv("SYMGRAPH_PROBE")
    mx.util.setenv("SYMGRAPH_PROBE", None)
    before = mx.engine.set_bulk_size(20)
    with mx.engine.bulk(10):
        inside = mx.engine.set_bulk_size(10)
    return [first, mx.util.getenv("SYMGRAPH_PROBE"), inside, mx.engine.set_bulk_size(before),
            mx.util.is_np_shape(), mx.util.is_np_array(), mx.util.get_gpu_count(),
            mx.context.num_gpus(),
            tried(lambda: mx.util.set_np_shape(False))]


@probe
def random_functions(mx):
    r = mx.random
    return [r.uniform(shape=(2, 3)).shape, r.normal(0, 1, (2,)).shape, r.randint(0, 5, (3,)).dtype,
            r.randn(2, 3).shape, r.gamma(mx.nd.array([1, 2]), mx.nd.array([1, 2]), shape=3).shape,
            r.multinomial(mx.nd.array([0.2, 0.8]), shape=4).shape,
            [x.shape for x in r.multinomial(mx.nd.array([[0.2, 0.8]]), shape=4, get_prob=True)],
            r.shuffle(mx.nd.array([1, 1])), r.poisson(3).shape, r.exponential(2, shape=2).shape,
            r.uniform(0, 1, shape=2, dtype="float64").dtype, r.normal(dtype="float16").dtype,
            tried(lambda: r.uniform(mx.nd.ones((1,)), 1)), r.negative_binomial(2, 0.5, shape=2).shape,
            r.generalized_negative_binomial(2, 0.5, shape=2).shape,
            r.uniform(out=mx.nd.zeros((4,))).shape]


@probe
def record_files(mx):
    path = os.path.join(tempfile.mkdtemp(), "a")
    w = mx.recordio.MXIndexedRecordIO(path + ".idx", path + ".rec", "w")
    for i in range(3):
        w.write_idx(i, mx.recordio.pack(mx.recordio.IRHeader(0, [1.5, i], i, 0), b"x" * i))
    w.close()
    r = mx.recordio.MXIndexedRecordIO(path + ".idx", path + ".rec", "r")
    header, body = mx.recordio.unpack(r.read_idx(2))
    first = mx.recordio.MXRecordIO(path + ".rec", "r")
    lengths = [len(first.read()), len(first.read()), len(first.read()), first.read() is None]
    first.reset()
    return [header.flag, header.label, header.id, len(body), r.keys, lengths, len(first.read()),
            tried(lambda: r.read_idx(7)),
            tried(lambda: mx.recordio.MXRecordIO(path + ".rec", "x")), r.is_open, w.is_open]


@probe
def pictures_of_networks(mx):
    net = mlp(mx)
    lines = []
    mx.viz.print_summary.__globals__["print"] = lambda *a, **k: lines.append(" ".join(map(str, a)))
    try:
        mx.viz.print_summary(net, shape={"data": (1, 5)})
    finally:
        del mx.viz.print_summary.__globals__["print"]
    return [tried(lambda: mx.viz.print_summary(3)), [line.rstrip() for line in lines]]


def main():
    """A process for each, as some of them end MXNet's."""
    if len(sys.argv) > 2:
        import mxnet  # noqa: PLC0415 - the scripts do without it
        with open(sys.argv[1], "w") as file:
            json.dump(run(mxnet, sys.argv[2]), file)
        return
    path = os.path.join(tempfile.mkdtemp(), "found.json")
    found = {}
    for name in PROBES:
        done = subprocess.run([sys.executable, __file__, path, name], capture_output=True,
                check=False)
        with open(path) as file:
            found[name] = json.load(file) if done.returncode == 0 else "crashes"
    with open(sys.argv[1], "w") as file:
        file.write("{\n" + ",\n".join(f"{json.dumps(name)}:{json.dumps(value, separators=(',', ':'))}"
                                      for name, value in sorted(found.items())) + "\n}\n")


if __name__ == "__main__":
    main()
