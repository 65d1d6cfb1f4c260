/* statistics.h: counts of numbers, and the likelihood of point processes. */
typedef struct {
    int64_t bins;
    double low, high;
} sg_histogram_params;
sg_status sg_histogram(const sg_call *);
sg_status sg_hawkesll(const sg_call *);
sg_status sg_hawkesll_grad(const sg_call *);
