"""What a module is fed: names and shapes of inputs, and rows that only fill a batch up."""
import warnings

from .. import ndarray
from ..io import DataBatch, DataDesc
from ..metric import EvalMetric

NOT_INPUTS = ("_weight", "_bias", "_gamma", "_beta", "_parameters", "_state", "_state_cell")
DEFAULT_LABELS = ("softmax_label",)


def check_names(symbol, names, kind, required):
    """Raise ValueError, or only warn, if names are not all arguments of symbol."""
    arguments = symbol.list_arguments()
    for name in names:
        if name in arguments:
            continue
        likely = [a for a in arguments if not a.endswith(NOT_INPUTS)]
        message = (f"Module({kind}={list(names)}): the symbol has no argument {name!r}; "
                   f"its inputs may be {', '.join(likely) or 'none'}")
        if required:
            raise ValueError(message)
        warnings.warn(message, stacklevel=4)


def check_labels(symbol, names):
    """Warn of labels that symbol does not have; it may well lack the default one."""
    arguments = symbol.list_arguments()
    unclaimed = [a for a in arguments if a.endswith("label") and a not in names]
    if tuple(names) != DEFAULT_LABELS or unclaimed:
        check_names(symbol, names, "label_names", False)


def descriptions(shapes):
    """DataDescs from DataDescs or pairs (name, shape)."""
    found = []
    for each in shapes or ():
        desc = each if isinstance(each, DataDesc) else DataDesc(*each)
        if not isinstance(desc.shape, (tuple, list)):
            raise TypeError(f"the shape of {desc.name!r} is a tuple, got {desc.shape!r}")
        found.append(desc)
    return found


def match_names(names, descs, kind, required):
    """Raise ValueError, or only warn, if descs are not those of names."""
    given = [desc.name for desc in descs]
    if sorted(given) == sorted(names):
        return
    message = f"{kind}s are called {list(names)} in the module, but shapes are given for {given}"
    if required:
        raise ValueError(message)
    if given:
        warnings.warn(message, stacklevel=4)


def requests(symbol, grad_req, wanted):
    """What gradients an executor makes, by argument.

    grad_req as one word is for the arguments wanted; a list is for all, a dict for those it names.
    Raises ValueError for a list of another length, and for names that symbol does not have.
    """
    names = symbol.list_arguments()
    if isinstance(grad_req, (list, tuple)):
        if len(grad_req) != len(names):
            raise ValueError(f"grad_req has {len(grad_req)} entries for {len(names)} arguments: "
                             f"{', '.join(names)}")
        return dict(zip(names, grad_req))
    word = grad_req if isinstance(grad_req, str) else "write"
    reqs = {name: word if name in wanted else "null" for name in names}
    if isinstance(grad_req, dict):
        check_names(symbol, grad_req, "grad_req", True)
        reqs.update(grad_req)
    return reqs


def batch_axis(desc):
    """The axis of the batch, -1 if the layout has none: every context gets the whole then."""
    return DataDesc.get_batch_axis(desc.layout)


def described(arrays, given, bound, kind):
    """DataDescs of the arrays of a batch: its own, or like those bound, with the arrays' shapes."""
    arrays = arrays or []
    descs = descriptions(given) or bound
    if len(arrays) != len(descs):
        raise ValueError(f"the batch has {len(arrays)} arrays of {kind}, the module takes "
                         f"{len(descs)}: {', '.join(d.name for d in descs)}")
    return [DataDesc(d.name, tuple(a.shape), d.dtype, d.layout) for d, a in zip(descs, arrays)]


def require_batches(who, batches):
    """Raise TypeError for what is no DataBatch, nor like one."""
    for batch in batches:
        if not isinstance(getattr(batch, "data", None), (list, tuple)):
            raise TypeError(f"{who}: a batch is an mx.io.DataBatch, which has a list of arrays as "
                            f"data, got {type(batch).__name__}")


def joined(batches, data_descs, label_descs):
    """One batch of several, their arrays one after the other along the axes of the batch."""
    def join(kind, descs):
        lists = [getattr(batch, kind) or [] for batch in batches]
        return [ndarray.concatenate(list(parts), max(batch_axis(desc), 0), always_copy=False)
                for parts, desc in zip(zip(*lists), descs)]
    return DataBatch(join("data", data_descs), join("label", label_descs) or None)


def without_padding(array, n_rows, pad, axis=0):
    """A copy of array without what comes of the last pad of n_rows rows of a batch.

    axis is that of the batch. As the first axis it may be the slower part of it, which is then
    longer by a whole factor.
    """
    length = array.shape[axis] if axis < array.ndim else 0
    if not pad or length % n_rows or (axis and length != n_rows):
        return array.copy()
    kept = slice(length // n_rows * (n_rows - pad))
    return array[(slice(None),) * axis + (kept,)].copy()


class Unpadded(EvalMetric):
    """Lets a metric count only the rows of a batch that are no padding."""

    def __init__(self, metric, *where):
        self.metric, self.where = metric, where     # where: what without_padding wants

    def update_dict(self, label, pred):
        self.metric.update_dict({n: without_padding(a, *self.where) for n, a in label.items()},
                                {n: without_padding(a, *self.where) for n, a in pred.items()})

    def update(self, labels, preds):
        self.metric.update([without_padding(a, *self.where) for a in labels],
                           [without_padding(a, *self.where) for a in preds])
