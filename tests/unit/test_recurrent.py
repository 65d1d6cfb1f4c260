"""RNN and CTCLoss where their cases do not reach: inference, refusals, dropout, long sequences."""
import numpy as np
import pytest

import symgraph as mx
from symgraph.native import lib


def rnn(**params):
    return mx.sym.RNN(mx.sym.Variable("data"), name="r",
                      **{"mode": "lstm", "state_size": 3, "num_layers": 2, **params})


def test_inference_from_any_side():
    symbol = rnn(bidirectional=True, state_outputs=True)
    size = 4 * 3 * 2 * (5 + 3 + 2) + 4 * 3 * 2 * (6 + 3 + 2)
    want = [(7, 2, 5), (size,), (4, 2, 3), (4, 2, 3)], [(7, 2, 6), (4, 2, 3), (4, 2, 3)], []
    assert symbol.infer_shape(data=(7, 2, 5)) == want
    assert symbol.infer_shape(data=(7, 0, 0), r_parameters=(size,), r_state_cell=(0, 2, 0)) == want
    assert rnn(use_sequence_length=True).infer_shape(data=(7, 2, 5))[0][-1] == (2,)


@pytest.mark.parametrize("params,shapes,message", [
    ({"mode": "gru", "projection_size": 2}, {}, "mode 'lstm'"),
    ({"state_size": 0}, {}, "at least 1"),
    ({"p": 1.5}, {}, "probability"),
    ({"lstm_state_clip_min": 0.0}, {}, "go together"),
    ({}, {"data": (2, 3)}, "steps, batch, features"),
    ({}, {"data": (2, 3, 4), "r_state": (2, 1, 3)}, "as many rows"),
    ({}, {"data": (2, 3, 4), "r_parameters": (7,)}, "4 features need"),
])
def test_what_is_refused(params, shapes, message):
    with pytest.raises(mx.base.MXNetError, match=message):
        rnn(**params).infer_shape(**shapes)


def run(symbol, rng, threads, **shapes):
    """Outputs and gradients in a training step."""
    executor = symbol.simple_bind(mx.cpu(), **shapes)
    for array in executor.arg_arrays:
        array[:] = rng.uniform(-0.3, 0.3, array.shape)
    before = lib.sg_get_num_threads()
    try:
        lib.sg_set_num_threads(threads)
        mx.random.seed(5)
        executor.forward(is_train=True)
        executor.backward([mx.nd.ones(y.shape) for y in executor.outputs])
    finally:
        lib.sg_set_num_threads(before)
    return [a.asnumpy() for a in (*executor.outputs, *executor.grad_arrays)]


@pytest.mark.parametrize("mode", ["lstm", "gru", "rnn_tanh"])
def test_results_do_not_depend_on_threads(mode):
    symbol = rnn(mode=mode, bidirectional=True, p=0.3, state_size=40, state_outputs=True)
    runs = [run(symbol, np.random.default_rng(0), n, data=(6, 23, 30)) for n in (1, 2, 5)]
    for other in runs[1:]:
        for mine, theirs in zip(runs[0], other):
            np.testing.assert_array_equal(mine, theirs)


def test_a_program_is_as_long_for_any_number_of_steps():
    lines = {steps: len(rnn().simple_bind(mx.cpu(), data=(steps, 2, 4)).debug_str().splitlines())
             for steps in (2, 200)}
    assert lines[2] == lines[200]


def test_monitors_see_the_outputs_of_composite_operators():
    symbol = mx.sym.LeakyReLU(rnn(), act_type="prelu", name="l")
    executor = symbol.simple_bind(mx.cpu(), data=(2, 3, 4))
    seen = {}
    executor.set_monitor_callback(lambda name, value: seen.update({name: value.asnumpy()}))
    executor.forward()
    assert set(seen) == {"r_output", "l_output"}
    assert seen["r_output"].shape == (2, 3, 3)
    np.testing.assert_array_equal(seen["l_output"], executor.outputs[0].asnumpy())


def test_labels_that_are_no_classes_are_refused():
    data = mx.nd.zeros((3, 2, 4))
    for blank, label in (("first", [[1, 2], [1, 4]]), ("last", [[1, 2], [0, 3]]),
                         ("first", [[1, 2], [1, -1]])):
        with pytest.raises(mx.base.MXNetError, match="label 1 of row 1"):
            mx.nd.CTCLoss(data, mx.nd.array(label), blank_label=blank)


def test_labels_that_cannot_be_put_out_count_nothing():
    symbol = mx.sym.CTCLoss(mx.sym.Variable("x"), mx.sym.Variable("label"))
    executor = symbol.simple_bind(mx.cpu(), x=(2, 2, 3), label=(2, 2))
    executor.forward(is_train=True, label=mx.nd.array([[1, 1], [1, 2]]))
    executor.backward(mx.nd.ones((2,)))
    np.testing.assert_allclose(executor.outputs[0].asnumpy(), [0, 2 * np.log(3)], rtol=1e-6)
    gradient = executor.grad_dict["x"].asnumpy()
    assert (gradient[:, 0] == 0).all() and (gradient[:, 1] != 0).all()


def test_ctc_of_unlikely_labels_does_not_underflow():
    """A hundred steps, each of which gives the labels a probability of e ** -50."""
    x = np.zeros((100, 1, 3))
    x[:, :, 0] = 50
    label = mx.nd.array([[1, 2] * 25])
    loss = mx.nd.CTCLoss(mx.nd.array(x), label).asnumpy()
    assert np.isfinite(loss).all() and 2400 < loss[0] < 2500
