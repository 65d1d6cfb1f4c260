"""What the programs read from the command line alike."""
import argparse


def positive(value):
    """A whole number above 0, for argparse."""
    if not value.isdigit() or int(value) < 1:
        raise argparse.ArgumentTypeError(f"a whole number above 0 is wanted, got {value!r}")
    return int(value)


def add_sizes(parser, num_epochs, num_hidden):
    """The options of executor_lstm.py and batchnorm_lstm.py."""
    for name, default in (("num-epochs", num_epochs), ("num-layers", 2), ("num-hidden", num_hidden),
                          ("batch-size", 32)):
        parser.add_argument(f"--{name}", type=positive, default=default, help=f"({default})")
    parser.add_argument("--seed", type=int, default=0, help="(0)")
    parser.add_argument("--text", help="a sentence on each line (the prose of Python's help)")
