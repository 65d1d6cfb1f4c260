"""Into how many shares the instructions of a program are cut, for the threads of the team."""
NAP = 15_000            # nanoseconds that thread 0 works alone before others, waiting, fall asleep
WAKING = 40_000         # nanoseconds lost to wake them
MEETING = 500           # nanoseconds lost at a barrier


def worth_while(shares, costs, start):
    """shares with 1 where threads would cost more to wake than they save; start begins a call.

    Threads sleep until a call begins, and while thread 0 works alone for long. Between two such
    times they are either woken for everything that can be shared, or for nothing. This looks at
    sizes alone, so results do not depend on it, and neither do they on the number of threads.
    """
    found, stretch, saved, alone = list(shares), [], 0.0, 0.0

    def finish():
        if saved < WAKING:
            for i in stretch:
                found[i] = 1

    for i, (share, cost) in enumerate(zip(shares, costs)):
        if i == start or (share == 1 and alone + cost > NAP):
            finish()
            stretch, saved, alone = [], 0.0, 0.0
        if share == 1:
            alone += cost
        else:
            stretch.append(i)
            saved, alone = saved + cost / 2 - MEETING, 0.0
    finish()
    return found
