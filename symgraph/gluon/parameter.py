"""MXNet's `mx.gluon.parameter`."""
from ..expression import Symbol
from ..hostarray import NDArray
from .constant import Constant
from .param import DeferredInitializationError, Parameter, shape_is_known
from .param_dict import ParameterDict

tensor_types = (Symbol, NDArray)

__all__ = ["Constant", "DeferredInitializationError", "Parameter", "ParameterDict", "shape_is_known",
           "tensor_types"]
