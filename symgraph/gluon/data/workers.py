"""Processes that load batches.

The parent hands a task to whoever is idle, and reads results when it waits for one; no thread is
needed for that, so processes may be forked safely. Between two processes there is one pipe, and a task
is sent only to a worker that waits for it: neither side can block the other.
"""
import multiprocessing
import os
import pickle
import random as python_random
import signal
import sys
import traceback
import weakref
from collections import deque
from contextlib import suppress
from itertools import count
from multiprocessing.connection import wait
from time import monotonic

import numpy as np

from ... import random
from ...errors import MXNetError
from ...native import empty
from ...threads import set_num_threads

GOODBYE = 2     # seconds in which workers end by themselves


class WorkerError(MXNetError):
    """Where in a worker an exception was raised."""


def seed_all(number):
    """Let all random numbers of this process follow from number."""
    random.seed(number)
    np.random.seed(number % 2**32)
    python_random.seed(number)


def portable(error):
    """error, or an MXNetError that says what it was, if it cannot be sent to another process."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:       # whatever the pickling of a stranger raises
        return MXNetError(f"{type(error).__name__}: {error}")
    return error


def work(load, pipe, others):
    """The life of a worker: load(indices) for each task in the pipe, until there are none."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)        # the parent ends it
    set_num_threads(1)      # there is a worker for each core, or more
    for other in others:
        other.close()       # so that the death of the parent ends all pipes
    while True:
        try:
            task = pipe.recv()
        except (EOFError, OSError):
            return
        if task is None:
            return
        number, seed, indices = task
        try:
            seed_all(seed)
            message = packed((number, load(indices), None))
        except Exception as error:      # noqa: BLE001 - it is raised in the parent
            message = packed((number, portable(error), traceback.format_exc()))
        try:
            send(pipe, *message)
        except (BrokenPipeError, ConnectionResetError):
            return


def packed(result):
    """(bytes, elements of arrays where they are) that make up a result."""
    buffers = []
    head = pickle.dumps(result, 5, buffer_callback=buffers.append)
    return head, [buffer.raw() for buffer in buffers]


def send(pipe, head, buffers):
    """Send what packed made; arrays are neither copied nor cut into messages."""
    pipe.send((head, [buffer.nbytes for buffer in buffers]))
    for buffer in buffers:
        while buffer.nbytes:
            buffer = buffer[os.write(pipe.fileno(), buffer):]


def receive(pipe):
    """The result that was sent next; raises EOFError if it breaks off."""
    head, sizes = pipe.recv()
    buffers = [empty((size,), np.uint8) for size in sizes]
    for buffer in buffers:
        left = memoryview(buffer)
        while left.nbytes:
            count = os.readv(pipe.fileno(), [left])
            if not count:
                raise EOFError
            left = left[count:]
    return pickle.loads(head, buffers=buffers)


def end(processes, pipes, at_once=False):
    """End workers; those that do not go by themselves, or at_once, are terminated."""
    for pipe in pipes:
        if not at_once:
            with suppress(OSError):     # it is dead already
                pipe.send(None)
        pipe.close()
    until = monotonic() + (0 if at_once else GOODBYE)
    for process in processes:
        process.join(max(0, until - monotonic()))
        if process.is_alive():
            process.terminate()
            process.join()


def mine(processes, pipes, pid):
    """end, but not in processes that were forked from the one that has the workers."""
    if os.getpid() == pid:
        end(processes, pipes)


class Workers:
    """count processes that call load(indices), begun at once and ended with this object."""

    def __init__(self, load, number):
        method = "fork" if sys.platform.startswith("linux") else None
        context = multiprocessing.get_context(method)
        self._pipes, self._processes = [], []
        for _ in range(number):
            ours, theirs = context.Pipe()
            # Other ways to start than forking send what is passed, and pass no pipes on by accident.
            others = [*self._pipes, ours] if method == "fork" else []
            process = context.Process(target=work, args=(load, theirs, others), daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)
        self._numbers = count()
        self._waiting = deque()         # tasks
        self._busy = {}                 # pipe -> number of a task
        self._done = {}                 # number of a task -> (what it made, text of an error)
        self._dropped = set()           # numbers of tasks that nobody waits for any more
        self._end = weakref.finalize(self, mine, self._processes, self._pipes, os.getpid())

    def submit(self, indices, seed):
        """Have indices loaded, with random numbers from seed; returns the number of the task."""
        number = next(self._numbers)
        self._waiting.append((number, seed, indices))
        self._hand_out()
        return number

    def _hand_out(self):
        for pipe, process in zip(self._pipes, self._processes):
            if not self._waiting:
                return
            if pipe not in self._busy:
                task = self._waiting.popleft()
                self._busy[pipe] = task[0]
                try:
                    pipe.send(task)
                except OSError:
                    self._died(process)

    def result(self, number, timeout):
        """What the task made; raises what it raised.

        Raises multiprocessing.TimeoutError after timeout seconds, and MXNetError if a worker died;
        all of them are ended then.
        """
        until = monotonic() + timeout
        self._receive(0)
        while number not in self._done:
            if not self._receive(until - monotonic()):
                self.close(at_once=True)
                raise multiprocessing.TimeoutError(
                    f"DataLoader: no batch came within timeout={timeout} seconds. Loading may be that "
                    "slow, or an item may wait for something forever; see what it does with "
                    "num_workers=0, or give more time.")
        made, text = self._done.pop(number)
        if text is not None:
            raise made from WorkerError(f"in a worker of DataLoader:\n\n{text}")
        return made

    def _receive(self, timeout):
        """Take in the results that are there, or the first one; False if none came in time."""
        ready = wait(list(self._busy), max(0, timeout)) if self._busy else []
        for pipe in ready:
            try:
                number, made, text = receive(pipe)
            except (EOFError, OSError):
                self._died(self._processes[self._pipes.index(pipe)])
            del self._busy[pipe]
            if number in self._dropped:
                self._dropped.discard(number)
            else:
                self._done[number] = made, text
        self._hand_out()
        return bool(ready)

    def _died(self, process):
        process.join(GOODBYE)
        code = process.exitcode
        self.close(at_once=True)
        raise MXNetError(f"DataLoader: a worker ended with exit code {code} while it loaded a batch. "
                         "Was it killed, for lack of memory for example? See what loading does with "
                         "num_workers=0.") from None

    def drop(self, numbers):
        """Let tasks go whose results nobody wants any more."""
        numbers = set(numbers)
        self._waiting = deque(task for task in self._waiting if task[0] not in numbers)
        for number in numbers:
            self._done.pop(number, None)
        self._dropped |= numbers & set(self._busy.values())

    @property
    def closed(self):
        return not self._end.alive

    def close(self, at_once=False):
        """End the processes; does nothing if they are ended."""
        if self._end.detach():
            end(self._processes, self._pipes, at_once)
