"""`mx.gluon.contrib.nn`: blocks side by side, and channels that become pixels."""
from math import prod

from ... import ndarray
from ..hybrid import HybridBlock
from ..nn.dense import Embedding
from ..nn.norm import SyncBatchNorm
from ..nn.sequences import HybridSequential, Sequential


class Concurrent(Sequential):
    """Blocks side by side, all fed with the same: their outputs one after the other along axis."""

    def __init__(self, axis=-1, prefix=None, params=None):
        super().__init__(prefix, params)
        self.axis = axis

    def forward(self, x):
        return ndarray.concat(*(block(x) for block in self._children.values()), dim=self.axis)


class HybridConcurrent(HybridSequential):
    """HybridBlocks side by side, all fed with the same: their outputs one after the other."""

    def __init__(self, axis=-1, prefix=None, params=None):
        super().__init__(prefix, params)
        self.axis = axis

    def hybrid_forward(self, F, x):
        return F.concat(*(block(x) for block in self._children.values()), dim=self.axis)


class Identity(HybridBlock):
    """x itself."""

    def hybrid_forward(self, F, x):
        return x


class SparseEmbedding(Embedding):
    """Embedding: there are no sparse arrays, so gradients are dense."""

    def __init__(self, input_dim, output_dim, dtype="float32", weight_initializer=None, **kwargs):
        super().__init__(input_dim, output_dim, dtype, weight_initializer, True, **kwargs)


class PixelShuffle(HybridBlock):
    """x of shape (n, f₁·…·fₖ·c, d₁, …, dₖ) as (n, c, f₁·d₁, …, fₖ·dₖ); Shi et al. (2016).

    factor has the fᵢ, a number for each of the k axes, or one for all. Raises ValueError for another
    count of them.
    """

    n_axes = 1

    def __init__(self, factor):
        n = self.n_axes
        factors = (int(factor),) * n if not isinstance(factor, (tuple, list)) else tuple(factor)
        if len(factors) != n:
            raise ValueError(f"{type(self).__name__}: factor is a number or {n} of them, got {factor}")
        super().__init__()
        self._factors = factors

    def hybrid_forward(self, F, x):
        n = self.n_axes
        x = F.reshape(x, (0, -4, -1, prod(self._factors), *(0,) * n))
        for place, factor in enumerate(self._factors[:-1], 2):      # split the factors from one another
            x = F.reshape(x, (*(0,) * place, -4, factor, -1, *(0,) * n))
        mixed = [axis for i in range(n) for axis in (2 + n + i, 2 + i)]
        return F.reshape(F.transpose(x, axes=(0, 1, *mixed)), (0, 0, *(-3,) * n))

    def __repr__(self):
        shown = self._factors if self.n_axes > 1 else self._factors[0]
        return f"{type(self).__name__}({shown})"


class PixelShuffle1D(PixelShuffle):
    """PixelShuffle over one axis."""


class PixelShuffle2D(PixelShuffle):
    """PixelShuffle over two axes."""

    n_axes = 2


class PixelShuffle3D(PixelShuffle):
    """PixelShuffle over three axes."""

    n_axes = 3


__all__ = ["Concurrent", "HybridConcurrent", "Identity", "PixelShuffle1D", "PixelShuffle2D",
           "PixelShuffle3D", "SparseEmbedding", "SyncBatchNorm"]
