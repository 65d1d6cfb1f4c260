/* box_plan.h: what is known of boxes while they are suppressed or matched. */
#ifndef SG_BOX_PLAN_H
#define SG_BOX_PLAN_H
#include "index_ids.h"
#include "ordering_sort.h"

/* A box with its corners, its area, and the class that it belongs to. */
typedef struct { double corner[4], area, class; } sg_kept;

/* Who goes best with one thing that is to be matched: NaN and -1 if nobody is left. */
typedef struct { double score; int64_t partner; } sg_best;

static inline double sg_least(double a, double b) { return a < b ? a : b; }
static inline double sg_most(double a, double b) { return a > b ? a : b; }

/* x1, y1, x2, y2 as x, y, width, height, and back. */
static inline void sg_to_center(const double corner[4], double center[4])
{
    for (int k = 0; k < 2; k++) {
        center[k] = (corner[k] + corner[k + 2]) / 2;
        center[k + 2] = corner[k + 2] - corner[k];
    }
}

static inline void sg_to_corner(const double center[4], double corner[4])
{
    for (int k = 0; k < 2; k++) {
        corner[k] = center[k] - center[k + 2] / 2;
        corner[k + 2] = center[k] + center[k + 2] / 2;
    }
}

/* width * height, 0 unless both are above 0; more is added to both. */
static inline double sg_area(const double *corner, double more)
{
    const double wide = corner[2] - corner[0] + more, high = corner[3] - corner[1] + more;
    return wide > 0 && high > 0 ? wide * high : 0;
}

/* The part of two boxes that both cover; 0 where neither has an area. */
static inline double sg_shared(const sg_kept *a, const sg_kept *b, double more)
{
    const double both[4] = {sg_most(a->corner[0], b->corner[0]), sg_most(a->corner[1], b->corner[1]),
                            sg_least(a->corner[2], b->corner[2]), sg_least(a->corner[3], b->corner[3])};
    const double common = sg_area(both, more), all = a->area + b->area - common;
    return all > 0 ? common / all : 0;
}
#endif
