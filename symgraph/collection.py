"""A compiler makes many objects and no garbage."""
import gc
from contextlib import contextmanager


@contextmanager
def no_collection():
    """The cycle collector rests: it would look at the growing graph again and again."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
