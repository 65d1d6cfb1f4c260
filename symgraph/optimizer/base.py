"""The base class of optimizers: rates, decay, multipliers, counts of updates, the registry."""
import inspect
import numbers
import warnings

import numpy as np

from .. import log
from ..errors import MXNetError
from ..names import near

SHORT = {"lr": "learning_rate", "weight_decay": "wd", "betas": "beta1", "eps": "epsilon",
         "scheduler": "lr_scheduler"}       # what other libraries call arguments

class Optimizer:
    """Moves one weight at a time along its gradient; the base of all optimizers.

    A gradient is first multiplied by rescale_grad (often 1 / batch size) and then clipped to
    [-clip_gradient, clip_gradient]. wd is the weight decay. learning_rate None means the
    scheduler's base_lr, or 0.01 without a scheduler; else it becomes the scheduler's base_lr.

    param_idx2name maps the indices that `update` is called with to names: parameters whose names
    end neither in _weight nor in _gamma do not decay. lr_mult and wd_mult of the variables of sym,
    by name, multiply rate and decay. With multi_precision, float16 weights are updated in float32.

    An optimizer of your own defines `create_state` and `update`, and is made known by `register`.
    """

    opt_registry = {}   # lower-case name -> class, as in MXNet
    decaying = ("_weight", "_gamma")    # how the names of parameters end that decay
    remembered = ()     # names of attributes that updates change: they go along with the states

    def __init__(self, rescale_grad=1.0, param_idx2name=None, wd=0.0, clip_gradient=None,
                 learning_rate=None, lr_scheduler=None, sym=None, begin_num_update=0,
                 multi_precision=False, param_dict=None):
        for name, value in (("rescale_grad", rescale_grad), ("wd", wd),
                            ("clip_gradient", clip_gradient), ("learning_rate", learning_rate)):
            if not isinstance(value, (numbers.Number, np.generic, type(None))):
                raise TypeError(f"{type(self).__name__}: {name} is a number, got {value!r}")
        if not (lr_scheduler is None or callable(lr_scheduler) and hasattr(lr_scheduler, "base_lr")):
            raise TypeError(f"{type(self).__name__}: lr_scheduler is an mx.lr_scheduler.LRScheduler, "
                            f"or like one, with a base_lr; got {lr_scheduler!r}")
        self.rescale_grad = rescale_grad
        self.wd = wd
        self.clip_gradient = clip_gradient
        self.multi_precision = multi_precision
        self.lr_scheduler = lr_scheduler
        if learning_rate is None:
            learning_rate = 0.01 if lr_scheduler is None else lr_scheduler.base_lr
        elif lr_scheduler is not None:
            lr_scheduler.base_lr = learning_rate
        self.lr = learning_rate
        self.begin_num_update = begin_num_update
        self.num_update = begin_num_update
        self._index_update_count = {}
        self.idx2name = self._checked_names(param_idx2name)
        self.sym_info = (sym.attr_dict(), sym.list_arguments()) if sym is not None else ()
        self.param_dict = param_dict or {}
        self.set_lr_mult({})
        self.set_wd_mult({})

    @staticmethod
    def _checked_names(param_idx2name):
        if not isinstance(param_idx2name, (dict, type(None))):
            raise TypeError("param_idx2name is a dict from the indices of parameters to their "
                            f"names, got {param_idx2name!r}")
        return dict(param_idx2name or {})

    @staticmethod
    def register(klass):
        """Make an optimizer class known to `create` under its lower-case name; returns it."""
        name = klass.__name__.lower()
        if Optimizer.opt_registry.get(name, klass) is not klass:
            warnings.warn(f"optimizer {name!r} was {Optimizer.opt_registry[name]}, now it is "
                          f"{klass}", stacklevel=2)
        Optimizer.opt_registry[name] = klass
        return klass

    @staticmethod
    def create_optimizer(name, **kwargs):
        """The optimizer of a name, in upper or lower case, with kwargs for its constructor.

        An Optimizer is returned as it is. Raises ValueError for an unknown name, TypeError for
        an argument that the optimizer does not have.
        """
        if isinstance(name, Optimizer):
            if kwargs:
                raise ValueError(f"{type(name).__name__} is an optimizer already, it takes no "
                                 f"{', '.join(kwargs)}; set its attributes")
            return name
        if not isinstance(name, str):
            raise TypeError(f"an optimizer is given by its name or as an Optimizer, got {name!r}")
        klass = Optimizer.opt_registry.get(name.lower())
        if klass is None:
            known = sorted(Optimizer.opt_registry)
            raise ValueError(f"there is no optimizer {name!r}{near(name, known)}; known are "
                             f"{', '.join(known)} (mx.optimizer.register makes a class of your own "
                             "known)")
        known = arguments_of(klass)
        for key in kwargs:
            if known and key not in known:
                raise TypeError(f"{klass.__name__} has no argument {key!r}"
                                f"{near(SHORT.get(key, key), known)}; it takes {', '.join(known)}")
        return klass(**kwargs)

    def create_state(self, index, weight):
        """What must be remembered of a parameter beside its weight: None, an NDArray or a tuple."""

    def update(self, index, weight, grad, state):
        """Change weight, and state, in place; index tells which parameter it is."""
        raise NotImplementedError(f"{type(self).__name__} must define "
                                  "update(index, weight, grad, state)")

    def create_state_multi_precision(self, index, weight):
        """Like create_state; (float32 copy, its state) for float16 weights with multi_precision."""
        if np.dtype(weight.dtype) != np.float16:
            return self.create_state(index, weight)
        if not self.multi_precision:
            log.warning("%s: a float16 weight loses small updates; multi_precision=True keeps a "
                        "float32 copy", type(self).__name__)
            return self.create_state(index, weight)
        master = weight.astype("float32")
        return master, self.create_state(index, master)

    def update_multi_precision(self, index, weight, grad, state):
        """Like update; a float16 weight with multi_precision follows its float32 copy."""
        if not self._has_master(weight):
            self.update(index, weight, grad, state)
            return
        master, inner = state
        self.update(index, master, grad.astype("float32"), inner)
        weight[:] = master.astype("float16")

    def _has_master(self, weight):
        return self.multi_precision and np.dtype(weight.dtype) == np.float16

    @property
    def learning_rate(self):
        """The current rate, before multipliers."""
        return self.lr if self.lr_scheduler is None else self.lr_scheduler(self.num_update)

    def set_learning_rate(self, lr):
        """Set the rate; raises MXNetError if a scheduler decides it."""
        if self.lr_scheduler is not None:
            raise MXNetError(f"{type(self).__name__}: its {type(self.lr_scheduler).__name__} sets "
                             "the learning rate; change that one's base_lr, or set lr_scheduler to "
                             "None")
        self.lr = lr

    def set_lr_mult(self, args_lr_mult):
        """Set multipliers of the rate by name or index; others are those of variables, or 1."""
        self.lr_mult = self._declared("__lr_mult__")
        self.lr_mult.update(by_name(args_lr_mult, "set_lr_mult"))

    def set_wd_mult(self, args_wd_mult):
        """Set multipliers of the decay by name or index; what is not named has its variable's.

        Without one, it is 0 for names that end neither in _weight nor in _gamma, and 1 for others.
        """
        self.wd_mult = {name: 0.0 for name in self.idx2name.values() if not self._decays(name)}
        self.wd_mult.update(self._declared("__wd_mult__"))
        self.wd_mult.update(by_name(args_wd_mult, "set_wd_mult"))

    def _declared(self, key):
        """What the variables of the symbol say under key, by name."""
        attrs, names = self.sym_info or ({}, ())
        return {name: float(attrs[name][key]) for name in names if key in attrs.get(name, {})}

    def join(self, names, sym, decay_rule):
        """Get to know parameters, index -> name, and what the variables of sym say of them.

        Multipliers that are set already stay. With decay_rule, names that end neither in _weight
        nor in _gamma do not decay.
        """
        self.idx2name.update(names)
        own, self.sym_info = self.sym_info, (sym.attr_dict(), sym.list_arguments())
        new = set(names.values())
        for mult, key in ((self.lr_mult, "__lr_mult__"), (self.wd_mult, "__wd_mult__")):
            for name, value in self._declared(key).items():
                if name in new:
                    mult.setdefault(name, value)
        self.sym_info = own or self.sym_info
        for name in names.values() if decay_rule else ():
            if not self._decays(name):
                self.wd_mult.setdefault(name, 0.0)

    def _decays(self, name):
        return name.endswith(self.decaying)

    def _update_count(self, index):
        """Note that the parameters of index, one or a list, are updated once more."""
        counts = self._index_update_count
        for i in index if isinstance(index, (list, tuple)) else (index,):
            counts[i] = counts.get(i, self.begin_num_update) + 1
            self.num_update = max(self.num_update, counts[i])

    def _get_lrs(self, indices):
        """The rates of parameters, multipliers included."""
        return self._multiplied(self.learning_rate, indices, self.lr_mult, "lr_mult")

    def _get_lr(self, index):
        return self._get_lrs([index])[0]

    def _get_wds(self, indices):
        """The decays of parameters, multipliers included."""
        return self._multiplied(self.wd, indices, self.wd_mult, "wd_mult")

    def _get_wd(self, index):
        return self._get_wds([index])[0]

    def _multiplied(self, value, indices, by_name, attribute):
        if value == 0 or not (by_name or self.param_dict):
            return [value] * len(indices)
        return [value * self._multiplier(i, by_name, attribute) for i in indices]

    def _multiplier(self, index, by_name, attribute):
        if index in self.param_dict:
            return getattr(self.param_dict[index], attribute)
        if index in by_name:
            return by_name[index]
        return by_name.get(self.idx2name.get(index), 1.0)

    def __getstate__(self):
        """Everything but param_dict, whose parameters belong to a network."""
        return {key: value for key, value in self.__dict__.items() if key != "param_dict"}

    def __setstate__(self, state):
        self.__dict__.update(state, param_dict={})


register = Optimizer.register
create = Optimizer.create_optimizer


def by_name(multipliers, who):
    """multipliers, if they are a dict; raises TypeError otherwise."""
    if not isinstance(multipliers, dict):
        raise TypeError(f"{who} takes a dict from the names or indices of parameters to multipliers, "
                        f"got {multipliers!r}")
    return multipliers


def arguments_of(klass):
    """The names that a constructor takes, with those it hands on to its bases; () if it takes all."""
    names = []
    for base in klass.__mro__:
        if "__init__" not in vars(base):
            continue
        params = inspect.signature(base.__init__).parameters.values()
        names += [p.name for p in params if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
        if base is Optimizer or all(p.kind != p.VAR_KEYWORD for p in params):
            return [name for name in dict.fromkeys(names) if name != "self"]
    return ()
