/* random.h: dropout and random numbers. */
typedef struct {
    double p;
    int32_t always;
} sg_dropout_params;
typedef struct {
    double a, b;
    int32_t distribution;
    int32_t tensors; /* how many of the parameters are inputs */
} sg_sample_params;
typedef struct { int64_t low, high; } sg_random_randint_params;
typedef struct { double lower_bound, upper_bound; } sg_rrelu_params;

sg_status sg_dropout(const sg_call *);
sg_status sg_sample(const sg_call *);
sg_status sg_sample_multinomial(const sg_call *);
sg_status sg_sample_multinomial_grad(const sg_call *);
sg_status sg_rrelu(const sg_call *);
sg_status sg_random_randint(const sg_call *);
sg_status sg_shuffle(const sg_call *);

typedef struct { int64_t range_max; } sg_sample_unique_zipfian_params;
sg_status sg_sample_unique_zipfian(const sg_call *);
