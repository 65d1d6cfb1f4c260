"""symgraph and MXNet: the same script for both, as `symbolic_peer.py JOB symgraph`."""
import ctypes
import importlib
import os
import sys

import imperative as at_once
import numpy as np
import symbolic_nets as nets
from common import batches, best, clock, forward_and_backward, main, memory_of, train

mx = importlib.import_module(sys.argv[2])
OURS = mx.__name__ == "symgraph"


def described(length, data, label):
    desc = mx.io.DataDesc
    return mx.io.DataBatch([mx.nd.array(data)], [mx.nd.array(label)], bucket_key=length,
                           provide_data=[desc("data", data.shape)],
                           provide_label=[desc("softmax_label", label.shape)])


def bound(job, default):
    """A module for batches of any length, bound first for the length default."""
    model = mx.mod.BucketingModule(nets.language_model(mx, job), default_bucket_key=default)
    shape = (job["batch"], default)
    model.bind([mx.io.DataDesc("data", shape)], [mx.io.DataDesc("softmax_label", shape)])
    model.init_params(mx.init.Xavier(factor_type="in", magnitude=2.34))
    model.init_optimizer(optimizer="sgd",
                         optimizer_params={"learning_rate": 0.01, "wd": 1e-5})

    def step(batch):
        model.forward(batch, is_train=True)
        model.backward()
        model.update()
    return model, step


def lstm(job):
    """An epoch of the language model, by a module with an executor for each length."""
    found = batches(job["batches"])
    data = {id(batch): described(*batch) for batch in found}
    model, step = bound(job, max(length for length, *_ in found))
    return train(job, found, lambda batch: step(data[id(batch)]), mx.nd.waitall)


def memory(job):
    """Peaks of memory, and of the arena, with lengths bound in the order that job names."""
    lengths = np.unique([length for length, *_ in batches(job["batches"])]).tolist()
    model, learn = bound(job, lengths[-1 if job["order"] == "descending" else 0])

    def step(batch):
        learn(described(*batch))
        mx.nd.waitall()

    def arena():
        if not OURS:
            return {}
        [executor] = model._curr_module._exec_group.execs
        return {"arena": executor._store.arena.memory.nbytes}
    return memory_of(job, step, arena)


def filled(executor):
    """executor, with small numbers in all its arrays but moving variances, which get ones."""
    rng = np.random.RandomState(0)
    for name, array in sorted({**executor.arg_dict, **executor.aux_dict}.items()):
        variance = name.endswith(("_var", "gamma"))
        array[:] = 1 if variance else rng.uniform(-0.1, 0.1, array.shape).astype("float32")
    return executor


def waiting(executor):
    """A function that computes the outputs, and returns when they are there."""
    def forward():
        executor.forward(is_train=False)
        executor.outputs[0].wait_to_read()
    return forward


def measured(executor, job, seeds=None):
    """Figures of calling an executor, until its results are there."""
    def both():
        executor.forward(is_train=True)
        executor.backward(seeds)
        mx.nd.waitall()
    return forward_and_backward(waiting(executor), both, job)


def perceptron(job):
    net = nets.perceptron(mx, job["sizes"])
    executor = filled(net.simple_bind(mx.cpu(), data=(job["batch"], job["features"])))
    executor.arg_dict["softmax_label"][:] = 0
    return measured(executor, job)


def resnet(job):
    """ResNet-20, as it was trained if there are files of that, else with small numbers."""
    shape = (job["batch"], 3, job["side"], job["side"])
    if job["model"]:
        net, arg, aux = mx.model.load_checkpoint(job["model"], 0)
        executor = filled(net.simple_bind(mx.cpu(), data=shape))
        executor.copy_params_from(arg, aux)
    else:
        executor = filled(nets.resnet20(mx).simple_bind(mx.cpu(), data=shape))
    return measured(executor, job, mx.nd.ones((job["batch"], 10)))


def bind(job):
    """How long it takes to write down a graph and to bind it with gradients; the fastest of some."""
    def once():
        started = clock()
        if job["graph"] == "chain":
            net, shapes = nets.chain(mx, job["length"]), {"data": (4, 4)}
        else:
            shape = (job["batch"], job["length"])
            net, *_ = nets.language_model(mx, job)(job["length"])
            shapes = {"data": shape, "softmax_label": shape}
        composed = clock()
        net.simple_bind(mx.cpu(), **shapes)
        return composed - started, clock() - composed
    compose, bound = (min(times) for times in zip(*[once() for _ in range(job["binds"])]))
    return {"compose": compose, "bind": bound}


def expressions(job):
    """Seconds of expressions' forward on bound arrays, for each and each size of these."""
    def seconds(text, size):
        net = nets.expression(mx, text)
        shapes = dict.fromkeys(net.list_arguments(), (size // 100, 100))
        return best(waiting(filled(net.simple_bind(mx.cpu(), grad_req="null", **shapes))), job)
    return {f"{text}, {size}": seconds(text, size)
            for text in job["expressions"] for size in job["sizes"]}


def calls(job):
    return at_once.calls(mx, job)


def steps(job):
    return at_once.steps(mx, job)


def blocks(job):
    return at_once.blocks(mx, job)


def peak(job):
    """symgraph's GFLOP/s in a product of two square matrices of float32."""
    side = job["side"]
    net = mx.sym.dot(mx.sym.Variable("a"), mx.sym.Variable("b"))
    executor = filled(net.simple_bind(mx.cpu(), grad_req="null", a=(side, side), b=(side, side)))
    return {"GFLOP/s": 2 * side**3 / best(waiting(executor), job) / 1e9,
            "threads": mx.get_num_threads(), "blas": blas()}


def blas():
    """What the BLAS library says of itself, if it is OpenBLAS."""
    library = importlib.import_module("symgraph.native").BLAS
    for name in ("scipy_openblas_get_config", "openblas_get_config"):
        if hasattr(library, name):
            say = getattr(library, name)
            say.restype = ctypes.c_char_p
            return say().decode()
    return os.environ.get("SYMGRAPH_BLAS", "")


if __name__ == "__main__":
    main(mx.__version__, lstm, memory, perceptron, resnet, bind, expressions, calls, steps, blocks,
         peak)
