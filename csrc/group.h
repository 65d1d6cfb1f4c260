/* group.h: elementwise instructions that are run together, a block of elements at a time. */
#ifndef SG_GROUP_H
#define SG_GROUP_H
#include "kernel.h"

enum {
    SG_BLOCK = 1024,            /* elements; as in symgraph/passes/groups.py, like these: */
    SG_REGISTERS = 64 * 1024,   /* bytes of values that live no longer than a block */
    SG_GROUP_OPERANDS = 96      /* of all instructions of a group */
};

/* A thread's own view of a group: where its operands are for the block it is at. */
typedef struct {
    _Alignas(64) char registers[SG_REGISTERS];
    sg_tensor tensors[SG_GROUP_OPERANDS];
    int32_t operands[SG_GROUP_OPERANDS], local[SG_GROUP_OPERANDS];
    int32_t n_local;
} sg_group;

/* Do share ith of nth of the n instructions from code on; *at is the one that failed. */
sg_status sg_run_group(const sg_program *p, const sg_instr *code, int32_t n, int ith, int nth,
                       sg_context *ctx, int32_t *at);

#endif
