"""Layers that bring values to mean 0 and variance 1, and scale and shift them."""
from ...dtypes import name_of
from ..hybrid import HybridBlock


class Normalizing(HybridBlock):
    """A layer with gamma, where scale lets it be learned, and beta, where center does."""

    def _add_scale_and_shift(self, shape, scale, center, gamma, beta, differentiable=True):
        """Make the parameters; those that are not differentiable can never be learned."""
        for name, learned, init in (("gamma", scale, gamma), ("beta", center, beta)):
            setattr(self, name, self.params.get(
                name, grad_req="write" if learned else "null", shape=shape, init=init,
                allow_deferred_init=True, differentiable=differentiable or learned))

    def __repr__(self):
        shown = ", ".join(f"{key}={value!r}" for key, value in self._shown().items())
        return f"{type(self).__name__}({shown})"

    def _shown(self):
        """What the representation tells, by name."""
        raise NotImplementedError


class BatchNorm(Normalizing):
    """The operator BatchNorm; Ioffe and Szegedy (2015).

    Along axis there are in_channels channels, each with its gamma, beta, and moving statistics.
    These move in training; use_global_stats normalizes by them in training too. float16 data go with
    parameters in float32.
    """

    def __init__(self, axis=1, momentum=0.9, epsilon=1e-5, center=True, scale=True,
                 use_global_stats=False, beta_initializer="zeros", gamma_initializer="ones",
                 running_mean_initializer="zeros", running_variance_initializer="ones", in_channels=0,
                 **kwargs):
        super().__init__(**kwargs)
        self._kwargs = {"axis": axis, "eps": epsilon, "momentum": momentum, "fix_gamma": not scale,
                        "use_global_stats": use_global_stats}
        self._axis, self.in_channels = axis, in_channels
        self._add_scale_and_shift((in_channels,), scale, center, gamma_initializer, beta_initializer,
                                  differentiable=False)
        self.running_mean = self._statistic("running_mean", running_mean_initializer)
        self.running_var = self._statistic("running_var", running_variance_initializer)

    def _statistic(self, name, init):
        return self.params.get(name, grad_req="null", shape=(self.in_channels,), init=init,
                               allow_deferred_init=True, differentiable=False)

    def cast(self, dtype):
        """Let the parameters have another dtype; float32 for float16."""
        super().cast("float32" if name_of(dtype) == "float16" else dtype)

    def hybrid_forward(self, F, x, gamma, beta, running_mean, running_var):
        return F.BatchNorm(x, gamma, beta, running_mean, running_var, name="fwd", **self._kwargs)

    def _shown(self):
        return {**self._kwargs, "in_channels": self.gamma.shape[0] or None}


class BatchNormReLU(BatchNorm):
    """BatchNorm, followed by relu."""

    def hybrid_forward(self, F, x, gamma, beta, running_mean, running_var):
        return F.relu(super().hybrid_forward(F, x, gamma, beta, running_mean, running_var))


class SyncBatchNorm(BatchNorm):
    """BatchNorm: a batch is not shared between devices here, so there is nothing to synchronize."""

    def __init__(self, in_channels=0, num_devices=None, momentum=0.9, epsilon=1e-5, center=True,
                 scale=True, use_global_stats=False, beta_initializer="zeros",
                 gamma_initializer="ones", running_mean_initializer="zeros",
                 running_variance_initializer="ones", **kwargs):
        super().__init__(1, momentum, epsilon, center, scale, use_global_stats, beta_initializer,
                         gamma_initializer, running_mean_initializer, running_variance_initializer,
                         in_channels, **kwargs)
        self._kwargs = {"eps": epsilon, "momentum": momentum, "fix_gamma": not scale,
                        "use_global_stats": use_global_stats, "ndev": num_devices or 1,
                        "key": self.prefix}

    def hybrid_forward(self, F, x, gamma, beta, running_mean, running_var):
        return F.contrib.SyncBatchNorm(x, gamma, beta, running_mean, running_var, name="fwd",
                                       **self._kwargs)


class LayerNorm(Normalizing):
    """The operator LayerNorm along axis, of length in_channels; Ba et al. (2016)."""

    def __init__(self, axis=-1, epsilon=1e-5, center=True, scale=True, beta_initializer="zeros",
                 gamma_initializer="ones", in_channels=0, prefix=None, params=None):
        super().__init__(prefix, params)
        self._axis, self._epsilon, self._center, self._scale = axis, epsilon, center, scale
        self._in_channels = in_channels
        self._add_scale_and_shift((in_channels,), scale, center, gamma_initializer, beta_initializer)

    def hybrid_forward(self, F, data, gamma, beta):
        return F.LayerNorm(data, gamma=gamma, beta=beta, axis=self._axis, eps=self._epsilon)

    def _shown(self):
        return {"eps": self._epsilon, "axis": self._axis, "center": self._center,
                "scale": self._scale, "in_channels": self.gamma.shape[0]}


class GroupNorm(Normalizing):
    """The operator GroupNorm over num_groups groups of channels; Wu and He (2018)."""

    def __init__(self, num_groups=1, epsilon=1e-5, center=True, scale=True, beta_initializer="zeros",
                 gamma_initializer="ones", prefix=None, params=None):
        super().__init__(prefix, params)
        self._num_groups, self._epsilon, self._center, self._scale = num_groups, epsilon, center, scale
        self._add_scale_and_shift((num_groups,), scale, center, gamma_initializer, beta_initializer)

    def hybrid_forward(self, F, data, gamma, beta):
        return F.GroupNorm(data, gamma=gamma, beta=beta, num_groups=self._num_groups,
                           eps=self._epsilon)

    def _shown(self):
        return {"eps": self._epsilon, "num_groups": self._num_groups, "center": self._center,
                "scale": self._scale}


class InstanceNorm(Normalizing):
    """The operator InstanceNorm with channels along axis; Ulyanov et al. (2016)."""

    def __init__(self, axis=1, epsilon=1e-5, center=True, scale=False, beta_initializer="zeros",
                 gamma_initializer="ones", in_channels=0, **kwargs):
        super().__init__(**kwargs)
        self._axis, self._epsilon, self._center, self._scale = axis, epsilon, center, scale
        self._add_scale_and_shift((in_channels,), scale, center, gamma_initializer, beta_initializer)

    def hybrid_forward(self, F, x, gamma, beta):
        if self._axis == 1:
            return F.InstanceNorm(x, gamma, beta, name="fwd", eps=self._epsilon)
        moved = F.swapaxes(x, dim1=1, dim2=self._axis)
        out = F.InstanceNorm(moved, gamma, beta, name="fwd", eps=self._epsilon)
        return F.swapaxes(out, dim1=1, dim2=self._axis)

    def _shown(self):
        return {"eps": self._epsilon, "axis": self._axis, "center": self._center,
                "scale": self._scale, "in_channels": self.gamma.shape[0]}
