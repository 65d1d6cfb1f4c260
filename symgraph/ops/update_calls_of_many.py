"""Steps of several weights at once, as `multi_sgd_update`."""
from ..errors import GraphError
from ..op import REQUIRED, WIDE, same_dtype, unify
from .update_calls import STEPS, Call, declare, text


class Several(Call):
    """The same step for num_weights weights, each with a rate and a decay of its own.

    Inputs are the arrays of the first weight, those of the second and so on; if preloaded, the rates
    and decays are vectors behind them, else parameters.
    """

    preloaded = False
    spread = True

    def validate(self):
        given = [] if self.preloaded else [len(self.lrs), len(self.wds)]
        if self.num_weights < 1 or any(n != self.num_weights for n in given):
            lists = f" with {given[0]} lrs and {given[1]} wds" if given else ""
            raise GraphError(f"{self.name}: num_weights is {self.num_weights}{lists}; it is 1 or more, "
                             "with a rate and a decay for each")

    @property
    def visible(self):
        return self.num_weights

    @property
    def states(self):
        width, n, n_states = len(self.slots), self.num_weights, len(self.slots) - 2
        return {i * width + 2 + k: n + i * n_states + k for i in range(n) for k in range(n_states)}

    def inputs(self):
        each = [f"{name}_{i}" for i in range(self.num_weights) for name in self.slots]
        return (*each, *(("lrs", "wds") if self.preloaded else ()))

    def outputs(self):
        n = range(self.num_weights)
        return (*(f"output{i}" if len(n) > 1 else "output" for i in n),
                *(f"next_{name}_{i}" for i in n for name in self.slots[2:]))

    def apart(self, ins, outs):
        """The inputs and the outputs of each step."""
        n, width, n_states = self.num_weights, len(self.slots), len(self.slots) - 2
        for i in range(n):
            states = outs[n + i * n_states:n + (i + 1) * n_states]
            yield ins[i * width:(i + 1) * width], [outs[i], *states]

    def together(self, steps, last):
        """What apart took apart; last is what belongs to rates and decays."""
        ins, outs = zip(*steps)
        return ([fact for own in ins for fact in own] + last,
                [own[0] for own in outs] + [fact for own in outs for fact in own[1:]])

    def vectors(self, ins):
        return ins[-2:] if self.preloaded else []

    def shapes(self, ins, outs):
        return self.together([Call.shapes(self, *own) for own in self.apart(ins, outs)],
                             [unify(shape, (self.num_weights,)) for shape in self.vectors(ins)])

    def dtypes(self, ins, outs):
        return self.together([Call.dtypes(self, *own) for own in self.apart(ins, outs)],
                             [same_dtype(dtype, types=self.types) or WIDE
                              for dtype in self.vectors(ins)])

    def expand(self, F, x):
        n = range(self.num_weights)
        if self.preloaded:
            table = from_vectors(F, *self.vectors(x), self.row()[2:])
            hypers = [(table, i) for i in n]
        else:
            hypers = [(F._numbers(values=self.row(self.lrs[i], self.wds[i])), 0) for i in n]
        steps = [(own, self.made(F, own, *hyper))
                 for (own, _), hyper in zip(self.apart(x, self.outputs()), hypers)]
        return self.together(steps, [])[1]


def from_vectors(F, lrs, wds, rest):
    """The matrix hyper from rates, decays, and the numbers that all rows share."""
    n, = F.shape(lrs)
    columns = [F.Reshape(F.Cast(vector, dtype="float64"), shape=(n, 1)) for vector in (lrs, wds)]
    shared = F.broadcast_to(F._numbers(values=rest), shape=(n, len(rest)))
    return F.Concat(*columns, shared, num_args=3, dim=1)


ORDER = ("Inputs are the arrays of the first weight, those of the second, and so on{behind}, "
         "``num_weights`` in all. ")
for _single in ("sgd_update", "sgd_mom_update"):
    _step, _memory, _params = STEPS[_single]
    _own = {key: value for key, value in _params.items() if key not in ("lr", "wd", "lazy_update")}
    for _mixed in (False, True):
        for _preloaded in (False, True):
            _name = f"{'preloaded_' * _preloaded}multi_{'mp_' * _mixed}{_single}"
            _lists = {} if _preloaded else {"lrs": REQUIRED, "wds": REQUIRED}
            _behind = "; then the vectors lrs and wds" if _preloaded else ""
            declare(_name, Several, text(_step, _memory, _mixed, ORDER.format(behind=_behind)),
                    {**_lists, **_own, "num_weights": 1}, step=_step, memory=_memory, mixed=_mixed,
                    preloaded=_preloaded)
