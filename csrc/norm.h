/* norm.h: batch, layer, group, Euclidean and local response normalization; a penalty on means. */
typedef struct {
    double eps, momentum;
    int32_t fix_gamma, use_global_stats, axis;
} sg_batch_norm_params;
typedef struct { int32_t axis, fix_gamma, use_global_stats; } sg_batch_norm_grad_params;
typedef struct { double eps; int32_t axis; } sg_layer_norm_params;
typedef struct { int32_t axis; } sg_layer_norm_grad_params;
typedef struct { double eps; } sg_group_norm_params;
typedef struct {
    double eps;
    int32_t axis, to_end; /* to_end: all axes from axis on count as one */
} sg_l2_normalization_params;
typedef struct { int32_t axis, to_end; } sg_l2_normalization_grad_params;
typedef struct { double alpha, beta, knorm; int32_t nsize; } sg_lrn_params;
typedef struct { double alpha, beta; int32_t nsize; } sg_lrn_grad_params;
typedef struct { double momentum; } sg_sparse_reg_params;
typedef struct { double sparseness_target, penalty; } sg_sparse_reg_grad_params;

sg_status sg_batch_norm(const sg_call *);
sg_status sg_batch_norm_grad(const sg_call *);
sg_status sg_layer_norm(const sg_call *);
sg_status sg_layer_norm_grad(const sg_call *);
sg_status sg_group_norm(const sg_call *);
sg_status sg_group_norm_grad(const sg_call *);
sg_status sg_l2_normalization(const sg_call *);
sg_status sg_l2_normalization_grad(const sg_call *);
sg_status sg_lrn(const sg_call *);
sg_status sg_lrn_grad(const sg_call *);
sg_status sg_sparse_reg(const sg_call *);
sg_status sg_sparse_reg_grad(const sg_call *);
