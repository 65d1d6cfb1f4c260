"""Where the time goes, by operator and by node: `mx.profiler`.

    mx.profiler.set_config(filename="profile.json")
    mx.profiler.set_state("run")
    ...
    mx.profiler.set_state("stop")
    print(mx.profiler.dumps())
    mx.profiler.dump()      # for chrome://tracing

While it runs, programs are executed one instruction at a time, each by as many threads as usual.
What loops and branches run themselves is counted by itself, and in their own time too.
"""
import json
import warnings

from . import trace
from .errors import MXNetError

SETTINGS = {"profile_all": False, "profile_symbolic": True, "profile_imperative": True,
            "profile_memory": True, "profile_api": True, "filename": "profile.json",
            "continuous_dump": True, "dump_period": 1.0, "aggregate_stats": False,
            "profile_process": "worker"}
SORT = ("total", "avg", "min", "max", "count")
COLUMNS = ("Name", "Total Count", "Time (ms)", "Min Time (ms)", "Max Time (ms)", "Avg Time (ms)")

_settings = dict(SETTINGS)
_recorder = trace.recorder


def set_config(**kwargs):
    """Say where the trace goes, and what is recorded.

    filename is the file of `dump`. profile_symbolic and profile_imperative, both True, are about
    programs of executors and single operators. All other settings of MXNet are accepted and have no
    effect: times are always added up, and files are written by `dump` alone.
    """
    for key in kwargs:
        if key not in SETTINGS:
            raise MXNetError(f"profiler.set_config has no setting {key!r}; it takes "
                             f"{', '.join(SETTINGS)}")
    require_worker(kwargs.get("profile_process", "worker"))
    _settings.update(kwargs)


def require_worker(process):
    if process != "worker":
        raise MXNetError(f"the profiler knows this process alone, as 'worker', got {process!r}")


def set_state(state="stop", profile_process="worker"):
    """Begin to record with 'run', end with 'stop'; what was recorded before stays."""
    require_worker(profile_process)
    if state not in ("run", "stop"):
        raise ValueError(f"the state of the profiler is 'run' or 'stop', got {state!r}")
    wanted = [kind for kind in ("symbolic", "imperative")
              if _settings["profile_all"] or _settings[f"profile_{kind}"]]
    # With neither there are still tasks, counters and markers.
    _recorder.wanted = frozenset([*wanted, "own"] if state == "run" else [])
    _recorder.paused = False


def pause(profile_process="worker"):
    """Record nothing until `resume`."""
    require_worker(profile_process)
    _recorder.paused = True


def resume(profile_process="worker"):
    """Go on after `pause`."""
    require_worker(profile_process)
    _recorder.paused = False


def dump(finished=True, profile_process="worker"):
    """Write what was recorded to the file of `set_config`, as chrome://tracing reads it.

    finished ends the recording, and forgets the events that were written.
    """
    require_worker(profile_process)
    names = [{"name": "process_name", "ph": "M", "pid": 0, "args": {"name": "cpu/0"}}]
    with open(_settings["filename"], "w") as file:
        json.dump({"traceEvents": names + _recorder.events, "displayTimeUnit": "ms",
                   "otherData": {"events that were left out": _recorder.lost}}, file)
    if finished:
        set_state("stop")
        _recorder.events, _recorder.lost = [], 0


def dumps(reset=False, format="table", sort_by="total", ascending=False):
    """The times as text: a table for each section, or JSON.

    Sections are 'operator', 'node' and the domains of tasks. sort_by is total, avg, min, max or
    count. With reset, counting starts anew.
    """
    if format not in ("table", "json"):
        raise ValueError(f"profiler.dumps: format is 'table' or 'json', got {format!r}")
    if sort_by not in SORT:
        raise ValueError(f"profiler.dumps: sort_by is one of {', '.join(SORT)}, got {sort_by!r}")
    sections = {name: rows(times, sort_by, ascending)
                for name, times in sorted(_recorder.times.items())}
    if reset:
        _recorder.reset()
    if format == "table":
        return "\nProfile Statistics:\n" + "\n".join(map(table, sections, sections.values()))
    times = {name: {key: dict(zip(("Count", "Total", "Min", "Max", "Avg"), row)) for key, *row in found}
             for name, found in sections.items()}
    return json.dumps({"Time": times, "Unit": {"Time": "ms"}}, indent=4)


def rows(times, sort_by, ascending):
    """(name, count, total, min, max, avg) with times in milliseconds, sorted."""
    found = [(name, count, *(ns / 1e6 for ns in (total, least, most, total / count)))
             for name, (count, total, least, most) in times.items()]
    place = {"count": 1, "total": 2, "min": 3, "max": 4, "avg": 5}[sort_by]
    return sorted(found, key=lambda row: row[place], reverse=not ascending)


def table(section, found):
    width = max([25, *(len(name) for name, *_ in found)])
    line = f"{{:<{width}}}{{:>16}}{{:>17}}{{:>17}}{{:>17}}{{:>17}}".format
    lines = [section, "=================", line(*COLUMNS), line(*("-" * len(c) for c in COLUMNS))]
    lines += [line(name, count, *(f"{ms:.4f}" for ms in times)) for name, count, *times in found]
    return "\n".join([*lines, ""])


# -- what users mark themselves ---------------------------------------------------------------------
class Domain:
    """A group of tasks, frames, counters and markers."""

    def __init__(self, name):
        self.name = name

    def __str__(self):
        return self.name

    def new_task(self, name):
        """A Task of this domain."""
        return Task(self, name)

    def new_frame(self, name):
        """A Frame of this domain."""
        return Frame(self, name)

    def new_counter(self, name, value=None):
        """A Counter of this domain."""
        return Counter(self, name, value)

    def new_marker(self, name):
        """A Marker of this domain."""
        return Marker(self, name)


class Span:
    """Something between start() and stop()."""

    def __init__(self, section, name):
        self.name = name
        self._section = section
        self._began = None

    def __str__(self):
        return self.name

    def start(self):
        """It begins now."""
        self._began = trace.now()

    def stop(self):
        """It ends now; nothing happens if it never began."""
        if self._began is not None and _recorder.running:
            _recorder.span(self._section, self.name, self._began, trace.now())
        self._began = None


class Task(Span):
    """A piece of work in a domain."""

    def __init__(self, domain, name):
        super().__init__(str(domain), name)


class Frame(Span):
    """One of many equal pieces of work, as a batch."""

    def __init__(self, domain, name):
        super().__init__(f"{domain},frame", name)


class Event(Span):
    """A piece of work of no domain."""

    def __init__(self, name):
        super().__init__("event", name)


class Counter:
    """A number whose course the trace shows; `+=` and `-=` change it."""

    def __init__(self, domain, name, value=None):
        self.name = name
        self._section = str(domain)
        self._value = 0
        if value is not None:
            self.set_value(value)

    def __str__(self):
        return self.name

    def set_value(self, value):
        """Set it."""
        self._value = int(value)
        if _recorder.running:
            _recorder.event(self.name, self._section, "C", trace.now(), args={self.name: self._value})

    def increment(self, delta=1):
        """Add to it."""
        self.set_value(self._value + int(delta))

    def decrement(self, delta=1):
        """Take from it."""
        self.set_value(self._value - int(delta))

    def __iadd__(self, delta):
        self.increment(delta)
        return self

    def __isub__(self, delta):
        self.decrement(delta)
        return self


class Marker:
    """A moment."""

    scopes = {"global": "g", "process": "p", "thread": "t", "task": "t", "marker": "t"}

    def __init__(self, domain, name):
        self.name = name
        self._section = f"{domain},instant_marker"

    def mark(self, scope="process"):
        """It is now; scope is global, process, thread, task or marker."""
        if scope not in self.scopes:
            raise ValueError(f"a marker's scope is one of {', '.join(self.scopes)}, got {scope!r}")
        if _recorder.running:
            _recorder.event(self.name, self._section, "i", trace.now(), s=self.scopes[scope])


# -- old names -------------------------------------------------------------------------------------
def profiler_set_config(mode="symbolic", filename="profile.json"):
    """set_config(profile_<mode>=True, filename=filename), by an old name."""
    warnings.warn("profiler_set_config is now called set_config", DeprecationWarning, stacklevel=2)
    set_config(**{f"profile_{mode}": True, "filename": filename})


def profiler_set_state(state="stop"):
    """set_state by an old name."""
    warnings.warn("profiler_set_state is now called set_state", DeprecationWarning, stacklevel=2)
    set_state(state)


def dump_profile():
    """dump by an old name."""
    warnings.warn("dump_profile is now called dump", DeprecationWarning, stacklevel=2)
    dump(True)


__all__ = ["Counter", "Domain", "Event", "Frame", "Marker", "Task", "dump", "dump_profile", "dumps",
           "pause", "profiler_set_config", "profiler_set_state", "resume", "set_config", "set_state"]
