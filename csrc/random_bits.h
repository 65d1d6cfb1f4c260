/* random_bits.h: Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw,
 * "Parallel random numbers: as easy as 1, 2, 3" (2011). What element i gets depends on (key,
 * stream, draw, i) alone: not on threads, nor on which elements were asked for before. */
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

#define SG_PHILOX_ROUNDS                                                                     \
    SG_PHILOX_ROUND(0u) SG_PHILOX_ROUND(1u) SG_PHILOX_ROUND(2u) SG_PHILOX_ROUND(3u)          \
    SG_PHILOX_ROUND(4u) SG_PHILOX_ROUND(5u) SG_PHILOX_ROUND(6u) SG_PHILOX_ROUND(7u)          \
    SG_PHILOX_ROUND(8u) SG_PHILOX_ROUND(9u)

/* The 64 words of one block. Word w of counter i lies at w * 16 + i, so that the loop needs no
 * shuffles; draw tells apart the words of elements that need several blocks. */
static inline void sg_random_block(uint64_t key, uint32_t stream, uint32_t draw, uint64_t block,
                                   uint32_t *out)
{
    const uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
    const uint64_t first = block * SG_RANDOM_COUNTERS;
    for (uint32_t i = 0; i < SG_RANDOM_COUNTERS; i++) {
        uint32_t a = (uint32_t)first + i, b = (uint32_t)(first >> 32), c = stream, d = draw;
        SG_PHILOX_ROUNDS
        out[i] = a;
        out[SG_RANDOM_COUNTERS + i] = b;
        out[2 * SG_RANDOM_COUNTERS + i] = c;
        out[3 * SG_RANDOM_COUNTERS + i] = d;
    }
}

/* Numbers for one element that needs an unknown count of them. */
typedef struct {
    uint64_t key, element;
    uint32_t stream, draw; /* draw: counts the groups of four words */
    int32_t left;          /* words not yet given out */
    uint32_t words[4];
} sg_random;

static inline uint32_t sg_random_word(sg_random *r)
{
    if (!r->left) {
        const uint32_t k0 = (uint32_t)r->key, k1 = (uint32_t)(r->key >> 32);
        uint32_t a = (uint32_t)r->element, b = (uint32_t)(r->element >> 32);
        uint32_t c = r->stream, d = r->draw++;
        SG_PHILOX_ROUNDS
        r->words[0] = a, r->words[1] = b, r->words[2] = c, r->words[3] = d;
        r->left = 4;
    }
    return r->words[4 - r->left--];
}
#undef SG_PHILOX_ROUND
#undef SG_PHILOX_ROUNDS

/* A number strictly between 0 and 1, from two words. */
static inline double sg_random_unit(uint32_t high, uint32_t low)
{
    return ((double)(((uint64_t)high << 20) ^ (low >> 12)) + 0.5) * 0x1p-52;
}

static inline double sg_random_uniform(sg_random *r)
{
    const uint32_t high = sg_random_word(r);
    return sg_random_unit(high, sg_random_word(r));
}

/* A whole number below range (or any, for range 0), by the high half of a product; words that would
 * make some numbers likelier are drawn again (Lemire 2019, "Fast random integer generation in an
 * interval"). */
static inline uint64_t sg_random_below(sg_random *r, uint64_t range)
{
    for (;;) {
        const uint64_t high = sg_random_word(r), low = sg_random_word(r), word = high << 32 | low;
        if (!range) return word;
        const uint64_t a = high * (range >> 32), b = high * (uint32_t)range;
        const uint64_t d = low * (range >> 32), e = low * (uint32_t)range;
        const uint64_t middle = (e >> 32) + (uint32_t)b + (uint32_t)d;
        if (word * range >= range || word * range >= -range % range)
            return a + (b >> 32) + (d >> 32) + (middle >> 32);
    }
}
#endif
