"""Operators that users write in Python: `mx.operator`."""
import threading
import traceback
import warnings

import numpy as np
import pytest

import symgraph as mx
from symgraph.ops.custom import DEFINED

X = np.array([[1, -2, 3], [4, 5, -6]], np.float32)


@pytest.fixture(autouse=True)
def registered():
    """Each test sees only what it registers."""
    before = dict(DEFINED)
    yield
    DEFINED.clear()
    DEFINED.update(before)


def define(name="op", **methods):
    """Register an operator with these methods of CustomOp and CustomOpProp; returns the class."""
    of_op = {k: v for k, v in methods.items() if k in ("forward", "backward")}
    of_prop = {k: v for k, v in methods.items() if k not in of_op and k != "need_top_grad"}
    op = type("Op", (mx.operator.CustomOp,), of_op)
    of_prop.setdefault("create_operator", lambda self, ctx, shapes, dtypes: op())
    of_prop.setdefault("__init__", lambda self: mx.operator.CustomOpProp.__init__(
        self, methods.get("need_top_grad", True)))
    return mx.operator.register(name)(type("Prop", (mx.operator.CustomOpProp,), of_prop))


def squared(**more):
    """y = x * x, in NumPy."""
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0].asnumpy() ** 2)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], 2 * in_data[0] * out_grad[0])
    return define(**{"forward": forward, "backward": backward, **more})


def run(symbol, heads=None, grad_req="write", aux=None, **arrays):
    """A bound executor after forward and backward; gradients start at 10."""
    given = {n: mx.nd.array(a, dtype=np.asarray(a).dtype) for n, a in arrays.items()}
    grads = {n: mx.nd.full(a.shape, 10, dtype=a.dtype) for n, a in given.items()}
    executor = symbol.bind(mx.cpu(), given, grads, grad_req, aux)
    executor.forward(is_train=True)
    executor.backward(heads)
    return executor


def values(arrays):
    return {name: array.asnumpy() for name, array in arrays.items()}


# -- values and gradients ----------------------------------------------------------------------
@pytest.mark.parametrize("req,before", [("write", 0), ("add", 10), ("null", None)])
def test_forward_and_backward(req, before):
    squared()
    y = mx.sym.Custom(mx.sym.Variable("x"), op_type="op", name="y")
    assert (y.list_arguments(), y.list_outputs()) == (["x"], ["y_output"])
    executor = run(2 * y, [mx.nd.array(X)], req, x=X)
    assert (executor.outputs[0].asnumpy() == 2 * X ** 2).all()
    if before is not None:
        assert (executor.grad_dict["x"].asnumpy() == 4 * X * X + before).all()


def test_gradients_of_shared_inputs_are_summed():
    squared()
    x = mx.sym.Variable("x")
    y = mx.sym.Custom(x, op_type="op") + mx.sym.Custom(mx.sym.tanh(x), op_type="op") + x
    for req, before in (("write", 0), ("add", 10)):
        executor = run(y, [mx.nd.ones(X.shape)], req, x=X)
        want = 2 * X + 2 * np.tanh(X) * (1 - np.tanh(X) ** 2) + 1 + before
        np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(), want, rtol=1e-6)


def test_only_users_ask_to_add():
    """Many operators simply write; sums of gradients are right all the same."""
    seen = []

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        seen.extend(req)
        in_grad[0][:] = 2 * in_data[0] * out_grad[0]
    squared(backward=backward)
    x = mx.sym.Variable("x")
    y = mx.sym.Custom(x, op_type="op") + mx.sym.Custom(x, op_type="op") + x
    executor = run(y, [mx.nd.ones(X.shape)], x=X)
    assert (executor.grad_dict["x"].asnumpy() == 4 * X + 1).all() and set(seen) == {"write"}


def test_parameters_arrive_as_text():
    seen = {}

    def init(self, **given):
        seen.update(given)
        mx.operator.CustomOpProp.__init__(self)
    squared(__init__=init)
    with mx.AttrScope(__note__="kept"):
        y = mx.sym.Custom(mx.sym.Variable("x"), op_type="op", k=3, t=(1, 2), f=1.5, b=True, n=None)
    assert seen == {"k": "3", "t": "(1, 2)", "f": "1.5", "b": "True", "n": "None"}
    assert y.attr("k") == "3" and y.attr("op_type") == "op" and y.attr("__note__") == "kept"
    mx.nd.Custom(mx.nd.array(X), op_type="op", k=4)
    assert seen["k"] == "4"


def test_inputs_by_name_and_automatic_ones():
    squared(list_arguments=lambda self: ["data", "label"], need_top_grad=False)
    x, label = mx.sym.Variable("x"), mx.sym.Variable("l")
    assert mx.sym.Custom(label=label, data=x, op_type="op").list_arguments() == ["x", "l"]
    assert mx.sym.Custom(x, op_type="op", name="c").list_arguments() == ["x", "c_label"]
    with pytest.raises(mx.MXNetError, match="no input 'foo'"):
        mx.sym.Custom(foo=x, op_type="op")


def test_several_outputs_of_which_one_is_used():
    def forward(self, is_train, req, in_data, out_data, aux):
        for out, how, factor in zip(out_data, req, (2, 3)):
            self.assign(out, how, factor * in_data[0])

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], 2 * out_grad[0] + 3 * out_grad[1])
    define(forward=forward, backward=backward, list_outputs=lambda self: ["two", "three"])
    y = mx.sym.Custom(mx.sym.Variable("x"), op_type="op", name="y")
    assert y.list_outputs() == ["y_two", "y_three"]
    for symbol, heads, want in ((y[1], [1], 3), (y, [1, 10], 32), (y[0] * y[1], [1], 12 * X)):
        executor = run(symbol, [mx.nd.full(X.shape, h) for h in heads], x=X)
        np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(), want + 0 * X)


def test_operators_of_nd_work_inside():
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], mx.nd.softmax(mx.nd.dot(in_data[0], in_data[1])))
    define(forward=forward, list_arguments=lambda self: ["a", "b"],
           infer_shape=lambda self, s: (s, [[s[0][0], s[1][1]]]))
    a, b = np.random.rand(300, 40).astype("f"), np.random.rand(40, 30).astype("f")
    got = mx.nd.Custom(mx.nd.array(a), mx.nd.array(b), op_type="op").asnumpy()
    want = np.exp(a @ b)
    np.testing.assert_allclose(got, want / want.sum(1, keepdims=True), rtol=1e-4)


def test_types():
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0].asnumpy().argmax(1))
    define(forward=forward, infer_shape=lambda self, s: (s, [s[0][:1]]),
           infer_type=lambda self, t: (t, [np.int32]))
    y = mx.sym.Custom(mx.sym.Variable("x"), op_type="op")
    assert y.infer_type(x="float64")[1] == [np.int32]
    executor = y.simple_bind(mx.cpu(), grad_req="null", x=X.shape, type_dict={"x": "float16"})
    got = executor.forward(x=mx.nd.array(X, dtype="float16"))[0]
    assert got.dtype == np.int32 and got.asnumpy().tolist() == [2, 1]


@pytest.mark.parametrize("shape", [(1,), (1, 1), (7, 1, 3)])
def test_shapes(shape):
    squared()
    x = np.random.rand(*shape).astype("f")
    executor = run(mx.sym.Custom(mx.sym.Variable("x"), op_type="op"), [mx.nd.ones(shape)], x=x)
    np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(), 2 * x, rtol=1e-6)


def test_shapes_of_weights_are_inferred():
    def infer_shape(self, shapes):
        n, width = shapes[0]
        return [shapes[0], (4, width)], [(n, 4)]
    define(list_arguments=lambda self: ["data", "weight"], infer_shape=infer_shape)
    y = mx.sym.Custom(mx.sym.FullyConnected(mx.sym.Variable("x"), num_hidden=6), op_type="op",
                      name="c")
    shapes = dict(zip(y.list_arguments(), y.infer_shape(x=(5, 3))[0]))
    assert shapes["c_weight"] == (4, 6) and y.infer_shape(x=(5, 3))[1] == [(5, 4)]


# -- losses and what backward needs --------------------------------------------------------------
def softmax_loss(**more):
    def forward(self, is_train, req, in_data, out_data, aux):
        e = np.exp(in_data[0].asnumpy())
        self.assign(out_data[0], req[0], e / e.sum(1, keepdims=True))

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        assert out_grad[0].size == 0
        label, p = in_data[1].asnumpy().astype(int), out_data[0].asnumpy()
        p[np.arange(len(p)), label] -= 1
        self.assign(in_grad[0], req[0], p)
    return define(forward=forward, backward=backward, need_top_grad=False,
                  list_arguments=lambda self: ["data", "label"],
                  infer_shape=lambda self, s: ([s[0], [s[0][0]]], [s[0]]), **more)


def test_a_loss_needs_no_head_gradient():
    softmax_loss()
    x, label = mx.sym.Variable("x"), mx.sym.Variable("label")
    loss = mx.sym.Custom(x, label, op_type="op")
    other = mx.sym.SoftmaxOutput(x, label)
    for extra in ([], [mx.sym.BlockGrad(x)]):
        got, want = (run(mx.sym.Group([out, *extra]), x=X, label=np.array([2, 0], "f"))
                     for out in (loss, other))
        np.testing.assert_allclose(got.outputs[0].asnumpy(), want.outputs[0].asnumpy(), rtol=1e-6)
        np.testing.assert_allclose(got.grad_dict["x"].asnumpy(), want.grad_dict["x"].asnumpy(),
                                   atol=1e-6)
        assert (got.grad_dict["label"].asnumpy() == 0).all()    # nobody wrote it


def test_backward_gets_what_it_asked_for():
    seen = {}

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        seen.update(out_grad=out_grad[0].shape, in_data=in_data[0].shape, out_data=out_data[0].shape)
        self.assign(in_grad[0], req[0], 2 * out_grad[0])
    squared(backward=backward,
            declare_backward_dependency=lambda self, out_grad, in_data, out_data: out_grad)
    y = mx.sym.Custom(mx.sym.tanh(mx.sym.Variable("x")), op_type="op")
    run(y, [mx.nd.ones(X.shape)], x=X)
    assert seen == {"out_grad": X.shape, "in_data": (0,), "out_data": (0,)}


# -- states ------------------------------------------------------------------------------------
def counting(**more):
    """y = x + count; the count grows in each training forward, by ten in each backward."""
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0] + aux[0].asscalar())
        if is_train:
            aux[0][:] += 1

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * aux[0].asscalar())
        aux[0][:] += 10
    return define(forward=forward, backward=backward,
                  list_auxiliary_states=lambda self: ["count"],
                  infer_shape=lambda self, s: (s, [s[0]], [[1]]), **more)


def test_states_move_in_forward_and_in_backward():
    counting()
    y = mx.sym.Custom(mx.sym.Variable("x"), op_type="op", name="c")
    assert y.list_auxiliary_states() == ["c_count"]
    count = mx.nd.array([5])
    executor = run(y, [mx.nd.ones(X.shape)], aux={"c_count": count}, x=X)
    assert (executor.outputs[0].asnumpy() == X + 5).all()
    assert (executor.grad_dict["x"].asnumpy() == 6).all() and count.asscalar() == 16
    executor.forward(is_train=False)
    assert count.asscalar() == 16


def test_a_shared_state_moves_in_order_of_creation():
    counting()
    x, count = mx.sym.Variable("x"), mx.sym.Variable("count")
    first = mx.sym.Custom(x, count, op_type="op")
    second = mx.sym.Custom(x, count, op_type="op")
    executor = (second - first).bind(mx.cpu(), {"x": mx.nd.array(X)}, grad_req="null",
                                     aux_states={"count": mx.nd.array([3])})
    assert (executor.forward(is_train=True)[0].asnumpy() == 1).all()
    assert executor.aux_dict["count"].asscalar() == 5


def test_activations_are_computed_again_from_the_states_of_that_forward():
    counting()
    y = mx.sym.exp(mx.sym.Custom(mx.sym.Variable("x"), op_type="op", name="c"))
    executor = y.simple_bind(mx.cpu(), x=(1,))
    other = y.simple_bind(mx.cpu(), x=(1,), shared_exec=executor)
    executor.forward(is_train=True, x=[0.0])
    other.forward(is_train=True, x=[0.0])
    assert executor.aux_dict["c_count"].asscalar() == 2
    executor.backward([mx.nd.ones((1,))])
    assert executor.grad_dict["x"].asscalar() == 2      # the state that backward found
    assert executor.aux_dict["c_count"].asscalar() == 12


def test_nd_moves_states_of_its_arrays():
    counting()
    count = mx.nd.array([3])
    assert (mx.nd.Custom(mx.nd.array(X), count, op_type="op").asnumpy() == X + 3).all()
    assert count.asscalar() == 3        # not a training forward


# -- operators and their executors ---------------------------------------------------------------
def remembering():
    """y = x; backward multiplies by what forward saw, kept in the operator itself."""
    def forward(self, is_train, req, in_data, out_data, aux):
        self.kept = in_data[0].copy()
        self.assign(out_data[0], req[0], in_data[0])

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], self.kept * out_grad[0])
    define(forward=forward, backward=backward)


def test_each_node_of_each_executor_has_an_operator():
    remembering()
    x, z = mx.sym.Variable("x"), mx.sym.Variable("z")
    y = mx.sym.Custom(x, op_type="op") + mx.sym.Custom(z, op_type="op")
    made = [y.simple_bind(mx.cpu(), x=(1,), z=(1,)) for _ in range(2)]
    for executor, start in zip(made, (1, 5)):
        executor.forward(is_train=True, x=[start], z=[start + 1])
    for executor, start in zip(made, (1, 5)):
        executor.backward([mx.nd.ones((1,))])
        assert executor.grad_dict["x"].asscalar() == start
        assert executor.grad_dict["z"].asscalar() == start + 1


def test_arrays_are_the_executor_s_own():
    seen = {}

    def forward(self, is_train, req, in_data, out_data, aux):
        seen["x"] = in_data[0]
        with pytest.raises(ValueError, match="read-only"):
            in_data[0][:] = 1
        out_data[0][:] = 7
    define(forward=forward)
    executor = mx.sym.Custom(mx.sym.Variable("x"), op_type="op").simple_bind(mx.cpu(), x=(2, 3))
    executor.forward()
    assert np.shares_memory(seen["x"]._np, executor.arg_dict["x"]._np)
    assert (executor.outputs[0].asnumpy() == 7).all()


def test_an_array_that_outlives_its_executor_is_still_memory():
    seen = []

    def forward(self, is_train, req, in_data, out_data, aux):
        seen.append(in_data[0])
    define(forward=forward)
    y = mx.sym.Custom(mx.sym.tanh(mx.sym.Variable("x")), op_type="op")
    y.simple_bind(mx.cpu(), x=(500, 500)).forward()
    assert seen[0].asnumpy().shape == (500, 500)


def test_executors_in_several_threads_and_inside_operators():
    squared()
    inner = mx.sym.Custom(mx.sym.Variable("x"), op_type="op")

    def forward(self, is_train, req, in_data, out_data, aux):
        if not hasattr(self, "inner"):
            self.inner = inner.simple_bind(mx.cpu(), x=in_data[0].shape)
        self.assign(out_data[0], req[0], self.inner.forward(x=in_data[0])[0])
    define("outer", forward=forward)
    y = mx.sym.sum(mx.sym.Custom(mx.sym.tanh(mx.sym.Variable("x")), op_type="outer"))
    results = {}

    def work(number):
        x = np.full((200, 300), number / 10, np.float32)
        executor = y.simple_bind(mx.cpu(), grad_req="null", x=x.shape)
        results[number] = [executor.forward(x=x)[0].asscalar() for _ in range(20)]
    before = mx.set_num_threads(2)
    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    mx.set_num_threads(before)
    for number, got in results.items():
        np.testing.assert_allclose(got, 60000 * np.tanh(number / 10) ** 2, rtol=1e-5)


def test_operators_of_nd_in_several_threads():
    """One program serves equal calls; it is not run by two threads at once."""
    wrong = []

    def work(number):
        x = mx.nd.full((400, 300), number)
        for _ in range(50):
            if not (mx.nd.square(x).asnumpy() == number ** 2).all():
                wrong.append(number)
    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_monitor_sees_custom_outputs():
    squared()
    y = mx.sym.Custom(mx.sym.tanh(mx.sym.Variable("x"), name="t"), op_type="op", name="c")
    executor = y.simple_bind(mx.cpu(), x=(2, 3))
    seen = {}
    executor.set_monitor_callback(lambda name, array: seen.update({name: array.asnumpy()}))
    executor.forward(is_train=True, x=X)
    np.testing.assert_allclose(seen["c_output"], np.tanh(X) ** 2, rtol=1e-6)
    executor.backward([mx.nd.ones(X.shape)])


# -- files -------------------------------------------------------------------------------------
def test_json(tmp_path):
    counting(__init__=lambda self, k="1": mx.operator.CustomOpProp.__init__(self))
    y = mx.sym.Custom(mx.sym.Variable("x"), op_type="op", name="c", k=2)
    y.save(str(tmp_path / "s.json"))
    again = mx.sym.load(str(tmp_path / "s.json"))
    assert again.tojson() == y.tojson()
    assert again.list_auxiliary_states() == ["c_count"]
    assert again.attr("k") == "2"
    executor = run(again, [mx.nd.ones(X.shape)], aux={"c_count": mx.nd.array([5])}, x=X)
    assert (executor.outputs[0].asnumpy() == X + 5).all()
    del DEFINED["op"]
    with pytest.raises(mx.MXNetError, match="node 'c'.*no operator 'op' is registered"):
        mx.sym.load_json(y.tojson())


def test_the_last_one_registered_counts():
    define(forward=lambda self, is_train, req, in_data, out_data, aux: self.assign(
        out_data[0], req[0], 1))
    old = mx.sym.Custom(mx.sym.Variable("x"), op_type="op")
    squared()
    new = mx.sym.Custom(mx.sym.Variable("x"), op_type="op")
    assert old.eval(x=mx.nd.array([3]))[0].asscalar() == 1
    assert new.eval(x=mx.nd.array([3]))[0].asscalar() == 9
    assert "Custom" in mx.operator.get_all_registered_operators()
    with pytest.raises(TypeError, match="CustomOpProp"):
        mx.operator.register("bad")(object)


# -- errors ------------------------------------------------------------------------------------
class UsersError(Exception):
    pass


def fail(*args, **kwargs):
    raise UsersError("deliberately")


def check(error, *parts):
    """The message has parts, and the user's own exception with its traceback is the cause."""
    assert all(part in str(error.value) for part in (*parts, "UsersError", "deliberately"))
    assert isinstance(error.value.__cause__, UsersError)
    assert "in fail" in "".join(traceback.format_exception(error.value))


@pytest.mark.parametrize("method", ["__init__", "list_arguments", "list_outputs",
                                    "list_auxiliary_states", "declare_backward_dependency"])
def test_errors_when_a_symbol_is_made(method):
    squared(**{method: fail})
    with pytest.raises(mx.MXNetError) as error:
        mx.sym.Custom(mx.sym.Variable("x"), op_type="op", name="c")
    check(error, method, "'op'")


@pytest.mark.parametrize("method", ["infer_shape", "infer_type"])
def test_errors_of_inference(method):
    squared(**{method: fail})
    with pytest.raises(mx.MXNetError) as error:
        mx.sym.Custom(mx.sym.Variable("x"), op_type="op", name="c").simple_bind(mx.cpu(), x=(2,))
    check(error, method, "Custom 'c': infer", "(data=")


@pytest.mark.parametrize("method", ["create_operator", "forward", "backward"])
def test_errors_while_running(method):
    squared(**{method: fail})
    y = mx.sym.tanh(mx.sym.Custom(mx.sym.tanh(mx.sym.Variable("x")), op_type="op", name="c"))
    executor = y.simple_bind(mx.cpu(), x=(2, 3))
    with pytest.raises(mx.MXNetError) as error:
        executor.forward(is_train=True, x=X)
        executor.backward([mx.nd.ones(X.shape)])
    check(error, "Custom")
    with pytest.raises(mx.MXNetError):      # and all is as before
        executor.forward(is_train=True)
        executor.backward([mx.nd.ones(X.shape)])


def test_an_error_in_an_operator_of_nd_inside():
    def forward(self, is_train, req, in_data, out_data, aux):
        mx.nd.take(in_data[0], mx.nd.array([99]), mode="raise")
    define(forward=forward)
    with pytest.raises(mx.MXNetError, match="Custom 'c'.*take.*99"):
        mx.sym.Custom(mx.sym.Variable("x"), op_type="op", name="c").eval(x=mx.nd.array(X))


def test_interrupts_pass():
    def forward(self, is_train, req, in_data, out_data, aux):
        raise KeyboardInterrupt
    define(forward=forward)
    executor = mx.sym.Custom(mx.sym.Variable("x"), op_type="op").simple_bind(mx.cpu(), x=(2,))
    with pytest.raises(KeyboardInterrupt):
        executor.forward(is_train=True)
    with pytest.raises(mx.MXNetError, match="needs a forward"):
        executor.backward()


@pytest.mark.parametrize("answer,message", [
    (([[2]], [[2], [2]]), "2 outputs, it has 1"), (([], [[2]]), "0 inputs, it has 1"),
    ([[2]], "two or three"), (([[3]], [[2]]), r"data is \(2,\), expected \(3,\)")])
def test_answers_that_make_no_sense(answer, message):
    squared(infer_shape=lambda self, shapes: answer)
    with pytest.raises(mx.MXNetError, match=message):
        mx.sym.Custom(mx.sym.Variable("x"), op_type="op", name="c").simple_bind(mx.cpu(), x=(2,))


# -- the older way -----------------------------------------------------------------------------
@pytest.mark.parametrize("base", [mx.operator.NumpyOp, mx.operator.NDArrayOp])
@pytest.mark.parametrize("req,before", [("write", 0), ("add", 10)])
def test_operators_that_are_objects(base, req, before):
    class Softmax(base):
        def __init__(self):
            super().__init__(need_top_grad=False)

        def list_arguments(self):
            return ["data", "label"]

        def infer_shape(self, in_shape):
            return [in_shape[0], [in_shape[0][0]]], [in_shape[0]]

        def forward(self, in_data, out_data):
            e = np.exp(np.asarray(in_data[0]))
            out_data[0][:] = e / e.sum(1, keepdims=True)

        def backward(self, out_grad, in_data, out_data, in_grad):
            p = np.array(out_data[0])
            p[np.arange(len(p)), np.asarray(in_data[1]).astype(int)] -= 1
            in_grad[0][:] = p

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        op = Softmax()
    assert caught[0].category is DeprecationWarning
    x = mx.sym.Variable("x")
    symbol = op(data=x, name="softmax")
    assert symbol.list_arguments() == ["x", "softmax_label"]
    got, want = (run(s, grad_req=req, x=X, softmax_label=np.array([2, 0], "f"))
                 for s in (symbol, mx.sym.SoftmaxOutput(x, name="softmax")))
    np.testing.assert_allclose(got.grad_dict["x"].asnumpy() - before,
                               want.grad_dict["x"].asnumpy() - before, atol=1e-6)
    np.testing.assert_allclose(got.outputs[0].asnumpy(), want.outputs[0].asnumpy(), rtol=1e-6)


def test_the_simplest_object():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        op = mx.operator.NumpyOp()
    y = op.get_symbol(mx.sym.Variable("x"))
    assert y.name == "_native0" or y.name.startswith("_native")
    executor = run(y, [mx.nd.array(X)], x=X)
    assert (executor.outputs[0].asnumpy() == X).all() and (executor.grad_dict["x"].asnumpy() == 1).all()


# -- in modules --------------------------------------------------------------------------------
def parity(x):
    return (x.sum(1) > 0).astype(np.float32)


def trained(loss, bucketed):
    """The weights after some steps of training with a loss on two inputs."""
    def sym_gen(length):
        x = mx.sym.Reshape(mx.sym.Variable("data"), shape=(-1, 3))
        out = mx.sym.FullyConnected(mx.sym.tanh(x), num_hidden=2, name="fc")
        label = mx.sym.Reshape(mx.sym.Variable("softmax_label"), shape=(-1,))
        return loss(out, label), ("data",), ("softmax_label",)
    if bucketed:
        module = mx.mod.BucketingModule(sym_gen, default_bucket_key=4)
    else:
        module = mx.mod.Module(sym_gen(4)[0])
    module.bind([("data", (5, 4, 3))], [("softmax_label", (5, 4))])
    module.init_params(mx.init.Constant(0.1))
    module.init_optimizer(optimizer_params={"learning_rate": 0.5})
    rng = np.random.default_rng(1)
    for step in range(12):
        length = (4, 2, 3)[step % 3] if bucketed else 4
        x = rng.normal(size=(5, length, 3)).astype("f")
        label = parity(x.reshape(-1, 3)).reshape(5, length)
        module.forward_backward(mx.io.DataBatch(
            [mx.nd.array(x)], [mx.nd.array(label)], bucket_key=length,
            provide_data=[("data", x.shape)], provide_label=[("softmax_label", label.shape)]))
        module.update()
    return values(module.get_params()[0])


@pytest.mark.parametrize("bucketed", [False, True])
def test_training_with_a_custom_loss(bucketed):
    softmax_loss()
    got = trained(lambda x, label: mx.sym.Custom(x, label, op_type="op", name="softmax"), bucketed)
    want = trained(lambda x, label: mx.sym.SoftmaxOutput(x, label, name="softmax"), bucketed)
    for name, value in want.items():
        np.testing.assert_allclose(got[name], value, rtol=1e-4, atol=1e-6)


# -- what forward leaves alone, and what it may not do -------------------------------------------
def forwards(forward):
    """The bound executor of a Custom with this forward, in a graph that reuses its memory."""
    define("cu", forward=forward)
    cu = mx.sym.Custom(mx.sym.exp(mx.sym.Variable("x")), op_type="cu", name="cu")
    executor = (cu * 2).simple_bind(mx.cpu(), x=(4,))
    executor.arg_dict["x"][:] = 5
    return executor


def test_an_output_that_forward_does_not_write_is_zero():
    def half(self, is_train, req, in_data, out_data, aux):
        out_data[0][:2] = 1

    for forward, want in ((lambda self, **arrays: None, [0] * 4), (half, [2, 2, 0, 0])):
        executor = forwards(forward)
        for is_train in (True, False, True):
            assert executor.forward(is_train=is_train)[0].asnumpy().tolist() == want


def rebinds(name, value):
    def method(self, **arrays):
        arrays[name][:] = value(arrays[name])
    return method


@pytest.mark.parametrize("value", [lambda arrays: [a * 2 for a in arrays], lambda arrays: []])
def test_arrays_are_written_not_replaced(value):
    with pytest.raises(mx.MXNetError, match=r"Custom 'cu'.*out_data\[0\] was replaced"):
        forwards(rebinds("out_data", value)).forward()
    define("cu", forward=lambda self, **arrays: None, backward=rebinds("in_grad", value))
    with pytest.raises(mx.MXNetError,
                       match=r"backward of Custom 'custom\d+': .*in_grad\[0\] was replaced"):
        run(mx.sym.Custom(mx.sym.Variable("x"), op_type="cu"), [mx.nd.array(X)], x=X)


def test_an_old_operator_writes_as_well():
    class Old(mx.operator.NumpyOp):
        def forward(self, in_data, out_data):
            out_data[0] = 2 * in_data[0]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        symbol = Old()(mx.sym.Variable("x"))
    with pytest.raises(mx.MXNetError, match=r"out_data\[0\] was replaced"):
        run(symbol, [mx.nd.array(X)], x=X)


@pytest.mark.parametrize("req", ["foo", None, 1])
def test_assign_knows_the_requests(req):
    with pytest.raises(mx.MXNetError, match="Custom 'cu'.*a request is null, write, inplace or add"):
        forwards(lambda self, out_data, **_: self.assign(out_data[0], req, 1)).forward()


@pytest.mark.parametrize("made", [None, 3, {}])
def test_what_create_operator_returns(made):
    define("cu", create_operator=lambda self, ctx, shapes, dtypes: made)
    executor = mx.sym.Custom(mx.sym.Variable("x"), op_type="cu", name="cu").simple_bind(x=(2,))
    with pytest.raises(mx.MXNetError, match="Custom 'cu'.*create_operator returns a CustomOp, got"):
        executor.forward()


def test_an_executor_does_not_run_inside_itself():
    executor = forwards(lambda self, **_: executor.forward())
    for _ in range(2):      # it can be asked again
        with pytest.raises(mx.MXNetError, match="Custom 'cu' is running") as caught:
            executor.forward()
        assert len(str(caught.value)) < 200
