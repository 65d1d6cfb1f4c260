"""One epoch of training, and what training checks of what it is given."""
import operator
import time

from ..checkpoint import BatchEndParam
from ..errors import MXNetError


def as_list(callbacks):
    """No callback, one, or a list of them, as a list; raises TypeError for what is no function."""
    if callbacks is None:
        return []
    found = list(callbacks) if isinstance(callbacks, (list, tuple)) else [callbacks]
    for callback in found:
        if not callable(callback):
            raise TypeError(f"a callback is a function, or what can be called, got {callback!r}")
    return found


def require_iterator(data, what, *attributes):
    """Raise TypeError unless data is like a DataIter, with these attributes."""
    if not (hasattr(data, "__iter__") and all(hasattr(data, name) for name in attributes)):
        raise TypeError(f"{what} is a DataIter, as NDArrayIter(array, labels, batch_size) of mx.io is "
                        f"one, got {type(data).__name__}")


def epochs(begin, end, logger):
    """The numbers of the epochs to train; raises TypeError for bounds that are no whole numbers."""
    try:
        found = range(operator.index(begin), operator.index(end))
    except TypeError:
        raise TypeError(f"fit: begin_epoch and num_epoch are whole numbers, got {begin!r} and "
                        f"{end!r}") from None
    if not found:
        logger.warning("fit: nothing to do, as begin_epoch=%d is not below num_epoch=%d, which counts "
                       "from epoch 0", begin, end)
    return found


def call(callbacks, param):
    for callback in as_list(callbacks):
        callback(param)


def run_epoch(module, epoch, train_data, eval_metric, batch_end_callback, monitor,
              sparse_row_id_fn):
    """Train module on every batch of train_data once, and log the metric and the time."""
    started = time.time()
    eval_metric.reset()
    batches = iter(train_data)
    upcoming = next(batches, None)
    if upcoming is None:
        raise MXNetError(f"fit: train_data has no batch in epoch {epoch}; is it empty, or does it "
                         "want a reset()?")
    nbatch, results = 0, []
    while upcoming is not None:
        data_batch = upcoming
        if monitor is not None:
            monitor.tic()
        module.forward_backward(data_batch)
        module.update()
        if isinstance(data_batch, list):
            module.update_metric(eval_metric, [b.label for b in data_batch], pre_sliced=True)
        else:
            module.update_metric(eval_metric, data_batch.label)
        upcoming = next(batches, None)      # only now: an iterator may fill the same arrays anew
        if upcoming is not None:
            module.prepare(upcoming, sparse_row_id_fn=sparse_row_id_fn)
        if monitor is not None:
            monitor.toc_print()
        if upcoming is None:
            results = eval_metric.get_global_name_value()   # before a callback resets it
        call(batch_end_callback, BatchEndParam(epoch, nbatch, eval_metric, locals()))
        nbatch += 1
    for name, value in results:
        module.logger.info("Epoch[%d] Train-%s=%f", epoch, name, value)
    module.logger.info("Epoch[%d] Time cost=%.3f", epoch, time.time() - started)
