"""The files of a checkpoint of buckets: a symbol for each key, and the list of keys."""
import json
import os

import numpy as np

from .. import ndarray
from .. import symbol as sym
from ..errors import MXNetError


def save_symbols(prefix, symbols, remove_amp_cast):
    """Write <prefix>-<key>-symbol.json for each key, and the keys to <prefix>.buckets.

    Keys are ints, text, or tuples of them. Ints, and tuples of ints of one length, are written as
    MXNet does, as an array; others as JSON.
    """
    keys = list(symbols)
    for key, symbol in symbols.items():
        check_key(key)
        symbol.save(f"{prefix}-{key}-symbol.json", remove_amp_cast=remove_amp_cast)
    path = f"{prefix}.buckets"
    if numeric(keys):
        ndarray.save(path, [ndarray.array(np.array(keys), dtype="int32")])
    else:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(keys, file)


def load_symbols(prefix):
    """{key: symbol} of the files that save_symbols wrote, keys in their order.

    Raises MXNetError if the list of keys is missing.
    """
    path = f"{prefix}.buckets"
    if not os.path.exists(path):
        raise MXNetError(f"there is no file {path}, which lists the buckets of a checkpoint; "
                         "BucketingModule.save_checkpoint writes it, Module.load reads a "
                         "checkpoint of one symbol")
    with open(path, "rb") as file:
        start = file.read(1)
    if start == b"[":
        with open(path, encoding="utf-8") as file:
            keys = json.load(file)
    else:
        keys = ndarray.load(path)[0].asnumpy().tolist()
    keys = [as_key(key) for key in keys]
    return {key: sym.load(f"{prefix}-{key}-symbol.json") for key in keys}


def check_key(key):
    if isinstance(key, tuple) and key:
        for part in key:
            check_key(part)
    elif isinstance(key, bool) or not isinstance(key, (int, str)):
        raise MXNetError(f"save_checkpoint: bucket key {key!r} cannot be written to a file; keys "
                         "are ints, text, or tuples of them")


def as_key(value):
    """What JSON or an array made of a key, as the key."""
    return tuple(map(as_key, value)) if isinstance(value, list) else value


def numeric(keys):
    """Whether keys make up an array of int32."""
    rows = [key if isinstance(key, tuple) else (key,) for key in keys]
    if len({(type(key), len(row)) for key, row in zip(keys, rows)}) > 1:
        return False
    return all(isinstance(n, int) and abs(n) < 2 ** 31 for row in rows for n in row)
