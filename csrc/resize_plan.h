/* resize_plan.h: which elements along an axis belong together before and after resizing. */
#ifndef SG_RESIZE_PLAN_H
#define SG_RESIZE_PLAN_H
#include "pool_plan.h"
#include "resize.h"

/* A small image (n, channels, h, w), and a large one that weights of (2 * scale - scale % 2) pixels
 * squared spread it over: as if windows of the large one had been pooled to the small one. */
static inline sg_pool sg_spread_of(int64_t scale, const sg_tensor *small, const sg_tensor *large)
{
    const int64_t size = 2 * scale - scale % 2;
    return (sg_pool){.outer = small->shape[0] * small->shape[1], .inner = 1,
                     .in = {1, large->shape[2], large->shape[3]},
                     .out = {1, small->shape[2], small->shape[3]},
                     .window = {1, size, size}, .step = {1, scale, scale},
                     .before = {0, scale / 2, scale / 2}};
}

/* Cell i of n, as equal as can be, along an axis of a length: [*from, *to). The cells that cover
 * element i of length are cell i of length along n. */
static inline void sg_cell(int64_t i, int64_t n, int64_t length, int64_t *from, int64_t *to)
{
    *from = i * length / n;
    *to = ((i + 1) * length + n - 1) / n;
}

/* How an axis is resized: element o of out lies at o * scale + offset of in, but not below 0. One
 * alone lies at 0. */
typedef struct { int64_t in, out; double scale, offset; } sg_stretch;

static inline sg_stretch sg_stretch_of(int64_t in, int64_t out, int align_corners)
{
    sg_stretch s = {.in = in, .out = out};
    if (out < 2) return s;
    s.scale = align_corners ? (double)(in - 1) / (double)(out - 1) : (double)in / (double)out;
    s.offset = align_corners ? 0 : 0.5 * s.scale - 0.5;
    return s;
}

/* The elements of in around element o of out, and how much the second one weighs. */
static inline double sg_neighbours(const sg_stretch *s, int64_t o, int64_t *first, int64_t *second)
{
    const double at = (double)o * s->scale + s->offset, x = at > 0 ? at : 0;
    *first = sg_least((int64_t)x, s->in - 1);
    *second = sg_least(*first + 1, s->in - 1);
    return x - (double)*first;
}

/* Elements of out that may have a neighbour in [low, high). */
static inline void sg_reached(const sg_stretch *s, int64_t low, int64_t high, int64_t *from,
                              int64_t *to)
{
    *from = 0;
    *to = s->out;
    if (s->scale <= 0) return;
    if (low > 0) *from = (int64_t)floor(((double)(low - 1) - s->offset) / s->scale) - 1;
    if (high < s->in) *to = (int64_t)ceil(((double)high - s->offset) / s->scale) + 2;
    *from = sg_least(sg_most(*from, 0), s->out);
    *to = sg_most(sg_least(*to, s->out), *from);
}
#endif
