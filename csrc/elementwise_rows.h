/* elementwise_rows.h: what the walkers over elementwise kernels need that depends on no type.
 *
 * A kernel is a row function, which writes n elements; the walkers of elementwise_rows.inc choose
 * its share, its operands and what becomes of the result. Rows know no restrict, as an output may
 * lie on top of an input, but element i meets only elements i: SG_EACH tells the compiler so. */
#ifndef SG_ELEMENTWISE_ROWS_H
#define SG_ELEMENTWISE_ROWS_H
#include "kernel.h"
#include "elementwise.h"

#if defined(__clang__)
#define SG_EACH(i, n)                                                                        \
    _Pragma("clang loop vectorize(assume_safety)") for (int64_t i = 0; i < (n); i++)
#else
#define SG_EACH(i, n) _Pragma("GCC ivdep") for (int64_t i = 0; i < (n); i++)
#endif

#define SG_PART 512 /* elements of the buffer for SG_ADD: stays in the first-level cache */

/* y = expr of x; the declarations that follow run once a row. */
#define UNARY_WITH(name, expr, ...)                                                          \
    static void F(name##_row)(int64_t n, const T *const *in, T *y, const void *params)       \
    {                                                                                        \
        const T *x_ = in[0];                                                                 \
        (void)params;                                                                        \
        __VA_ARGS__;                                                                         \
        SG_EACH(i, n) { const A x = (A)x_[i]; y[i] = (T)(expr); }                            \
    }                                                                                        \
    static sg_status F(name)(const sg_call *c) { return F(walk)(c, F(name##_row)); }         \
    SG_ENTRY(name)
#define UNARY(name, expr) UNARY_WITH(name, expr, )

/* y = expr of a gradient dy and one value x. */
#define PAIR_WITH(name, expr, ...)                                                           \
    static void F(name##_row)(int64_t n, const T *const *in, T *y, const void *params)       \
    {                                                                                        \
        const T *d_ = in[0], *x_ = in[1];                                                    \
        (void)params;                                                                        \
        __VA_ARGS__;                                                                         \
        SG_EACH(i, n) { const A dy = (A)d_[i], x = (A)x_[i]; y[i] = (T)(expr); }             \
    }                                                                                        \
    static sg_status F(name)(const sg_call *c) { return F(walk)(c, F(name##_row)); }         \
    SG_ENTRY(name)
#define PAIR(name, expr) PAIR_WITH(name, expr, )

/* y = expr of a gradient dy and two values a and b. */
#define TRIPLE(name, expr)                                                                   \
    static void F(name##_row)(int64_t n, const T *const *in, T *y, const void *params)       \
    {                                                                                        \
        const T *d_ = in[0], *a_ = in[1], *b_ = in[2];                                       \
        (void)params;                                                                        \
        SG_EACH(i, n)                                                                        \
        {                                                                                    \
            const A dy = (A)d_[i], a = (A)a_[i], b = (A)b_[i];                               \
            y[i] = (T)(expr);                                                                \
        }                                                                                    \
    }                                                                                        \
    static sg_status F(name)(const sg_call *c) { return F(walk)(c, F(name##_row)); }         \
    SG_ENTRY(name)

/* The row of y = expr of a and b. With a step of 0 an operand is fixed along the row, and an A: a
 * number beside integers need not be one of their type. */
#define BINARY_ROW(name, expr)                                                               \
    static void F(name##_row)(int64_t n, const void *left, int64_t x_step, const void *right,\
                              int64_t z_step, T *y)                                          \
    {                                                                                        \
        const T *x = left, *z = right;                                                       \
        if (!x_step) {                                                                       \
            const A a = *(const A *)left;                                                    \
            SG_EACH(i, n) { const A b = (A)z[i]; y[i] = (T)(expr); }                         \
        } else if (!z_step) {                                                                \
            const A b = *(const A *)right;                                                   \
            SG_EACH(i, n) { const A a = (A)x[i]; y[i] = (T)(expr); }                         \
        } else {                                                                             \
            SG_EACH(i, n) { const A a = (A)x[i], b = (A)z[i]; y[i] = (T)(expr); }            \
        }                                                                                    \
    }

/* The row of y = expr of a alone, where b is known. */
#define LEFT_ROW(name, expr)                                                                 \
    static void F(name##_row)(int64_t n, const void *left, int64_t x_step, const void *right,\
                              int64_t z_step, T *y)                                          \
    {                                                                                        \
        const T *x = left;                                                                   \
        (void)x_step, (void)right, (void)z_step;                                             \
        SG_EACH(i, n) { const A a = (A)x[i]; y[i] = (T)(expr); }                             \
    }

/* The kernel name, which broadcasts two tensors. */
#define BINARY_KERNEL(name)                                                                  \
    static sg_status F(name)(const sg_call *c)                                               \
    {                                                                                        \
        return F(broadcast)(c, sg_in(c, 0), sg_in(c, 1), F(name##_row));                     \
    }                                                                                        \
    SG_ENTRY(name)

/* y = expr of a and b, in two kernels: name broadcasts two tensors, name_scalar takes a tensor and
 * the parameter scalar, which is a if reverse. */
#define BINARY(name, expr)                                                                   \
    BINARY_ROW(name, expr)                                                                   \
    BINARY_KERNEL(name)                                                                      \
    static sg_status F(name##_scalar)(const sg_call *c)                                      \
    {                                                                                        \
        return F(with_scalar)(c, F(name##_row));                                             \
    }                                                                                        \
    SG_ENTRY(name##_scalar)

/* How tensors broadcast to an output: neighbouring axes along which all behave alike are one
 * axis, the innermost first. step is the distance of neighbours in elements, 0 where an operand
 * repeats. */
typedef struct {
    int32_t ndim, n;
    int64_t length[8], step[3][8];
    int64_t index[8], offset[3]; /* the place of one element of the output in each operand */
} sg_broadcast;

/* The plan for n operands, at element start of the output y. */
static inline sg_broadcast sg_plan_broadcast(int n, const sg_tensor *const *operand,
                                             const sg_tensor *y, int64_t start)
{
    sg_broadcast p = {.ndim = 0, .n = n};
    int64_t size[3] = {1, 1, 1};
    int before = -1;
    for (int d = 1; d <= y->ndim; d++) {
        const int64_t length = y->shape[y->ndim - d];
        int along = 0;
        if (length == 1) continue;
        for (int k = 0; k < n; k++)
            if (operand[k]->ndim >= d && operand[k]->shape[operand[k]->ndim - d] != 1)
                along |= 1 << k;
        if (along == before) {
            p.length[p.ndim - 1] *= length;
        } else {
            p.length[p.ndim] = length;
            for (int k = 0; k < n; k++) p.step[k][p.ndim] = along >> k & 1 ? size[k] : 0;
            p.ndim++;
        }
        for (int k = 0; k < n; k++)
            if (along >> k & 1) size[k] *= length;
        before = along;
    }
    if (!p.ndim) {
        p.ndim = 1;
        p.length[0] = p.step[0][0] = p.step[1][0] = p.step[2][0] = 1;
    }
    for (int d = 0; d < p.ndim; d++) {
        p.index[d] = start % p.length[d];
        start /= p.length[d];
        for (int k = 0; k < n; k++) p.offset[k] += p.index[d] * p.step[k][d];
    }
    return p;
}

/* Move on by n elements, which do not reach beyond the end of the innermost axis. */
static inline void sg_advance(sg_broadcast *p, int64_t n)
{
    int64_t by = n;
    for (int d = 0; d < p->ndim; d++) {
        p->index[d] += by;
        for (int k = 0; k < p->n; k++) p->offset[k] += by * p->step[k][d];
        if (p->index[d] < p->length[d]) return;
        for (int k = 0; k < p->n; k++) p->offset[k] -= p->length[d] * p->step[k][d];
        p->index[d] = 0;
        by = 1;
    }
}

/* The length of the next run of elements that lie in a row, at most limit. */
static inline int64_t sg_run_length(const sg_broadcast *p, int64_t limit)
{
    const int64_t n = p->length[0] - p->index[0];
    return n < limit ? n : limit;
}
#endif
