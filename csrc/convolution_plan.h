/* How the work of a convolution is laid out, whatever its direction: an image, and a grid of
 * positions at which a window lies on it. symgraph/ops/convolution.py has the same rules for sizes. */
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

/* Whether each position sees just its own pixel. */
static int sg_is_plain(const sg_sliding *s)
{
    int plain = s->taps == 1;
    for (int d = 0; d < 3; d++)
        plain = plain && s->step[d] == 1 && s->margin[d] == 0 && s->grid[d] == s->image[d];
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

/* Channels that are worked on together for the gradient of weights. */
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

/* Bytes in a vector; compilers make two registers of one that is too wide for the processor. */
#define SG_VECTOR_base 16
#define SG_VECTOR_avx2 32
#define SG_VECTOR_avx512 32

/* A window of one element that steps over every pixel sees the same in one dimension. */
static void sg_flatten(sg_sliding *s)
{
    if (!sg_is_plain(s)) return;
    s->image[0] = s->image[1] = s->grid[0] = s->grid[1] = 1;
    s->image[2] = s->pixels;
    s->grid[2] = s->positions;
}

/* How a grid is cut into boxes of rows x columns, and what a box sees is laid out: for each channel,
 * plane of the window and phase of the steps a plane of rows + far[1] rows, each columns + far[2]
 * long. Pixel i is in phase i mod step; only phases that the window meets are there.
 *
 * With tall, rows of the box are four rows of the grid each, and instead of pixels there are the six
 * values of convolution_tall.inc: that many planes, in place of phases, a row in each, and no far. */
typedef struct {
    int64_t phases[3], far[3], rows, columns, pitch, plane, tall;
    int64_t filters, terms, elements;   /* filters of a block, weights of one, numbers of a box */
} sg_cut;

/* Filters of a block, at most, and positions of a box: so many are correlated at once. */
enum { SG_FILTERS = 32, SG_CORRELATED = 256, SG_UNLIMITED = 1 << 30 };

/* Rows of the grid that are computed together, from so many values in each column; and the least length
 * of a row of these, a vector. */
enum { SG_TALL = 4, SG_POINTS = 6, SG_SHORTEST = 8 };

/* Whether that is faster: what it takes for each weight, channel and filter has to be worth it. */
static int sg_suits_tall(const sg_sliding *s)
{
    return s->window[1] == 3 && s->step[1] == 1 && s->spacing[1] == 1 && s->channels >= 8
        && s->filters >= 8 && sg_parts(s->grid[1], SG_TALL) * 20 <= s->grid[1] * 9
        && s->batch * s->positions >= 256;
}

static sg_cut sg_cut_of(const sg_sliding *s, int64_t positions, int tall)
{
    sg_cut cut = {.terms = s->channels * s->taps * (tall ? 2 : 1), .tall = tall ? SG_TALL : 1,
                  .filters = sg_part(s->filters, SG_FILTERS, 1)};
    for (int d = 1; d < 3; d++) {
        const int64_t last = s->window[d] ? (s->window[d] - 1) * s->spacing[d] : 0;
        cut.far[d] = last / s->step[d];
        cut.phases[d] = sg_at_most(s->step[d], last + 1);
    }
    if (tall) cut.far[1] = 0, cut.phases[1] = SG_POINTS;
    cut.columns = sg_at_most(sg_part(s->grid[2], 512, 16), s->grid[2]);
    cut.pitch = cut.columns + cut.far[2];
    if (tall && cut.pitch < SG_SHORTEST) cut.pitch = SG_SHORTEST;
    const int64_t planes = s->channels * s->window[0] * cut.phases[1] * cut.phases[2];
    const int64_t all = sg_parts(s->grid[1], cut.tall);
    const int64_t row_work = cut.terms * cut.filters * cut.columns;
    const int64_t by_memory = (planes ? 65536 / (planes * cut.pitch) : all) - cut.far[1];
    const int64_t by_work = row_work ? (1 << 25) / row_work : all;
    const int64_t rows = sg_at_most(sg_at_most(by_memory, by_work),
                                     positions / (cut.columns ? cut.columns : 1));
    cut.rows = sg_part(all, rows < 1 ? 1 : rows, 1);
    /* Planes do not begin where others do in the cache. */
    cut.plane = ((cut.rows + cut.far[1]) * cut.pitch + 15) / 32 * 32 + 16;
    cut.elements = planes * cut.plane + 16 + (tall ? SG_POINTS * cut.pitch : 0);
    return cut;
}

/* Scratch memory of one piece, in numbers: a box, turned weights, and offsets, one per term. */
static int64_t sg_room(const sg_cut *cut, int weights_as_they_are)
{
    return cut->elements + (weights_as_they_are ? 0 : cut->filters * cut->terms) + cut->terms;
}

/* The same for the gradient of weights: a box, filters in whole vectors at as many positions and for
 * as many terms, and offsets. */
static int64_t sg_grad_filters(const sg_cut *cut) { return (cut->filters + 15) / 16 * 16; }

static int64_t sg_grad_room(const sg_cut *cut)
{
    return cut->elements + sg_grad_filters(cut) * (cut->rows * cut->columns + cut->terms) + cut->terms;
}

/* Where the first pixel of a phase is, and which elements of the window meet it, the last first. */
typedef struct { int64_t pixel[3], tap[3], tap_step[3]; } sg_turn;

static int64_t sg_common_divisor(int64_t a, int64_t b) { return b ? sg_common_divisor(b, a % b) : a; }

/* What image pixels of a phase get from the grid: pixel i = step * q + r - margin from position
 * q - (k * spacing - r) / step, for elements k of the window where that is whole. So it is a
 * convolution of the grid with step 1. For phase -1 the largest that any phase is. */
static sg_sliding sg_turned(const sg_sliding *s, int64_t phase, sg_turn *turn)
{
    sg_sliding t = *s;
    t.channels = s->filters;
    t.filters = s->channels;
    t.taps = t.pixels = t.positions = 1;
    for (int d = 2; d >= 0; d--) {
        const int64_t step = s->step[d], common = sg_common_divisor(step, s->spacing[d]);
        const int64_t apart = step / common, r = phase < 0 ? 0 : phase % step;
        int64_t k = 0;
        while (phase >= 0 && k < s->window[d] && k * s->spacing[d] % step != r) k++;
        const int64_t n = k < s->window[d] ? (s->window[d] - 1 - k) / apart + 1 : 0;
        t.image[d] = s->grid[d];
        t.window[d] = n;
        t.step[d] = 1;
        t.spacing[d] = s->spacing[d] / common;
        t.grid[d] = (s->image[d] + step - 1) / step;
        if (phase >= 0) {
            const int64_t before = r - s->margin[d];   /* the first q is that of pixel >= 0 */
            const int64_t q = before >= 0 ? -(before / step) : (-before + step - 1) / step;
            const int64_t first = step * q + before;
            t.grid[d] = first < s->image[d] ? (s->image[d] - 1 - first) / step + 1 : 0;
            t.margin[d] = (k * s->spacing[d] - r) / step + (n - 1) * t.spacing[d] - q;
            turn->pixel[d] = first;
            turn->tap[d] = n ? k + (n - 1) * apart : 0;
            turn->tap_step[d] = -apart;
            phase /= step;
        }
        t.taps *= n;
        t.pixels *= t.image[d];
        t.positions *= t.grid[d];
    }
    return t;
}
#endif
