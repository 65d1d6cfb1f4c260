/* proposal.h: where objects may be, from scores and places of anchors at each place of an image. */
typedef struct {
    double anchors[256];    /* x1, y1, x2, y2 of each form, at place (0, 0) */
    double threshold, rpn_min_size;
    int64_t rpn_pre_nms_top_n, rpn_post_nms_top_n, feature_stride;
    int32_t n_forms, iou_loss;
} sg_proposal_params;

sg_status sg_proposal(const sg_call *);
