"""`mx.nd.sgd_update` and its kin do what the optimizers do."""
import numpy as np
import pytest

import symgraph as mx

RATE = {"lr": 0.1, "wd": 0.05, "rescale_grad": 0.5, "clip_gradient": 0.3}
PLAIN = {"learning_rate": 0.1, "wd": 0.05, "rescale_grad": 0.5, "clip_gradient": 0.3}
BETAS = {"beta1": 0.8, "beta2": 0.9, "epsilon": 1e-3}
# name, its parameters beside RATE, the optimizer, its settings beside PLAIN
PAIRS = [("sgd_update", {}, "sgd", {}), ("sgd_mom_update", {"momentum": 0.9}, "sgd", {"momentum": 0.9}),
         ("nag_mom_update", {"momentum": 0.9}, "nag", {"momentum": 0.9}),
         ("signsgd_update", {}, "signum", {"momentum": 0}),
         ("signum_update", {"momentum": 0.9, "wd_lh": 0.1}, "signum", {"wd_lh": 0.1}),
         ("rmsprop_update", {"gamma1": 0.9}, "rmsprop", {}),
         ("rmspropalex_update", {"gamma1": 0.9, "clip_weights": 0.5}, "rmsprop",
          {"centered": True, "clip_weights": 0.5}),
         ("ftrl_update", {"lamda1": 0.1}, "ftrl", {"lamda1": 0.1})]


def draw(rng, *shape, dtype="float32"):
    return mx.nd.array(rng.uniform(-1, 1, shape), dtype=dtype)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("name, given, optimizer, settings", PAIRS, ids=[pair[0] for pair in PAIRS])
def test_same_as_the_optimizer(rng, name, given, optimizer, settings, dtype):
    updater = mx.optimizer.get_updater(mx.optimizer.create(optimizer, **PLAIN, **settings))
    weight = draw(rng, 5, 7, dtype=dtype)
    mine, memory = weight.copy(), None
    for _ in range(3):
        grad = draw(rng, 5, 7, dtype=dtype)
        updater(0, grad, weight)
        if memory is None:
            state = updater.states[0] if updater.states[0] is not None else ()
            state = state if isinstance(state, tuple) else (state,)
            memory = [mx.nd.zeros(s.shape, dtype=dtype) for s in state]
        found = getattr(mx.nd, name)(mine, grad, *memory, **RATE, **given, out=mine)
        assert found is mine
        assert mine.asnumpy().tobytes() == weight.asnumpy().tobytes()
        assert [m.asnumpy().tobytes() for m in memory] == [s.asnumpy().tobytes() for s in state]


def test_adam_and_ftml_count_by_hand(rng):
    for t, name, optimizer in ((1, "ftml_update", "ftml"), (1, "adam_update", "adam")):
        updater = mx.optimizer.get_updater(mx.optimizer.create(optimizer, learning_rate=0.1, **BETAS))
        weight, grad = draw(rng, 4), draw(rng, 4)
        memory = [mx.nd.zeros((4,)) for _ in range(3 if name == "ftml_update" else 2)]
        lr = 0.1 if name == "ftml_update" else 0.1 * np.sqrt(1 - 0.9) / (1 - 0.8)
        more = {"t": t} if name == "ftml_update" else {}
        new = getattr(mx.nd, name)(weight, grad, *memory, lr=lr, **BETAS, **more)
        updater(0, grad, weight)
        np.testing.assert_array_equal(new.asnumpy(), weight.asnumpy())


def test_without_out_only_memory_moves(rng):
    weight, mom = draw(rng, 3), mx.nd.zeros((3,))
    before = weight.asnumpy()
    new = mx.nd.sgd_mom_update(weight, mx.nd.ones((3,)), mom, 0.1, 0.9)
    np.testing.assert_array_equal(weight.asnumpy(), before)
    np.testing.assert_allclose(new.asnumpy(), before - 0.1, rtol=1e-6)
    np.testing.assert_allclose(mom.asnumpy(), -0.1, rtol=1e-6)


def test_slices_move_too(rng):
    """Arrays whose memory has gaps."""
    whole, grads = draw(rng, 4, 6), draw(rng, 4, 3)
    part, before = whole[:, 1:4], whole.asnumpy()
    mx.nd.sgd_update(part, grads, lr=0.1, out=part)
    before[:, 1:4] -= np.float32(0.1) * grads.asnumpy()
    np.testing.assert_allclose(whole.asnumpy(), before, rtol=1e-6)


def test_half_precision_follows_a_copy():
    weight, copy = mx.nd.ones((3,), dtype="float16"), mx.nd.ones((3,))
    mom, grad = mx.nd.zeros((3,)), mx.nd.ones((3,), dtype="float16")
    for _ in range(100):
        mx.nd.mp_sgd_mom_update(weight, grad, mom, copy, lr=1e-4, momentum=0.5, out=weight)
    np.testing.assert_allclose(copy.asnumpy(), 1 - 0.02 + 2e-4, atol=1e-5)
    np.testing.assert_allclose(weight.asnumpy().astype(float), copy.asnumpy(), atol=1e-3)


def test_lamb_in_two_phases_and_at_once(rng):
    weight, grad = draw(rng, 4, 5), draw(rng, 4, 5)
    updater = mx.optimizer.get_updater(mx.optimizer.LAMB(learning_rate=0.1, wd=0.1))
    (mean, var), other = (mx.nd.zeros((4, 5)) for _ in range(2)), weight.copy()
    way = mx.nd.lamb_update_phase1(other, grad, mean, var, t=1, wd=0.1)
    mx.nd.lamb_update_phase2(other, way, other.norm(), way.norm(), lr=0.1, out=other)
    both, (mean, var) = weight.copy(), (mx.nd.zeros((4, 5)) for _ in range(2))
    mx.nd.contrib.multi_lamb_update([both], [grad], [mean], [var], [1], [0.1], [0.1], out=[both])
    updater(0, grad, weight)
    for found in (other, both):
        np.testing.assert_allclose(found.asnumpy(), weight.asnumpy(), rtol=1e-5)


def test_several_at_once(rng):
    weights, grads = [draw(rng, 3), draw(rng, 2, 2)], [draw(rng, 3), draw(rng, 2, 2)]
    moms = [mx.nd.zeros(w.shape) for w in weights]
    wanted = [mx.nd.sgd_mom_update(w, g, mx.nd.zeros(w.shape), lr=lr, wd=wd, momentum=0.9).asnumpy()
              for w, g, lr, wd in zip(weights, grads, (0.1, 0.2), (0, 0.5))]
    data = [a for arrays in zip(weights, grads, moms) for a in arrays]
    found = mx.nd.multi_sgd_mom_update(*data, lrs=(0.1, 0.2), wds=(0, 0.5), momentum=0.9, num_weights=2)
    for a, b in zip(found, wanted):
        np.testing.assert_array_equal(a.asnumpy(), b)
    for m in moms:
        m[:] = 0
    mx.nd.preloaded_multi_sgd_mom_update(*data, mx.nd.array([0.1, 0.2]), mx.nd.array([0, 0.5]),
                                         momentum=0.9, num_weights=2, out=weights)
    for a, b in zip(weights, wanted):
        np.testing.assert_allclose(a.asnumpy(), b, rtol=1e-6)
    with pytest.raises(mx.MXNetError, match="2 weights need 6 arrays"):
        mx.nd.multi_sgd_mom_update(*data[:3], lrs=(1, 1), wds=(0, 0), num_weights=2)


def test_adamw_keeps_decay_apart():
    """Loshchilov and Hutter; a rescale_grad that is no number skips the step."""
    weight, mean, var = mx.nd.ones((2,)), mx.nd.zeros((2,)), mx.nd.zeros((2,))
    for rescale in (np.nan, np.inf, 0):
        mx.nd.contrib.adamw_update(weight, mx.nd.ones((2,)), mean, var, mx.nd.array([rescale]), lr=0.1,
                                   eta=0.7, wd=0.1, out=weight)
        assert weight.asnumpy().tolist() == [1, 1]
    mx.nd.contrib.adamw_update(weight, mx.nd.ones((2,)), mean, var, mx.nd.array([0.5]), lr=0.1,
                               eta=0.7, wd=0.1, out=weight)
    wanted = 1 - 0.7 * (0.1 * 0.05 / np.sqrt(0.00025) + 0.1)
    np.testing.assert_allclose(weight.asnumpy(), wanted, rtol=1e-5)


def test_what_helps_to_decide():
    good, bad = mx.nd.ones((3,)), mx.nd.array([1, np.inf])
    assert mx.nd.all_finite(good).asnumpy().tolist() == [1]
    assert mx.nd.multi_all_finite(good, bad, num_arrays=2).asscalar() == 0
    flag = mx.nd.zeros((1,))
    assert mx.nd.all_finite(good, init_output=False, out=flag).asscalar() == 0
    assert mx.nd.multi_sum_sq(good, 2 * good, num_arrays=2).asnumpy().tolist() == [3, 12]
    rates = mx.nd.multi_lars(mx.nd.ones((2,)), mx.nd.array([4, 0]), mx.nd.array([9, 1]),
                             mx.nd.array([0.1, 0.1]), eta=0.1, eps=0.01, rescale_grad=0.5)
    np.testing.assert_allclose(rates.asnumpy(), [0.2 / (1.5 + 0.2 + 0.01), 1], rtol=1e-6)
    mx.nd.reset_arrays(good, bad, num_arrays=2)
    assert good.asnumpy().tolist() == [0, 0, 0]
    assert bad.asnumpy().tolist() == [0, 0]


def test_wrong_calls():
    weight = mx.nd.ones((2,))
    with pytest.raises(mx.MXNetError, match="sgd_update needs the parameter 'lr'"):
        mx.nd.sgd_update(weight, weight)
    with pytest.raises(TypeError, match="sgd_update: .*'rate'"):
        mx.nd.sgd_update(weight, weight, rate=1)
    with pytest.raises(TypeError, match="sgd_mom_update: mom is an NDArray, got 0.1"):
        mx.nd.sgd_mom_update(weight, weight, 0.1)
    with pytest.raises(mx.MXNetError, match=r"grad is \(3,\), expected \(2,\)"):
        mx.nd.sgd_update(weight, mx.nd.ones((3,)), lr=1)
