"""`mx.sym`: Symbol, and every operator as a function (put here by frontend and functions).

The functions shadow builtins such as `abs` and `slice`, so nothing is implemented in this module.
"""
from .expression import Symbol, fromjson, load, load_json
from .variable import Group, Variable, var

__all__ = ["Group", "Symbol", "Variable", "fromjson", "load", "load_json", "var"]
