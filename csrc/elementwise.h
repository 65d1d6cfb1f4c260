/* elementwise.h: elementwise kernels, broadcasting ones too, and those that make constants. */
/* A field called x_whole is the parameter x as the nearest int64_t, for integers. */
typedef struct {
    double scalar;
    int64_t scalar_whole;
    int32_t reverse; /* the scalar is the left operand */
} sg_scalar_params;
typedef sg_scalar_params sg_add_scalar_params;
typedef sg_scalar_params sg_sub_scalar_params;
typedef sg_scalar_params sg_mul_scalar_params;
typedef sg_scalar_params sg_div_scalar_params;
typedef sg_scalar_params sg_mod_scalar_params;
typedef sg_scalar_params sg_power_scalar_params;
typedef sg_scalar_params sg_hypot_scalar_params;
typedef sg_scalar_params sg_maximum_scalar_params;
typedef sg_scalar_params sg_minimum_scalar_params;
typedef sg_scalar_params sg_equal_scalar_params;
typedef sg_scalar_params sg_not_equal_scalar_params;
typedef sg_scalar_params sg_greater_scalar_params;
typedef sg_scalar_params sg_greater_equal_scalar_params;
typedef sg_scalar_params sg_lesser_scalar_params;
typedef sg_scalar_params sg_lesser_equal_scalar_params;
typedef sg_scalar_params sg_logical_and_scalar_params;
typedef sg_scalar_params sg_logical_or_scalar_params;
typedef sg_scalar_params sg_logical_xor_scalar_params;

typedef struct { double scalar; } sg_number_params;
typedef sg_number_params sg_power_scalar_grad_params;
typedef sg_number_params sg_rmod_scalar_grad_params;
typedef sg_number_params sg_maximum_scalar_grad_params;
typedef sg_number_params sg_minimum_scalar_grad_params;
typedef sg_number_params sg_smooth_l1_params;
typedef sg_number_params sg_smooth_l1_grad_params;
typedef struct { double a_min, a_max; int64_t a_min_whole, a_max_whole; } sg_clip_params;
typedef sg_clip_params sg_clip_grad_params;
typedef struct { double alpha, beta; } sg_hard_sigmoid_params;
typedef sg_hard_sigmoid_params sg_hard_sigmoid_grad_params;
typedef struct { double slope; } sg_leaky_params;
typedef sg_leaky_params sg_leaky_grad_params;
typedef struct { double slope, scale; } sg_elu_params;
typedef sg_elu_params sg_elu_grad_params;
typedef struct { double a, b, c; } sg_quadratic_params;
typedef sg_quadratic_params sg_quadratic_grad_params;
typedef struct { double value; int64_t value_whole; } sg_full_params;
typedef struct {
    double first, step;
    int64_t first_whole, step_whole, repeat;
    int32_t exact; /* first and step are whole numbers */
} sg_arange_params;
typedef struct { int64_t k; } sg_eye_params;
typedef struct { double grad_scale, valid_thresh; } sg_make_loss_grad_params;

/* elementwise_binary.inc */
sg_status sg_add(const sg_call *);
sg_status sg_add_scalar(const sg_call *);
sg_status sg_sub(const sg_call *);
sg_status sg_sub_scalar(const sg_call *);
sg_status sg_mul(const sg_call *);
sg_status sg_mul_scalar(const sg_call *);
sg_status sg_div(const sg_call *);
sg_status sg_div_scalar(const sg_call *);
sg_status sg_mod(const sg_call *);
sg_status sg_mod_scalar(const sg_call *);
sg_status sg_hypot(const sg_call *);
sg_status sg_hypot_scalar(const sg_call *);
sg_status sg_maximum(const sg_call *);
sg_status sg_maximum_scalar(const sg_call *);
sg_status sg_minimum(const sg_call *);
sg_status sg_minimum_scalar(const sg_call *);
sg_status sg_power(const sg_call *);
sg_status sg_power_scalar(const sg_call *);
sg_status sg_div_sqrt_dim(const sg_call *);

/* elementwise_compare.inc */
sg_status sg_equal(const sg_call *);
sg_status sg_equal_scalar(const sg_call *);
sg_status sg_not_equal(const sg_call *);
sg_status sg_not_equal_scalar(const sg_call *);
sg_status sg_greater(const sg_call *);
sg_status sg_greater_scalar(const sg_call *);
sg_status sg_greater_equal(const sg_call *);
sg_status sg_greater_equal_scalar(const sg_call *);
sg_status sg_lesser(const sg_call *);
sg_status sg_lesser_scalar(const sg_call *);
sg_status sg_lesser_equal(const sg_call *);
sg_status sg_lesser_equal_scalar(const sg_call *);
sg_status sg_logical_and(const sg_call *);
sg_status sg_logical_and_scalar(const sg_call *);
sg_status sg_logical_or(const sg_call *);
sg_status sg_logical_or_scalar(const sg_call *);
sg_status sg_logical_xor(const sg_call *);
sg_status sg_logical_xor_scalar(const sg_call *);

/* elementwise_binary_grad.inc */
sg_status sg_div_grad_rhs(const sg_call *);
sg_status sg_mod_grad_rhs(const sg_call *);
sg_status sg_power_grad_lhs(const sg_call *);
sg_status sg_power_grad_rhs(const sg_call *);
sg_status sg_hypot_grad(const sg_call *);
sg_status sg_maximum_grad_lhs(const sg_call *);
sg_status sg_maximum_grad_rhs(const sg_call *);
sg_status sg_minimum_grad_lhs(const sg_call *);
sg_status sg_minimum_grad_rhs(const sg_call *);
sg_status sg_extreme_grad(const sg_call *);
sg_status sg_nansum_grad(const sg_call *);
sg_status sg_power_scalar_grad(const sg_call *);
sg_status sg_rmod_scalar_grad(const sg_call *);
sg_status sg_maximum_scalar_grad(const sg_call *);
sg_status sg_minimum_scalar_grad(const sg_call *);

/* elementwise_number.inc */
sg_status sg_negative(const sg_call *);
sg_status sg_abs(const sg_call *);
sg_status sg_sign(const sg_call *);
sg_status sg_square(const sg_call *);
sg_status sg_relu(const sg_call *);
sg_status sg_logical_not(const sg_call *);
sg_status sg_clip(const sg_call *);
sg_status sg_quadratic(const sg_call *);
sg_status sg_abs_grad(const sg_call *);
sg_status sg_square_grad(const sg_call *);
sg_status sg_relu_grad(const sg_call *);
sg_status sg_quadratic_grad(const sg_call *);
sg_status sg_clip_grad(const sg_call *);
sg_status sg_add_n(const sg_call *);
sg_status sg_repeat_to(const sg_call *);
sg_status sg_make_loss_grad(const sg_call *);

/* elementwise_unary.inc */
sg_status sg_sqrt(const sg_call *);
sg_status sg_rsqrt(const sg_call *);
sg_status sg_reciprocal(const sg_call *);
sg_status sg_degrees(const sg_call *);
sg_status sg_radians(const sg_call *);
sg_status sg_erf(const sg_call *);
sg_status sg_floor(const sg_call *);
sg_status sg_ceil(const sg_call *);
sg_status sg_trunc(const sg_call *);
sg_status sg_rint(const sg_call *);
sg_status sg_sqrt_grad(const sg_call *);
sg_status sg_rsqrt_grad(const sg_call *);
sg_status sg_cbrt_grad(const sg_call *);
sg_status sg_rcbrt_grad(const sg_call *);
sg_status sg_reciprocal_grad(const sg_call *);
sg_status sg_log2_grad(const sg_call *);
sg_status sg_log10_grad(const sg_call *);
sg_status sg_tan_grad(const sg_call *);
sg_status sg_arcsin_grad(const sg_call *);
sg_status sg_arccos_grad(const sg_call *);
sg_status sg_arctan_grad(const sg_call *);
sg_status sg_arccosh_grad(const sg_call *);
sg_status sg_arctanh_grad(const sg_call *);
sg_status sg_erf_grad(const sg_call *);
sg_status sg_erfinv_grad(const sg_call *);

/* elementwise_library.inc */
sg_status sg_cbrt(const sg_call *);
sg_status sg_rcbrt(const sg_call *);
sg_status sg_log2(const sg_call *);
sg_status sg_log10(const sg_call *);
sg_status sg_sin(const sg_call *);
sg_status sg_cos(const sg_call *);
sg_status sg_tan(const sg_call *);
sg_status sg_arcsin(const sg_call *);
sg_status sg_arccos(const sg_call *);
sg_status sg_arctan(const sg_call *);
sg_status sg_sinh(const sg_call *);
sg_status sg_cosh(const sg_call *);
sg_status sg_arcsinh(const sg_call *);
sg_status sg_arccosh(const sg_call *);
sg_status sg_arctanh(const sg_call *);
sg_status sg_erfinv(const sg_call *);
sg_status sg_gamma(const sg_call *);
sg_status sg_gammaln(const sg_call *);
sg_status sg_round(const sg_call *);
sg_status sg_sin_grad(const sg_call *);
sg_status sg_cos_grad(const sg_call *);
sg_status sg_sinh_grad(const sg_call *);
sg_status sg_cosh_grad(const sg_call *);
sg_status sg_arcsinh_grad(const sg_call *);
sg_status sg_gammaln_grad(const sg_call *);
sg_status sg_gamma_grad(const sg_call *);

/* elementwise_activation.inc */
sg_status sg_exp(const sg_call *);
sg_status sg_expm1(const sg_call *);
sg_status sg_log(const sg_call *);
sg_status sg_log1p(const sg_call *);
sg_status sg_tanh(const sg_call *);
sg_status sg_sigmoid(const sg_call *);
sg_status sg_softrelu(const sg_call *);
sg_status sg_softsign(const sg_call *);
sg_status sg_hard_sigmoid(const sg_call *);
sg_status sg_smooth_l1(const sg_call *);
sg_status sg_expm1_grad(const sg_call *);
sg_status sg_log1p_grad(const sg_call *);
sg_status sg_tanh_grad(const sg_call *);
sg_status sg_sigmoid_grad(const sg_call *);
sg_status sg_softrelu_grad(const sg_call *);
sg_status sg_softsign_grad(const sg_call *);
sg_status sg_hard_sigmoid_grad(const sg_call *);
sg_status sg_smooth_l1_grad(const sg_call *);
sg_status sg_leaky(const sg_call *);
sg_status sg_leaky_grad(const sg_call *);
sg_status sg_elu(const sg_call *);
sg_status sg_elu_grad(const sg_call *);
sg_status sg_gelu(const sg_call *);
sg_status sg_gelu_grad(const sg_call *);
sg_status sg_prelu(const sg_call *);
sg_status sg_prelu_grad(const sg_call *);
sg_status sg_prelu_grad_slope(const sg_call *);

/* elementwise_move.inc */
sg_status sg_copy(const sg_call *);
sg_status sg_cast(const sg_call *);
sg_status sg_full(const sg_call *);
sg_status sg_arange(const sg_call *);
sg_status sg_eye(const sg_call *);
