"""An explanation as text for a terminal."""
from textwrap import wrap

MOST_NODES = 10         # that are shown by their work
HEAD, TAIL = 12, 6      # instructions that are shown of a long program
MOST_OPERANDS = 6       # inputs or outputs that are shown of an instruction
MIN_NAME = 24           # characters for what has no room
LEGEND = ("|: threads meet before it.  :: runs together with the one before.  /n: cut into up to n "
          "shares.  Below: 'node' for the one whose gradient it is part of, [shape] and home of what "
          "is written <- read, float32 if no type is said.")
UNITS = ("", "k", "M", "G", "T", "P")
DASH = "-"


def written(e, width, every):
    """The text of an Explanation; see there."""
    return "\n\n".join("\n".join(part) for part in (
        [line for sentence in head(e) for line in wrap(sentence, width, subsequent_indent="  ")],
        ["Operators", *table(*totals(e, "operator", e.totals()), width)],
        ["Nodes with most work, their gradients included",
         *table(*totals(e, "node", e.nodes()[:MOST_NODES]), width)],
        ["Passes", *table(*passes(e), width)],
        ["Instructions", *instructions(e, width, every)]))


def amount(number, unit=""):
    """number with three digits and the letter of its magnitude, as in 12.3 k."""
    step = 0
    while number >= 999.5 and step < len(UNITS) - 1:
        number, step = number / 1000, step + 1
    digits = f"{number:.0f}" if step == 0 or number >= 99.95 else f"{number:#.3g}"
    return f"{digits} {UNITS[step]}{unit}".rstrip()


def duration(seconds):
    return DASH if seconds is None else f"{seconds * 1e6:.1f}"


def rate(work, seconds):
    """work in units of 10 ** 9 per second."""
    return f"{work / seconds / 1e9:.1f}" if seconds else DASH


def head(e):
    backward = sum(i.backward for i in e.instructions)
    barriers = sum(i.barrier for i in e.instructions)
    everything = e.total()
    moved = f"{amount(everything.nbytes, 'B')} read and written, by estimate"
    there, back = (sum(i.flops for i in e.instructions if i.backward == part)
                   for part in (False, True))
    work = (f"{amount(there, 'FLOP')} forward, {amount(back, 'FLOP')} backward; {moved}" if backward
            else f"{amount(there, 'FLOP')} and {moved}")
    lines = [f"{len(e.instructions) - backward} instructions forward, {backward} backward, with "
             f"{barriers} barriers, on {e.threads} thread{'s' * (e.threads != 1)}",
             work,
             f"arena of {amount(e.arena, 'B')} for values of {amount(e.values, 'B')}",
             "arrays: " + ", ".join(f"{kind} {amount(nbytes, 'B')}"
                                    for kind, nbytes in e.arrays.items())]
    if e.measured:
        lines.append(f"{everything.seconds * 1e3:#.3g} ms, one instruction at a time, each at its "
                     "fastest")
    return lines


def costs(row, measured):
    """The cells about operations, bytes and time of an Instruction or a Total."""
    cells = [amount(row.flops), amount(row.nbytes, "B")]
    if measured:
        cells += [duration(row.seconds), rate(row.flops, row.seconds), rate(row.nbytes, row.seconds)]
    return cells


def cost_headings(measured):
    return ["FLOP", "traffic", *(["µs", "GFLOP/s", "GB/s"] if measured else [])]


def totals(e, what, found):
    """Headings and rows of Totals, with their share of the time, or of operations; the whole last."""
    everything = e.total()
    key = "seconds" if e.measured else "flops"

    def share(total):
        whole = getattr(everything, key)
        return f"{(getattr(total, key) or 0) / whole:.1%}" if whole else DASH
    headings = [what, "count", "of time" if e.measured else "of FLOP"]
    return [*headings, *cost_headings(e.measured)], [
        [total.name, str(total.count), share(total), *costs(total, e.measured)]
        for total in [*found, everything]]


def passes(e):
    """Headings and rows of the steps of the compiler, with what they change."""
    rows, before = [], None
    for step in e.steps:
        rows.append([step.name, *(changed(before and getattr(before, kind), getattr(step, kind))
                                  for kind in ("operators", "variables")), f"{step.seconds * 1e3:.2f}"])
        before = step
    rows.append(["program", changed(before.operators, len(e.instructions)), "", ""])
    return ["pass", "operators", "variables", "ms"], rows


def changed(before, after):
    return str(after) if before in (None, after) else f"{before} -> {after}"


def table(headings, rows, width):
    """Lines of columns, the first aligned left and clipped if lines were too wide."""
    widths = [max(map(len, column)) for column in zip(headings, *rows)]
    widths[0] = min(widths[0], max(MIN_NAME, width - sum(widths[1:]) - 2 * (len(widths) - 1)))
    return ["  ".join([clipped(row[0], widths[0]).ljust(widths[0]),
                       *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:]))]).rstrip()
            for row in [headings, *rows]]


def clipped(text, width):
    """text, with dots in the middle if it is longer than width."""
    over, left = len(text) - width, (width - 2) // 2
    return f"{text[:left]}..{text[left + over + 2:]}" if over > 0 else text


def instructions(e, width, every):
    """Two lines for each instruction: what it is and costs, and what it works on."""
    shown = list(e.instructions)
    left_out = len(shown) - HEAD - TAIL
    if not every and left_out > 1:
        shown = shown[:HEAD] + shown[-TAIL:]
    else:
        left_out = 0
    digits = len(str(len(e.instructions)))
    rows = [[f"{i.number:>{digits}} {mark(i)} {i.operator}",
             f"/{i.shares}" if i.shares > 1 else "", *costs(i, e.measured)] for i in shown]
    heading, *lines = table([f"{'#':>{digits}}   operator", "shares",
                             *cost_headings(e.measured)], rows, width)
    found = [*wrap(LEGEND, width), heading]
    for place, (line, i) in enumerate(zip(lines, shown)):
        if place == HEAD and left_out:
            found.append(f"{'':{digits}}   ... {left_out} more")
        if i.backward and (place == 0 or not shown[place - 1].backward):
            found.append("backward")
        found.append(line)
        found += operands(i, width, " " * (digits + 3))
    return found


def mark(i):
    return "|" if i.barrier else ":" if i.together else " "


def operands(i, width, indent):
    """Lines with the name of an instruction, its outputs that are written, and its inputs."""
    outs = abbreviated([f"{shown(value)} {value.req}" for value in i.outputs if value.req != "null"])
    ins = abbreviated([shown(value) for value in i.inputs])
    words = [*listed(outs), *(["<-"] if ins else []), *listed(ins)]
    lines = [f"{indent}'{i.node}'" + (f" for '{i.origin}'" if i.origin else "")]
    for word in words:
        if len(lines[-1]) + len(word) >= width:
            lines.append(f"{indent} ")
        lines[-1] += f" {word}"
    return lines


def listed(words):
    """words with commas between them."""
    return [f"{word}," for word in words[:-1]] + words[-1:]


def abbreviated(words):
    """words, but only the first and the last of very many."""
    if len(words) <= MOST_OPERANDS:
        return words
    return [*words[:MOST_OPERANDS - 2], f"... {len(words) - MOST_OPERANDS + 1} more", words[-1]]


def shown(value):
    """[shape] and home of a value, with the type if that is not float32."""
    dtype = "" if value.dtype == "float32" else value.dtype
    return f"{dtype}[{'x'.join(map(str, value.shape))}] {value.home}"
