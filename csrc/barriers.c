/* Where the threads of the team must wait for one another. */
#include "kernel.h"

enum { MOST_OPEN = 64 };    /* so many instructions stand between two barriers before one is put anyway */

typedef struct {
    int32_t base, written;
    int64_t begin, end;     /* bytes */
    int64_t size;           /* elements */
} span;

/* The memory of operand i of an instruction. Scratch comes last, up to an end that nobody knows. */
static span span_of(const sg_program *p, const sg_instr *ins, int32_t i)
{
    if (i == ins->n_in + ins->n_out)
        return (span){.base = 0, .written = 1, .begin = ins->scratch, .end = INT64_MAX,
                      .size = -1};
    const int32_t at = ins->first + i;
    const sg_tensor *t = &p->tensors[p->operands[at]];
    return (span){.base = t->base, .written = i >= ins->n_in, .begin = t->offset, .size = t->size,
                  .end = t->offset + t->size * sg_item_size(t->dtype)};
}

/* Whether that is memory at all, which other threads see. */
static int touched(const sg_program *p, const sg_instr *ins, int32_t i)
{
    if (i == ins->n_in + ins->n_out) return ins->scratch >= 0;
    if (p->tensors[p->operands[ins->first + i]].base < 0) return 0;
    return i < ins->n_in || p->reqs[ins->first + i] != SG_NULL;
}

/* Whether two instructions may meet in memory across threads. */
static int conflict(const sg_program *p, const sg_instr *a, const sg_instr *b)
{
    const int alike = a->flat >= 0 && a->flat == b->flat && a->split == b->split;
    for (int32_t i = 0; i <= a->n_in + a->n_out; i++) {
        if (!touched(p, a, i)) continue;
        const span x = span_of(p, a, i);
        for (int32_t j = 0; j <= b->n_in + b->n_out; j++) {
            if (!touched(p, b, j)) continue;
            const span y = span_of(p, b, j);
            if (x.base != y.base || !(x.written || y.written)) continue;
            if (x.begin < y.end && y.begin < x.end
                && !(alike && x.begin == y.begin && x.end == y.end && x.size == a->flat)) return 1;
        }
    }
    return 0;
}

void sg_place_barriers(const sg_program *p, int32_t *barriers)
{
    /* Instructions since the last barrier: those that are shared out, and thread 0's own. */
    int32_t open[2][MOST_OPEN], n_open = 0, n[2] = {0, 0};
    for (int32_t pc = 0, end; pc < p->n_code; pc = end) {
        const int alone = p->code[pc].split == 1;
        end = p->code[pc].group > 1 ? pc + p->code[pc].group : pc + 1;
        int wait = !alone && n_open + end - pc > MOST_OPEN && n_open > 0;
        for (int kind = 0; kind < (alone ? 1 : 2); kind++)
            for (int32_t i = 0; i < n[kind] && !wait; i++)
                for (int32_t here = pc; here < end && !wait; here++)
                    wait = conflict(p, &p->code[here], &p->code[open[kind][i]]);
        if (wait) n_open = n[0] = n[1] = 0;
        for (int32_t here = pc; here < end; here++) {
            /* Beyond MOST_OPEN there are only thread 0's own: whoever could meet them waits. */
            if (n_open++ < MOST_OPEN) open[alone][n[alone]++] = here;
            barriers[here] = wait && here == pc;
        }
    }
}
