"""What training reports goes to Python's root logger, where MXNet's scripts look for it."""
import logging


def info(message, *args):
    """Logs a message at level INFO.

    logging.info itself, not a logger of ours: it gives the root logger a handler if there is
    none, and scripts that only set the root logger's level rely on that.
    """
    logging.info(message, *args)    # noqa: LOG015


def warning(message, *args):
    """Logs a message at level WARNING, in the same way."""
    logging.warning(message, *args)     # noqa: LOG015
