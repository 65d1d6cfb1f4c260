/* The thread team. Waiting spins briefly, then sleeps: a thread that spins beside another busy
 * process starves it and is starved, which made a step twenty times slower. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
#include "kernel.h"
#include "team.h"

enum { MOST_THREADS = 256, SPINS = 1000 };

typedef struct {
    atomic_uint value;
    atomic_int sleepers;
    pthread_mutex_t lock;
    pthread_cond_t moved;
} sg_event;

static sg_event start = {.lock = PTHREAD_MUTEX_INITIALIZER, .moved = PTHREAD_COND_INITIALIZER};
static sg_event meeting = {.lock = PTHREAD_MUTEX_INITIALIZER, .moved = PTHREAD_COND_INITIALIZER};
static sg_event done = {.lock = PTHREAD_MUTEX_INITIALIZER, .moved = PTHREAD_COND_INITIALIZER};
static atomic_int arrived, finished;
static pthread_mutex_t owner = PTHREAD_MUTEX_INITIALIZER;   /* who holds it may run a job */
static void (*current_job)(void *, int, int);
static void *current_arg;
static int current_nth;
static atomic_int wanted = 1;       /* threads, the caller's included */
static int running = 1;             /* threads that exist, the caller's included */
static unsigned seen[MOST_THREADS]; /* the start that each worker was created after */

static inline void relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Wait until the event is no longer at old. */
static void await(sg_event *event, unsigned old)
{
    for (int i = 0; i < SPINS; i++) {
        if (atomic_load_explicit(&event->value, memory_order_acquire) != old) return;
        relax();
    }
    pthread_mutex_lock(&event->lock);
    atomic_fetch_add(&event->sleepers, 1);
    while (atomic_load(&event->value) == old) pthread_cond_wait(&event->moved, &event->lock);
    atomic_fetch_sub(&event->sleepers, 1);
    pthread_mutex_unlock(&event->lock);
}

static void announce(sg_event *event)
{
    atomic_fetch_add(&event->value, 1);
    /* A sleeper counts itself before it looks at the value, so one of us sees the other. */
    if (atomic_load(&event->sleepers)) {
        pthread_mutex_lock(&event->lock);
        pthread_cond_broadcast(&event->moved);
        pthread_mutex_unlock(&event->lock);
    }
}

void sg_team_barrier(int nth)
{
    const unsigned now = atomic_load(&meeting.value);
    if (atomic_fetch_add(&arrived, 1) + 1 == nth) {
        atomic_store(&arrived, 0);
        announce(&meeting);
    } else {
        await(&meeting, now);
    }
}

static void *work(void *arg)
{
    const int ith = (int)(intptr_t)arg;
    unsigned last = seen[ith];
    for (;;) {
        await(&start, last);
        last = atomic_load(&start.value);
        /* Every worker reports for every job, also those that it has no share of: the next job may
         * not be set up while one of them still reads this one. */
        if (ith < current_nth) current_job(current_arg, ith, current_nth);
        if (atomic_fetch_add(&finished, 1) + 1 == running - 1) announce(&done);
    }
    return NULL;
}

static void renew(sg_event *event)
{
    atomic_store(&event->sleepers, 0);
    pthread_mutex_init(&event->lock, NULL);
    pthread_cond_init(&event->moved, NULL);
}

/* In the child of a fork: its only thread is the one that forked. */
static void forget_threads(void)
{
    running = 1;
    atomic_store(&arrived, 0);
    pthread_mutex_init(&owner, NULL);
    renew(&start);
    renew(&meeting);
    renew(&done);
}

/* Create the workers that are wanted and missing; returns how many threads there are. */
static int grow(int nth)
{
    static int registered;
    if (!registered) registered = !pthread_atfork(NULL, NULL, forget_threads);
    while (running < nth) {
        pthread_t thread;
        seen[running] = atomic_load(&start.value);
        if (pthread_create(&thread, NULL, work, (void *)(intptr_t)running)) break;
        pthread_detach(thread);
        running++;
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

void sg_team_run(void (*job)(void *, int, int), void *arg, int nth)
{
    if (nth == 1) {
        job(arg, 0, 1);
        return;
    }
    current_job = job;
    current_arg = arg;
    current_nth = nth;
    atomic_store(&finished, 0);
    const unsigned before = atomic_load(&done.value);
    announce(&start);
    job(arg, 0, nth);
    await(&done, before);
}
