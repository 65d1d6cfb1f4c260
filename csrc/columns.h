/* columns.h: an array seen as outer x length x inner around one axis, worked on in blocks of
 * neighbouring vectors along that axis ("columns"); with inner 1 a block is one contiguous row. */
#ifndef SG_COLUMNS_H
#define SG_COLUMNS_H
#include "kernel.h"

enum { SG_COLUMNS = 64 }; /* the most that are worked on side by side, their sums on the stack */

typedef struct { int64_t outer, length, inner; } sg_columns;

/* Which columns a share owns; a grain keeps neighbouring shares out of one cache line. */
static inline void sg_share_columns(const sg_call *c, const sg_columns *at, int64_t *begin,
                                    int64_t *end)
{
    sg_share(c, at->outer * at->inner, at->inner == 1 ? 1 : 16, begin, end);
}

/* The block from column on, below end, within one outer index: returns how many columns it has, and
 * where the first element of the first one lies. */
static inline int sg_next_columns(const sg_columns *at, int64_t column, int64_t end, int64_t *first)
{
    const int64_t o = column / at->inner, i = column % at->inner;
    int64_t width = at->inner - i < SG_COLUMNS ? at->inner - i : SG_COLUMNS;
    if (width > end - column) width = end - column;
    *first = o * at->length * at->inner + i;
    return (int)width;
}
#endif
