/* anchor_plan.h: boxes as four numbers, and what is known of anchors while they are matched. */
#ifndef SG_ANCHOR_PLAN_H
#define SG_ANCHOR_PLAN_H
#include "ordering_sort.h"
#include "anchor.h"

/* Whether an anchor counts as an object, as background, or not at all. */
enum { SG_IGNORED = -1, SG_BACKGROUND, SG_OBJECT };

typedef struct { double overlap; int32_t truth, state; } sg_anchor;   /* the truth it overlaps most */
typedef struct { double overlap; int64_t anchor; } sg_truth;          /* the free anchor it does */

typedef struct { double class, score, box[4]; } sg_found;

/* The part of two boxes that both cover. */
static inline double sg_overlap(const double *a, const double *b)
{
    const double wide = (a[2] < b[2] ? a[2] : b[2]) - (a[0] > b[0] ? a[0] : b[0]);
    const double high = (a[3] < b[3] ? a[3] : b[3]) - (a[1] > b[1] ? a[1] : b[1]);
    const double common = wide > 0 && high > 0 ? wide * high : 0;
    const double all = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - common;
    return all > 0 ? common / all : 0;
}

/* Take away what overlaps a better one of found[0 .. n), which are in order. */
static inline void sg_suppress(sg_found *found, int64_t n, double threshold, int across_classes)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = i + 1; j < n && found[i].class >= 0; j++)
            if (found[j].class >= 0 && (across_classes || found[i].class == found[j].class) &&
                sg_overlap(found[i].box, found[j].box) >= threshold)
                found[j].class = -1;
}
#endif
