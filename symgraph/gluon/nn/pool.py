"""Pooling layers."""
from ..hybrid import HybridBlock
from .conv import lengths

LAYOUTS = {1: ("NCW", "NWC"), 2: ("NCHW", "NHWC"), 3: ("NCDHW", "NDHWC")}


class Pooling(HybridBlock):
    """What all pooling layers have in common: the operator Pooling.

    strides is by default pool_size. With ceil_mode windows may begin inside and end outside. Raises
    ValueError for numbers that are not one for each axis, and for unknown layouts.
    """

    kind = "max"
    n_axes = 2

    def __init__(self, pool_size, strides, padding, ceil_mode, layout, global_pool=False,
                 count_include_pad=None, **kwargs):
        n = self.n_axes
        if layout not in LAYOUTS[n]:
            raise ValueError(f"Only {' and '.join(LAYOUTS[n])} layouts are valid for {n}D Pooling, got "
                             f"'{layout}'")
        size = lengths(pool_size, n, "pool_size")
        options = {
            "kernel": size, "stride": size if strides is None else lengths(strides, n, "strides"),
            "pad": lengths(padding, n, "padding"), "global_pool": global_pool, "pool_type": self.kind,
            "pooling_convention": "full" if ceil_mode else "valid", "layout": layout}
        if count_include_pad is not None:
            options["count_include_pad"] = count_include_pad
        super().__init__(**kwargs)
        self._kwargs = options

    def _alias(self):
        return "pool"

    def hybrid_forward(self, F, x):
        return F.Pooling(x, name="fwd", **self._kwargs)

    def __repr__(self):
        of = self._kwargs
        return (f"{type(self).__name__}(size={of['kernel']}, stride={of['stride']}, "
                f"padding={of['pad']}, ceil_mode={of['pooling_convention'] == 'full'}, "
                f"global_pool={of['global_pool']}, pool_type={of['pool_type']}, "
                f"layout={of['layout']})")


class AvgPooling(Pooling):
    """The mean of windows; with count_include_pad, padding counts as zeros."""

    kind = "avg"


class GlobalPooling(Pooling):
    """One window over everything."""

    def __init__(self, layout, **kwargs):
        super().__init__(1, None, 0, True, layout, True, **kwargs)


class MaxPool1D(Pooling):
    """The largest element of each window over 1 axis; see Pooling."""

    n_axes = 1

    def __init__(self, pool_size=2, strides=None, padding=0, layout="NCW", ceil_mode=False,
                 **kwargs):
        super().__init__(pool_size, strides, padding, ceil_mode, layout, **kwargs)


class MaxPool2D(Pooling):
    """The largest element of each window over 2 axes; see Pooling."""

    n_axes = 2

    def __init__(self, pool_size=(2, 2), strides=None, padding=0, layout="NCHW", ceil_mode=False,
                 **kwargs):
        super().__init__(pool_size, strides, padding, ceil_mode, layout, **kwargs)


class MaxPool3D(Pooling):
    """The largest element of each window over 3 axes; see Pooling."""

    n_axes = 3

    def __init__(self, pool_size=(2, 2, 2), strides=None, padding=0, ceil_mode=False, layout="NCDHW",
                 **kwargs):
        super().__init__(pool_size, strides, padding, ceil_mode, layout, **kwargs)


class AvgPool1D(AvgPooling):
    """The mean of each window over 1 axis; see AvgPooling."""

    n_axes = 1

    def __init__(self, pool_size=2, strides=None, padding=0, layout="NCW", ceil_mode=False,
                 count_include_pad=True, **kwargs):
        super().__init__(pool_size, strides, padding, ceil_mode, layout,
                         count_include_pad=count_include_pad, **kwargs)


class AvgPool2D(AvgPooling):
    """The mean of each window over 2 axes; see AvgPooling."""

    n_axes = 2

    def __init__(self, pool_size=(2, 2), strides=None, padding=0, ceil_mode=False, layout="NCHW",
                 count_include_pad=True, **kwargs):
        super().__init__(pool_size, strides, padding, ceil_mode, layout,
                         count_include_pad=count_include_pad, **kwargs)


class AvgPool3D(AvgPooling):
    """The mean of each window over 3 axes; see AvgPooling."""

    n_axes = 3

    def __init__(self, pool_size=(2, 2, 2), strides=None, padding=0, ceil_mode=False, layout="NCDHW",
                 count_include_pad=True, **kwargs):
        super().__init__(pool_size, strides, padding, ceil_mode, layout,
                         count_include_pad=count_include_pad, **kwargs)


class GlobalMaxPool1D(GlobalPooling):
    """The largest element of each channel, along its axis."""

    n_axes = 1
    kind = "max"

    def __init__(self, layout="NCW", **kwargs):
        super().__init__(layout, **kwargs)


class GlobalMaxPool2D(GlobalPooling):
    """The largest element of each channel, over all 2 axes."""

    n_axes = 2
    kind = "max"

    def __init__(self, layout="NCHW", **kwargs):
        super().__init__(layout, **kwargs)


class GlobalMaxPool3D(GlobalPooling):
    """The largest element of each channel, over all 3 axes."""

    n_axes = 3
    kind = "max"

    def __init__(self, layout="NCDHW", **kwargs):
        super().__init__(layout, **kwargs)


class GlobalAvgPool1D(GlobalPooling):
    """The mean of each channel, along its axis."""

    n_axes = 1
    kind = "avg"

    def __init__(self, layout="NCW", **kwargs):
        super().__init__(layout, **kwargs)


class GlobalAvgPool2D(GlobalPooling):
    """The mean of each channel, over all 2 axes."""

    n_axes = 2
    kind = "avg"

    def __init__(self, layout="NCHW", **kwargs):
        super().__init__(layout, **kwargs)


class GlobalAvgPool3D(GlobalPooling):
    """The mean of each channel, over all 3 axes."""

    n_axes = 3
    kind = "avg"

    def __init__(self, layout="NCDHW", **kwargs):
        super().__init__(layout, **kwargs)
