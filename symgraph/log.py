"""What training reports goes to Python's root logger, where MXNet's scripts look for it."""
import logging

CRITICAL, ERROR, WARNING, INFO, DEBUG, NOTSET = (
    logging.CRITICAL, logging.ERROR, logging.WARNING, logging.INFO, logging.DEBUG, logging.NOTSET)
FORMAT = "%(letter)s%(asctime)s %(process)d %(pathname)s:%(funcName)s:%(lineno)d] %(message)s"


class Formatter(logging.Formatter):
    """Lines that begin with the first letter of their level."""

    def __init__(self):
        super().__init__(FORMAT, "%m%d %H:%M:%S")

    def format(self, record):
        record.letter = record.levelname[:1]
        return super().format(record)


def get_logger(name=None, filename=None, filemode=None, level=WARNING):
    """The logger of a name, with a handler of its own that writes to a file, or to stderr.

    Without a name it is the root logger as it is, and so is one that was asked for before.
    """
    logger = logging.getLogger(name)
    if name is not None and not logger.handlers:
        handler = (logging.FileHandler(filename, filemode or "a") if filename
                   else logging.StreamHandler())
        handler.setFormatter(Formatter())
        logger.addHandler(handler)
        logger.setLevel(level)
    return logger


getLogger = get_logger      # its older name


def info(message, *args):
    """Logs a message at level INFO.

    logging.info itself, not a logger of ours: it gives the root logger a handler if there is
    none, and scripts that only set the root logger's level rely on that.
    """
    logging.info(message, *args)    # noqa: LOG015


def warning(message, *args):
    """Logs a message at level WARNING, in the same way."""
    logging.warning(message, *args)     # noqa: LOG015
