"""Floating-point operations and memory traffic, against counts by hand."""
from math import prod

import pytest

import symgraph as mx
from symgraph.op import make

from .. import check_kernels
from ..test_registry import BY_OPERATOR, OPERATORS


def flops(name, ins, outs, **params):
    return make(name, params).flops(ins, outs)


@pytest.mark.parametrize("name,ins,out,params,count", [
    # 4 x 3 sums of 5 products, and 12 biases
    ("FullyConnected", [(4, 5), (3, 5), (3,)], (4, 3), {"num_hidden": 3}, 4 * 3 * 5 * 2 + 12),
    ("FullyConnected", [(2, 4, 5), (3, 5)], (2, 4, 3),
     {"num_hidden": 3, "no_bias": True, "flatten": False}, 8 * 3 * 5 * 2),
    ("dot", [(4, 5), (5, 3)], (4, 3), {}, 4 * 3 * 5 * 2),
    ("dot", [(5, 4), (3, 5)], (4, 3), {"transpose_a": True, "transpose_b": True}, 4 * 3 * 5 * 2),
    ("batch_dot", [(7, 5, 4), (7, 5, 3)], (7, 4, 3), {"transpose_a": True}, 7 * 4 * 3 * 5 * 2),
    ("_linalg_gemm2", [(7, 4, 5), (7, 5, 3)], (7, 4, 3), {}, 7 * 4 * 3 * 5 * 2),
    # the products of a triangle with a matrix: half of 4 x 4 x 3, times 2
    ("_linalg_trmm", [(4, 4), (4, 3)], (4, 3), {}, 4 * 4 * 3),
    # each of 2 x 6 x 8 x 8 sums has 3 channels of 3 x 3
    ("Convolution", [(2, 3, 8, 8), (6, 3, 3, 3)], (2, 6, 8, 8),
     {"kernel": (3, 3), "pad": (1, 1), "num_filter": 6, "no_bias": True}, 2 * 6 * 64 * 27 * 2),
    ("Convolution", [(2, 3, 8, 8), (6, 1, 3, 3), (6,)], (2, 6, 6, 6),
     {"kernel": (3, 3), "num_filter": 6, "num_group": 3}, 2 * 6 * 36 * 9 * 2 + 2 * 6 * 36),
    # each of 2 x 6 x 8 x 8 numbers is spread over 3 channels of 2 x 2
    ("Deconvolution", [(2, 6, 8, 8), (6, 3, 2, 2)], (2, 3, 16, 16),
     {"kernel": (2, 2), "stride": (2, 2), "num_filter": 3}, 2 * 6 * 64 * 12 * 2),
    # 5 steps: products of 2 rows of 3 with 12 x 3 weights, and 4 operations for 2 x 12 gates
    ("_lstm_steps", [(5, 2, 12), (12, 3), (3, 12), (2, 3), (2, 3)], (6, 2, 3),
     {"reverse": False, "use_lengths": False}, 5 * (2 * 12 * 3 * 2 + 2 * 12 * 4)),
    ("elemwise_add", [(4, 5), (4, 5)], (4, 5), {}, 20),
    ("sum", [(4, 5)], (1,), {}, 20),
    ("Pooling", [(2, 3, 8, 8)], (2, 3, 4, 4), {"kernel": (2, 2), "stride": (2, 2)}, 2 * 3 * 64),
    ("Reshape", [(4, 5)], (20,), {"shape": (20,)}, 0),
    ("transpose", [(4, 5)], (5, 4), {}, 0),
    ("take", [(9, 5), (4,)], (4, 5), {}, 0),
    ("_take_grad", [(4, 5), (4,)], (9, 5), {"shape": (9, 5), "axis": 0, "mode": "clip"}, 20),
])
def test_operations_are_those_counted_by_hand(name, ins, out, params, count):
    assert flops(name, ins, [out], **params) == count


def test_the_gradients_of_a_convolution_do_what_it_does():
    """Each product of the forward pass is made once for the data and once for the weight."""
    data, weight, out = (2, 3, 9, 9), (6, 3, 3, 3), (2, 6, 4, 4)
    windows = {"kernel": (3, 3), "stride": (2, 2), "dilate": (), "pad": ()}
    forward = flops("Convolution", [data, weight], [out], num_filter=6, no_bias=True, **windows)
    assert flops("Deconvolution", [out, weight], [data], num_filter=3, **windows) == forward
    assert flops("_ConvolutionWeightGrad", [out, data], [(1, *weight)], num_group=1,
                 **windows) == forward


@pytest.mark.parametrize("name,ins,outs,params,counts", [
    ("Embedding", [(4,), (1000, 5)], [(4, 5)], {"input_dim": 1000, "output_dim": 5}, [4, 20]),
    ("take", [(1000, 5), (4,)], [(4, 5)], {}, [20, 4]),
    ("pick", [(1000, 5), (1000,)], [(1000,)], {}, [1000, 1000]),
    ("slice_axis", [(1000, 5)], [(3, 5)], {"axis": 0, "begin": 0, "end": 3}, [15]),
    ("dot", [(4, 5), (5, 3)], [(4, 3)], {}, [20, 15])])
def test_what_is_not_looked_at_is_not_read(name, ins, outs, params, counts):
    assert make(name, params).reads(ins, outs) == counts


def test_what_is_added_to_is_read_as_well():
    net = mx.sym.tanh(mx.sym.Variable("x"), name="y")
    written, added = (net.simple_bind(grad_req=req, x=(10, 7)).explain().instructions[-1].nbytes
                      for req in ("write", "add"))
    assert written == 3 * 70 * 4     # the gradient that arrives, the output, the gradient
    assert added == written + 70 * 4


@pytest.mark.parametrize("name", OPERATORS)
def test_every_operator_has_estimates(name):
    for op, refs in (found for case in BY_OPERATOR.get(name, ()) for found in
                     check_kernels.applied(case)):
        ins = [ref.known_shape for ref in refs]
        _, outs = op.shapes(list(ins), [None] * len(op.outputs()))
        assert op.flops(ins, outs) >= 0
        reads = op.reads(ins, outs)
        assert len(reads) == len(ins)
        assert all(0 <= read <= prod(shape) for read, shape in zip(reads, ins))


@pytest.mark.all_passes
def test_passes_change_no_amount_of_work(monkeypatch):
    """Products that are put together, or laid out for, count as those that they stand for."""
    cells = mx.rnn.SequentialRNNCell()
    for layer in range(2):
        cells.add(mx.rnn.LSTMCell(40, prefix=f"l{layer}_"))
    outputs, _ = cells.unroll(12, mx.sym.Variable("data"), merge_outputs=True)
    net = mx.sym.FullyConnected(mx.sym.Reshape(outputs, shape=(-1, 40)), num_hidden=30)

    def work():
        found = net.simple_bind(grad_req="write", data=(16, 12, 24)).explain()
        return sum(each.flops for each in found.instructions)
    with_passes = work()
    monkeypatch.setenv("SYMGRAPH_PASSES", "none")
    assert with_passes == pytest.approx(work(), rel=0.02)
    products = 3 * 2 * 16 * 12 * (160 * (24 + 40) + 160 * 80 + 30 * 40)     # once, and its gradients
    assert products < with_passes < 1.1 * products
