/* region_plan.h: boxes on images, and the samples in them. */
#ifndef SG_REGION_PLAN_H
#define SG_REGION_PLAN_H
#include "index_ids.h"
#include "region.h"

/* The last: of a cell in each direction; symgraph/ops/region.py has the same number. */
enum { SG_REGION_BLOCK = 2048, SG_REGION_CHANNELS = 16, SG_MOST_SAMPLES = 1000 };

static inline int64_t sg_clamp(int64_t v, int64_t low, int64_t high)
{
    return v < low ? low : v > high ? high : v;
}

/* The image of box r: below 0 for a box that counts as missing; a failure beyond the last one. */
static inline sg_status sg_image(const sg_call *c, const sg_tensor *rois, int64_t r, int64_t images,
                                 int64_t *image)
{
    *image = sg_id(rois, r * rois->shape[1]);
    if (*image >= images)
        return SG_FAIL(c, SG_BAD_VALUE, "box %lld is on image %lld, the data has %lld (below 0 "
                           "means no box)", (long long)r, (long long)*image, (long long)images);
    return SG_OK;
}

/* The first of n cells along an axis that part i of parts has; it ends where the next one begins.
 * Cell k is in part k * parts / n. */
static inline int64_t sg_part_start(int64_t i, int64_t parts, int64_t n)
{
    return (i * n + parts - 1) / parts;
}

/* A place between pixels: the four around it and their weights. */
typedef struct { int64_t at[4]; double weight[4]; } sg_place;

/* Whether (y, x) is on an image or within a pixel of it; there the border counts. */
static inline int sg_place_of(double y, double x, int64_t height, int64_t width, sg_place *p)
{
    if (!(y >= -1 && y <= (double)height && x >= -1 && x <= (double)width)) return 0;
    if (y < 0) y = 0;
    if (x < 0) x = 0;
    if (y > (double)(height - 1)) y = (double)(height - 1);
    if (x > (double)(width - 1)) x = (double)(width - 1);
    const int64_t y0 = (int64_t)y, x0 = (int64_t)x;
    const int64_t y1 = y0 < height - 1 ? y0 + 1 : y0, x1 = x0 < width - 1 ? x0 + 1 : x0;
    const double ly = y - (double)y0, lx = x - (double)x0;
    *p = (sg_place){{y0 * width + x0, y0 * width + x1, y1 * width + x0, y1 * width + x1},
                    {(1 - ly) * (1 - lx), (1 - ly) * lx, ly * (1 - lx), ly * lx}};
    return 1;
}

/* A box of roi_align: where it begins, the sizes of its cells, and how many samples these have. */
typedef struct { double y, x, high, wide; int64_t down, across; } sg_box;

/* Along one axis: where a cell begins, how far its samples are apart, and which of them may be on
 * the image or within a pixel of it, [from, to): boxes may be far larger than images. */
typedef struct { double start, step; int64_t from, to; } sg_samples;

static inline sg_samples sg_samples_of(double start, double size, int64_t count, int64_t length)
{
    sg_samples s = {start, size / (double)(count > 1 ? count : 1), 0, 0};
    const double low = (-1 - start) / s.step - 1.5, high = ((double)length - start) / s.step + 1.5;
    if (start - start != 0) return s;
    s.from = low > 0 ? low < (double)count ? (int64_t)low : count : 0;
    s.to = high <= 0 ? 0 : high < (double)count ? (int64_t)high : count;
    return s;
}

static inline double sg_sample(const sg_samples *s, int64_t i)
{
    return s->start + ((double)i + 0.5) * s->step;
}

/* The samples of a cell, down and across. */
static inline void sg_cell_samples(const sg_box *b, int64_t row, int64_t column, int64_t height,
                                   int64_t width, sg_samples *down, sg_samples *across)
{
    *down = sg_samples_of(b->y + (double)row * b->high, b->high, b->down, height);
    *across = sg_samples_of(b->x + (double)column * b->wide, b->wide, b->across, width);
}

/* As many samples as a cell of this size has pixels, none if that is not a number or below 0; no
 * box is larger than a million pixels. */
static inline int64_t sg_sample_count(double size)
{
    return size > 0 ? (int64_t)ceil(size < 1e6 ? size : 1e6) : 0;
}
#endif
