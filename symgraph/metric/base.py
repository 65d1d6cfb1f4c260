"""What a metric is, how one is made from a name, and metrics made of others or of a function."""
import json

from ..errors import MXNetError
from ..names import near
from .arrays import check_label_shapes, host, plain

_CLASSES = {}


def register(klass):
    """Makes a class of metrics known to `create` under its own name, in any case."""
    _CLASSES[klass.__name__.lower()] = klass
    return klass


def alias(*names):
    """A decorator that makes a class of metrics known to `create` under further names."""
    def add(klass):
        _CLASSES.update((name.lower(), klass) for name in names)
        return klass
    return add


class EvalMetric:
    """Sums up a figure over batches; the base of all metrics.

    A metric of your own defines `update`, which adds to sum_metric and num_inst; the value is
    their quotient, NaN while num_inst is 0. Every metric counts twice: since the last reset (the
    global result) and since the last `reset_local`, which Speedometer calls after each line.
    A class whose update keeps global_sum_metric and global_num_inst as well says so with
    has_global_stats=True.

    output_names and label_names choose the arrays that `update_dict` passes on, None for all.
    Other keyword arguments become part of the configuration.
    """

    def __init__(self, name, output_names=None, label_names=None, **kwargs):
        self.name = str(name) if not isinstance(name, list) else name
        self.output_names = output_names
        self.label_names = label_names
        self._has_global_stats = kwargs.pop("has_global_stats", False)
        self._kwargs = kwargs
        self.reset()

    def __str__(self):
        return f"EvalMetric: {dict(self.get_name_value())}"

    def get_config(self):
        """The configuration as a dict, from which `create(**config)` makes an equal metric."""
        return {**self._kwargs, "metric": type(self).__name__, "name": self.name,
                "output_names": self.output_names, "label_names": self.label_names}

    def update_dict(self, label, pred):
        """Counts a batch given as dicts from name to array.

        Raises ValueError if one of label_names or output_names is not among them.
        """
        self.update(self._chosen(label, self.label_names, "label"),
                    self._chosen(pred, self.output_names, "output"))

    def _chosen(self, arrays, names, kind):
        if names is None:
            return list(arrays.values())
        missing = [name for name in names if name not in arrays]
        if missing:
            raise ValueError(f"metric {self.name!r} needs the {kind}s {names}, but there is no "
                             f"{', '.join(missing)} among {', '.join(arrays) or 'none'}")
        return [arrays[name] for name in names]

    def update(self, labels, preds):
        """Counts a batch: labels and predictions are lists of arrays, one pair per output."""
        raise NotImplementedError(f"{type(self).__name__} must define update(labels, preds)")

    def _count(self, total, number):
        """Adds to the local and to the global result."""
        total, number = plain(total), plain(number)
        self.sum_metric += total
        self.num_inst += number
        self.global_sum_metric += total
        self.global_num_inst += number

    def _value(self, total, number):
        return total / number

    def reset(self):
        """Forgets everything counted so far."""
        self.num_inst = 0
        self.sum_metric = 0.0
        self.global_num_inst = 0
        self.global_sum_metric = 0.0

    def reset_local(self):
        """Forgets what was counted for the local result."""
        self.num_inst = 0
        self.sum_metric = 0.0

    def get(self):
        """The name and the value since the last reset of any kind."""
        if self.num_inst == 0:
            return self.name, float("nan")
        return self.name, plain(self._value(self.sum_metric, self.num_inst))

    def get_global(self):
        """The name and the value since the last `reset`."""
        if not self._has_global_stats:
            return self.get()
        if self.global_num_inst == 0:
            return self.name, float("nan")
        return self.name, plain(self._value(self.global_sum_metric, self.global_num_inst))

    def get_name_value(self):
        """The local result as a list of pairs (name, value)."""
        return _pairs(*self.get())

    def get_global_name_value(self):
        """The global result as a list of pairs (name, value); the local one if there is no other."""
        return _pairs(*self.get_global()) if self._has_global_stats else self.get_name_value()


def _pairs(names, values):
    if not isinstance(names, (list, tuple)):
        names, values = [names], [values]
    return list(zip(names, values))


@register
@alias("composite")
class CompositeEvalMetric(EvalMetric):
    """Several metrics as one: `get` gives a list of names and a list of values.

    metrics is a list of whatever `create` takes.
    """

    def __init__(self, metrics=None, name="composite", output_names=None, label_names=None):
        if not isinstance(metrics, (list, tuple, type(None))):
            raise TypeError(f"CompositeEvalMetric takes a list of metrics, got {metrics!r}")
        self.metrics = [create(metric) for metric in metrics or []]
        super().__init__(name, output_names, label_names, has_global_stats=True)

    def add(self, metric):
        """Appends a metric, given as whatever `create` takes."""
        self.metrics.append(create(metric))

    def get_metric(self, index):
        """The metric at a position; raises ValueError outside the list."""
        if not -len(self.metrics) <= index < len(self.metrics):
            raise ValueError(f"metric {self.name!r} has {len(self.metrics)} metrics, there is "
                             f"none at {index}")
        return self.metrics[index]

    def update_dict(self, labels, preds):
        if self.label_names is not None:
            chosen = self._chosen(labels, self.label_names, "label")
            labels = dict(zip(self.label_names, chosen))
        if self.output_names is not None:
            chosen = self._chosen(preds, self.output_names, "output")
            preds = dict(zip(self.output_names, chosen))
        for metric in self.metrics:
            metric.update_dict(labels, preds)

    def update(self, labels, preds):
        for metric in self.metrics:
            metric.update(labels, preds)

    def reset(self):
        for metric in self.metrics:
            metric.reset()

    def reset_local(self):
        for metric in self.metrics:
            metric.reset_local()

    def get(self):
        return self._lists([metric.get() for metric in self.metrics])

    def get_global(self):
        return self._lists([metric.get_global() for metric in self.metrics])

    @staticmethod
    def _lists(results):
        pairs = [pair for names, values in results for pair in _pairs(names, values)]
        return [name for name, _ in pairs], [value for _, value in pairs]

    def get_config(self):
        return {**super().get_config(), "metrics": [m.get_config() for m in self.metrics]}


@register
class CustomMetric(EvalMetric):
    """The mean of a function of a label and a prediction, which it gets as NumPy arrays.

    feval returns a figure, which counts as one, or a pair (sum, number). With
    allow_extra_outputs there may be more predictions than labels; the surplus is ignored.
    Without a name the metric is called after the function.
    """

    def __init__(self, feval, name=None, allow_extra_outputs=False, output_names=None,
                 label_names=None):
        if not callable(feval):
            raise TypeError("a metric is made of a function of a label and a prediction, got "
                            f"{feval!r}")
        if name is None:
            name = getattr(feval, "__name__", type(feval).__name__)
            name = f"custom({name})" if "<" in name else name
        super().__init__(name, output_names, label_names, feval=feval,
                         allow_extra_outputs=allow_extra_outputs, has_global_stats=True)
        self._feval = feval
        self._allow_extra_outputs = allow_extra_outputs

    def update(self, labels, preds):
        if not self._allow_extra_outputs:
            labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(labels, preds):
            result = self._feval(host(label), host(pred))
            self._count(*(result if isinstance(result, tuple) else (result, 1)))

    def get_config(self):
        raise MXNetError(f"metric {self.name!r} calls a function, which has no configuration")


def np(numpy_feval, name=None, allow_extra_outputs=False):
    """A CustomMetric of a function of a label and a prediction, both NumPy arrays."""
    return CustomMetric(numpy_feval, name, allow_extra_outputs)


def create(metric, *args, **kwargs):
    """Makes a metric.

    metric is a name such as 'acc', a function of a label and a prediction (NumPy arrays), a list
    of metrics, a class of metrics, what `get_config` gave (as a dict or as JSON text), or a
    metric, which is returned as it is. What else is given goes to the constructor.

    Raises ValueError for an unknown name and for arguments beside a finished metric, TypeError
    for anything that can be no metric.
    """
    if isinstance(metric, EvalMetric):
        if args or kwargs:
            raise ValueError(f"metric {metric.name!r} is finished: it takes no more arguments, "
                             f"got {args or kwargs}")
        return metric
    if isinstance(metric, (list, tuple)):
        return CompositeEvalMetric([create(child, *args, **kwargs) for child in metric])
    if isinstance(metric, dict):
        return create(*args, **{**metric, **kwargs})
    if isinstance(metric, str):
        return _create_named(metric, args, kwargs)
    if isinstance(metric, type) and issubclass(metric, EvalMetric):
        return metric(*args, **kwargs)
    if callable(metric):
        return CustomMetric(metric, *args, **kwargs)
    raise TypeError("a metric is a name, a function, a list of metrics or an EvalMetric, "
                    f"got {metric!r}")


def _create_named(name, args, kwargs):
    if name.startswith("{"):
        return create(json.loads(name), *args, **kwargs)
    if name.startswith("["):
        name, *options = json.loads(name)
        return create(name, *args, **{**(options[0] if options else {}), **kwargs})
    klass = _CLASSES.get(name.lower())
    if klass is None:
        raise ValueError(f"there is no metric {name!r}{near(name, _CLASSES)}; known are "
                         f"{', '.join(sorted(_CLASSES))} (mx.metric.register makes a class of your own "
                         "known)")
    return klass(*args, **kwargs)
