#include "nn/pool.h"

#include "base/arena.h"
#include "base/thread.h"

#include <stdatomic.h>
#include <stdlib.h>

#if defined __x86_64__ || defined __i386__
#define RELAX() __builtin_ia32_pause()
#else
#define RELAX() ((void)0)
#endif

/* some microseconds, longer than most waits; no sched_yield: it gives way to programs of any priority */
enum { SPINS = 1000 };

typedef struct Worker {
    Pool *pool;
    int index;
    pthread_t thread;
} Worker;

struct Pool {
    int threads;
    atomic_uint arrived, round; /* of the barrier: `round` counts the meetings that are over */
    pthread_mutex_t lock;
    pthread_cond_t over;
    void (*work)(void *, int);
    void *context;
    bool stop;
    Worker workers[POOL_LIMIT];
};

void pool_barrier(Pool *pool)
{
    if (pool->threads == 1)
        return;
    unsigned round = atomic_load_explicit(&pool->round, memory_order_acquire);
    if (atomic_fetch_add_explicit(&pool->arrived, 1, memory_order_acq_rel) + 1 == (unsigned)pool->threads) {
        atomic_store_explicit(&pool->arrived, 0, memory_order_relaxed);
        pthread_mutex_lock(&pool->lock);
        atomic_store_explicit(&pool->round, round + 1, memory_order_release);
        pthread_cond_broadcast(&pool->over);
        pthread_mutex_unlock(&pool->lock);
        return;
    }
    for (int spin = 0; spin < SPINS; spin++) {
        if (atomic_load_explicit(&pool->round, memory_order_acquire) != round)
            return;
        RELAX();
    }
    pthread_mutex_lock(&pool->lock);
    while (atomic_load_explicit(&pool->round, memory_order_acquire) == round)
        pthread_cond_wait(&pool->over, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

/* A job is what stands between two meetings. */
static void *worker_loop(void *context)
{
    Worker *self = context;
    pthread_mutex_lock(&self->pool->lock); /* until pool_create knows how many there are: they meet by that number */
    pthread_mutex_unlock(&self->pool->lock);
    for (;;) {
        pool_barrier(self->pool);
        if (self->pool->stop)
            return NULL;
        self->pool->work(self->pool->context, self->index);
        pool_barrier(self->pool);
    }
}

Pool *pool_create(int threads)
{
    Pool *pool = heap_alloc(1, sizeof *pool);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->over, NULL);
    pthread_mutex_lock(&pool->lock);
    for (pool->threads = 1; pool->threads < threads && pool->threads < POOL_LIMIT; pool->threads++) {
        Worker *worker = &pool->workers[pool->threads];
        *worker = (Worker){.pool = pool, .index = pool->threads};
        if (!thread_start(&worker->thread, worker_loop, worker, NULL))
            break;
    }
    pthread_mutex_unlock(&pool->lock);
    return pool;
}

int pool_threads(const Pool *pool)
{
    return pool->threads;
}

void pool_run(Pool *pool, void (*work)(void *, int), void *context)
{
    pool->work = work;
    pool->context = context;
    pool_barrier(pool);
    work(context, 0);
    pool_barrier(pool);
}

void pool_destroy(Pool *pool)
{
    if (!pool)
        return;
    pool->stop = true;
    pool_barrier(pool);
    for (int i = 1; i < pool->threads; i++)
        pthread_join(pool->workers[i].thread, NULL);
    pthread_cond_destroy(&pool->over);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}
