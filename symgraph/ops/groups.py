"""How small pieces of work that need scratch memory are shared out; csrc/groups.h has the same rule."""

GROUPS = 16


def groups(count):
    """In how many groups count pieces are worked on, each with scratch memory of its own."""
    return min(count, GROUPS)
