/* correlation.h: patches of two images compared at several displacements. */
typedef struct {
    int64_t kernel_size, max_displacement, stride1, stride2, pad_size;
    int32_t is_multiply;
} sg_correlation_params;
typedef sg_correlation_params sg_correlation_grad_params;

sg_status sg_correlation(const sg_call *);
sg_status sg_correlation_grad(const sg_call *);
