/* random_draw.h: draws of one element from distributions that need rejection. */
#ifndef SG_RANDOM_DRAW_H
#define SG_RANDOM_DRAW_H
#include <math.h>
#include "random_bits.h"
#include "special.h"

enum { SG_UNIFORM, SG_NORMAL, SG_EXPONENTIAL, SG_GAMMA, SG_POISSON, SG_NEGATIVE_BINOMIAL,
       SG_GENERALIZED_NEGATIVE_BINOMIAL };

/* Box and Muller 1958. */
static inline double sg_draw_normal(sg_random *r)
{
    const double radius = sqrt(-2 * log(sg_random_uniform(r)));
    return radius * cos(6.283185307179586 * sg_random_uniform(r));
}

/* Of shape alpha and scale 1: Marsaglia and Tsang 2000, "A simple method for generating gamma
 * variables". Below 1, alpha is raised by 1 and the draw multiplied by a power of a uniform one. */
static inline double sg_draw_gamma(sg_random *r, double alpha)
{
    if (!(alpha > 0 && alpha < INFINITY)) return NAN;
    const double boost = alpha < 1 ? pow(sg_random_uniform(r), 1 / alpha) : 1;
    const double d = (alpha < 1 ? alpha + 1 : alpha) - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        const double x = sg_draw_normal(r), t = 1 + c * x, v = t * t * t;
        if (t > 0 && log(sg_random_uniform(r)) < 0.5 * x * x + d - d * v + d * log(v))
            return boost * d * v;
    }
}

/* Below a mean of 10 by counting uniform factors (Knuth); above by transformed rejection, the
 * algorithm PTRS of Hoermann 1993, "The transformed rejection method for generating Poisson random
 * variables", whose constants these are. */
static inline double sg_draw_poisson(sg_random *r, double mean)
{
    if (!(mean > 0 && mean < INFINITY)) return mean == 0 ? 0 : NAN;
    if (mean > 0x1p40) return floor(mean + sqrt(mean) * sg_draw_normal(r)); /* within rounding */
    if (mean < 10) {
        const double limit = exp(-mean);
        double product = sg_random_uniform(r), count = 0;
        for (; product > limit; count++) product *= sg_random_uniform(r);
        return count;
    }
    const double b = 0.931 + 2.53 * sqrt(mean), a = -0.059 + 0.02483 * b;
    const double inverse = 1.1239 + 1.1328 / (b - 3.4), v_r = 0.9277 - 3.6224 / (b - 2);
    for (;;) {
        const double u = sg_random_uniform(r) - 0.5, v = sg_random_uniform(r);
        const double s = 0.5 - fabs(u), k = floor((2 * a / s + b) * u + mean + 0.43);
        if (s >= 0.07 && v <= v_r) return k;
        if (k < 0 || (s < 0.013 && v > s)) continue;
        const double density = k * log(mean) - mean - sg_gammaln_of(k + 1);
        if (log(v * inverse / (a / (s * s) + b)) <= density) return k;
    }
}

/* Whether a distribution has these parameters, which are finite. */
static inline int sg_drawable(int distribution, double a, double b)
{
    if (!(fabs(a) < INFINITY && fabs(b) < INFINITY)) return 0;
    switch (distribution) {
    case SG_UNIFORM: return a <= b;
    case SG_NORMAL: return b >= 0;
    case SG_EXPONENTIAL: return a > 0;
    case SG_GAMMA: return a > 0 && b > 0;
    case SG_POISSON: return a >= 0;
    case SG_NEGATIVE_BINOMIAL: return a > 0 && b > 0 && b <= 1;
    default: return a > 0 && b >= 0;
    }
}

/* One draw; what the parameters a and b mean is said in symgraph/ops/sample.py. */
static inline double sg_draw(sg_random *r, int distribution, double a, double b)
{
    switch (distribution) {
    case SG_UNIFORM: return 2 * (a / 2 + (b / 2 - a / 2) * sg_random_uniform(r));
    case SG_NORMAL: return a + b * sg_draw_normal(r);
    case SG_EXPONENTIAL: return -log(sg_random_uniform(r)) / a;
    case SG_GAMMA: return b * sg_draw_gamma(r, a);
    case SG_POISSON: return sg_draw_poisson(r, a);
    case SG_NEGATIVE_BINOMIAL: return sg_draw_poisson(r, sg_draw_gamma(r, a) * (1 - b) / b);
    default: return sg_draw_poisson(r, b > 0 ? sg_draw_gamma(r, 1 / b) * a * b : a);
    }
}
#endif
