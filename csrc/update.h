/* update.h: steps of optimizers. */
typedef struct { int32_t row; } sg_sgd_update_params;
typedef struct { int32_t row; } sg_sgd_mom_update_params;
typedef struct { int32_t row; } sg_adam_update_params;

sg_status sg_sgd_update(const sg_call *);
sg_status sg_sgd_mom_update(const sg_call *);
sg_status sg_adam_update(const sg_call *);
