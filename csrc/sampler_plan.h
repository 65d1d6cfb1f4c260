/* sampler_plan.h: coordinates, -1 at the first pixel and 1 at the last one. */
#ifndef SG_SAMPLER_PLAN_H
#define SG_SAMPLER_PLAN_H
#include "kernel.h"
#include "sampler.h"

enum { SG_SAMPLER_BLOCK = 64, SG_SAMPLER_PIXELS = 2048 };

/* Places between pixels of a plane: the four around each and their weights, 0 for pixels outside.
 * across and down: how the value changes with the place, as weights too. */
typedef struct {
    int64_t at[4][SG_SAMPLER_BLOCK];
    double weight[4][SG_SAMPLER_BLOCK], across[4][SG_SAMPLER_BLOCK], down[4][SG_SAMPLER_BLOCK];
} sg_places;

/* The coordinate of position i of n; one alone is in the middle. */
static inline double sg_coordinate(int64_t i, int64_t n)
{
    return n > 1 ? -1 + (double)(2 * i) / (double)(n - 1) : 0;
}

/* How far neighbours among n positions are apart; coordinates of one alone do not change. */
static inline double sg_spacing(int64_t n) { return n > 1 ? 2 / (double)(n - 1) : 0; }
#endif
