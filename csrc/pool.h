/* pool.h: pooling over windows of one to three dimensions. */
typedef struct {
    /* Depth, height, width; with fewer dimensions the first ones are 1, 1, 0. before: padding. */
    int64_t window[3], step[3], before[3];
    int32_t channels_last;
    int32_t whole;    /* one window as large as the data, whatever the three above say */
    int32_t power;    /* what elements are raised to before they are summed: 1, 2 or 3 */
    int32_t divisor;  /* of sums: an sg_divisor */
} sg_pool_params;
typedef sg_pool_params sg_max_pool_params;
typedef sg_pool_params sg_max_pool_grad_params;
typedef sg_pool_params sg_sum_pool_params;
typedef sg_pool_params sg_sum_pool_grad_params;
/* What sums are divided by: nothing, the part of the window in data and padding, the part in the
 * data, the window. */
typedef enum { SG_SUM = 0, SG_PADDED, SG_INSIDE, SG_WINDOW } sg_divisor;

sg_status sg_max_pool(const sg_call *);
sg_status sg_max_pool_grad(const sg_call *);
sg_status sg_sum_pool(const sg_call *);
sg_status sg_sum_pool_grad(const sg_call *);
