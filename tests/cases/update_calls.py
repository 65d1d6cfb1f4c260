"""Steps of optimizers as functions: the definitions in update.py, with numbers from parameters."""
import numpy as np

from . import case, update


def numbers(*row):
    return np.array([[update.UNUSED] * len(row), row])


def stepped(definition, row):
    """(ref, next_states) of a step: the next weight as output, the others as states."""
    def ref(weight, grad, *memory, is_train):
        return definition(weight, grad, *memory, numbers(*row))[0],

    def next_states(weight, grad, *memory):
        found = definition(weight, grad, *memory, numbers(*row))
        return {slot: value for slot, value in found.items() if slot}
    return ref, next_states


def one(op, definition, row, n_memory, positive=None, **params):
    """Cases of op for arrays of several sizes; row are the numbers that the parameters mean."""
    ref, next_states = stepped(definition, row)
    for shape in ((17, 33), (1,), (5000,)):
        make = {positive: lambda rng, shape=shape: rng.uniform(0.5, 1, shape)} if positive else {}
        if op == "ftml_update":
            make[2] = make[positive]
        case(op, ref, *[shape] * (2 + n_memory), params=params, wanted=(), next_states=next_states,
             make=make)


USUAL = {"lr": 0.1, "wd": 0.2, "rescale_grad": 0.5, "clip_gradient": 0.3}
ROW = (0.1, 0.2, 0.5, 0.3)
one("sgd_update", update.sgd, (*ROW, 0), 0, **USUAL)
one("sgd_update", update.sgd, (0.1, 0, 1, -1, 0), 0, lr=0.1, clip_gradient=0)
one("sgd_mom_update", update.sgd_mom, (*ROW, 0.9), 1, **USUAL, momentum=0.9)
one("nag_mom_update", update.nag_mom, (*ROW, 0.9), 1, **USUAL, momentum=0.9)
one("signsgd_update", update.signsgd, (*ROW, 0, 0), 0, **USUAL)
one("signum_update", update.signum, (*ROW, 0.8, 0.3), 1, **USUAL, momentum=0.8, wd_lh=0.3)
one("adam_update", update.adam, (*ROW, 0.8, 0.9, 1e-3), 2, 3, **USUAL, beta1=0.8, beta2=0.9,
    epsilon=1e-3)
one("ftml_update", update.ftml, (*ROW, 0.6, 0.9, 1e-3, 1 - 0.6 ** 3, 1 - 0.9 ** 3), 3, 3, lr=0.1,
    wd=0.2, rescale_grad=0.5, clip_grad=0.3, beta1=0.6, beta2=0.9, epsilon=1e-3, t=3)
one("rmsprop_update", update.rmsprop, (*ROW, 0.8, 0, 1e-3, 0.5), 1, 2, **USUAL, gamma1=0.8,
    epsilon=1e-3, clip_weights=0.5)
for shape in ((17, 33), (5000,)):
    ref, next_states = stepped(update.rmspropalex, (*ROW, 0.8, 0.7, 1e-3, -1))
    case("rmspropalex_update", ref, *[shape] * 5, wanted=(), next_states=next_states,
         make=update.spread(shape),
         params={**USUAL, "gamma1": 0.8, "gamma2": 0.7, "epsilon": 1e-3})
one("ftrl_update", update.ftrl, (*ROW, 0.3, 1.5), 2, 3, **USUAL, lamda1=0.3, beta=1.5)


# -- by a float32 copy ------------------------------------------------------------------------------
def copied(definition, row):
    """The same, of the last array; all but weight and gradient are float32."""
    def moved(weight, grad, *memory):
        *memory, copy = memory
        return definition(copy, grad, *memory, numbers(*row))

    def ref(*arrays, is_train):
        return moved(*arrays)[0],

    def next_states(*arrays):
        found = moved(*arrays)
        return {**{slot: value for slot, value in found.items() if slot}, len(arrays) - 1: found[0]}
    return ref, next_states


HALF = 2e-3     # of the weight, which is rounded to float16
for op, definition, row, more in (
        ("mp_sgd_update", update.sgd, (*ROW, 0), {}),
        ("mp_sgd_mom_update", update.sgd_mom, (*ROW, 0.9), {"momentum": 0.9}),
        ("mp_nag_mom_update", update.nag_mom, (*ROW, 0.9), {"momentum": 0.9})):
    ref, next_states = copied(definition, row)
    n_memory = int("mom" in op)
    case(op, ref, *[(17, 33)] * (3 + n_memory), params={**USUAL, **more}, wanted=(),
         next_states=next_states, dtypes=("float16", "float32"), rtol=HALF,
         in_dtypes={2 + i: "float32" for i in range(1 + n_memory)})


# -- several weights --------------------------------------------------------------------------------
def several(op, definition, n_memory, mixed, preloaded, *more):
    """A case of op for two weights, the second with numbers of its own."""
    width, rates = 2 + n_memory + mixed, [(0.1, 0.2), (0.3, 0.0)]
    own = [(copied if mixed else stepped)(definition, (lr, wd, 0.5, 0.3, *(more or (0,))))
           for lr, wd in rates]

    def ref(*arrays, is_train):
        return tuple(own[i][0](*arrays[i * width:(i + 1) * width], is_train=is_train)[0]
                     for i in range(2))

    def next_states(*arrays):
        return {i * width + slot: value for i in range(2) for slot, value in
                own[i][1](*arrays[i * width:(i + 1) * width]).items()}
    lists = {} if preloaded else {"lrs": (0.1, 0.3), "wds": (0.2, 0.0)}
    last = [(2,), (2,)] if preloaded else []
    wide = [i * width + k for i in range(2) for k in range(2, width)] if mixed else []
    case(op, ref, *[(17, 5)] * width, *[(4,)] * width, *last, wanted=(), next_states=next_states,
         params={**lists, "rescale_grad": 0.5, "clip_gradient": 0.3, "num_weights": 2,
                 **({"momentum": more[0]} if more else {})},
         make={2 * width + i: lambda rng, i=i: np.array([pair[i] for pair in rates])
               for i in range(len(last))},
         in_dtypes={**dict.fromkeys(wide, "float32"),
                    **dict.fromkeys(range(2 * width, 2 * width + len(last)), "float32")},
         **({"dtypes": ("float16", "float32"), "rtol": HALF} if mixed else {"rtol": 1e-5}))


for preloaded in (False, True):
    for mixed in (False, True):
        prefix = f"{'preloaded_' * preloaded}multi_{'mp_' * mixed}"
        several(f"{prefix}sgd_update", update.sgd, 0, mixed, preloaded)
        several(f"{prefix}sgd_mom_update", update.sgd_mom, 1, mixed, preloaded, 0.9)
case("multi_sgd_update", stepped(update.sgd, (0.1, 0.2, 1, -1, 0))[0], (3, 4), (3, 4), wanted=(),
     params={"lrs": (0.1,), "wds": (0.2,)})


# -- rates from arrays ------------------------------------------------------------------------------
def phase1(weight, grad, mean, var, *copy, is_train):
    return update.direction(*copy or (weight,), grad, mean, var, numbers(*LAMB_ROW), is_train)


def phase1_states(weight, grad, mean, var, *copy):
    return dict(zip((2, 3), update.moments(grad, mean, var, numbers(*LAMB_ROW))))


LAMB_ROW = (1, 0.2, 0.5, 0.3, 0.8, 0.9, 1e-3, 1 - 0.8 ** 3, 1 - 0.9 ** 3, -1, -1)
LAMB = {"beta1": 0.8, "beta2": 0.9, "epsilon": 1e-3, "t": 3, "wd": 0.2, "rescale_grad": 0.5,
        "clip_gradient": 0.3}
for op, n_copies in (("lamb_update_phase1", 0), ("mp_lamb_update_phase1", 1)):
    case(op, phase1, *[(17, 33)] * (4 + n_copies), params=LAMB, wanted=(), next_states=phase1_states,
         make={3: lambda rng: rng.uniform(0.5, 1, (17, 33))},
         **({"in_dtypes": dict.fromkeys((2, 3, 4), "float32"), "dtypes": ("float16", "float32")}
            if n_copies else {}))


def phase2(lr, lower=-1, upper=-1):
    def moved(weight, way, r1, r2):
        r1, r2 = r1[0], r2[0]
        r1 = max(r1, lower) if lower >= 0 else r1
        r1 = min(r1, upper) if upper >= 0 else r1
        return weight - lr * (r1 / r2 if r1 and r2 else 1) * way
    return moved


def fixed(value):
    return lambda rng: np.array([value])


for r1, r2, bounds in ((2.0, 0.5, {}), (0.0, 0.5, {}), (2.0, 0.0, {}),
                       (2.0, 0.5, {"lower_bound": 3.0, "upper_bound": 10.0}),
                       (2.0, 0.5, {"lower_bound": 0.0, "upper_bound": 1.0})):
    step = phase2(0.1, **{key.split("_")[0]: value for key, value in bounds.items()})
    case("lamb_update_phase2", lambda *arrays, is_train, step=step: (step(*arrays),),
         (17, 33), (17, 33), (1,), (1,), params={"lr": 0.1, **bounds}, wanted=(),
         make={2: fixed(r1), 3: fixed(r2)})
case("mp_lamb_update_phase2", lambda weight, *arrays, is_train: (phase2(0.1)(arrays[-1], *arrays[:3]),),
     (17, 33), (17, 33), (1,), (1,), (17, 33), params={"lr": 0.1}, wanted=(), rtol=HALF,
     make={2: fixed(2.0), 3: fixed(0.5)}, dtypes=("float16", "float32"),
     in_dtypes=dict.fromkeys((1, 2, 3, 4), "float32"),
     next_states=lambda weight, *arrays: {4: phase2(0.1)(arrays[-1], *arrays[:3])})


def adamw(rescale):
    """(ref, next_states) of AdamW, which skips the step where gradients overflowed."""
    row = numbers(0.1, 0.2, rescale, 0.3, 0.8, 0.9, 1e-3, 0.7)
    skips = rescale == 0 or not np.isfinite(rescale)

    def moved(arrays):
        weight, grad, mean, var, *copy = arrays[:-1]
        before = {0: copy[0] if copy else weight, 2: mean, 3: var}
        found = before if skips else update.adamw(before[0], grad, mean, var, row)
        return {**found, **({4: found[0]} if copy else {})}
    return (lambda *arrays, is_train: (moved(arrays)[0],),
            lambda *arrays: {slot: value for slot, value in moved(arrays).items() if slot})


ADAMW = {"lr": 0.1, "wd": 0.2, "clip_gradient": 0.3, "beta1": 0.8, "beta2": 0.9, "epsilon": 1e-3,
         "eta": 0.7}
for rescale in (0.5, 0.0, np.inf, np.nan):
    ref, next_states = adamw(rescale)
    make = {3: lambda rng: rng.uniform(0.5, 1, (17, 33))}
    case("_contrib_adamw_update", ref, *[(17, 33)] * 4, (1,), params=ADAMW, wanted=(),
         next_states=next_states, make={**make, 4: fixed(rescale)})
    case("_contrib_mp_adamw_update", ref, *[(17, 33)] * 5, (1,), params=ADAMW, wanted=(),
         next_states=next_states, make={**make, 5: fixed(rescale)}, dtypes=("float16", "float32"),
         in_dtypes=dict.fromkeys((2, 3, 4, 5), "float32"), rtol=HALF)


def lars(lrs, weights, grads, wds, is_train):
    w, g = np.sqrt(weights), 0.5 * np.sqrt(grads)
    below = np.where(g == 0, 1, g + wds * w + 0.01)
    return np.where((w > 0) & (g > 0), lrs * 0.1 * w / below, lrs),


case("multi_lars", lars, (5,), (5,), (5,), (5,), wanted=(),
     params={"eta": 0.1, "eps": 0.01, "rescale_grad": -0.5},
     make={1: lambda rng: np.array([4.0, 0, 1, 2, 3]), 2: lambda rng: np.array([9.0, 1, 0, 2, 3]),
           3: lambda rng: np.array([0.1, 0.1, 0.1, 0, 0.2])})
case("_numbers", lambda is_train: (np.array([[0.1, -2.0, 1e300]]),),
     params={"values": (0.1, -2.0, 1e300)}, dtypes=("float64",))
