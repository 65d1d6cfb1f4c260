/* sampler.h: sampling between pixels, on grids of places; grids of places. Coordinates go from -1 at
 * the first pixel to 1 at the last one. */
typedef struct { int32_t affine; } sg_grid_generator_params;
typedef struct { int32_t affine; } sg_grid_generator_grad_params;

sg_status sg_grid_generator(const sg_call *);
sg_status sg_grid_generator_grad(const sg_call *);
sg_status sg_bilinear_sampler(const sg_call *);
sg_status sg_bilinear_sampler_grad(const sg_call *);
sg_status sg_spatial_transformer(const sg_call *);
