"""What a module is fed: names and shapes of inputs, and rows that only fill a batch up."""
import warnings

from .. import ndarray
from ..io import DataBatch, DataDesc
from ..metric import EvalMetric
from ..names import listed, near
from ..op import as_shape

NOT_INPUTS = ("_weight", "_bias", "_gamma", "_beta", "_parameters", "_state", "_state_cell")
DEFAULT_LABELS = ("softmax_label",)
OF_INPUTS = ("data_names", "label_names", "state_names")


def list_of_names(names, kind):
    """names as a list; raises TypeError for a text, which is a list of its letters."""
    if isinstance(names, str):
        raise TypeError(f"Module: {kind} is a list of names, got {names!r}; write [{names!r}]")
    return list(names or ())


def check_names(symbol, names, kind, required):
    """Raise ValueError, or only warn, if names are not all arguments of symbol."""
    arguments = symbol.list_arguments()
    for name in names:
        if name in arguments:
            continue
        likely = [a for a in arguments if not a.endswith(NOT_INPUTS)]
        those = (f"its inputs may be {listed(likely) or 'none'}" if kind in OF_INPUTS
                 else f"it has {listed(arguments)}")
        message = (f"Module({kind}={list(names)}): the symbol has no argument "
                   f"{name!r}{near(name, arguments)}; {those}")
        if required:
            raise ValueError(message)
        warnings.warn(message, stacklevel=4)


def checked_names(symbol, names, kind):
    """names as a list, if symbol has them all."""
    names = list_of_names(names, kind)
    check_names(symbol, names, kind, True)
    return names


def checked_labels(symbol, names):
    """names as a list, with a warning of those that symbol lacks; the default one it may."""
    names = list_of_names(names, "label_names")
    arguments = symbol.list_arguments()
    unclaimed = [a for a in arguments if a.endswith("label") and a not in names]
    if tuple(names) != DEFAULT_LABELS or unclaimed:
        check_names(symbol, names, "label_names", False)
    return names


def descriptions(shapes):
    """DataDescs from DataDescs or pairs (name, shape); raises TypeError for anything else."""
    if hasattr(shapes, "provide_data"):
        raise TypeError(f"shapes are wanted, got a {type(shapes).__name__}; they are its provide_data "
                        "and provide_label")
    given = shapes
    shapes = list(shapes or ()) if hasattr(shapes or (), "__iter__") else [shapes]
    if not all(map(is_pair, shapes)) or isinstance(given, dict):
        raise TypeError("shapes are given as a list of pairs (name, shape) or DataDescs, got "
                        f"{given!r}")
    found = [each if isinstance(each, DataDesc) else DataDesc(*each) for each in shapes]
    for desc in found:
        as_shape(desc.shape, repr(desc.name))
    return found


def is_pair(value):
    """Whether value is a name with a shape, and perhaps dtype and layout behind."""
    return isinstance(value, (list, tuple)) and len(value) > 1 and isinstance(value[0], str)


def match_names(names, descs, kind, required):
    """Raise ValueError, or only warn, if descs are not those of names."""
    given = [desc.name for desc in descs]
    if sorted(given) == sorted(names):
        return
    message = (f"the module has the {kind} {list(names)} ({kind}_names), but shapes are given for "
               f"{given}")
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
    for desc, array in zip(descs, arrays):
        if not hasattr(array, "shape"):
            raise TypeError(f"the {kind} {desc.name!r} of a batch is an NDArray, got "
                            f"{type(array).__name__}")
    return [DataDesc(d.name, tuple(a.shape), d.dtype, d.layout) for d, a in zip(descs, arrays)]


def as_batch(who, batch):
    """batch as a DataBatch, if it is one or like one, as a namedtuple with the field data.

    Raises TypeError for anything else.
    """
    if not isinstance(getattr(batch, "data", None), (list, tuple)):
        raise TypeError(f"{who}: a batch is an mx.io.DataBatch, which has a list of arrays as "
                        f"data, got {type(batch).__name__}; mx.io.DataBatch([array]) makes one")
    if all(hasattr(batch, name) for name in FIELDS):
        return batch
    return DataBatch(*(getattr(batch, name, None) for name in FIELDS))


FIELDS = ("data", "label", "pad", "index", "bucket_key", "provide_data", "provide_label")


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
