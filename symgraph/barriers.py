"""Where the threads of the team must wait for one another."""

MOST_OPEN = 64      # so many instructions may stand between two barriers before one is put anyway


def place_barriers(touched, splits, flat_sizes):
    """A list with 1 for each instruction before which all threads must meet.

    touched has the memory of each instruction as (base, begin, end, written), splits how many threads
    share it, flat_sizes the number of elements of flat ones. Instructions that thread 0 does alone
    follow one another; others need a barrier where one writes what the other reads or writes, unless
    both are flat with equal sizes and a common buffer is the same from its first byte: then each
    thread meets only its own elements.
    """
    barriers, open_split, open_alone = [], [], []
    for touch, split, flat in zip(touched, splits, flat_sizes):
        here = (touch, split, flat)
        against = open_split if split == 1 else open_split + open_alone
        wait = (len(open_split) + len(open_alone) >= MOST_OPEN and split > 1) or \
            any(conflict(here, other) for other in against)
        barriers.append(int(wait))
        if wait:
            open_split, open_alone = [], []
        (open_alone if split == 1 else open_split).append(here)
    return barriers


def conflict(a, b):
    """Whether two instructions may meet in memory across threads."""
    (touch_a, split_a, flat_a), (touch_b, split_b, flat_b) = a, b
    same_shares = flat_a is not None and flat_a == flat_b and split_a == split_b
    for base_a, begin_a, end_a, writes_a in touch_a:
        for base_b, begin_b, end_b, writes_b in touch_b:
            if base_a != base_b or not (writes_a or writes_b):
                continue
            same_bytes = begin_a == begin_b and end_a == end_b
            if begin_a < end_b and begin_b < end_a and not (same_shares and same_bytes):
                return True
    return False
