/* The thread team. A step is over when all of its shares are done, by whomever: a thread that does not
 * come, because other processes have its processor, holds up nobody. Waiting spins briefly, then
 * sleeps: a thread that spins beside another busy process starves it and is starved. */
#include <pthread.h>
#include <stdatomic.h>
#include "kernel.h"
#include "team.h"

enum { MOST_THREADS = 256, SPINS = 1000, TURN = 1024 };

typedef unsigned long long sg_turn;

/* The step that is under way: its number, in multiples of TURN, and how many shares it has; none
 * between two jobs. */
static _Alignas(64) _Atomic sg_turn turn;
static _Alignas(64) atomic_int finished;    /* shares of the step */
static struct {
    sg_job *run;
    void *arg;
    int32_t step, end;
} job;      /* is written when no share is under way, and read by those who do one */

/* Thread 0 is whoever has the team. */
static struct {
    _Alignas(64) _Atomic sg_turn claimed;   /* the last turn whose share of this number somebody took */
    atomic_int asleep;
    pthread_mutex_t lock;
    pthread_cond_t woken;
} threads[MOST_THREADS];

static pthread_mutex_t owner = PTHREAD_MUTEX_INITIALIZER;   /* who holds it may run a job */
static atomic_int wanted = 1;       /* threads, the caller's included */
static int running;                 /* threads that exist, the caller's included */

static inline void relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Whether thread ith has to look at a turn, after it was done with another one. */
static inline int concerns(int ith, sg_turn now, sg_turn last)
{
    return now != last && (ith == 0 || ith < (int)(now % TURN));
}

/* The next turn that concerns thread ith. */
static sg_turn await(int ith, sg_turn last)
{
    sg_turn now;
    for (int i = 0; i < SPINS; i++) {
        now = atomic_load_explicit(&turn, memory_order_acquire);
        if (concerns(ith, now, last)) return now;
        relax();
    }
    pthread_mutex_lock(&threads[ith].lock);
    for (;;) {
        /* It lies down before it looks, and others move the turn before they look who sleeps. */
        atomic_store(&threads[ith].asleep, 1);
        now = atomic_load(&turn);
        if (concerns(ith, now, last)) break;
        pthread_cond_wait(&threads[ith].woken, &threads[ith].lock);
    }
    atomic_store(&threads[ith].asleep, 0);
    pthread_mutex_unlock(&threads[ith].lock);
    return now;
}

/* The next turn begins, of so many shares. */
static void begin_turn(int shares)
{
    atomic_store(&finished, 0);
    atomic_store(&turn, (atomic_load(&turn) / TURN + 1) * TURN + (sg_turn)shares);
    for (int i = 0; i == 0 || i < shares; i++) {
        /* Whoever is woken is not woken again, however long it takes to come. */
        if (!atomic_load(&threads[i].asleep) || !atomic_exchange(&threads[i].asleep, 0)) continue;
        pthread_mutex_lock(&threads[i].lock);
        pthread_cond_signal(&threads[i].woken);
        pthread_mutex_unlock(&threads[i].lock);
    }
}

/* Do share ith of a turn, unless somebody has taken it; whoever does the last one begins the next turn.
 * A turn of the past has no share that is free. */
static void take_share(int ith, sg_turn now)
{
    sg_turn before = atomic_load(&threads[ith].claimed);
    if (before >= now || !atomic_compare_exchange_strong(&threads[ith].claimed, &before, now)) return;
    const int shares = (int)(now % TURN);
    const int32_t next = job.run(job.arg, job.step, ith, shares);
    if (atomic_fetch_add(&finished, 1) + 1 < shares) return;
    job.step = next;
    begin_turn(next < job.end ? shares : 0);
}

static void *work(void *arg)
{
    const int ith = (int)(intptr_t)arg;
    for (sg_turn now = 0;;) {
        now = await(ith, now);
        take_share(ith, now);
    }
    return NULL;
}

/* In the child of a fork: its only thread is the one that forked. */
static void forget_threads(void)
{
    running = 0;
    pthread_mutex_init(&owner, NULL);
    atomic_store(&turn, (atomic_load(&turn) / TURN + 1) * TURN);    /* whatever was under way is not */
}

/* Create the workers that are wanted and missing; returns how many threads there are. */
static int grow(int nth)
{
    static int registered;
    if (!registered) registered = !pthread_atfork(NULL, NULL, forget_threads);
    for (; running < nth; running++) {
        pthread_t thread;
        atomic_store(&threads[running].asleep, 0);
        pthread_mutex_init(&threads[running].lock, NULL);
        pthread_cond_init(&threads[running].woken, NULL);
        if (!running) continue;     /* the caller's own thread */
        if (pthread_create(&thread, NULL, work, (void *)(intptr_t)running)) break;
        pthread_detach(thread);
    }
    return running < nth ? running : nth;
}

void sg_set_num_threads(int32_t n)
{
    atomic_store(&wanted, n < 1 ? 1 : n > MOST_THREADS ? MOST_THREADS : n);
}

int32_t sg_get_num_threads(void) { return atomic_load(&wanted); }

int sg_team_take(void)
{
    const int nth = atomic_load(&wanted);
    if (nth == 1 || pthread_mutex_trylock(&owner)) return 1;
    const int got = grow(nth);
    if (got == 1) pthread_mutex_unlock(&owner);
    return got;
}

void sg_team_give(int nth)
{
    if (nth > 1) pthread_mutex_unlock(&owner);
}

void sg_team_run(sg_job *run, void *arg, int32_t begin, int32_t end, int nth)
{
    if (nth == 1) {
        while (begin < end) begin = run(arg, begin, 0, 1);
        return;
    }
    job.run = run;
    job.arg = arg;
    job.step = begin;
    job.end = end;
    begin_turn(nth);
    for (sg_turn now = atomic_load(&turn); now % TURN; now = await(0, now))
        for (int i = 0; i < nth; i++) take_share(i, now);
}
