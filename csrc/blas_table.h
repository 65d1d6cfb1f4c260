/* blas_table.h: what kernels get of the library that blas.h speaks of. */
#ifndef SG_BLAS_TABLE_H
#define SG_BLAS_TABLE_H
#include "kernel.h"
#include "blas.h"

typedef void (*sg_function)(void);

/* NULL if the library has no such function; to be cast to its type. */
sg_function sg_routine_of(sg_routine routine);

enum { SG_ROW_MAJOR = 101, SG_PLAIN_ORDER = 111, SG_TRANSPOSED = 112, SG_UPPER = 121, SG_LOWER = 122,
       SG_NON_UNIT = 131, SG_LEFT = 141, SG_RIGHT = 142 };

/* C = alpha op(A) op(B) + beta C. */
void sg_gemm_scaled_f32(int ta, int tb, int64_t m, int64_t n, int64_t k, double alpha,
                        const float *A, int64_t lda, const float *B, int64_t ldb, double beta,
                        float *C, int64_t ldc);
void sg_gemm_scaled_f64(int ta, int tb, int64_t m, int64_t n, int64_t k, double alpha,
                        const double *A, int64_t lda, const double *B, int64_t ldb, double beta,
                        double *C, int64_t ldc);
#endif
