"""Hypothesis-driven tests: operators at shapes, axes and parameters that nobody thought of.

SYMGRAPH_TEST_LONG=1 tries twenty times as many examples.
"""
import os

from hypothesis import settings


def examples(n):
    """How many examples a test tries: n, or twenty times as many in a long run."""
    return settings(max_examples=n * (20 if os.environ.get("SYMGRAPH_TEST_LONG") else 1), deadline=None)
