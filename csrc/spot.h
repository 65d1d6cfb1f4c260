/* spot.h: places between the pixels of an image, and how what is there changes with the place. */
#ifndef SG_SPOT_H
#define SG_SPOT_H
#include "kernel.h"

/* The four pixels around, row by row; their weights, and how these change downwards and across.
 * at[0] is below 0 for a place that counts as 0. */
typedef struct { double weight[4], down[4], across[4]; int64_t at[4]; } sg_spot;

/* Along one axis: the pixels before and behind, their weights, and how these change. */
typedef struct { double weight[2], change[2]; int64_t at[2]; } sg_side;

/* The side of v, which is at most a pixel away from [0, length); what lies outside is the pixel at
 * the border, or 0 with empty. */
static inline sg_side sg_side_of(double v, int64_t length, int empty)
{
    const int64_t first = (int64_t)floor(v), last = length - 1;
    const double part = v - (double)first;
    sg_side s = {{1 - part, part}, {-1, 1},
                 {first < 0 ? 0 : first, first + 1 > last ? last : first + 1}};
    for (int k = 0; k < 2; k++)
        if (first + k < 0 || first + k > last) {
            if (empty) s.weight[k] = s.change[k] = 0;
            else s.change[0] = s.change[1] = 0;
        }
    return s;
}

/* The place (y, x) of an image, and whether it is one. Outside it is 0, which with empty is reached
 * within a pixel from the border; else the last row and column go on for one more pixel. */
static inline int sg_spot_at(double y, double x, int64_t height, int64_t width, int empty,
                             sg_spot *spot)
{
    spot->at[0] = -1;
    if (!(y < (double)height && x < (double)width && (empty ? y > -1 && x > -1 : y >= 0 && x >= 0)))
        return 0;
    const sg_side rows = sg_side_of(y, height, empty), columns = sg_side_of(x, width, empty);
    for (int k = 0; k < 4; k++) {
        const int i = k / 2, j = k % 2;
        spot->at[k] = rows.at[i] * width + columns.at[j];
        spot->weight[k] = rows.weight[i] * columns.weight[j];
        spot->down[k] = rows.change[i] * columns.weight[j];
        spot->across[k] = rows.weight[i] * columns.change[j];
    }
    return 1;
}
#endif
