"""MXNet's `base`: the root exception and the type tuples that scripts test against."""
from .errors import MXNetError, NotImplementedForSymbol

string_types = (str,)
numeric_types = (float, int)
integer_types = (int,)

__all__ = ["MXNetError", "NotImplementedForSymbol", "integer_types", "numeric_types",
           "string_types"]
