/* box.h: boxes for object detection: overlapping ones suppressed, matched, encoded, decoded. */
typedef struct {
    double overlap_thresh, valid_thresh;
    int64_t topk, coord_start, score_index, id_index, background_id;
    int32_t by_class;           /* boxes of different classes do not suppress one another */
    int32_t centered;           /* x, y, width, height are given, not x1, y1, x2, y2 */
    int32_t to_center, to_corner;
} sg_box_nms_params;
typedef struct {
    int64_t coord_start;
    int32_t to_center, to_corner;
} sg_box_nms_grad_params;
typedef struct {
    double threshold;
    int64_t topk;
    int32_t is_ascend;
} sg_bipartite_matching_params;
typedef struct {
    double std[4], clip;
    int32_t centered;
} sg_box_decode_params;

sg_status sg_box_nms(const sg_call *);
sg_status sg_box_nms_grad(const sg_call *);
sg_status sg_bipartite_matching(const sg_call *);
sg_status sg_box_encode(const sg_call *);
sg_status sg_box_decode(const sg_call *);
