/* linalg.h: matrices in the last two axes. */
typedef struct {
    double alpha, beta;
    int32_t transpose_a, transpose_b;
    int32_t axis;                       /* that of the rows; columns are the last one */
} sg_linalg_gemm_params;
typedef struct {
    double alpha;
    int32_t transpose, rightside, lower;
    int32_t solve;                      /* whether the inverse of the triangular matrix is meant */
} sg_linalg_triangular_params;
typedef struct { int32_t slot; } sg_khatri_rao_grad_params;
sg_status sg_linalg_gemm(const sg_call *);
sg_status sg_linalg_triangular(const sg_call *);
sg_status sg_khatri_rao(const sg_call *);
sg_status sg_khatri_rao_grad(const sg_call *);

/* linalg_factor.inc */
sg_status sg_linalg_potrf(const sg_call *);
sg_status sg_linalg_potri(const sg_call *);
sg_status sg_linalg_inverse(const sg_call *);
sg_status sg_linalg_det(const sg_call *);
sg_status sg_linalg_slogdet(const sg_call *);
sg_status sg_linalg_gelqf(const sg_call *);
sg_status sg_linalg_syevd(const sg_call *);

typedef struct { int64_t offset; int32_t below; } sg_linalg_extracttrian_params;
typedef struct { int64_t offset; int32_t below; } sg_linalg_maketrian_params;
sg_status sg_linalg_extracttrian(const sg_call *);
sg_status sg_linalg_maketrian(const sg_call *);
sg_status sg_linalg_mirror(const sg_call *);
sg_status sg_linalg_gaps(const sg_call *);
sg_status sg_linalg_sumlogdiag(const sg_call *);
