/* region.h: boxes on images: pooled, sampled, compared. Boxes are rows (image, x1, y1, x2, y2). */
typedef struct { double spatial_scale; } sg_roi_pooling_params;
typedef struct {
    double spatial_scale;
    int32_t sample_ratio, aligned;
    int32_t position_sensitive; /* every cell has channels of its own */
} sg_roi_align_params;
typedef sg_roi_align_params sg_roi_align_grad_params;
typedef struct { int32_t centered; } sg_box_iou_params;
typedef struct { double spatial_scale; int64_t group; } sg_psroi_pooling_params;
typedef sg_psroi_pooling_params sg_psroi_pooling_grad_params;
typedef struct {
    double spatial_scale, trans_std;
    int64_t group, parts, samples;  /* in each direction; samples of a cell */
    int32_t no_trans;
} sg_deformable_psroi_params;
typedef sg_deformable_psroi_params sg_deformable_psroi_data_grad_params;
typedef sg_deformable_psroi_params sg_deformable_psroi_trans_grad_params;
typedef struct { double spatial_scale; int64_t samples; } sg_rroi_align_params;
typedef sg_rroi_align_params sg_rroi_align_grad_params;

sg_status sg_roi_pooling(const sg_call *);
sg_status sg_roi_pooling_grad(const sg_call *);
sg_status sg_roi_align(const sg_call *);
sg_status sg_roi_align_grad(const sg_call *);
sg_status sg_box_iou(const sg_call *);
sg_status sg_psroi_pooling(const sg_call *);
sg_status sg_psroi_pooling_grad(const sg_call *);
sg_status sg_deformable_psroi(const sg_call *);
sg_status sg_deformable_psroi_data_grad(const sg_call *);
sg_status sg_deformable_psroi_trans_grad(const sg_call *);
sg_status sg_rroi_align(const sg_call *);
sg_status sg_rroi_align_grad(const sg_call *);
