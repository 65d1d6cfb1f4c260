"""The thread team: who does a share changes nothing, and a thread that does not come stops nobody."""
import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import symgraph as mx

LINUX = pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="schedules one thread, as Linux can")
STEPS = 10


def executor():
    """A chain of products and sums with barriers between them, and gradients."""
    net = mx.sym.Variable("data")
    for i in range(STEPS):
        net = mx.sym.tanh(mx.sym.FullyConnected(net, num_hidden=256, name=f"fc{i}"))
    bound = net.simple_bind(data=(128, 256))
    rng = np.random.RandomState(0)
    for _, array in sorted(bound.arg_dict.items()):
        array[:] = rng.uniform(-0.1, 0.1, array.shape)
    return bound


def results(bound):
    """The bytes of outputs and gradients of a step."""
    bound.forward(is_train=True)
    bound.backward(mx.nd.ones(bound.outputs[0].shape))
    return [array.asnumpy().tobytes() for array in (*bound.outputs, *bound.grad_dict.values())]


@pytest.fixture
def threads():
    """A function that sets the number of threads until the test is over."""
    before = mx.set_num_threads(1)
    yield mx.set_num_threads
    mx.set_num_threads(before)


def test_python_threads_share_the_team(threads):
    """One of them has it at a time, while the number of its threads changes."""
    found, bounds = [], [executor() for _ in range(3)]
    want = results(bounds[0])

    def work(bound):
        found.extend(results(bound) == want for _ in range(10))
    workers = [threading.Thread(target=work, args=(bound,)) for bound in bounds]
    for worker in workers:
        worker.start()
    number = 0
    while any(worker.is_alive() for worker in workers):
        threads(2 + number % 5)
        number += 1
        workers[number % 3].join(0.002)
    assert found == [True] * 30


STARVED = """
import os, subprocess, sys
import symgraph as mx
from tests.system.test_team import executor, results

bound = executor()
mx.set_num_threads(1)
want = results(bound)
before = set(os.listdir("/proc/self/task"))
mx.set_num_threads(2)
assert results(bound) == want
[worker] = set(os.listdir("/proc/self/task")) - before
processor = min(os.sched_getaffinity(0))
spin = f"import os; os.sched_setaffinity(0, [{processor}]); print(flush=True)\\nwhile True: pass"
busy = subprocess.Popen([sys.executable, "-c", spin], stdout=subprocess.PIPE)
try:
    busy.stdout.readline()
    os.sched_setaffinity(int(worker), [processor])
    os.sched_setscheduler(int(worker), os.SCHED_IDLE, os.sched_param(0))
    for _ in range(60):
        assert results(bound) == want
finally:
    busy.kill()
"""


@LINUX
def test_a_thread_that_gets_no_processor_holds_up_nobody():
    """It has three thousandths of one, and sixty steps meet at 2400 barriers."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    subprocess.run([sys.executable, "-c", STARVED], check=True, timeout=40, cwd=root)
