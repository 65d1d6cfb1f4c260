"""The command line: `symgraph explain MODEL-symbol.json --shape data=1,3,32,32`."""
import argparse
import os
import shutil
import sys

import numpy as np

from . import symbol
from .dtypes import CODES
from .errors import InferenceError, MXNetError
from .version import __version__

RUNS = 5        # of a program that is measured


def main(args=None):
    """Run the command with args, by default those of the process; returns the exit status.

    What is wrong with what the user gave is said in a line, with status 2.
    """
    options = parser().parse_args(args)
    try:
        print(options.run(options), flush=True)
    except BrokenPipeError:     # who reads, as head does, has enough; Python flushes once more at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except InferenceError as error:
        print(f"symgraph {options.command}: {error}\n--shape and --type say what inputs are",
              file=sys.stderr)
        return 2
    except (MXNetError, OSError, ValueError, TypeError) as error:
        print(f"symgraph {options.command}: {error}", file=sys.stderr)
        return 2
    return 0


def parser():
    reader = argparse.ArgumentParser("symgraph", description="A compiler of symbolic graphs.")
    reader.add_argument("--version", action="version", version=f"symgraph {__version__}")
    commands = reader.add_subparsers(dest="command", required=True, metavar="COMMAND")
    command = commands.add_parser(
        "explain", help="say what the compiler makes of a model",
        description="Say what the compiler makes of a model: operators with their operations and "
                    "memory traffic, passes, and the instructions of the program.")
    command.set_defaults(run=explain)
    add = command.add_argument
    add("file", metavar="MODEL-symbol.json", help="a symbol, as Symbol.save writes it")
    add("--shape", metavar="NAME=1,3,32,32", type=shape, action="append", default=[],
        help="the shape of an input; once for each")
    add("--type", metavar="NAME=int32", type=dtype, action="append", default=[],
        help="the data type of an input, if it is not found by inference")
    add("--train", action="store_true",
        help="with gradients, of all arguments but those that --shape names")
    add("--profile", metavar="RUNS", type=positive, nargs="?", const=RUNS, default=0,
        help=f"measure instructions, each the fastest of RUNS ({RUNS}), on small random numbers")
    add("--all", action="store_true", help="leave no instruction of a long program out")
    add("--width", metavar="N", type=positive, default=shutil.get_terminal_size().columns,
        help="characters of a line; those of the terminal by default")
    return reader


def pair(text, example):
    """The two sides of NAME=VALUE; raises ArgumentTypeError."""
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(f"{text!r} is no NAME=VALUE as in {example}")
    return name, value


def shape(text):
    """(name, shape) of name=1,3,32,32."""
    name, value = pair(text, "data=1,3,32,32")
    lengths = value.strip("()").rstrip(",").split(",")
    if not all(length.strip().isdigit() for length in lengths):
        raise argparse.ArgumentTypeError(f"{value!r} is no shape of '{name}' as in 1,3,32,32")
    return name, tuple(map(int, lengths))


def dtype(text):
    """(name, data type) of name=int32."""
    name, value = pair(text, "data=int32")
    if value not in CODES:
        raise argparse.ArgumentTypeError(f"{value!r} is no data type; there are {', '.join(CODES)}")
    return name, value


def positive(text):
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a positive number is needed, got {text!r}")
    return int(text)


def explain(options):
    """The text for the command explain."""
    model, shapes = symbol.load(options.file), dict(options.shape)
    reqs = {name: "write" if options.train and name not in shapes else "null"
            for name in model.list_arguments()}
    executor = model.simple_bind(grad_req=reqs, type_dict=dict(options.type), **shapes)
    if options.profile:
        fill(executor)
    return executor.explain(options.profile).text(options.width, options.all)


def fill(executor):
    """Put small positive numbers into all arrays, which are valid as indices and variances too."""
    rng = np.random.default_rng(0)
    for array in (*executor.arg_arrays, *executor.aux_arrays):
        array[:] = rng.uniform(0.01, 0.1, array.shape).astype(array.dtype)
