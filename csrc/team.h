/* team.h: the group of threads that walks programs. */
#ifndef SG_TEAM_H
#define SG_TEAM_H
#include <stdint.h>

/* Do share ith of nth of the step that begins at `step`; returns where the next step begins, which
 * is the same for every share. */
typedef int32_t sg_job(void *arg, int32_t step, int ith, int nth);

/* Do the steps from begin up to end, one after the other, each in nth shares at once. A share is done
 * by the thread of its number; what a thread has not begun when the caller is done with its own, the
 * caller does. nth is what sg_team_take said. */
void sg_team_run(sg_job *job, void *arg, int32_t begin, int32_t end, int nth);

/* Into how many shares work is to be cut now: sg_get_num_threads(), or 1 while another caller has the
 * team; takes the team if it is more than one. */
int sg_team_take(void);
void sg_team_give(int nth);
#endif
