/* convolution.h: windows that slide over images of one, two or three dimensions. */
typedef struct {
    int64_t window[3], step[3], spacing[3], margin[3]; /* for the last n_spatial dimensions */
    int32_t n_spatial, num_group;
    int32_t to_target; /* the margin is what the shapes of both sides leave over */
} sg_windows;
typedef sg_windows sg_convolution_params;
typedef sg_windows sg_deconvolution_params;
typedef sg_windows sg_convolution_weight_grad_params;
typedef sg_windows sg_im2col_params;
typedef sg_windows sg_col2im_params;

sg_status sg_convolution(const sg_call *);
sg_status sg_deconvolution(const sg_call *);
sg_status sg_convolution_weight_grad(const sg_call *);
sg_status sg_im2col(const sg_call *);
sg_status sg_col2im(const sg_call *);
