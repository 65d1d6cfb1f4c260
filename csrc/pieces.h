/* pieces.h: how matrix products are shared out. Every product is cut along the longer side of its
 * result into pieces whose number depends on the sizes alone: the sums of a BLAS library depend on
 * what it is given at once, so threads share out whole pieces. symgraph/ops/dense.py has the same
 * rule. */
#ifndef SG_PIECES_H
#define SG_PIECES_H
#include "kernel.h"

static inline int64_t sg_pieces(int64_t m, int64_t n, int64_t k)
{
    const double products = (double)m * (double)n * (double)k;
    return products < 4e6 ? 1 : products < 16e6 ? 2 : products < 64e6 ? 4 : products < 256e6 ? 8 : 16;
}

/* Rows or columns [*from, *to) of piece i of all: multiples of 16. */
static inline void sg_piece(int64_t length, int64_t i, int64_t all, int64_t *from, int64_t *to)
{
    const int64_t blocks = (length + 15) / 16, end = blocks * (i + 1) / all * 16;
    *from = blocks * i / all * 16;
    *to = end < length ? end : length;
}
#endif
