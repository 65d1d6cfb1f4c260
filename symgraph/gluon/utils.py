"""`mx.gluon.utils`: batches in parts, the norm of gradients, files."""
import hashlib
import os
import warnings
from math import isfinite

from .. import ndarray
from ..creation import array
from ..errors import MXNetError
from ..hostarray import NDArray
from .hooks import HookHandle
from .param import shape_is_known


def split_data(data, num_slice, batch_axis=0, even_split=True):
    """A list of num_slice parts of an NDArray along batch_axis; the last ones may be smaller.

    Raises ValueError if parts would not be equal, unless even_split is False.
    """
    size = data.shape[batch_axis]
    if even_split and size % num_slice:
        raise ValueError(f"data with shape {data.shape} cannot be evenly split into {num_slice} slices "
                         f"along axis {batch_axis}. Use a batch size that's multiple of {num_slice} "
                         "or set even_split=False to allow uneven partitioning of data.")
    least, larger = divmod(size, num_slice)
    ends = [0]
    for number in range(num_slice):
        ends.append(ends[-1] + least + (number < larger))
    before = (slice(None),) * (batch_axis % data.ndim)
    return [data[(*before, slice(*pair))] for pair in zip(ends, ends[1:])]


def split_and_load(data, ctx_list, batch_axis=0, even_split=True):
    """The parts of an array, one on each context; see split_data."""
    data = data if isinstance(data, NDArray) else array(data, ctx_list[0])
    if len(ctx_list) == 1:
        return [data.as_in_context(ctx_list[0])]
    parts = split_data(data, len(ctx_list), batch_axis, even_split)
    return [part.as_in_context(ctx) for part, ctx in zip(parts, ctx_list)]


def clip_global_norm(arrays, max_norm, check_isfinite=True):
    """Scale NDArrays in place so that all their elements together have at most the norm max_norm.

    Returns the norm as it was: a float, with a warning if it is not finite, or without
    check_isfinite an NDArray (1,). Raises ValueError for no arrays.
    """
    if not arrays:
        raise ValueError("clip_global_norm takes one array at least")
    squares = [ndarray.square(ndarray.norm(each.astype("float64").reshape((-1,)))) for each in arrays]
    total = ndarray.sqrt(ndarray.add_n(*squares))
    norm = float(total.asscalar())
    if check_isfinite and not isfinite(norm):
        warnings.warn("nan or inf is detected. Clipping results will be undefined.", stacklevel=2)
    scale = max_norm / (norm + 1e-8)
    for each in arrays if not scale >= 1 else ():
        each *= scale
    return norm if check_isfinite else total.astype("float32").reshape((1,))


def check_sha1(filename, sha1_hash):
    """Whether a file has the SHA-1 hash, in hexadecimal."""
    found = hashlib.sha1(usedforsecurity=False)
    with open(filename, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            found.update(block)
    return found.hexdigest() == sha1_hash


def download(url, path=None, overwrite=False, sha1_hash=None, retries=5, verify_ssl=True):
    """The path of a file that lies there already, with the right hash if one is given.

    Raises MXNetError otherwise: nothing is fetched.
    """
    name = url.split("/")[-1]
    target = name if path is None else os.path.expanduser(path)
    if path is not None and os.path.isdir(target):
        target = os.path.join(target, name)
    if not overwrite and os.path.exists(target) and (not sha1_hash or check_sha1(target, sha1_hash)):
        return target
    raise MXNetError(f"download: symgraph fetches nothing; get {url} by other means, and put it to "
                     f"{target}")


def replace_file(src, dst):
    """Let dst be the file src, in one step."""
    os.replace(src, dst)


__all__ = ["HookHandle", "check_sha1", "clip_global_norm", "download", "replace_file", "shape_is_known",
           "split_and_load", "split_data"]
