/* A few threads that stay alive between short jobs: the caller is thread 0, the others wait.
 *
 *   void work(void *job, int thread);
 *   int job = 7;
 *   Pool *pool = pool_create(2);
 *   pool_run(pool, work, &job);    // work(&job, 0) here and work(&job, 1) beside, until both are back
 *   pool_destroy(pool);
 *
 * Inside `work`, pool_barrier makes all threads meet. Waiting spins a little, letting others run in between, then
 * sleeps: meetings are frequent and short, but another program may need the processor. */
#ifndef NN_POOL_H
#define NN_POOL_H

#define POOL_LIMIT 64 /* threads */

typedef struct Pool Pool;

Pool *pool_create(int threads); /* 1 .. POOL_LIMIT; fewer come if the system has no more to give */
int pool_threads(const Pool *pool);
void pool_run(Pool *pool, void (*work)(void *context, int thread), void *context);
void pool_barrier(Pool *pool); /* by every thread of the running job, equally often */
void pool_destroy(Pool *pool);

#endif
