/* reduce_plan.h: how a reduction walks over its input; depends on no type. */
#ifndef SG_REDUCE_PLAN_H
#define SG_REDUCE_PLAN_H
#include "elementwise_rows.h"
#include "reduce.h"

#define SG_LANES 16  /* a row is folded in so many interleaved parts, which makes vector code */
#define SG_COLUMNS 128 /* outputs that are accumulated side by side, within the first-level cache */

/* The axes of the input, innermost first, those of length 1 left out and neighbours of one kind
 * taken together; kept and reduced axes alternate. step is the distance of neighbours in
 * elements. */
typedef struct {
    int32_t ndim, inner_reduced;
    int64_t length[8], step[8], outputs, count; /* count inputs make one output */
} sg_reduction;

static inline sg_reduction sg_plan_reduction(const sg_tensor *x, const sg_reduce_params *par)
{
    sg_reduction p = {.ndim = 0, .outputs = 1, .count = 1};
    int64_t size = 1;
    int before = -1;
    for (int d = x->ndim - 1; d >= 0; d--) {
        int named = par->n_axes == 0;
        for (int k = 0; k < par->n_axes; k++) named |= sg_axis(x, par->axes[k]) == d;
        const int reduced = par->n_axes ? named != (par->exclude != 0) : 1;
        const int64_t length = x->shape[d];
        if (length == 1) continue;
        *(reduced ? &p.count : &p.outputs) *= length;
        if (reduced == before) {
            p.length[p.ndim - 1] *= length;
        } else {
            if (!p.ndim) p.inner_reduced = reduced;
            p.length[p.ndim] = length;
            p.step[p.ndim++] = size;
        }
        size *= length;
        before = reduced;
    }
    if (!p.ndim) p = (sg_reduction){1, 0, {1}, {1}, 1, 1};
    return p;
}

/* Where in the input the part of output number index begins; index counts the kept axes from axis
 * first on. */
static inline int64_t sg_kept_offset(const sg_reduction *p, int first, int64_t index)
{
    int64_t offset = 0;
    for (int d = first; d < p->ndim; d += 2) {
        offset += index % p->length[d] * p->step[d];
        index /= p->length[d];
    }
    return offset;
}

/* Go to the next place along the reduced axes from axis first on; 0 after the last. index starts
 * with zeros. */
static inline int sg_next_reduced(const sg_reduction *p, int first, int64_t *index, int64_t *offset)
{
    for (int d = first; d < p->ndim; d += 2) {
        *offset += p->step[d];
        if (++index[d] < p->length[d]) return 1;
        *offset -= p->step[d] * p->length[d];
        index[d] = 0;
    }
    return 0;
}
#endif
