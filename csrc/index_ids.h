/* index_ids.h: positions that are data, of any type. */
#ifndef SG_INDEX_IDS_H
#define SG_INDEX_IDS_H
#include "kernel.h"

enum { SG_CLIP = 0, SG_WRAP, SG_RAISE };

/* A number as a position: cut off towards zero, NaN as far below all others as possible. */
static inline int64_t sg_whole(double value)
{
    if (!(value > -9.2e18)) return INT64_MIN;
    return value < 9.2e18 ? (int64_t)value : INT64_MAX;
}

/* Element i of ids. */
static inline int64_t sg_id(const sg_tensor *ids, int64_t i)
{
    switch (ids->dtype) {
    case SG_F32: return sg_whole(((const float *)ids->data)[i]);
    case SG_F64: return sg_whole(((const double *)ids->data)[i]);
    case SG_F16: return sg_whole((float)((const sg_half *)ids->data)[i]);
    case SG_I32: return ((const int32_t *)ids->data)[i];
    case SG_I8: return ((const int8_t *)ids->data)[i];
    case SG_I64: return ((const int64_t *)ids->data)[i];
    default: return ((const uint8_t *)ids->data)[i];
    }
}

typedef struct { char text[24]; } sg_text;

/* Element i of ids for a message: NaN and what is beyond all whole numbers as they are. */
static inline sg_text sg_show_id(const sg_tensor *ids, int64_t i)
{
    const int64_t id = sg_id(ids, i);
    sg_text shown;
    if (ids->dtype > SG_F16 || (id != INT64_MIN && id != INT64_MAX))
        snprintf(shown.text, sizeof shown.text, "%lld", (long long)id);
    else
        snprintf(shown.text, sizeof shown.text, "%g",
                 ids->dtype == SG_F64 ? ((const double *)ids->data)[i]
                 : ids->dtype == SG_F32 ? ((const float *)ids->data)[i]
                 : (double)((const sg_half *)ids->data)[i]);
    return shown;
}

/* Write id as element i of ids, or add it to what is there. */
#define SG_PUT_ID(type) ((type *)ids->data)[i] = (type)(id + (add ? ((type *)ids->data)[i] : 0))
static inline void sg_put_id(const sg_tensor *ids, int64_t i, int64_t id, int add)
{
    switch (ids->dtype) {
    case SG_F32: SG_PUT_ID(float); break;
    case SG_F64: SG_PUT_ID(double); break;
    case SG_F16: SG_PUT_ID(sg_half); break;
    case SG_I32: SG_PUT_ID(int32_t); break;
    case SG_I8: SG_PUT_ID(int8_t); break;
    case SG_I64: SG_PUT_ID(int64_t); break;
    default: SG_PUT_ID(uint8_t); break;
    }
}
#undef SG_PUT_ID

/* id brought into [0, n). */
static inline int64_t sg_bring(int64_t id, int64_t n, int mode)
{
    if (id >= 0 && id < n) return id;
    if (mode != SG_WRAP) return id < 0 ? 0 : n - 1;
    id %= n;
    return id < 0 ? id + n : id;
}
#endif
