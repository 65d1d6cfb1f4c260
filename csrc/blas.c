/* The one matrix product: a table of CBLAS functions that Python fills at import. */
#include <limits.h>
#include "kernel.h"

typedef void (*sgemm_fn)(int, int, int, int, int, int, float, const float *, int, const float *, int,
                         float, float *, int);
typedef void (*dgemm_fn)(int, int, int, int, int, int, double, const double *, int, const double *,
                         int, double, double *, int);
static sgemm_fn sgemm;
static dgemm_fn dgemm;
enum { ROW_MAJOR = 101, PLAIN = 111, TRANSPOSED = 112 };

void sg_set_blas(void *s, void *d)
{
    memcpy(&sgemm, &s, sizeof s);   /* ISO C has no cast from an object pointer to a function's */
    memcpy(&dgemm, &d, sizeof d);
}

#define GEMM(name, type, fn)                                                                       \
    void name(int ta, int tb, int64_t m, int64_t n, int64_t k, const type *A, int64_t lda,         \
              const type *B, int64_t ldb, type *C, int64_t ldc, int req)                           \
    {                                                                                              \
        if (req == SG_NULL || m <= 0 || n <= 0) return;                                            \
        if (k == 0) {                                                                              \
            if (req == SG_WRITE)                                                                   \
                for (int64_t i = 0; i < m; i++) memset(C + i * ldc, 0, (size_t)n * sizeof(type));  \
            return;                                                                                \
        }                                                                                          \
        fn(ROW_MAJOR, ta ? TRANSPOSED : PLAIN, tb ? TRANSPOSED : PLAIN, (int)m, (int)n, (int)k, 1, \
           A, (int)lda, B, (int)ldb, req == SG_ADD, C, (int)ldc);                                  \
    }

GEMM(sg_gemm_f32, float, sgemm)
GEMM(sg_gemm_f64, double, dgemm)
