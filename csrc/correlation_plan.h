/* correlation_plan.h: which rows and columns of two images are compared. */
#ifndef SG_CORRELATION_PLAN_H
#define SG_CORRELATION_PLAN_H
#include "kernel.h"
#include "correlation.h"

enum { SG_CORRELATION_BLOCK = 128 };

/* Output (n, displacements, rows, columns). Element (i, j) compares the patches of `patch` pixels
 * squared whose first one is (i * step + start, j * step + start) in image 1, and that moved by
 * one of side * side displacements in image 2. */
typedef struct {
    int64_t channels, height, width, rows, columns;
    int64_t patch, step, start, reach, side, stride;
    double share;
} sg_matching;

static inline sg_matching sg_matching_of(const sg_correlation_params *par, const sg_tensor *image,
                                         const sg_tensor *out)
{
    const int64_t reach = par->max_displacement / par->stride2;
    sg_matching m = {image->shape[1], image->shape[2], image->shape[3], out->shape[2], out->shape[3],
                     par->kernel_size, par->stride1, par->max_displacement - par->pad_size, reach,
                     2 * reach + 1, par->stride2, 0};
    m.share = 1 / (double)(m.patch * m.patch * m.channels);
    return m;
}

/* Displacement q: *down rows and *across columns. */
static inline void sg_displacement(const sg_matching *m, int64_t q, int64_t *down, int64_t *across)
{
    *down = (q / m->side - m->reach) * m->stride;
    *across = (q % m->side - m->reach) * m->stride;
}
#endif
