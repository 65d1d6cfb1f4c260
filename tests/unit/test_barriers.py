"""Barriers: enough for every number of threads, and none that a conflict does not ask for."""
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from symgraph.dtypes import CODES
from symgraph.native import ffi
from symgraph.program import INSTR, TENSOR, place_barriers, pointer

MOST_OPEN = 64  # instructions between two barriers before one is put anyway
GRAIN = 16      # elements: flat kernels share out in multiples of it
ITEM = 4        # bytes

fixed = settings(deadline=None, database=None, derandomize=True, max_examples=150)


def shared(instruction, nth):
    """(thread, memory) for each thread: pieces (base, begin, end, written) that it may touch."""
    touched, split, flat = instruction
    shares = min(split, nth)
    for ith in range(shares):
        if flat is None or shares == 1:
            yield ith, touched      # a share of a product may read anything of its inputs
            continue
        blocks = -(-flat // GRAIN)
        first, last = (min(blocks * i // shares * GRAIN, flat) for i in (ith, ith + 1))
        # Operands as long as the output are read in the same places, others anywhere.
        yield ith, [(base, begin + first * ITEM, begin + last * ITEM, written)
                    if end - begin == flat * ITEM else (base, begin, end, written)
                    for base, begin, end, written in touched]


def meet(memory, other):
    """Whether two lists of pieces have bytes in common that one of them writes."""
    return any(base == base2 and (written or written2) and max(begin, begin2) < min(end, end2)
               for base, begin, end, written in memory
               for base2, begin2, end2, written2 in other)


def race(a, b, nth):
    """Whether different threads may meet in memory if a and b run at the same time."""
    return any(i != j and meet(one, two) for i, one in shared(a, nth) for j, two in shared(b, nth))


def barriers_of(program):
    """The barriers of instructions (touched, split, flat) on tensors of bytes."""
    tensors, operands, reqs = np.zeros(99 * len(program) + 1, TENSOR), [], []
    code = np.zeros(len(program), INSTR)
    for instruction, (touched, split, flat) in zip(code, program):
        instruction["first"], instruction["split"], instruction["scratch"] = len(operands), split, -1
        instruction["flat"] = -1 if flat is None else flat
        for written in (False, True):
            pieces = [piece for piece in touched if piece[3] == written]
            instruction["n_out" if written else "n_in"] = len(pieces)
            for base, begin, end, _ in pieces:
                tensor = tensors[len(operands)]
                tensor["base"], tensor["offset"] = base, begin
                tensor["size"], tensor["dtype"] = (end - begin) // ITEM, CODES["float32"]
                operands.append(len(operands))
                reqs.append(written)        # SG_WRITE is 1; of inputs nobody asks
    operands, reqs = np.array([*operands, 0], np.int32), np.array([*reqs, 0], np.uint8)
    c = ffi.new("sg_program *", {
        "tensors": pointer("sg_tensor *", tensors), "code": pointer("sg_instr *", code),
        "operands": pointer("int32_t *", operands), "reqs": pointer("uint8_t *", reqs),
        "n_tensors": len(tensors), "n_code": len(code)})
    return place_barriers(c).tolist()


@st.composite
def instructions(draw):
    """Flat ones with operands of one length or of less, and others, on little memory."""
    flat = draw(st.sampled_from([None, 32, 64]))
    split = draw(st.sampled_from([1, 2, 3]))
    if flat:
        split = draw(st.sampled_from([1, flat // 16]))       # one size is always cut alike
    touched = []
    for written in (False, False, True):
        length = flat or draw(st.sampled_from([32, 64]))
        if not written:
            length = draw(st.sampled_from([length, 16]))
        begin = draw(st.sampled_from([0, 16, 32, 64])) * ITEM
        touched.append((draw(st.sampled_from([0, 0, 1])), begin, begin + length * ITEM, written))
    return touched, split, flat


@fixed
@given(st.lists(instructions(), max_size=8))
def test_threads_never_meet_in_memory(program):
    barriers = barriers_of(program)
    for last in range(len(program)):
        for first in range(last):
            if not any(barriers[first + 1:last + 1]):
                for nth in (2, 3, 4):
                    assert not race(program[first], program[last], nth), (first, last)


@fixed
@given(st.lists(instructions(), max_size=8))
def test_every_barrier_keeps_two_instructions_apart(program):
    """The instructions since the last barrier have one that may not run beside this one."""
    barriers, since = barriers_of(program), 0
    for here, barrier in enumerate(barriers):
        if barrier:
            assert any(conflicting(program[other], program[here]) for other in range(since, here))
            since = here


def conflicting(a, b):
    """Whether a and b meet in memory, other than on one thread or by equal shares of it."""
    alike = a[2] is not None and a[1:] == b[1:]
    return not a[1] == b[1] == 1 and any(
        base == base2 and (written or written2) and max(begin, begin2) < min(end, end2)
        and not (alike and (begin, end) == (begin2, end2) and end - begin == a[2] * ITEM)
        for base, begin, end, written in a[0] for base2, begin2, end2, written2 in b[0])


def reads(begin, end):
    return 0, begin, end, False


def writes(begin, end):
    return 0, begin, end, True


def test_flat_instructions_of_one_size_need_none():
    """Each thread reads what it wrote itself."""
    chain = [([reads(0, 256), writes(256, 512)], 4, 64), ([reads(256, 512), writes(0, 256)], 4, 64)]
    assert barriers_of(chain) == [0, 0]
    shifted = [chain[0], ([reads(192, 448), writes(512, 768)], 4, 64)]
    assert barriers_of(shifted) == [0, 1]
    end_alone = [chain[0], ([reads(320, 512), writes(512, 768)], 4, 64)]
    assert barriers_of(end_alone) == [0, 1]
    shorter = [chain[0], ([reads(256, 512), writes(512, 640)], 4, 32)]
    assert barriers_of(shorter) == [0, 1]


def test_a_whole_is_read_elsewhere_than_it_is_written():
    """Parts put side by side along one axis and taken apart along another are not the same parts."""
    join = ([reads(0, 128), reads(128, 256), writes(256, 512)], 2, 32)
    split = ([reads(256, 512), writes(512, 640), writes(640, 768)], 2, 32)
    assert barriers_of([join, split]) == [0, 1]


def test_one_thread_waits_for_itself_without_a_barrier():
    alone = [([reads(0, 64), writes(64, 128)], 1, None), ([reads(64, 128), writes(0, 64)], 1, None)]
    assert barriers_of(alone) == [0, 0]
    assert barriers_of([*alone, ([reads(0, 64), writes(128, 192)], 2, None)]) == [0, 0, 1]


def test_what_only_reads_needs_none():
    assert barriers_of([([reads(0, 64), writes(64, 128)], 2, None),
                        ([reads(0, 64), writes(128, 192)], 2, None)]) == [0, 0]
    other_base = (1, 64, 128, False)
    assert barriers_of([([reads(0, 64), writes(64, 128)], 2, None),
                        ([other_base, writes(128, 192)], 2, None)]) == [0, 0]


def test_a_long_row_of_independent_instructions_gets_one_now_and_then():
    """Looking back over all of a long program would make binding quadratic."""
    row = [([writes(64 * i, 64 * i + 64)], 2, None) for i in range(3 * MOST_OPEN)]
    barriers = barriers_of(row)
    assert [i for i, barrier in enumerate(barriers) if barrier] == [MOST_OPEN, 2 * MOST_OPEN]
    assert not any(barriers_of([(touched, 1, None) for touched, *_ in row]))
