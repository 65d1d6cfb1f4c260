"""Which instructions threads are woken for."""
import symgraph as mx
from symgraph.shares import MEETING, NAP, WAKING, worth_while

LONG, SHORT = 10 * WAKING, WAKING / 20


def test_one_long_instruction_wakes_everybody():
    assert worth_while([1, 8, 1], [SHORT, LONG, SHORT], 9) == [1, 8, 1]


def test_short_ones_wake_nobody_alone_but_come_along():
    assert worth_while([4, 4], [SHORT, SHORT], 9) == [1, 1]
    assert worth_while([4, 8, 4], [SHORT, LONG, SHORT], 9) == [4, 8, 4]
    many = int(WAKING / (SHORT / 2 - MEETING)) + 2      # together they save enough
    assert worth_while([4] * many, [SHORT] * many, many) == [4] * many
    assert worth_while([4] * many, [SHORT] * many, many // 2) == [1] * many     # two calls


def test_while_thread_0_works_alone_others_fall_asleep():
    """Long stretches alone part what is weighed; short ones do not."""
    shares, costs = [8, 1, 4], [LONG, NAP + 1, SHORT]
    assert worth_while(shares, costs, 9) == [8, 1, 1]
    costs[1] = NAP - 1
    assert worth_while(shares, costs, 9) == [8, 1, 4]
    assert worth_while([8, 1, 1, 1, 4], [LONG, *[NAP / 2] * 3, SHORT], 9) == [8, 1, 1, 1, 1]


def test_a_call_begins_with_sleeping_threads():
    assert worth_while([8, 4], [LONG, SHORT], 1) == [8, 1]


def test_a_chain_of_small_layers_runs_on_one_thread():
    """Products that are too small to be cut, with activations between that would be."""
    x = mx.sym.Variable("x", shape=(256, 64))
    for _ in range(20):
        x = mx.sym.tanh(mx.sym.FullyConnected(x, num_hidden=64))
    assert set(x.simple_bind(grad_req="null")._program.code["split"].tolist()) == {1}


def test_large_layers_are_shared_out_with_their_activations():
    x = mx.sym.Variable("x", shape=(256, 1024))
    for _ in range(3):
        x = mx.sym.tanh(mx.sym.FullyConnected(x, num_hidden=1024))
    assert min(x.simple_bind(grad_req="null")._program.code["split"].tolist()) > 1
