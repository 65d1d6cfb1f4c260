/* special.h: special functions that the C library lacks, or has with side effects. */
#ifndef SG_SPECIAL_H
#define SG_SPECIAL_H
#define PI 3.14159265358979323846
#define LN_2 0.69314718055994530942
#define LN_10 2.30258509299404568402
#define TWO_OVER_ROOT_PI 1.12837916709551257390

/* The derivative of log gamma: reflected to x > 0, carried up by digamma(x) = digamma(x + 1) -
 * 1/x, then the asymptotic series (Abramowitz and Stegun 6.3.18). */
static inline double sg_digamma_of(double x)
{
    double sum = 0;
    if (x == -INFINITY) return NAN;
    if (x <= 0) {
        if (x == floor(x)) return NAN;
        sum = -PI / tan(PI * (x - floor(x)));
        x = 1 - x;
    }
    for (; x < 10; x++) sum -= 1 / x;
    const double z = 1 / (x * x);
    const double tail = z * (1. / 12 - z * (1. / 120 - z * (1. / 252 - z * (1. / 240 -
                        z * (1. / 132 - z * (691. / 32760 - z * (1. / 12)))))));
    return sum + log(x) - 0.5 / x - tail;
}

/* The y with erf(y) = x: a first guess (S. Winitzki, "A handy approximation for the error
 * function and its inverse", 2008), then two steps of Halley's method on erfc, which keeps its
 * digits near 1. */
static inline double sg_erfinv_of(double x)
{
    const double rest = 1 - fabs(x);
    if (!(rest > 0)) return rest == 0 ? copysign(INFINITY, x) : NAN;
    const double l = log(rest * (1 + fabs(x))), h = 2 / (PI * 0.147) + l / 2;
    double y = sqrt(sqrt(h * h - l / 0.147) - h);
    for (int step = 0; step < 2; step++) {
        const double miss = fabs(x) < 0.5 ? fabs(x) - erf(y) : erfc(y) - rest;
        const double newton = miss / (TWO_OVER_ROOT_PI * exp(-y * y));
        y += newton / (1 - y * newton);
    }
    return copysign(y, x);
}

/* log |gamma(x)|; lgamma itself would write a global variable. */
static inline double sg_gammaln_of(double x)
{
    int sign;
    return lgamma_r(x, &sign);
}
#endif
