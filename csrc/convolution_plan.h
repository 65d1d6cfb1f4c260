/* How the work of a convolution is laid out, whatever its direction: an image, a grid of positions
 * at which a window lies on it, and a panel: a row for each element of the window in each channel, a
 * column for each position. symgraph/ops/convolution.py has the same rules for sizes. */
#ifndef SG_CONVOLUTION_PLAN_H
#define SG_CONVOLUTION_PLAN_H

typedef struct {
    int64_t image[3], grid[3], window[3], step[3], spacing[3], margin[3];
    int64_t batch, groups;
    int64_t channels, filters;        /* per group: of the image, of the grid */
    int64_t pixels, positions, taps;  /* elements of image, grid and window */
} sg_sliding;

/* image is (batch, groups * channels, ...), the grid has as many dimensions behind the first two.
 * Its channels are counted where it has them; columns (batch, rows, positions) pass none. */
static sg_sliding sg_slide(const sg_windows *par, const sg_tensor *image, const int64_t *grid,
                           int64_t filters)
{
    sg_sliding s = {.batch = image->shape[0], .groups = par->num_group,
                    .channels = image->shape[1] / par->num_group,
                    .filters = filters / par->num_group, .pixels = 1, .positions = 1, .taps = 1};
    const int missing = 3 - par->n_spatial;
    for (int d = 0; d < 3; d++) {
        s.image[d] = d < missing ? 1 : image->shape[2 + d - missing];
        s.window[d] = par->window[d];
        s.step[d] = par->step[d];
        s.spacing[d] = par->spacing[d];
        s.margin[d] = par->margin[d];
        const int64_t reach = s.spacing[d] * (s.window[d] - 1) + 1;
        s.grid[d] = d < missing ? 1
            : grid ? grid[d - missing]
            : (s.image[d] + 2 * s.margin[d] - reach) / s.step[d] + 1;
        if (par->to_target) {
            const int64_t over = s.step[d] * (s.grid[d] - 1) + reach - s.image[d];
            s.margin[d] = (over + 1) / 2;
        }
        s.pixels *= s.image[d];
        s.positions *= s.grid[d];
        s.taps *= s.window[d];
    }
    return s;
}

/* Whether a panel would be the image itself. */
static int sg_is_plain(const sg_sliding *s)
{
    int plain = s->taps == 1;
    for (int d = 0; d < 3; d++) plain = plain && s->step[d] == 1 && s->margin[d] == 0;
    return plain;
}

/* How many pieces the work is cut into at most, each with scratch memory of its own. */
enum { SG_PIECES = 16 };

static int64_t sg_at_most(int64_t n, int64_t most) { return n < most ? n : most; }

/* n in parts as equal as multiples of grain can be, none longer than most: the length of a part. */
static int64_t sg_part(int64_t n, int64_t most, int64_t grain)
{
    const int64_t parts = (n + most - 1) / most;
    return parts ? ((n + parts - 1) / parts + grain - 1) / grain * grain : grain;
}

static int64_t sg_parts(int64_t n, int64_t part) { return (n + part - 1) / part; }

/* Columns of a panel, so that it stays in the cache. */
static int64_t sg_panel_width(int64_t rows, int64_t positions)
{
    const int64_t fitting = 32768 / (rows ? rows : 1) / 16 * 16;
    return sg_part(positions, fitting < 64 ? 64 : fitting, 16);
}

/* Channels that are worked on together where the rows of a panel are cut. */
static int64_t sg_block(const sg_sliding *s)
{
    const int64_t fitting = 256 / (s->taps ? s->taps : 1);
    return sg_part(s->channels, fitting < 1 ? 1 : fitting, 1);
}

/* This thread's part of n pieces of work: [*begin, *end), and where its scratch memory begins, in
 * units of what a piece needs. Shares are whole SG_PIECES-ths, so that no two threads use one. */
static int64_t sg_work(const sg_call *c, int64_t n, int64_t *begin, int64_t *end)
{
    const int64_t pieces = sg_at_most(n, SG_PIECES);
    int64_t first, last;
    sg_share(c, pieces, 1, &first, &last);
    *begin = pieces ? n * first / pieces : 0;
    *end = pieces ? n * last / pieces : 0;
    return first;
}

/* The positions [*from, *to) along dimension d at which element tap of the window lies on the
 * image; position o sees pixel o * step + *offset. */
static inline void sg_seen(const sg_sliding *s, int d, int64_t tap, int64_t *from, int64_t *to,
                           int64_t *offset)
{
    const int64_t at = tap * s->spacing[d] - s->margin[d], step = s->step[d];
    const int64_t room = s->image[d] - at;     /* o * step < room */
    const int64_t first = at >= 0 ? 0 : (-at + step - 1) / step;
    const int64_t last = room <= 0 ? 0 : sg_at_most((room + step - 1) / step, s->grid[d]);
    *offset = at;
    *from = first;
    *to = last > first ? last : first;
    if (*from > s->grid[d]) *from = *to = s->grid[d];
}
#endif
