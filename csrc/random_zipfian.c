/* Distinct classes, small ones more likely. */
#include "groups.h"
#include "random.h"
#include "random_bits.h"

/* Rows of distinct classes below range_max, by a hash table of classes + 1 for each group of rows;
 * output 1 is how many draws a row took. symgraph/ops/sample_classes.py asks for the tables. */
sg_status sg_sample_unique_zipfian(const sg_call *c)
{
    const int64_t range = ((const sg_sample_unique_zipfian_params *)c->params)->range_max;
    const sg_tensor *drawn = sg_out(c, 0), *tries = sg_out(c, 1);
    const int64_t rows = drawn->shape[0], width = drawn->shape[1];
    int64_t size = 2, group, end;
    while (size < 2 * width) size *= 2;
    sg_share(c, sg_groups(rows), 1, &group, &end);
    for (; group < end; group++) {
        int64_t *table = (int64_t *)c->scratch + group * size;
        const int64_t last = sg_group_start(rows, group + 1);
        for (int64_t row = sg_group_start(rows, group); row < last; row++) {
            sg_random r = {.key = c->ctx->key, .stream = c->stream, .element = (uint64_t)row};
            int64_t found = 0, draws = 0, *out = (int64_t *)drawn->data + row * width;
            memset(table, 0, (size_t)size * sizeof *table);
            for (; found < width; draws++) {
                const double v = exp(sg_random_uniform(&r) * log((double)range + 1)) - 1;
                const int64_t class = (int64_t)v < range ? (int64_t)v : range - 1;
                uint64_t at = (uint64_t)class * 0x9E3779B97F4A7C15u >> 20;
                while (table[at & (uint64_t)(size - 1)] && table[at & (uint64_t)(size - 1)] != class + 1)
                    at++;
                if (table[at & (uint64_t)(size - 1)]) continue;
                table[at & (uint64_t)(size - 1)] = class + 1;
                if (c->req[0] != SG_NULL) out[found] = class + (c->req[0] == SG_ADD ? out[found] : 0);
                found++;
            }
            int64_t *count = (int64_t *)tries->data + row;
            if (c->req[1] != SG_NULL) *count = draws + (c->req[1] == SG_ADD ? *count : 0);
        }
    }
    return SG_OK;
}
