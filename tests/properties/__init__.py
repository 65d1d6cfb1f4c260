import os

from hypothesis import settings


def examples(n):
    return settings(max_examples=n * (20 if os.environ.get("SYMGRAPH_TEST_LONG") else 1), deadline=None)
