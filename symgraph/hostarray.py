"""The class NDArray, a Buffer that users see; its operators are in csrc/python."""
import numpy as np

from .context import Context, cpu
from .native import arrays
from .native import empty as aligned


class NDArray(arrays.Array):
    """An array of a fixed type on the host.

    Made by `array`, `zeros` and the like; wraps a NumPy array without copying it, so slices share
    memory with what they are cut from.
    """

    __slots__ = ()
    __array_priority__ = 1000.0     # matrices and the like leave mixed arithmetic to us

    def __init__(self, data, ctx=None):
        super().__init__(data, ctx or cpu())

    # -- what it is -------------------------------------------------------------------------
    @property
    def shape(self):
        return self._np.shape

    @property
    def dtype(self):
        return self._np.dtype.type

    @property
    def size(self):
        return self._np.size

    @property
    def ndim(self):
        return self._np.ndim

    @property
    def context(self):
        return self._ctx

    ctx = context

    @property
    def stype(self):
        return "default"

    def __len__(self):
        return len(self._np)

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __repr__(self):
        shape = "x".join(map(str, self.shape))
        return f"\n{self._np}\n<NDArray {shape} @{self._ctx}>"

    def __bool__(self):
        if self.size != 1:
            raise ValueError(f"the truth of an NDArray of {self.size} elements is ambiguous; "
                             "reduce it first")
        return bool(self._np.reshape(-1)[0])

    def __float__(self):
        return float(self.asscalar())

    def __int__(self):
        return int(self.asscalar())

    def __index__(self):
        if self.size != 1:      # Python also asks when a list is multiplied by this
            raise TypeError(f"an NDArray of shape {self.shape} is no whole number, and no lists are "
                            "computed with; array() makes an NDArray of one")
        return self._np.reshape(()).__index__()

    # -- to and from NumPy ------------------------------------------------------------------
    def asnumpy(self):
        """A NumPy array with a copy of the values."""
        return self._np.copy()

    def asscalar(self):
        """The only element, as a NumPy scalar; raises ValueError if there are several."""
        if self.size != 1:
            raise ValueError(f"an NDArray of shape {self.shape} is no scalar")
        return self._np.reshape(-1)[0]

    item = asscalar

    def __array__(self, dtype=None, copy=None):
        if dtype is not None and np.dtype(dtype) != self._np.dtype:
            if copy is False:
                raise ValueError(f"converting {self._np.dtype} to {dtype} needs a copy")
            return self._np.astype(dtype)
        return self._np.copy() if copy else self._np

    def __dlpack__(self, **options):
        return self._np.__dlpack__(**options)

    def __dlpack_device__(self):
        return self._np.__dlpack_device__()

    def tolist(self):
        return self._np.tolist()

    def __getstate__(self):
        return self._np, self._ctx.device_type, self._ctx.device_id

    def __setstate__(self, state):
        values, device, number = state
        self.__init__(aligned(values.shape, values.dtype), Context(device, number))
        self._np[...] = values

    # -- for the tape -----------------------------------------------------------------------
    def written(self):
        """To be called when the memory was written in place."""
        if self._writes is not None:
            self._writes.count += 1

    def wait_to_read(self):
        """Nothing to wait for: every call returns when its work is done."""


arrays.set_hook("array", NDArray)


def require_real(values):
    """Raise TypeError for values that would become NaN or lose a part in an NDArray."""
    if isinstance(values, (int, float)):
        return
    values = np.asarray(values)
    if values.dtype.kind == "c":
        raise TypeError("an NDArray has no complex numbers; take real and imaginary part apart")
    if values.dtype.kind == "O" and any(value is None for value in values.flat):
        raise TypeError("None is no number, nor an element of an NDArray")
