/* anchor.h: boxes of fixed places (anchors) for object detection. Boxes are x1, y1, x2, y2. */
typedef struct {
    int32_t n_forms, clip;
    double wide[64], high[64];  /* of half a box of each form; wide is in image heights */
    double step[2], offset[2];  /* y, x; a step not above 0 means 1 / length */
} sg_multi_box_prior_params;
typedef struct {
    double overlap_threshold, ignore_label, negative_mining_ratio, negative_mining_thresh;
    double variances[4];
    int64_t minimum_negative_samples;
} sg_multi_box_target_params;
typedef struct {
    double threshold, nms_threshold, variances[4];
    int64_t nms_topk;
    int32_t clip, force_suppress;
} sg_multi_box_detection_params;

sg_status sg_multi_box_prior(const sg_call *);
sg_status sg_multi_box_target(const sg_call *);
sg_status sg_multi_box_detection(const sg_call *);
