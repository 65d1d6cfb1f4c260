/* softmax.h: softmax in its forms, and the operators that end a network. */
typedef struct {
    double scale;        /* 1 / temperature, negative for softmin */
    int32_t axis, to_end;  /* to_end: all axes from axis on count as one */
    int32_t use_length;
} sg_softmax_params;
typedef sg_softmax_params sg_softmax_grad_params;
typedef sg_softmax_params sg_log_softmax_params;
typedef sg_softmax_params sg_log_softmax_grad_params;
typedef struct {
    double grad_scale, ignore_label, smooth_alpha;
    int32_t axis, to_end, use_ignore;
    int32_t per_position, per_label, per_valid; /* what the gradient is divided by */
} sg_softmax_output_grad_params;
typedef struct { int32_t rule; } sg_picked_log_softmax_params;    /* of positions outside */
typedef sg_picked_log_softmax_params sg_picked_log_softmax_grad_params;
typedef struct { double grad_scale; int32_t sign; } sg_regression_grad_params;
typedef struct {
    double margin, regularization_coefficient;
    int32_t use_linear;
} sg_svm_output_grad_params;

sg_status sg_softmax(const sg_call *);
sg_status sg_softmax_grad(const sg_call *);
sg_status sg_log_softmax(const sg_call *);
sg_status sg_log_softmax_grad(const sg_call *);
sg_status sg_picked_log_softmax(const sg_call *);
sg_status sg_picked_log_softmax_grad(const sg_call *);
sg_status sg_softmax_output_grad(const sg_call *);
sg_status sg_softmax_cross_entropy(const sg_call *);
sg_status sg_softmax_cross_entropy_grad(const sg_call *);
sg_status sg_regression_grad(const sg_call *);
sg_status sg_svm_output_grad(const sg_call *);
