"""Shapes that moving operators infer in both directions, their errors, and positions outside."""
import numpy as np
import pytest

import symgraph as mx
from symgraph.errors import GraphError, InferenceError, KernelError
from symgraph.op import make

# operator, parameters, what is known of inputs and outputs, what follows
REFINED = [
    ("Reshape", {"shape": (0, -1)}, [(0, 3, 4)], [None], [(0, 3, 4)], [(0, 12)]),
    ("Reshape", {"shape": (0, -1)}, [(0, 3, 4)], [(5, 0)], [(5, 3, 4)], [(5, 12)]),
    ("Reshape", {"shape": (-1, 12)}, [(0, 3, 4)], [(5, 0)], [(5, 3, 4)], [(5, 12)]),
    ("Reshape", {"shape": (-3, 4)}, [(0, 3, 4)], [(6, 4)], [(2, 3, 4)], [(6, 4)]),
    ("Reshape", {"shape": (10, 12)}, [(0, 3, 4)], [None], [(10, 3, 4)], [(10, 12)]),
    ("Reshape", {"shape": (-2,)}, [(0, 3)], [(7, 0)], [(7, 3)], [(7, 3)]),
    ("Reshape", {"shape": (-4, 2, -1, 0)}, [(0, 6)], [None], [(0, 6)], [(2, 0, 6)]),
    ("Reshape", {"shape": (-4, 2, -1, 0)}, [(0, 6)], [(0, 3, 0)], [(6, 6)], [(2, 3, 6)]),
    ("Reshape", {"shape": (3, -1)}, [None], [None], [None], [(3, 0)]),
    ("Reshape", {"shape": (3, -2)}, [None], [None], [None], [None]),
    ("Reshape", {"shape": (-1, 0), "reverse": True}, [(0, 5, 4)], [(50, 0)], [(10, 5, 4)],
     [(50, 4)]),
    ("Flatten", {}, [(0, 3, 4)], [None], [(0, 3, 4)], [(0, 12)]),
    ("Flatten", {}, [(5, 0, 4)], [(0, 12)], [(5, 3, 4)], [(5, 12)]),
    ("Flatten", {}, [None], [(5, 12)], [None], [(5, 12)]),
    ("expand_dims", {"axis": 1}, [None], [(5, 0, 12)], [(5, 12)], [(5, 1, 12)]),
    ("squeeze", {"axis": 1}, [(5, 0, 0)], [(0, 7)], [(5, 1, 7)], [(5, 7)]),
    ("squeeze", {}, [(0, 1)], [None], [(0, 1)], [None]),
    ("reshape_like", {"lhs_begin": 1, "rhs_begin": 1}, [(0, 12), (5, 3, 4)], [(2, 0, 0)],
     [(2, 12), (5, 3, 4)], [(2, 3, 4)]),
    ("transpose", {"axes": (1, 0, 2)}, [None], [(5, 0, 12)], [(0, 5, 12)], [(5, 0, 12)]),
    ("transpose", {"axes": (1, 0, 2)}, [None], [None], [(0, 0, 0)], [(0, 0, 0)]),
    ("SwapAxis", {"dim1": 0, "dim2": -1}, [(0, 2, 3)], [(0, 0, 7)], [(7, 2, 3)], [(3, 2, 7)]),
    ("depth_to_space", {"block_size": 2}, [None], [(1, 3, 4, 6)], [(1, 12, 2, 3)],
     [(1, 3, 4, 6)]),
    ("Concat", {"num_args": 2, "dim": 1}, [(2, 3), None], [None], [(2, 3), (2, 0)], [(2, 0)]),
    ("Concat", {"num_args": 2, "dim": 1}, [(2, 3), None], [(0, 7)], [(2, 3), (2, 4)], [(2, 7)]),
    ("Concat", {"num_args": 2, "dim": 0}, [(0, 3), (2, 0)], [None], [(0, 3), (2, 3)], [(0, 3)]),
    ("stack", {"num_args": 2, "axis": 1}, [None, (0, 3)], [(4, 0, 0)], [(4, 3), (4, 3)],
     [(4, 2, 3)]),
    ("SliceChannel", {"num_outputs": 2}, [(0, 6)], [None, (4, 0)], [(4, 6)], [(4, 3), (4, 3)]),
    ("SliceChannel", {"num_outputs": 2}, [None], [(4, 3), None], [(4, 6)], [(4, 3), (4, 3)]),
    ("SliceChannel", {"num_outputs": 5, "squeeze_axis": True}, [None], [(4, 3)] + [None] * 4,
     [(4, 5, 3)], [(4, 3)] * 5),
    ("_split_v2", {"indices": (0, 2), "axis": 1}, [(0, 0)], [(4, 0), None], [(4, 0)],
     [(4, 2), (4, 0)]),
    ("slice_axis", {"axis": 1, "begin": 0, "end": -1}, [(0, 5)], [(3, 0)], [(3, 5)], [(3, 4)]),
    ("slice", {"begin": (1,), "end": (3,)}, [(4, 0)], [(0, 7)], [(4, 7)], [(2, 7)]),
    ("slice_like", {"axes": (0,)}, [(9, 0), (4,)], [(0, 2)], [(9, 2), (4,)], [(4, 2)]),
    ("Crop", {"num_args": 1, "h_w": (2, 2)}, [None], [(1, 3, 0, 0)], [(1, 3, 0, 0)],
     [(1, 3, 2, 2)]),
    ("tile", {"reps": (2, 3)}, [(0, 5)], [(4, 0)], [(2, 5)], [(4, 15)]),
    ("repeat", {"repeats": 3, "axis": 0}, [None], [(6, 2)], [(2, 2)], [(6, 2)]),
    ("repeat", {"repeats": 3}, [(0, 2)], [None], [(0, 2)], [(0,)]),
    ("Pad", {"mode": "edge", "pad_width": (0, 0, 1, 2)}, [(0, 4)], [(3, 0)], [(3, 4)], [(3, 7)]),
    ("Embedding", {"input_dim": 9, "output_dim": 2}, [None, None], [(4, 3, 0)],
     [(4, 3), (9, 2)], [(4, 3, 2)]),
    ("take", {"axis": 1}, [(0, 9, 4), None], [(2, 5, 6, 0)], [(2, 9, 4), (5, 6)], [(2, 5, 6, 4)]),
    ("pick", {}, [(0, 4), None], [(3,)], [(3, 4), (3,)], [(3,)]),
    ("pick", {"keepdims": True}, [(0, 4), (3,)], [None], [(3, 4), (3,)], [(3, 1)]),
    ("pick", {}, [(5,), None], [None], [(5,), (1,)], [(1,)]),
    ("batch_take", {}, [(0, 4), (3,)], [None], [(3, 4), (3,)], [(3,)]),
    ("one_hot", {"depth": 3}, [None], [(4, 0)], [(4,)], [(4, 3)]),
    ("gather_nd", {}, [(2, 3, 0), (2, 5)], [(0, 4)], [(2, 3, 4), (2, 5)], [(5, 4)]),
    ("scatter_nd", {"shape": (4, 5)}, [(3, 0), (1, 0)], [None], [(3, 5), (1, 3)], [(4, 5)]),
    ("_ravel_multi_index", {"shape": (4, 5)}, [None], [(3,)], [(2, 3)], [(3,)]),
    ("_unravel_index", {"shape": (4, 5)}, [None], [(2, 3)], [(3,)], [(2, 3)]),
    ("where", {}, [(3, 4), (0, 4), None], [(3, 0)], [(3, 4), (3, 4), (3, 4)], [(3, 4)]),
    ("where", {}, [(3,), (0, 4), (3, 4)], [None], [(3,), (3, 4), (3, 4)], [(3, 4)]),
    ("SequenceMask", {"use_sequence_length": True}, [(0, 3, 4), None], [(6, 0, 0)],
     [(6, 3, 4), (3,)], [(6, 3, 4)]),
    ("SequenceLast", {"use_sequence_length": True, "axis": 1}, [(0, 3, 4), (2,)], [None],
     [(2, 3, 4), (2,)], [(2, 4)]),
]


@pytest.mark.parametrize("name,params,ins,outs,want_ins,want_outs", REFINED)
def test_refinement(name, params, ins, outs, want_ins, want_outs):
    op = make(name, params)
    got = op.shapes(list(ins), list(outs))
    assert [list(part) for part in got] == [want_ins, want_outs]
    again = op.shapes(*map(list, got))
    assert [list(part) for part in again] == [want_ins, want_outs], "a second time adds nothing"


# operator, parameters, input shapes, a part of the message
CONTRADICTORY = [
    ("Reshape", {"shape": (96, 7, 10)}, [(1, 70)],
     "(1, 70) into (96, 7, 10): 70 elements against 6720"),
    ("Reshape", {"shape": (0, 6)}, [(6, 4)], "(6, 4) into (6, 6): 24 elements against 36"),
    ("Reshape", {"shape": (5, -1)}, [(2, 3, 4)], "cannot reshape (2, 3, 4) into (5, ?)"),
    ("Reshape", {"shape": (0, 0, 0)}, [(2, 3)], "code 0 in shape finds no dimension left"),
    ("Reshape", {"shape": (0, -3)}, [(2, 3)], "code -3 in shape finds no dimension left"),
    ("Reshape", {"shape": (-4, 4, -1)}, [(6,)], "cannot reshape (6,) into (4, ?)"),
    ("Reshape", {}, [(6,)], "needs the parameter 'shape'"),
    ("Flatten", {}, [()], "a scalar cannot be flattened"),
    ("expand_dims", {"axis": 4}, [(2, 3)], "axis 4 is outside [-3, 3)"),
    ("squeeze", {"axis": 1}, [(1, 3)], "axis 1 of (1, 3) has length 3"),
    ("squeeze", {"axis": (0, 0)}, [(1, 3)], "name an axis twice"),
    ("reshape_like", {"lhs_begin": 3}, [(2, 3), (6,)], "dimensions 3 to None are outside [0, 2)"),
    ("transpose", {"axes": (0, 1)}, [(2, 3, 4)], "order 2 dimensions, the data has 3"),
    ("transpose", {"axes": (0, 0)}, [(2, 3)], "name an axis twice"),
    ("SwapAxis", {"dim1": 2}, [(2, 3)], "axis 2 is outside [-2, 2)"),
    ("depth_to_space", {"block_size": 2}, [(1, 3, 2, 2)], "dimension 1 of (1, 3, 2, 2) is no"),
    ("Concat", {"num_args": 2, "dim": 1}, [(2, 3), (3, 3)], "(2, ?) against (3, ?)"),
    ("Concat", {"num_args": 2, "dim": 2}, [(2, 3), (2, 3)], "axis 2 is outside [-2, 2)"),
    ("stack", {"num_args": 2}, [(2, 3), (2, 4)], "(2, 3) against (2, 4)"),
    ("SliceChannel", {"num_outputs": 4}, [(2, 6)], "cannot be divided into num_outputs=4"),
    ("SliceChannel", {"num_outputs": 3, "squeeze_axis": True}, [(2, 6)], "wants it to be"),
    ("_split_v2", {"indices": (0, 9), "axis": 0}, [(4, 3)], "indices (0, 9) lie outside axis 0"),
    ("_split_v2", {"indices": (), "sections": 9, "axis": 0}, [(4, 3)], "too short for 9 sections"),
    ("_split_v2", {"indices": (0, 1), "axis": 0, "squeeze_axis": True}, [(4, 3)], "lengths of 1"),
    ("slice_axis", {"axis": 1, "begin": 2, "end": 9}, [(2, 5)], "axis 1 of (2, 5) has length 5"),
    ("slice_axis", {"axis": 1, "begin": 2, "end": 2}, [(2, 5)], "select nothing"),
    ("slice", {"begin": (6,), "end": (9,)}, [(5,)], "select nothing"),
    ("slice", {"begin": (0, 0), "end": (1, 1)}, [(5,)], "more than the 1 dimensions"),
    ("slice_like", {}, [(3, 4), (2,)], "differ in their number of dimensions"),
    ("slice_like", {}, [(3, 4), (2, 5)], "axis 1 of data (3, 4) is shorter"),
    ("Crop", {"num_args": 1, "h_w": (9, 3)}, [(1, 1, 6, 8)], "outside of h, which is 6"),
    ("repeat", {"repeats": 2, "axis": 2}, [(2, 5)], "axis 2 is outside [-2, 2)"),
    ("reverse", {"axis": (2,)}, [(2, 5)], "axis 2 is outside [-2, 2)"),
    ("Pad", {"mode": "edge", "pad_width": (1, 1)}, [(2, 5)], "is for 1 dimensions, the data has 2"),
    ("Pad", {"mode": "reflect", "pad_width": (3, 0)}, [(3,)], "the dimension, which is 3"),
    ("diag", {"k": 4}, [(3, 4)], "have no diagonal 4"),
    ("diag", {}, [()], "() has no diagonals"),
    ("Embedding", {"input_dim": 5, "output_dim": 3}, [(2,), (6, 3)], "(6, 3) against (5, 3)"),
    ("take", {"axis": 3}, [(2, 3), (2,)], "axis 3 is outside [-2, 2)"),
    ("pick", {}, [(2, 3, 4), (3, 2)], "against"),
    ("gather_nd", {}, [(2, 3), (4, 5)], "indices (4, 5) have 4 rows"),
    ("scatter_nd", {"shape": (4, 5)}, [(3, 7), (1, 3)], "(3, 7) against (3, 5)"),
    ("_ravel_multi_index", {"shape": (4, 5)}, [()], "needs a row for each dimension"),
    ("where", {}, [(3,), (2, 3), (2, 3)], "condition is (3,), expected (2, 3)"),
    ("SequenceMask", {}, [(2,)], "needs a step and a batch dimension"),
]


@pytest.mark.parametrize("name,params,ins,message", CONTRADICTORY)
def test_contradictions(name, params, ins, message):
    op = make(name, params)
    with pytest.raises(InferenceError) as error:
        op.shapes(list(ins), [None] * len(op.outputs()))
    assert message in str(error.value)


def test_contradictions_with_the_output():
    for name, params, ins, outs, message in [
        ("tile", {"reps": (2,)}, [(0,)], [(5,)], "no multiple of its reps 2"),
        ("repeat", {"repeats": 2, "axis": 0}, [None], [(5,)], "no multiple of repeats=2"),
        ("Pad", {"mode": "edge", "pad_width": (1, 1)}, [None], [(2,)], "no room for pad_width"),
        ("Concat", {"num_args": 2, "dim": 0}, [(5,), None], [(5,)], "longer than the whole"),
    ]:
        with pytest.raises(InferenceError, match=message):
            make(name, params).shapes(ins, outs)


@pytest.mark.parametrize("name,params,message", [
    ("Reshape", {"shape": (-1, -1)}, "only one length can be inferred"),
    ("Reshape", {"shape": (2, -5)}, "-5 in shape"),
    ("Reshape", {"shape": (-4, 2)}, "wants two lengths after it"),
    ("Reshape", {"shape": (-4, -1, -1)}, "wants two lengths after it"),
    ("Reshape", {"shape": (-4, 2, 3), "reverse": True}, "wants two lengths before it"),
    ("depth_to_space", {"block_size": 0}, "block_size is 0"),
    ("Concat", {"num_args": 0}, "at least one input"),
    ("stack", {"num_args": 0}, "at least one input"),
    ("SliceChannel", {"num_outputs": 0}, "num_outputs is 0"),
    ("_split_v2", {"indices": (0, 2, 2)}, "must rise from 0"),
    ("slice", {"begin": (0, 1), "end": (1,)}, "must be of one length"),
    ("slice", {"begin": (0,), "end": (1,), "step": (0,)}, "must not be 0"),
    ("Crop", {"num_args": 3}, "one or two inputs, not 3"),
    ("Crop", {"num_args": 1, "offset": (3,)}, "must be pairs"),
    ("tile", {"reps": (2, 0)}, "must be positive"),
    ("repeat", {"repeats": 0}, "at least 1"),
    ("Pad", {"mode": "edge", "pad_width": (1, -1)}, "not negative"),
    ("Embedding", {"input_dim": 0, "output_dim": 3}, "input_dim=0"),
    ("pick", {"axis": None}, "axis=None is not possible"),
    ("one_hot", {"depth": 0}, "depth is 0"),
    ("SequenceMask", {"axis": 2}, "SequenceMask: axis is 2"),
])
def test_parameters_that_mean_nothing(name, params, message):
    with pytest.raises(GraphError, match=message):
        make(name, params)


def test_reshape_with_a_batch_size_in_it_names_the_node_and_both_sizes():
    data = mx.sym.Variable("data")
    fixed = mx.sym.Reshape(data, shape=(96, 7, 10), name="fixed")
    with pytest.raises(InferenceError, match=r"fixed.*\(1, 70\) into \(96, 7, 10\).* 0 in shape"):
        fixed.infer_shape(data=(1, 70))
    free = mx.sym.Reshape(data, shape=(0, 7, 10))
    for batch in (1, 96):
        assert free.infer_shape(data=(batch, 70))[1] == [(batch, 7, 10)]


def test_outputs_of_slice_channel_are_named_by_number():
    parts = mx.sym.SliceChannel(mx.sym.Variable("data"), num_outputs=12, name="part")
    assert parts.list_outputs() == [f"part_output{i}" for i in range(12)]
    assert parts["part_output11"].list_outputs() == ["part_output11"]
    one = mx.sym.SliceChannel(mx.sym.Variable("data"), num_outputs=1, name="one")
    assert one.list_outputs() == ["one_output"]


def test_slice_channel_into_one_output_squeezes_only_when_asked():
    data = mx.sym.Variable("data")
    for squeeze, want in ((False, (2, 1, 3)), (True, (2, 3))):
        one = mx.sym.SliceChannel(data, num_outputs=1, squeeze_axis=squeeze)
        assert one.infer_shape(data=(2, 1, 3))[1] == [want]


def test_shapes_are_inferred_through_swap_axis():
    state = mx.sym.SwapAxis(mx.sym.Variable("state"), dim1=0, dim2=1)
    both = state + mx.sym.Variable("other")
    assert both.infer_shape(other=(4, 2, 3))[0] == [(2, 4, 3), (4, 2, 3)]


def test_positions_outside_are_clipped_or_wrapped():
    data, index = mx.nd.array([[1, 2, 3], [4, 5, 6]]), mx.nd.array([-1, 1000])
    assert mx.nd.pick(data, index).asnumpy().tolist() == [1, 6]
    assert mx.nd.pick(data, index, mode="wrap").asnumpy().tolist() == [3, 5]
    rows = mx.nd.Embedding(index, data, input_dim=2, output_dim=3).asnumpy()
    assert rows.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert mx.nd.take(data, index, axis=1, mode="wrap").asnumpy().tolist() == [[3, 2], [6, 5]]


@pytest.mark.parametrize("ids,found", [([0, 2, 3], 3), ([-1, 0, 0], -1), ([0, np.nan], "nan")])
def test_take_refuses_positions_outside(ids, found):
    with pytest.raises(KernelError, match=rf"index {found} at position \d is outside \[0, 3\)"):
        mx.nd.take(mx.nd.ones((3, 2)), mx.nd.array(ids), mode="raise")


def test_places_outside_are_refused():
    data = mx.nd.ones((2, 3))
    places = mx.nd.array([[0, 1], [2, 3]])
    message = r"index 3 at position \(1, 1\) is outside \[-3, 3\), the bounds of axis 1"
    with pytest.raises(KernelError, match=message):
        mx.nd.gather_nd(data, places)
    with pytest.raises(KernelError, match=message):
        mx.nd.scatter_nd(mx.nd.ones(2), places, shape=(2, 3))
    with pytest.raises(KernelError, match=r"index 5 at position 0 is outside \[0, 2\)"):
        mx.nd.contrib.index_copy(data, mx.nd.array([5], dtype="int32"), mx.nd.ones((1, 3)))


def test_index_copy_takes_the_last_of_several_rows():
    out = mx.nd.contrib.index_copy(mx.nd.zeros((3, 2)), mx.nd.array([1, 1], dtype="int32"),
                                   mx.nd.array([[1, 2], [3, 4]]))
    assert out.asnumpy().tolist() == [[0, 0], [3, 4], [0, 0]]


def test_embedding_gradient_does_not_depend_on_what_the_buffer_held():
    net = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=4, output_dim=2, name="embed")
    grad = mx.nd.full((4, 2), np.nan)
    args = {"data": mx.nd.array([1, -1, 1, 9]), "embed_weight": mx.nd.ones((4, 2))}
    executor = net.bind(mx.cpu(), args, {"embed_weight": grad},
                        {"data": "null", "embed_weight": "write"})
    executor.forward(is_train=True)
    executor.backward([mx.nd.array([[1, 2], [3, 4], [5, 6], [7, 8]])])
    assert grad.asnumpy().tolist() == [[3, 4], [6, 8], [0, 0], [7, 8]]


def test_take_after_two_transposes_has_the_gradient_of_take():
    rng = np.random.default_rng(3)
    a, head = rng.normal(size=(4, 5)), rng.normal(size=(3, 5))
    grads = []
    for transposes in (0, 2):
        net = mx.sym.Variable("a")
        for _ in range(transposes):
            net = mx.sym.transpose(net)
        net = mx.sym.take(net, mx.sym.Variable("ids"))
        executor = net.simple_bind(mx.cpu(), a=a.shape, ids=(3,),
                                   grad_req={"a": "write", "ids": "null"})
        executor.forward(is_train=True, a=mx.nd.array(a), ids=mx.nd.array([2, 0, 2]))
        executor.backward([mx.nd.array(head)])
        grads.append(executor.grad_dict["a"].asnumpy())
    want = np.zeros((4, 5))
    np.add.at(want, [2, 0, 2], head)
    np.testing.assert_allclose(grads[0], want, rtol=1e-6)
    np.testing.assert_array_equal(grads[0], grads[1])


def test_parts_without_a_gradient_count_as_zero():
    data = mx.sym.Variable("data")
    for count, kept in ((3, [2]), (5, [0, 3])):
        parts = mx.sym.SliceChannel(data, num_outputs=count, axis=1)
        net = mx.sym.Group([parts[i] * 2 for i in kept])
        executor = net.simple_bind(mx.cpu(), data=(2, 2 * count))
        executor.forward(is_train=True)
        executor.backward([mx.nd.ones((2, 2)) for _ in kept])
        want = np.zeros((2, count, 2))
        want[:, kept] = 2
        np.testing.assert_array_equal(executor.grad_dict["data"].asnumpy(), want.reshape(2, -1))


def test_split_of_unequal_parts_fills_gaps_with_zeros():
    parts = mx.sym._internal._split_v2(mx.sym.Variable("data"), indices=(0, 1, 4), axis=1)
    executor = parts[1].simple_bind(mx.cpu(), data=(2, 5))
    executor.forward(is_train=True)
    executor.backward([mx.nd.ones((2, 3))])
    assert executor.grad_dict["data"].asnumpy().tolist() == [[0, 1, 1, 1, 0]] * 2
