/* kernel.h: what every kernel file includes, beside the header of its family. */
#ifndef SG_KERNEL_H
#define SG_KERNEL_H
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "symgraph.h"

#define SG_INLINE static inline __attribute__((always_inline))

typedef _Float16 sg_half; /* storage only: kernels compute in float */

static inline const sg_tensor *sg_in(const sg_call *c, int i)  { return &c->tensors[c->in[i]]; }
static inline const sg_tensor *sg_out(const sg_call *c, int i) { return &c->tensors[c->out[i]]; }

/* return SG_FAIL(c, SG_BAD_VALUE, "format", ...); */
#define SG_FAIL(c, status, ...) \
    (snprintf((c)->ctx->message, sizeof (c)->ctx->message, __VA_ARGS__), (status))

/* Share ith of nth of n things, in multiples of grain: [*begin, *end). With grain 16 the shares of
 * neighbouring threads do not write into one cache line, and vector loops have no ragged middle. */
static inline void sg_share(const sg_call *c, int64_t n, int64_t grain, int64_t *begin, int64_t *end)
{
    const int64_t blocks = (n + grain - 1) / grain;
    const int64_t b = blocks * c->ith / c->nth * grain, e = blocks * (c->ith + 1) / c->nth * grain;
    *begin = b < n ? b : n;
    *end = e < n ? e : n;
}

static inline int64_t sg_item_size(int32_t dtype)
{
    static const int8_t size[] = {4, 8, 2, 1, 4, 1, 8, 1};
    return size[dtype];
}

static inline int sg_axis(const sg_tensor *x, int axis) { return axis < 0 ? axis + x->ndim : axis; }

/* The product of x->shape[from .. to). */
static inline int64_t sg_extent(const sg_tensor *x, int from, int to)
{
    int64_t n = 1;
    for (int d = from; d < to; d++) n *= x->shape[d];
    return n;
}

/* A tensor seen as outer x length x inner around one axis. */
static inline void sg_around(const sg_tensor *x, int axis, int64_t *outer, int64_t *length,
                             int64_t *inner)
{
    axis = sg_axis(x, axis);
    *outer = sg_extent(x, 0, axis);
    *length = x->shape[axis];
    *inner = sg_extent(x, axis + 1, x->ndim);
}

/* C = op(A) op(B), added to C if req is SG_ADD; row major with leading dimensions. blas.c. */
void sg_gemm_f32(int ta, int tb, int64_t m, int64_t n, int64_t k, const float *A, int64_t lda,
                 const float *B, int64_t ldb, float *C, int64_t ldc, int req);
void sg_gemm_f64(int ta, int tb, int64_t m, int64_t n, int64_t k, const double *A, int64_t lda,
                 const double *B, int64_t ldb, double *C, int64_t ldc, int req);

/* The instruction set that entries dispatch on; isa.c. */
extern int sg_isa;

#define SG_CAT_(a, b) a##b
#define SG_CAT(a, b) SG_CAT_(a, b)
#endif
