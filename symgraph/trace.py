"""What a profiler writes down while programs run; `mx.profiler` turns it on and shows it."""
import threading
import time

from .native import arrays

MAX_EVENTS = 1_000_000      # later ones are only counted


class Recorder:
    """Times by section and name, and the single events behind them."""

    def __init__(self):
        self.wanted = frozenset()
        self.paused = False
        self.clear()

    @property
    def wanted(self):
        """Which programs are recorded, a set of symbolic and imperative."""
        return self._wanted

    @wanted.setter
    def wanted(self, origins):
        self._wanted = origins
        arrays.observe(bool(origins))

    def clear(self):
        """Forget everything."""
        self.events = []        # dicts as chrome://tracing reads them
        self.lost = 0
        self.reset()

    def reset(self):
        """Forget the times, but not the events."""
        self.times = {}         # section -> name -> [count, total, least, most], nanoseconds

    @property
    def running(self):
        return bool(self.wanted) and not self.paused

    def span(self, section, name, begin, end, args=None):
        """Something that took from begin to end, by `now`."""
        self.add_time(section, name, end - begin)
        self.event(name, section, "X", begin, dur=(end - begin) / 1000, args=args or {})

    def instructions(self, nodes, begin, end):
        """What a program did at once, by operator and by node: one of them, or a group."""
        operator, name = nodes[0].op.name, nodes[0].name
        if len(nodes) > 1:
            operator, name = "elementwise group", f"{name} .. {nodes[-1].name}"
        self.span("operator", operator, begin, end, {"node": ", ".join(node.name for node in nodes)})
        self.add_time("node", f"{name} ({operator})", end - begin)

    def add_time(self, section, name, took):
        """Count a time, without an event."""
        row = self.times.setdefault(section, {}).setdefault(name, [0, 0, took, took])
        row[:] = row[0] + 1, row[1] + took, min(row[2], took), max(row[3], took)

    def event(self, name, section, phase, at, **more):
        """One entry of the file; times in it are microseconds."""
        if len(self.events) >= MAX_EVENTS:
            self.lost += 1
            return
        self.events.append({"name": name, "cat": section, "ph": phase, "ts": at / 1000, "pid": 0,
                            "tid": threading.get_native_id(), **more})


now = time.perf_counter_ns
recorder = Recorder()
