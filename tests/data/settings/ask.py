"""How a setting is written down, and how its inputs are made."""
import numpy as np

FAMILIES = {}


def ask(family, op, inputs, namespace="sym", call="positional", dtype="float32", train=True,
        **attrs):
    """Add a setting; inputs maps names to a shape, or to a dict of what `drawn` takes.

    An input is also given a dtype of its own there, and `fixed` if no gradient is wanted. train
    None tries gradients, and leaves them out where MXNet has none.
    """
    keep(family, op, inputs, namespace, call, dtype, train, attrs)


def keep(family, op, inputs, namespace, call, dtype, train, attrs):
    inputs = {k: v if isinstance(v, dict) else {"shape": v} for k, v in inputs.items()}
    FAMILIES.setdefault(family, []).append(
        {"op": op, "inputs": inputs, "namespace": namespace, "call": call, "dtype": dtype,
         "train": train, "attrs": attrs})


def add_to(family, call="keyword"):
    """A shorter way: op, namespace, {input: shape}, attributes, dtype, {input: maker or values}.

    The last also takes "input:dtype", "call", "nograd", and "grads" for the inputs that have one.
    """
    def add(op, namespace, shapes, attrs=None, dtype="float32", how=None):
        how = dict(how or {})
        named, trains = how.pop("call", call), not how.pop("nograd", False)
        grads = how.pop("grads", shapes)
        inputs = {k: {"shape": shape, "fixed": k not in grads} for k, shape in shapes.items()}
        for k, way in how.items():
            k, _, part = k.partition(":")
            inputs[k][part or ("maker" if isinstance(way, str) else "only")] = way
        keep(family, op, inputs, namespace, named, dtype,
             None if trains and dtype.startswith("float") else False, attrs or {})
    return add


def whole(shape, low, high, **more):
    """Numbers that count or choose, through which no gradient flows."""
    return dict(shape=shape, range=(low, high), whole=True, fixed=True, **more)


def steady(rng, shape):
    """Matrices that are far from singular."""
    return rng.uniform(-0.5, 0.5, shape) + 2 * np.eye(shape[-1])


def flipped(rng, shape):
    """Those with a negative determinant."""
    x = steady(rng, shape)
    x[..., 0, :] *= -1
    return x


def definite(rng, shape):
    """Symmetric positive definite matrices."""
    n = shape[-1]
    q = np.stack([np.linalg.qr(m)[0] for m in rng.normal(size=shape).reshape(-1, n, n)])
    return (q @ (np.arange(1.0, n + 1)[:, None] * np.swapaxes(q, -1, -2))).reshape(shape)


MAKERS = {
    "permutation": lambda rng, shape: (rng.permutation(np.prod(shape)).reshape(shape)
                                       - np.prod(shape) // 2),
    "ties": lambda rng, shape: rng.randint(0, 4, shape),
    "spaced": lambda rng, shape: rng.uniform(0.5, 1.5, shape),
    "whole": lambda rng, shape: rng.randint(0, 3, shape),
    "order": lambda rng, shape: rng.permutation(np.prod(shape)).reshape(shape),
    "binary": lambda rng, shape: rng.randint(0, 2, shape),
    "ascending": lambda rng, shape: np.sort(rng.uniform(-1, 1, shape)),
    "above": lambda rng, shape: rng.uniform(3.5, 4.5, shape),
    "late": lambda rng, shape: rng.uniform(6, 7, shape),
    "probability": lambda rng, shape: rng.uniform(0.2, 0.8, shape),
    "pixels": lambda rng, shape: rng.randint(0, 256, shape),
    "steady": steady, "flipped": flipped, "definite": definite,
    "lower": lambda rng, shape: np.tril(steady(rng, shape)),
    "upper": lambda rng, shape: np.triu(steady(rng, shape)),
}


def drawn(rng, dtype, shape, range=(-2, 2), whole=False, only=None, maker=None, fixed=False):
    """An input: the values in only again and again, what a maker makes, or numbers in a range."""
    if only is not None:
        return np.resize(np.array(only, dtype), shape)
    if maker is not None:
        made = MAKERS[maker](rng, shape)
        if dtype == "uint8" and made.min() < 0:
            made = made - made.min()
        return made.astype(dtype)
    if whole or np.dtype(dtype).kind in "iu":
        low = 0 if np.dtype(dtype).kind == "u" else range[0]
        return rng.randint(low, range[1], shape).astype(dtype)
    return np.round(rng.uniform(*range, size=shape), 3).astype(dtype)
