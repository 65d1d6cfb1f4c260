/* reduce.h: reductions along axes, their gradients, and places of extremes. */
typedef struct {
    int32_t axes[8], n_axes; /* no axes: all */
    int32_t exclude;         /* the named axes are kept instead */
} sg_reduce_params;
typedef sg_reduce_params sg_sum_params;
typedef sg_reduce_params sg_mean_params;
typedef sg_reduce_params sg_prod_params;
typedef sg_reduce_params sg_nansum_params;
typedef sg_reduce_params sg_nanprod_params;
typedef sg_reduce_params sg_max_params;
typedef sg_reduce_params sg_min_params;
typedef sg_reduce_params sg_norm1_params;
typedef sg_reduce_params sg_norm2_params;
typedef sg_reduce_params sg_prod_grad_params;
typedef sg_reduce_params sg_nanprod_grad_params;
typedef struct {
    int32_t along, all; /* the axis, or whether the array counts as flattened */
} sg_argmax_params;
typedef sg_argmax_params sg_argmin_params;
typedef sg_reduce_params sg_moments_params;

sg_status sg_sum(const sg_call *);
sg_status sg_mean(const sg_call *);
sg_status sg_prod(const sg_call *);
sg_status sg_nansum(const sg_call *);
sg_status sg_nanprod(const sg_call *);
sg_status sg_max(const sg_call *);
sg_status sg_min(const sg_call *);
sg_status sg_norm1(const sg_call *);
sg_status sg_norm2(const sg_call *);
sg_status sg_prod_grad(const sg_call *);
sg_status sg_nanprod_grad(const sg_call *);
sg_status sg_moments(const sg_call *);
sg_status sg_argmax(const sg_call *);
sg_status sg_argmin(const sg_call *);

typedef struct {
    int32_t along, all, backwards; /* backwards: from the end */
} sg_cumsum_params;
sg_status sg_cumsum(const sg_call *);
