/* team.h: the group of threads that walks programs. */
#ifndef SG_TEAM_H
#define SG_TEAM_H
#include <stdint.h>

/* Call job(arg, i, n) in n threads at once, i = 0 in the caller's; returns when all have returned.
 * n is sg_get_num_threads(), or 1 while another caller has the team. */
void sg_team_run(void (*job)(void *arg, int ith, int nth), void *arg, int nth);

/* How many threads sg_team_run may use now; takes the team if it is more than one. */
int sg_team_take(void);
void sg_team_give(int nth);

/* Wait until all nth threads of the running job are here. */
void sg_team_barrier(int nth);
#endif
