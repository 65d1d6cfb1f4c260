/* dense.h: matrix products. */
typedef struct { int32_t no_bias; } sg_fully_connected_params;
typedef struct { int32_t transpose_a, transpose_b; } sg_dot_params;
typedef struct { int32_t transpose_a, transpose_b; } sg_batch_dot_params;
typedef struct { int32_t transpose, back; } sg_pack_panels_params;
typedef struct { int32_t no_bias, addend; } sg_packed_product_params;

sg_status sg_pack_panels(const sg_call *);
sg_status sg_packed_product(const sg_call *);
sg_status sg_fully_connected(const sg_call *);
sg_status sg_column_sum(const sg_call *);
sg_status sg_dot(const sg_call *);
sg_status sg_batch_dot(const sg_call *);
