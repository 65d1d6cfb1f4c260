/* The walk over a program: every share visits every instruction. */
#include <stdatomic.h>
#include "group.h"
#include "team.h"

typedef struct {
    const sg_program *program;
    char *arena;
    int32_t end;
    sg_context *ctx;
    atomic_int first_failure;   /* the earliest instruction that failed; n_code: none did */
    sg_status status;           /* of first_failure, with its message in ctx */
    atomic_flag reporting;
} sg_walk;

static void report(sg_walk *walk, int32_t pc, sg_status status, const sg_context *mine)
{
    while (atomic_flag_test_and_set(&walk->reporting)) {}
    if (pc < atomic_load(&walk->first_failure)) {
        atomic_store(&walk->first_failure, pc);
        walk->status = status;
        memcpy(walk->ctx->message, mine->message, sizeof mine->message);
    }
    atomic_flag_clear(&walk->reporting);
}

static void visit(sg_walk *walk, int32_t pc, int ith, int nth, sg_context *mine)
{
    const sg_program *p = walk->program;
    const sg_instr *ins = &p->code[pc];
    const int32_t *operands = p->operands + ins->first;
    const int shares = ins->split < nth ? ins->split : nth;
    if (ith >= shares) return;
    const sg_call call = {
        .tensors = p->tensors, .in = operands, .out = operands + ins->n_in,
        .req = p->reqs + ins->first + ins->n_in, .params = ins->params,
        .scratch = ins->scratch < 0 ? NULL : walk->arena + ins->scratch,
        .n_in = ins->n_in, .n_out = ins->n_out, .ith = ith, .nth = shares,
        .stream = ins->stream, .ctx = mine,
    };
    const sg_status status = ins->kernel(&call);
    if (status != SG_OK) report(walk, pc, status, mine);
}

static void visit_group(sg_walk *walk, int32_t pc, int32_t n, int ith, int nth, sg_context *mine)
{
    const sg_instr *ins = &walk->program->code[pc];
    const int shares = ins->split < nth ? ins->split : nth;
    int32_t at;
    if (ith >= shares) return;
    const sg_status status = sg_run_group(walk->program, ins, n, ith, shares, mine, &at);
    if (status != SG_OK) report(walk, pc + at, status, mine);
}

/* Share ith of the instructions from pc up to the next barrier; returns where that is. */
static int32_t walk_step(void *arg, int32_t pc, int ith, int nth)
{
    sg_walk *walk = arg;
    sg_context mine = *walk->ctx;   /* its own, so that messages do not mix */
    do {
        int32_t n = walk->program->code[pc].group;
        n = n < 1 ? 1 : n > walk->end - pc ? walk->end - pc : n;
        /* After a failure nothing later is run. */
        if (pc <= atomic_load_explicit(&walk->first_failure, memory_order_relaxed)) {
            if (n == 1) visit(walk, pc, ith, nth, &mine);
            else visit_group(walk, pc, n, ith, nth, &mine);
        }
        pc += n;
    } while (pc < walk->end && !(nth > 1 && walk->program->code[pc].barrier));
    return pc;
}

sg_status sg_run(sg_program *p, char *const *bases, int32_t begin, int32_t end, sg_context *ctx)
{
    for (int32_t i = 0; i < p->n_tensors; i++) {
        sg_tensor *t = &p->tensors[i];
        t->data = t->base < 0 ? NULL : bases[t->base] + t->offset;
    }

    sg_walk walk = {.program = p, .arena = bases[0], .end = end, .ctx = ctx,
                    .first_failure = p->n_code, .status = SG_OK, .reporting = ATOMIC_FLAG_INIT};
    int shares = 1;
    for (int32_t pc = begin; pc < end && shares == 1; pc++) shares = p->code[pc].split;
    const int nth = shares > 1 ? sg_team_take() : 1;    /* small programs never wake the team */
    sg_team_run(walk_step, &walk, begin, end, nth);
    sg_team_give(nth);
    ctx->failed = atomic_load(&walk.first_failure);
    return walk.status;
}
