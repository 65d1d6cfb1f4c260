/* ordering.h: elements along an axis by size. */
typedef struct {
    int64_t k;          /* how many; below 1 all */
    int32_t all;        /* the array counts as flattened */
    int32_t along;      /* the axis, if not */
    int32_t descending;
    int32_t kinds[3];   /* of every output: 0 values, 1 places, 2 mask */
} sg_topk_params;
typedef struct { int32_t all, along; } sg_topk_grad_params;
sg_status sg_topk(const sg_call *);
sg_status sg_topk_grad(const sg_call *);
