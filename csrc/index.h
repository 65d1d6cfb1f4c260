/* Operators whose data says which elements they move. rule: 0 clips, 1 wraps, 2 refuses what is
 * outside. */
typedef struct { int32_t axis, rule, ids_slot; } sg_take_params;
typedef struct { int32_t axis, rule; } sg_take_grad_params;
typedef struct {
    double on_value, off_value;
    int64_t on_value_whole, off_value_whole, depth;
} sg_one_hot_params;
sg_status sg_take(const sg_call *);
sg_status sg_take_grad(const sg_call *);
sg_status sg_one_hot(const sg_call *);

typedef struct { int32_t axis, rule; } sg_pick_params;
typedef struct { int32_t axis, rule; } sg_pick_grad_params;
sg_status sg_pick(const sg_call *);
sg_status sg_pick_grad(const sg_call *);
sg_status sg_where(const sg_call *);
sg_status sg_where_grad(const sg_call *);

sg_status sg_gather_nd(const sg_call *);
sg_status sg_scatter_nd(const sg_call *);

typedef struct { int64_t lengths[8]; int32_t n_axes; } sg_ravel_multi_index_params;
typedef sg_ravel_multi_index_params sg_unravel_index_params;
sg_status sg_ravel_multi_index(const sg_call *);
sg_status sg_unravel_index(const sg_call *);
sg_status sg_index_copy(const sg_call *);
sg_status sg_index_copy_grad(const sg_call *);

typedef struct { double value; int64_t value_whole; int32_t axis; } sg_sequence_mask_params;
typedef struct { int32_t axis; } sg_sequence_reverse_params;
typedef struct { int32_t axis; } sg_sequence_last_params;
typedef struct { int32_t axis; } sg_sequence_last_grad_params;
sg_status sg_sequence_mask(const sg_call *);
sg_status sg_sequence_reverse(const sg_call *);
sg_status sg_sequence_last(const sg_call *);
sg_status sg_sequence_last_grad(const sg_call *);
