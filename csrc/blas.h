/* blas.h: the functions of a BLAS and LAPACK library that kernels call. Python looks for them at
 * import by these names: CBLAS ones, and Fortran ones of LAPACK. */
typedef enum {
    SG_CBLAS_SGEMM, SG_CBLAS_DGEMM,
    SG_CBLAS_STRMM, SG_CBLAS_DTRMM, SG_CBLAS_STRSM, SG_CBLAS_DTRSM,
    SG_LAPACK_SPOTRF, SG_LAPACK_DPOTRF, SG_LAPACK_SPOTRI, SG_LAPACK_DPOTRI,
    SG_LAPACK_SGETRF, SG_LAPACK_DGETRF, SG_LAPACK_SGETRI, SG_LAPACK_DGETRI,
    SG_LAPACK_SGEQRF, SG_LAPACK_DGEQRF, SG_LAPACK_SORGQR, SG_LAPACK_DORGQR,
    SG_LAPACK_SSYEVD, SG_LAPACK_DSYEVD,
    SG_ROUTINES
} sg_routine;

/* Let kernels call function as the routine of this number. */
void sg_set_routine(int32_t routine, void *function);
