/* Operators that move elements to other places. */
typedef struct { int32_t n_axes, axes[8]; } sg_transpose_params;
typedef struct { int32_t dim1, dim2; } sg_swap_axis_params;
typedef struct { int32_t block_size; } sg_depth_to_space_params;
typedef struct { int32_t block_size; } sg_space_to_depth_params;
sg_status sg_transpose(const sg_call *);
sg_status sg_swap_axis(const sg_call *);
sg_status sg_depth_to_space(const sg_call *);
sg_status sg_space_to_depth(const sg_call *);

typedef struct { int32_t axis; } sg_concat_params;
typedef struct { int32_t axis; } sg_split_params;
typedef struct {
    int32_t axis, num_parts;
    uint64_t present[64];      /* a bit for each part that is an input */
} sg_join_parts_params;
sg_status sg_concat(const sg_call *);
sg_status sg_split(const sg_call *);
sg_status sg_join_parts(const sg_call *);

typedef struct { int64_t begin; int32_t axis; } sg_slice_axis_params;
typedef struct { int64_t begin; int32_t axis; } sg_slice_axis_grad_params;
typedef struct {
    int32_t n_axes;
    int64_t starts[8], steps[8];    /* negative starts count from the end */
} sg_slice_params;
typedef struct {
    int32_t n_axes;
    int64_t starts[8], steps[8];
} sg_slice_grad_params;
sg_status sg_slice(const sg_call *);
sg_status sg_slice_grad(const sg_call *);
sg_status sg_slice_like(const sg_call *);
sg_status sg_slice_axis(const sg_call *);
sg_status sg_slice_axis_grad(const sg_call *);

typedef struct {
    int64_t offset[2];              /* first row and column of the window */
    int32_t center_crop;            /* the window is in the middle instead */
} sg_crop_params;
sg_status sg_crop(const sg_call *);

typedef struct { int64_t k; int32_t axis1, axis2; } sg_diag_params;
typedef struct { int64_t k; int32_t axis1, axis2; } sg_diag_grad_params;
sg_status sg_diag(const sg_call *);
sg_status sg_diag_grad(const sg_call *);

typedef struct { int32_t along_axis, axis_number; } sg_repeat_params;
typedef struct { int32_t along_axis, axis_number; } sg_repeat_grad_params;
sg_status sg_tile(const sg_call *);
sg_status sg_tile_grad(const sg_call *);
sg_status sg_repeat(const sg_call *);
sg_status sg_repeat_grad(const sg_call *);

typedef struct { int32_t n_axes, axes[8]; } sg_reverse_params;
typedef struct {
    double constant_value;
    int64_t constant_value_whole;
    int64_t pad_width[16];          /* before and after, for each dimension */
    int32_t mode_number;            /* 0 constant, 1 edge, 2 reflect */
} sg_pad_params;
typedef struct {
    int64_t pad_width[16];
    int32_t mode_number;
} sg_pad_grad_params;
sg_status sg_reverse(const sg_call *);
sg_status sg_pad(const sg_call *);
sg_status sg_pad_grad(const sg_call *);

sg_status sg_shape_array(const sg_call *);
sg_status sg_size_array(const sg_call *);
