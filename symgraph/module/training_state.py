"""The optimizer of a module, or of all buckets of one."""
import warnings

from .. import optimizer as opt


class TrainingState:
    """An updater, and the numbers under which it knows parameters.

    Modules that share it may list parameters in different orders: names decide.
    """

    def __init__(self, symbol, names, batch_size, optimizer, optimizer_params):
        self.index = {name: i for i, name in enumerate(names)}
        named = {i: name for name, i in self.index.items()}
        rescale = 1.0 / batch_size if batch_size else 1.0
        self.by_name = isinstance(optimizer, str)
        if self.by_name:
            try:
                optimizer_params = dict(optimizer_params)
            except (TypeError, ValueError):
                raise TypeError("init_optimizer: optimizer_params is a dict, or pairs (name, value), "
                                f"got {optimizer_params!r}") from None
            settings = {"rescale_grad": rescale, **optimizer_params}
            optimizer = opt.create(optimizer, sym=symbol, param_idx2name=named, **settings)
        elif not isinstance(optimizer, opt.Optimizer):
            raise TypeError("init_optimizer: optimizer is a name or an Optimizer, got "
                            f"{type(optimizer).__name__}")
        else:
            if abs(optimizer.rescale_grad - rescale) > 1e-6 * rescale:
                warnings.warn(
                    f"the {type(optimizer).__name__} given has rescale_grad="
                    f"{optimizer.rescale_grad}, not 1 / batch size = {rescale}; is that intended?",
                    stacklevel=4)
            if not optimizer.idx2name:
                optimizer.join(named, symbol, decay_rule=False)
        self.updater = opt.get_updater(optimizer)

    def join(self, symbol, names):
        """Number parameters that are new."""
        new = [name for name in names if name not in self.index]
        numbers = {len(self.index) + i: name for i, name in enumerate(new)}
        self.index.update((name, i) for i, name in numbers.items())
        if numbers:
            self.updater.optimizer.join(numbers, symbol, decay_rule=self.by_name)

    def update(self, weights, grads):
        """Update each of weights, by name, that has a gradient."""
        names = [name for name, grad in grads.items() if grad is not None]
        if names:
            self.updater([self.index[n] for n in names], [grads[n] for n in names],
                         [weights[n] for n in names])
