/* random_bits.h: Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw,
 * "Parallel random numbers: as easy as 1, 2, 3" (2011). What element i gets depends on (key, stream,
 * draw, i) alone: not on threads, nor on which elements were asked for before. */
#ifndef SG_RANDOM_BITS_H
#define SG_RANDOM_BITS_H
#include <stdint.h>

enum { SG_RANDOM_COUNTERS = 16, SG_RANDOM_BLOCK = 4 * SG_RANDOM_COUNTERS };

#define SG_PHILOX_ROUND(r)                                                                   \
    {                                                                                        \
        const uint64_t p = (uint64_t)0xD2511F53u * a, q = (uint64_t)0xCD9E8D57u * c;         \
        a = (uint32_t)(q >> 32) ^ b ^ (k0 + (r) * 0x9E3779B9u);                              \
        c = (uint32_t)(p >> 32) ^ d ^ (k1 + (r) * 0xBB67AE85u);                              \
        b = (uint32_t)q;                                                                     \
        d = (uint32_t)p;                                                                     \
    }

/* The 64 words of one block. Word w of counter i lies at w * 16 + i, so that the loop needs no
 * shuffles; draw tells apart the words of elements that need several blocks. */
static inline void sg_random_block(uint64_t key, uint32_t stream, uint32_t draw, uint64_t block,
                                   uint32_t *out)
{
    const uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
    const uint64_t first = block * SG_RANDOM_COUNTERS;
    for (uint32_t i = 0; i < SG_RANDOM_COUNTERS; i++) {
        uint32_t a = (uint32_t)first + i, b = (uint32_t)(first >> 32), c = stream, d = draw;
        SG_PHILOX_ROUND(0u) SG_PHILOX_ROUND(1u) SG_PHILOX_ROUND(2u) SG_PHILOX_ROUND(3u)
        SG_PHILOX_ROUND(4u) SG_PHILOX_ROUND(5u) SG_PHILOX_ROUND(6u) SG_PHILOX_ROUND(7u)
        SG_PHILOX_ROUND(8u) SG_PHILOX_ROUND(9u)
        out[i] = a;
        out[SG_RANDOM_COUNTERS + i] = b;
        out[2 * SG_RANDOM_COUNTERS + i] = c;
        out[3 * SG_RANDOM_COUNTERS + i] = d;
    }
}
#undef SG_PHILOX_ROUND
#endif
