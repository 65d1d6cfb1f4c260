"""The model of lstm_bucketing.py without a Module: one executor per bucket, all on shared arrays.

It reaches the same perplexities as lstm_bucketing.py, to the last digit, with the same options.
"""
import argparse
import sys
import time

import symgraph as mx

import text
from arguments import add_sizes
from model import stacked, unrolled

LEARNING_RATE, WEIGHT_DECAY = 0.003, 1e-5
INPUTS = ("data", "softmax_label")


def bind(stack, buckets, batch_size, num_words, size):
    """{length: executor}; what has one name is one array in all of them, as is scratch memory."""
    executors, largest = {}, None
    for length in sorted(buckets, reverse=True):        # the largest one first: memory fits all
        symbol = unrolled(stack, length, num_words, size, size)
        shape = (batch_size, length)
        wanted = {name: "write" for name in symbol.list_arguments() if name not in INPUTS}
        executor = symbol.simple_bind(mx.cpu(), grad_req=wanted, shared_exec=largest,
                                      data=shape, softmax_label=shape)
        largest = largest or executor
        executors[length] = executor
    return executors, symbol.attr_dict()


def parameters(executor):
    return [name for name in executor.arg_dict if name not in INPUTS]


def initialize(executor, attributes):
    """Fill the parameters; each may ask for an initializer of its own, as an LSTM's bias does."""
    initializer = mx.init.Xavier(factor_type="in", magnitude=2.34)
    for name in sorted(parameters(executor)):
        initializer(mx.init.InitDesc(name, attributes.get(name)), executor.arg_dict[name])


def updater_for(names, batch_size):
    """updater(index, gradient, weight) changes a weight; the gradient of a batch is a sum."""
    return mx.optimizer.get_updater(mx.optimizer.create(
        "adam", learning_rate=LEARNING_RATE, wd=WEIGHT_DECAY, rescale_grad=1 / batch_size,
        param_idx2name=dict(enumerate(names))))


def run(executors, batches, metric, updater=None):
    """Go through the batches once, training if there is an updater; return the perplexity."""
    metric.reset()
    for batch in batches:
        executor = executors[batch.bucket_key]
        label = batch.label[0]
        executor.forward(is_train=updater is not None, data=batch.data[0], softmax_label=label)
        metric.update([label], executor.outputs)
        if updater is not None:
            executor.backward()
            for index, name in enumerate(parameters(executor)):
                updater(index, executor.grad_dict[name], executor.arg_dict[name])
    return metric.get()[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    add_sizes(parser, num_epochs=10, num_hidden=200)
    args = parser.parse_args()
    mx.random.seed(args.seed)
    corpus = text.load(args.text)
    train, valid = text.iterators(corpus, args.batch_size)
    stack = stacked("lstm", args.num_layers, args.num_hidden)
    executors, attributes = bind(stack, train.buckets, args.batch_size, len(corpus.vocab),
                                 args.num_hidden)
    some = executors[train.default_bucket_key]
    initialize(some, attributes)
    updater = updater_for(parameters(some), args.batch_size)
    metric = mx.metric.Perplexity(ignore_label=text.PADDING)
    for epoch in range(args.num_epochs):
        started = time.perf_counter()
        training = run(executors, train, metric, updater)
        mx.random.seed(args.seed + epoch + 1)
        valid.reset()
        validation = run(executors, valid, metric)
        train.reset()
        print(f"epoch {epoch + 1}   perplexity: training {training:.6f}, validation "
              f"{validation:.6f}   {time.perf_counter() - started:.1f} s", flush=True)
    shared = all(executor.arg_dict["pred_weight"] is some.arg_dict["pred_weight"]
                 for executor in executors.values())
    print(f"{len(executors)} executors on one array of each name: {shared}")


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError) as error:
        sys.exit(f"executor_lstm.py: {error}")
