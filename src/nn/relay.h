/* A job of a pool in stages, which can be left when its time is over and taken up again where it was left. Each thread
 * does its share of a stage piece by piece; none begins a stage before all have ended the one before. The cuts change
 * who does what when, never what is done: any number of them gives the same bytes.
 *
 *   bool stage(void *job, Turn *turn);    // a piece of what this thread has to do; true: it has more of it
 *   Stage stages[] = {stage};
 *   int job = 7;
 *   Pool *pool = pool_create(2);
 *   Relay relay;
 *   relay_begin(&relay, pool, stages, 1, &job);
 *   while (!relay_run(&relay, clock_seconds() + 0.012)) puts("the job goes on later");
 *   pool_destroy(pool);
 */
#ifndef NN_RELAY_H
#define NN_RELAY_H

#include "base/thread.h"
#include "nn/pool.h"

#include <stdatomic.h>
#include <stdbool.h>

#define RELAY_STAGES 8

typedef struct Turn {
    int thread; /* 0 .. pool_threads - 1 */
    int done;   /* the stage's own count of what this thread has done in it; 0 where the stage begins */
    bool whole; /* nobody will ask to stop: a piece may be all of the share */
    bool over;  /* relay.c's: nothing of the share is left */
} Turn;

typedef bool (*Stage)(void *context, Turn *turn);

typedef struct Relay {
    Pool *pool;
    const Stage *stages;
    void *context;
    int count, stage;               /* the stage that it is in; count: it is over */
    double until;                   /* of the run at hand */
    atomic_bool left[RELAY_STAGES]; /* some thread has left the stage before its share was done */
    Turn turns[POOL_LIMIT];
} Relay;

/* `stages` [1 .. RELAY_STAGES] and the context must outlive the relay. Nothing runs yet. */
void relay_begin(Relay *relay, Pool *pool, const Stage *stages, int count, void *context);

/* Goes on until clock_seconds() is `until` (INFINITY: to the end), a piece a thread at least. True: all is done. */
bool relay_run(Relay *relay, double until);

#endif
