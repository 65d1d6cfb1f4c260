"""`mx.sym`: Symbol, and every operator as a function (put here by frontend and functions).

The functions shadow builtins such as `abs` and `slice`, so nothing is implemented in this module.
"""
from .expression import Group, Symbol, Variable, fromjson, load, load_json, var

__all__ = ["Group", "Symbol", "Variable", "fromjson", "load", "load_json", "var"]
