/* random.h: dropout and random numbers. */
typedef struct {
    double p;
    int32_t always;
} sg_dropout_params;

sg_status sg_dropout(const sg_call *);
