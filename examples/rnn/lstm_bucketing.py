"""Trains a language model on sentences of several lengths, with a graph for each bucket of lengths.

Without --text it reads the prose of Python's own help, with settings that suit its size. With
--text all settings are those of MXNet's example of this name.
"""
import argparse
import json
import logging
import os
import sys

import symgraph as mx

import text
from arguments import positive
from bn_cell import MOMENTUM
from generate import Generator
from model import CELLS, one_step, stacked, unrolled
from report import Report

WITH_TEXT = {"num_epochs": 25, "optimizer": "sgd", "lr": 0.01}
EMBEDDED = {"num_epochs": 10, "optimizer": "adam", "lr": 0.003}
NORMALIZED = {**EMBEDDED, "num_epochs": 6}      # learns faster, and sooner too much by heart
SENTENCES = 3       # to generate at the end
OF_MODEL = ("text", "valid", "cell", "batch_norm", "num_layers", "num_hidden", "num_embed",
            "batch_size", "optimizer", "mom", "seed")     # what a resumed training has to agree in


def rate(value):
    """A finite number of 0 or more, for argparse."""
    number = float(value)
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError(f"a number of 0 or more is wanted, got {value!r}")
    return number


def parser():
    """The options; those of MXNet's example have its names."""
    made = argparse.ArgumentParser(description=__doc__,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
    add = made.add_argument
    add("--text", metavar="FILE", help="text with a sentence on each line, words between spaces")
    add("--valid", metavar="FILE", help="such a text for validation; else every tenth sentence")
    add("--cell", choices=list(CELLS), default="lstm", help="recurrent cell (lstm)")
    add("--batch-norm", choices=["none", *MOMENTUM], default="none",
        help="batch normalization in the lstm: for each time step by itself (per-step), with only "
             "the statistics of each (statistics), or for all alike (shared)")
    add("--num-layers", type=positive, default=2, metavar="N", help="recurrent layers (2)")
    add("--num-hidden", type=positive, default=200, metavar="N", help="units of a layer (200)")
    add("--num-embed", type=positive, default=200, metavar="N", help="length of word vectors (200)")
    add("--num-epochs", type=positive, metavar="N",
        help=f"{both('num_epochs')}, or {NORMALIZED['num_epochs']} with --batch-norm")
    add("--batch-size", type=positive, default=32, metavar="N", help="sentences in a batch (32)")
    add("--optimizer", metavar="NAME", help=both("optimizer"))
    add("--lr", type=rate, metavar="X", help="learning rate: " + both("lr"))
    add("--mom", type=rate, default=0.0, metavar="X", help="momentum, for optimizers with one (0)")
    add("--wd", type=rate, default=1e-5, metavar="X", help="weight decay (1e-5)")
    add("--kv-store", default="device", metavar="NAME", help="local or device; both do the same")
    add("--gpus", default="", help="not supported, has to be empty")
    add("--disp-batches", type=positive, default=50, metavar="N",
        help="without a terminal for the bar, report every N batches (50)")
    add("--seed", type=int, default=0, metavar="N", help="of everything random (0)")
    add("--prefix", metavar="PATH",
        help="beginning of the names of files to write (checkpoints/ and the kind of cell)")
    add("--resume", type=positive, default=0, metavar="EPOCH",
        help="go on from the checkpoint after this epoch, as if training had not stopped")
    return made


def both(name):
    return f"{WITH_TEXT[name]} with --text, else {EMBEDDED[name]}"


def options(argv=None):
    """The command line as a namespace; ends the process, with a message, if it makes no sense."""
    reader = parser()
    args = reader.parse_args(argv)
    defaults = EMBEDDED if args.batch_norm == "none" else NORMALIZED
    for name, value in (WITH_TEXT if args.text else defaults).items():
        if getattr(args, name) is None:
            setattr(args, name, value)
    if args.gpus:
        reader.error(f"--gpus {args.gpus}: symgraph computes on the CPU only; leave --gpus out")
    if args.valid and not args.text:
        reader.error("--valid goes with --text; the embedded text has its own validation part")
    for name in ("text", "valid"):
        path = getattr(args, name)
        if path and not os.path.isfile(path):
            there = "is no file" if os.path.exists(path) else "does not exist"
            reader.error(f"--{name} {path}: that {there}")
    if args.batch_norm != "none" and args.cell != "lstm":
        reader.error(f"--batch-norm {args.batch_norm} is for --cell lstm, not {args.cell}")
    if args.resume >= args.num_epochs:
        reader.error(f"--resume {args.resume}: nothing is left to do, as --num-epochs is "
                     f"{args.num_epochs}")
    if args.prefix is None:
        norm = "" if args.batch_norm == "none" else f"-{args.batch_norm}"
        args.prefix = f"checkpoints/{args.cell}{norm}"
    args.optimizer_params = {"learning_rate": args.lr, "wd": args.wd}
    if args.mom:
        args.optimizer_params["momentum"] = args.mom
    try:
        mx.kvstore.create(args.kv_store)
        mx.optimizer.create(args.optimizer, **args.optimizer_params)
    except TypeError:
        reader.error(f"--optimizer {args.optimizer} has no momentum; leave --mom out")
    except (mx.MXNetError, ValueError) as error:
        reader.error(str(error))
    return args


def check_model(args):
    """Write down the options of a new model; raise ValueError if a resumed one had others."""
    path = f"{args.prefix}-options.json"
    now = {name: getattr(args, name) for name in OF_MODEL}
    if not args.resume:
        try:
            os.makedirs(os.path.dirname(args.prefix) or ".", exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                json.dump(now, file)
        except OSError as error:
            raise ValueError(f"--prefix {args.prefix}: no files can be written there, "
                             f"{error.strerror}") from None
        return
    if not os.path.exists(path):
        raise ValueError(f"--resume {args.resume}: nothing was trained with --prefix {args.prefix}, "
                         f"as there is no {path}")
    with open(path, encoding="utf-8") as file:
        before = json.load(file)
    other = [f"--{name.replace('_', '-')} {before.get(name)}" for name in OF_MODEL
             if before.get(name) != now[name]]
    if other:
        raise ValueError(f"--resume {args.resume}: {args.prefix} was trained with "
                         f"{' '.join(other)}; give the same")


def bucketing_module(args, stack, num_words, key):
    """The model, with buckets up to `key`; from a checkpoint if training is resumed."""
    def sym_gen(length):
        symbol = unrolled(stack, length, num_words, args.num_embed, args.num_hidden)
        return symbol, ("data",), ("softmax_label",)

    if not args.resume:
        return mx.mod.BucketingModule(sym_gen, default_bucket_key=key)
    return mx.mod.BucketingModule.load(args.prefix, args.resume, sym_gen, default_bucket_key=key,
                                       load_optimizer_states=True)


def replay(args, train, valid):
    """Bring the iterators to where they are after the epochs that are done.

    They shuffle in place, so an epoch's order follows from all shuffles before it.
    """
    for epoch in range(args.resume):
        mx.random.seed(args.seed + epoch + 1)
        valid.reset()
        train.reset()


def fit(args, model, train, valid, report):
    """Train, with a checkpoint after each epoch."""
    def epoch_end(epoch, *_):
        model.save_checkpoint(args.prefix, epoch + 1, save_optimizer_states=True)
        # What is random in an epoch depends on seed and epoch alone, so that it can be resumed.
        mx.random.seed(args.seed + epoch + 1)

    model.fit(train, valid, eval_metric=mx.metric.Perplexity(ignore_label=text.PADDING),
              begin_epoch=args.resume, num_epoch=args.num_epochs, kvstore=args.kv_store,
              optimizer=args.optimizer, optimizer_params=args.optimizer_params,
              initializer=mx.init.Xavier(factor_type="in", magnitude=2.34),
              epoch_end_callback=epoch_end, batch_end_callback=report.batch_end,
              eval_end_callback=report.epoch_end)


def describe(args, corpus, unigram, train):
    """Print what is going to be trained on what."""
    norm = "" if args.batch_norm == "none" else f", batch norm {args.batch_norm}"
    print(f"text    {len(corpus.train)} sentences, {len(corpus.valid)} more for validation; "
          f"{len(corpus.vocab)} words; their frequencies alone give perplexity {unigram:.1f}")
    print(f"model   {args.num_layers} x {args.cell} of {args.num_hidden}{norm}; buckets "
          f"{', '.join(map(str, train.buckets))}")
    print(f"train   {args.optimizer}, learning rate {args.lr:g}, {len(train.idx)} batches of "
          f"{args.batch_size} on {mx.get_num_threads()} thread(s)", flush=True)


def main(argv=None):
    args = options(argv)
    mx.random.seed(args.seed)
    corpus = text.load(args.text, args.valid)
    train, valid = text.iterators(corpus, args.batch_size)
    if not train.idx:
        raise ValueError(f"--batch-size {args.batch_size}: no bucket has as many sentences")
    check_model(args)
    unigram = text.unigram_perplexity(corpus)
    describe(args, corpus, unigram, train)
    stack = stacked(args.cell, args.num_layers, args.num_hidden, args.batch_norm)
    model = bucketing_module(args, stack, len(corpus.vocab), train.default_bucket_key)
    replay(args, train, valid)
    report = Report(args.prefix, args.num_epochs, len(train.idx), args.batch_size,
                    args.disp_batches, args.resume)
    try:
        fit(args, model, train, valid, report)
    except KeyboardInterrupt:
        sys.exit("\nstopped" + "".join(f"; --resume {epoch} goes on from epoch {epoch}"
                                       for epoch, *_ in report.history[-1:]))

    saved = [f"{args.prefix}-{args.num_epochs:04d}.params", report.draw(unigram)]
    print("saved  ", ", ".join(filter(None, saved)) + (
        "" if saved[1] else " (pip install matplotlib draws the curves as well)"))
    step = one_step(stack, len(corpus.vocab), args.num_embed)
    generator = Generator(step, *model.get_params(), longest=train.default_bucket_key)
    mx.random.seed(args.seed)
    for _ in range(SENTENCES):
        print("wrote  ", text.written(generator.sentence(corpus, train.default_bucket_key)))


if __name__ == "__main__":
    logging.basicConfig(format="note    %(message)s")
    try:
        main()
    except (mx.MXNetError, OSError, ValueError) as error:
        sys.exit(f"lstm_bucketing.py: {error}")
