/* resize.h: images made larger or smaller. */
typedef struct { int32_t sum; } sg_up_sampling_nearest_params;
typedef struct { int64_t scale; } sg_up_sampling_bilinear_params;
typedef struct { int64_t scale; } sg_up_sampling_grad_params;
typedef struct { int32_t align_corners; } sg_bilinear_resize_params;
typedef struct { int32_t align_corners; } sg_bilinear_resize_grad_params;

sg_status sg_up_sampling_nearest(const sg_call *);
sg_status sg_up_sampling_bilinear(const sg_call *);
sg_status sg_up_sampling_grad(const sg_call *);
sg_status sg_adaptive_avg_pooling(const sg_call *);
sg_status sg_adaptive_avg_pooling_grad(const sg_call *);
sg_status sg_bilinear_resize(const sg_call *);
sg_status sg_bilinear_resize_grad(const sg_call *);
