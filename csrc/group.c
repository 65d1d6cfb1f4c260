/* Elementwise instructions that are run together. Each thread takes its share in blocks, and does
 * all instructions of the group on one block before it goes on to the next: what one of them
 * computes is still in the cache when another one reads it, or never gets to memory at all. A block
 * is a share like any other, so kernels know nothing of this. */
#include "group.h"

static void view(sg_group *g, const sg_program *p, const sg_instr *code, int32_t n)
{
    int32_t n_operands = 0;
    g->n_local = 0;
    for (int32_t i = 0; i < n; i++)
        for (int32_t k = 0; k < code[i].n_in + code[i].n_out; k++, n_operands++) {
            g->operands[n_operands] = n_operands;
            g->tensors[n_operands] = p->tensors[p->operands[code[i].first + k]];
            if (g->tensors[n_operands].base < 0) g->local[g->n_local++] = n_operands;
        }
}

/* Let element number first of every value in registers be at the start of its place there. */
static void move_to(sg_group *g, int64_t first)
{
    for (int32_t i = 0; i < g->n_local; i++) {
        sg_tensor *t = &g->tensors[g->local[i]];
        t->data = (void *)((uintptr_t)g->registers + (uintptr_t)t->offset
                           - (uintptr_t)(first * sg_item_size(t->dtype)));
    }
}

sg_status sg_run_group(const sg_program *p, const sg_instr *code, int32_t n, int ith, int nth,
                       sg_context *ctx, int32_t *at)
{
    sg_group g;
    view(&g, p, code, n);
    const int64_t size = code[0].flat;
    /* Shares of shares are cut where shares are, so that neighbours without a barrier agree. */
    const int64_t blocks = (size / nth + SG_BLOCK) / SG_BLOCK;
    for (int64_t b = ith * blocks; b < (ith + 1) * blocks; b++) {
        sg_call call = {.tensors = g.tensors, .ith = (int32_t)b, .nth = (int32_t)(nth * blocks),
                        .ctx = ctx};
        int64_t first, end;
        sg_share(&call, size, 16, &first, &end);
        move_to(&g, first);
        const int32_t *operands = g.operands;
        for (int32_t i = 0; i < n; i++) {
            const sg_instr *ins = &code[i];
            call.in = operands;
            call.out = operands + ins->n_in;
            operands = call.out + ins->n_out;
            call.req = p->reqs + ins->first + ins->n_in;
            call.params = ins->params;
            call.n_in = ins->n_in;
            call.n_out = ins->n_out;
            call.stream = ins->stream;
            const sg_status status = ins->kernel(&call);
            if (status != SG_OK) {
                *at = i;
                return status;
            }
        }
    }
    return SG_OK;
}
