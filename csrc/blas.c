/* The functions of a BLAS and LAPACK library, in a table that Python fills at import. */
#include "blas_table.h"

typedef void (*sgemm_fn)(int, int, int, int, int, int, float, const float *, int, const float *, int,
                         float, float *, int);
typedef void (*dgemm_fn)(int, int, int, int, int, int, double, const double *, int, const double *,
                         int, double, double *, int);
static sg_function table[SG_ROUTINES];

void sg_set_routine(int32_t routine, void *function)
{
    /* ISO C has no cast from an object pointer to a function's. */
    memcpy(&table[routine], &function, sizeof function);
}

sg_function sg_routine_of(sg_routine routine) { return table[routine]; }

#define GEMM(name, type, fn, routine)                                                              \
    void sg_gemm_scaled_##name(int ta, int tb, int64_t m, int64_t n, int64_t k, double alpha,      \
                               const type *A, int64_t lda, const type *B, int64_t ldb,             \
                               double beta, type *C, int64_t ldc)                                  \
    {                                                                                              \
        if (m <= 0 || n <= 0) return;                                                              \
        if (k == 0) {                                                                              \
            for (int64_t i = 0; i < m; i++)                                                        \
                for (int64_t j = 0; j < n; j++)                                                    \
                    C[i * ldc + j] = beta == 0 ? 0 : (type)(beta * C[i * ldc + j]);                \
            return;                                                                                \
        }                                                                                          \
        ((fn)table[routine])(SG_ROW_MAJOR, ta ? SG_TRANSPOSED : SG_PLAIN_ORDER,                    \
                             tb ? SG_TRANSPOSED : SG_PLAIN_ORDER, (int)m, (int)n, (int)k,          \
                             (type)alpha, A, (int)lda, B, (int)ldb, (type)beta, C, (int)ldc);      \
    }                                                                                              \
    void sg_gemm_##name(int ta, int tb, int64_t m, int64_t n, int64_t k, const type *A,            \
                        int64_t lda, const type *B, int64_t ldb, type *C, int64_t ldc, int req)    \
    {                                                                                              \
        if (req != SG_NULL)                                                                        \
            sg_gemm_scaled_##name(ta, tb, m, n, k, 1, A, lda, B, ldb, req == SG_ADD, C, ldc);      \
    }

GEMM(f32, float, sgemm_fn, SG_CBLAS_SGEMM)
GEMM(f64, double, dgemm_fn, SG_CBLAS_DGEMM)
