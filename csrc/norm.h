/* norm.h: batch, layer, instance and group normalization. */
typedef struct {
    double eps, momentum;
    int32_t fix_gamma, use_global_stats, axis;
} sg_batch_norm_params;
typedef struct { int32_t axis, fix_gamma, use_global_stats; } sg_batch_norm_grad_params;

sg_status sg_batch_norm(const sg_call *);
sg_status sg_batch_norm_grad(const sg_call *);
