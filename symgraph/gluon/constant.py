"""Constants: arrays of blocks that nobody learns."""
import warnings

from ..creation import array
from ..hostarray import NDArray
from ..initializer import Constant as ConstantValue
from .param import Parameter


class Constant(Parameter):
    """An array that is part of a block and has no gradient. value is anything that NumPy takes."""

    kind = "Constant"

    def __init__(self, name, value):
        self.value = value if isinstance(value, NDArray) else array(value)
        super().__init__(name, "null", self.value.shape, self.value.dtype,
                         init=ConstantValue(self.value), differentiable=False)

    @property
    def grad_req(self):
        """'null'; another one is ignored, with a warning."""
        return "null"

    @grad_req.setter
    def grad_req(self, req):
        self._grad_req = "null"
        if req != "null":
            warnings.warn(f'Constant parameter "{self.name}" does not support grad_req other than '
                          f'"null", and new value "{req}" is ignored.', stacklevel=2)
