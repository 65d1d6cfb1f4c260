/* groups.h: many small pieces of work that need scratch memory are done in at most SG_GROUPS groups,
 * which threads share out; each group has scratch memory of its own. symgraph/ops/groups.py has the
 * same rule. */
#ifndef SG_GROUPS_H
#define SG_GROUPS_H
#include "kernel.h"

enum { SG_GROUPS = 16 };

static inline int64_t sg_groups(int64_t count) { return count < SG_GROUPS ? count : SG_GROUPS; }

/* The first of count pieces that belongs to a group; it ends where the next one begins. */
static inline int64_t sg_group_start(int64_t count, int64_t group)
{
    const int64_t groups = sg_groups(count);
    return groups ? count / groups * group + count % groups * group / groups : 0;
}
#endif
