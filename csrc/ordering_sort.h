/* ordering_sort.h: a stable sort of numbered keys. */
#ifndef SG_ORDERING_SORT_H
#define SG_ORDERING_SORT_H
#include "groups.h"

typedef struct {
    uint64_t key;
    int64_t place;
} sg_ranked;

enum { SG_RUN = 8, SG_LEAST_ROOM = 16 };

/* How many records a vector needs at once, and as many again to sort in; symgraph/ops/ordering.py
 * has the same rule. */
static inline int64_t sg_room(int64_t length, int64_t k)
{
    const int64_t room = 2 * k < SG_LEAST_ROOM ? SG_LEAST_ROOM : 2 * k;
    return length < room ? length : room;
}

/* A key that sorts as the number does; NaN comes last. */
static inline uint64_t sg_key(double v)
{
    uint64_t bits;
    if (v != v) return UINT64_MAX;
    memcpy(&bits, &v, sizeof bits);
    return bits >> 63 ? ~bits : bits | 1ULL << 63;
}

/* Sort a[0 .. n) by key; equal ones keep their order. Short runs by insertion, then merged in pairs
 * into spare and back. */
static inline void sg_sort(sg_ranked *a, sg_ranked *spare, int64_t n)
{
    sg_ranked *from = a, *to = spare;
    for (int64_t run = 0; run < n; run += SG_RUN) {
        const int64_t end = run + SG_RUN < n ? run + SG_RUN : n;
        for (int64_t i = run + 1, j; i < end; i++) {
            const sg_ranked moved = a[i];
            for (j = i; j > run && a[j - 1].key > moved.key; j--) a[j] = a[j - 1];
            a[j] = moved;
        }
    }
    for (int64_t width = SG_RUN; width < n; width *= 2) {
        for (int64_t low = 0; low < n; low += 2 * width) {
            const int64_t middle = low + width < n ? low + width : n;
            const int64_t high = middle + width < n ? middle + width : n;
            for (int64_t i = low, j = middle, k = low; k < high; k++) {
                const int right = j < high && (i == middle || from[j].key < from[i].key);
                to[k] = right ? from[j++] : from[i++];
            }
        }
        sg_ranked *const other = from;
        from = to;
        to = other;
    }
    if (from != a) memcpy(a, from, (size_t)n * sizeof *a);
}
#endif
