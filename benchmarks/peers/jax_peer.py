"""JAX: recurrent layers as a scan over the steps, compiled with their gradients and the update."""
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from common import batches, main, memory_of, train


def lstm_cell(state, inner, p):
    h, c = state
    i, f, g, o = jnp.split(inner + h @ p["h2h"], 4, 1)
    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
    h = jax.nn.sigmoid(o) * jnp.tanh(c)
    return (h, c), h


def gru_cell(state, inner, p):
    (h,) = state
    r, z, n = jnp.split(inner, 3, 1)
    hr, hz, hn = jnp.split(h @ p["h2h"] + p["h2h_bias"], 3, 1)
    z = jax.nn.sigmoid(z + hz)
    h = (1 - z) * jnp.tanh(n + jax.nn.sigmoid(r + hr) * hn) + z * h
    return (h,), h


CELLS = {"lstm": (lstm_cell, 4, 2), "gru": (gru_cell, 3, 1)}     # gates, states


def parameters(job):
    rng, hidden = np.random.RandomState(0), job["hidden"]
    wide = CELLS[job["cell"]][1] * hidden

    def uniform(*shape):
        return jnp.asarray(rng.uniform(-0.07, 0.07, shape).astype("float32"))
    layers = [{"i2h": uniform(hidden if layer else job["embed"], wide), "bias": jnp.zeros(wide),
               "h2h": uniform(hidden, wide), "h2h_bias": jnp.zeros(wide)}
              for layer in range(job["layers"])]
    return {"embed": uniform(job["vocabulary"], job["embed"]), "layers": layers,
            "out": uniform(hidden, job["vocabulary"]), "bias": jnp.zeros(job["vocabulary"])}


def stepper(job):
    """A function that learns from one batch, and one that waits until all is done."""
    cell, _, states = CELLS[job["cell"]]
    start = (jnp.zeros((job["batch"], job["hidden"])),) * states

    def loss(p, data, label):
        x = p["embed"][data].transpose(1, 0, 2)
        for layer in p["layers"]:
            _, x = jax.lax.scan(partial(cell, p=layer), start, x @ layer["i2h"] + layer["bias"])
        scores = x.reshape(-1, job["hidden"]) @ p["out"] + p["bias"]
        likely = jax.nn.log_softmax(scores)
        return -likely[jnp.arange(scores.shape[0]), label.T.reshape(-1)].sum()

    @partial(jax.jit, donate_argnums=0)
    def update(p, data, label):
        grads = jax.grad(loss)(p, data, label)
        return jax.tree_util.tree_map(lambda w, g: w - 0.01 * (g / job["batch"] + 1e-5 * w), p, grads)

    now = [parameters(job)]

    def step(batch):
        _, data, label = batch
        now[0] = update(now[0], data, label)
    return step, lambda: jax.block_until_ready(now[0])


def lstm(job):
    return train(job, batches(job["batches"]), *stepper(job))


def memory(job):
    learn, wait = stepper(job)

    def step(batch):
        learn(batch)
        wait()
    return memory_of(job, step)


if __name__ == "__main__":
    main(jax.__version__, lstm, memory)
