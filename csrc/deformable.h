/* deformable.h: what windows see whose elements are moved by offsets. */
typedef struct {
    int64_t window[3], step[3], spacing[3], margin[3];  /* the first of each has no meaning */
    int32_t num_deformable_group, modulated;
} sg_deformable_columns_params;
typedef sg_deformable_columns_params sg_deformable_data_grad_params;
typedef sg_deformable_columns_params sg_deformable_offset_grad_params;

sg_status sg_deformable_columns(const sg_call *);
sg_status sg_deformable_data_grad(const sg_call *);
sg_status sg_deformable_offset_grad(const sg_call *);
