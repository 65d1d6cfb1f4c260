/* pool_plan.h: data seen as outer x depth x height x width x inner, and the pieces of rows that
 * pooling works on, with their sums on the stack. */
#ifndef SG_POOL_PLAN_H
#define SG_POOL_PLAN_H
#include <float.h>
#include "kernel.h"
#include "pool.h"

enum { SG_POOL_BLOCK = 256, SG_POOL_CHANNELS = 64 };

typedef struct {
    int64_t outer, inner;
    int64_t in[3], out[3], window[3], step[3], before[3];
    int wide; /* windows are longer than rows of windows: inner loops run along windows */
} sg_pool;

/* Part of a row: columns [col, col + n) of row (d, h) of a plane, channels [ch, ch + width). */
typedef struct { int64_t plane, d, h, col, n, ch, width; } sg_piece;

static inline int64_t sg_least(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t sg_most(int64_t a, int64_t b) { return a > b ? a : b; }

/* a / b towards minus infinity, b positive. */
static inline int64_t sg_floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/* A window as large as the data is a row, and so are data of width 1. */
static inline void sg_pool_simplify(sg_pool *g)
{
    int whole = 1;
    for (int d = 0; d < 3; d++)
        whole &= g->window[d] == g->in[d] && g->before[d] == 0 && g->out[d] == 1;
    for (int d = 0; d < 2 && whole; d++) {
        g->in[2] *= g->in[d];
        g->window[2] *= g->window[d];
        g->in[d] = g->window[d] = 1;
    }
    for (int i = 0; i < 2; i++) {
        if (g->in[2] != 1 || g->out[2] != 1 || g->window[2] != 1 || g->before[2]) return;
        int64_t *const all[] = {g->in, g->out, g->window, g->step, g->before};
        for (int k = 0; k < 5; k++) {
            const int64_t one = all[k][2];
            all[k][2] = all[k][1];
            all[k][1] = all[k][0];
            all[k][0] = one;
        }
    }
}

static inline sg_pool sg_pool_of(const sg_pool_params *par, const sg_tensor *x, const sg_tensor *y)
{
    const int last = par->channels_last, n = x->ndim - 2, first = last ? 1 : 2;
    sg_pool g = {.outer = x->shape[0] * (last ? 1 : x->shape[1]),
                 .inner = last ? x->shape[x->ndim - 1] : 1};
    for (int d = 0; d < 3; d++) {
        const int axis = first + d - (3 - n);
        g.in[d] = d < 3 - n ? 1 : x->shape[axis];
        g.out[d] = d < 3 - n ? 1 : y->shape[axis];
        g.window[d] = par->whole ? g.in[d] : par->window[d];
        g.step[d] = par->whole ? 1 : par->step[d];
        g.before[d] = par->whole ? 0 : par->before[d];
    }
    sg_pool_simplify(&g);
    g.wide = g.inner == 1 && g.window[2] > g.out[2];
    return g;
}

/* Where column col, channel ch of row (d, h) of a plane lies, in an array with these rows. */
static inline int64_t sg_pool_at(const sg_pool *g, const int64_t rows[3], int64_t plane, int64_t d,
                                 int64_t h, int64_t col, int64_t ch)
{
    return (((plane * rows[0] + d) * rows[1] + h) * rows[2] + col) * g->inner + ch;
}

/* How many pieces rows of these lengths have; piece number i of them. */
static inline int64_t sg_pieces(const sg_pool *g, const int64_t rows[3])
{
    const int64_t width = sg_least(g->inner, SG_POOL_CHANNELS), n = SG_POOL_BLOCK / sg_most(width, 1);
    return g->outer * rows[0] * rows[1] * ((rows[2] + n - 1) / n)
        * ((g->inner + SG_POOL_CHANNELS - 1) / SG_POOL_CHANNELS);
}

static inline sg_piece sg_piece_of(const sg_pool *g, const int64_t rows[3], int64_t i)
{
    const int64_t width = sg_least(g->inner, SG_POOL_CHANNELS), n = SG_POOL_BLOCK / width;
    const int64_t channels = (g->inner + SG_POOL_CHANNELS - 1) / SG_POOL_CHANNELS;
    const int64_t columns = (rows[2] + n - 1) / n;
    sg_piece p = {0};
    if (channels > 1) {     /* divisions take as long as a short row */
        p.ch = i % channels * SG_POOL_CHANNELS;
        i /= channels;
    }
    if (columns > 1) {
        p.col = i % columns * n;
        i /= columns;
    }
    p.h = i % rows[1];
    i /= rows[1];
    p.d = rows[0] > 1 ? i % rows[0] : 0;
    p.plane = rows[0] > 1 ? i / rows[0] : i;
    p.n = sg_least(n, rows[2] - p.col);
    p.width = sg_least(width, g->inner - p.ch);
    return p;
}

/* The positions [*from, *to) along an axis that window o covers, inside the data. */
static inline void sg_covered(const sg_pool *g, int axis, int64_t o, int64_t *from, int64_t *to)
{
    const int64_t start = o * g->step[axis] - g->before[axis];
    *from = sg_most(start, 0);
    *to = sg_most(sg_least(start + g->window[axis], g->in[axis]), *from);
}

/* The windows [*from, *to) along an axis that cover any of the positions [low, high). */
static inline void sg_covering(const sg_pool *g, int axis, int64_t low, int64_t high, int64_t *from,
                               int64_t *to)
{
    const int64_t before = g->before[axis], step = g->step[axis];
    *from = sg_most(sg_floor_div(low + before - g->window[axis], step) + 1, 0);
    *to = sg_least((high - 1 + before) / step + 1, g->out[axis]);
}

/* Which windows have their element k at a position in [low, high), for k = 0, 1, ... in turn:
 * [from, to). Only the start divides. */
typedef struct { int64_t from, to, low, high, at; } sg_walk;

static inline sg_walk sg_walk_start(const sg_pool *g, int64_t low, int64_t high)
{
    const int64_t before = g->before[2], step = g->step[2];
    return (sg_walk){.from = (low + before + step - 1) / step, .to = (high + before + step - 1) / step,
                     .low = low, .high = high, .at = -before};
}

static inline void sg_walk_next(const sg_pool *g, sg_walk *w)
{
    w->at++;
    if ((w->from - 1) * g->step[2] + w->at >= w->low) w->from--;
    if ((w->to - 1) * g->step[2] + w->at >= w->high) w->to--;
}

/* Of how many elements window o of an axis counts in a mean. */
static inline int64_t sg_counted(const sg_pool *g, int axis, int64_t o, int divisor)
{
    const int64_t start = o * g->step[axis] - g->before[axis];
    if (divisor == SG_WINDOW) return g->window[axis];
    if (divisor == SG_PADDED)
        return sg_most(sg_least(start + g->window[axis], g->in[axis] + g->before[axis]) - start, 0);
    return sg_most(sg_least(start + g->window[axis], g->in[axis]) - sg_most(start, 0), 0);
}

/* What the sums of n windows of row (d, h) of windows, from column o on, are divided by. */
static inline void sg_divisors(const sg_pool *g, int divisor, int64_t d, int64_t h, int64_t o,
                               int n, double *by)
{
    const double row = (double)(sg_counted(g, 0, d, divisor) * sg_counted(g, 1, h, divisor));
    const double first = (double)(o * g->step[2] - g->before[2]), step = (double)g->step[2];
    const double window = (double)g->window[2], low = divisor == SG_INSIDE ? 0 : -INFINITY;
    const double high = divisor == SG_WINDOW ? INFINITY
        : (double)(g->in[2] + (divisor == SG_PADDED ? g->before[2] : 0));
    for (int i = 0; i < n; i++) {
        const double start = first + (double)i * step, end = start + window;
        const double size = row * ((end < high ? end : high) - (start > low ? start : low));
        by[i] = size > 1 ? size : 1;
    }
}
#endif
