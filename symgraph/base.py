"""MXNet's `base`: the root exception and the type tuples that scripts test against."""
from .errors import MXNetError

string_types = (str,)
numeric_types = (float, int)
integer_types = (int,)

__all__ = ["MXNetError", "integer_types", "numeric_types", "string_types"]
