#include "nn/relay.h"

#include <assert.h>
#include <math.h>

void relay_begin(Relay *relay, Pool *pool, const Stage *stages, int count, void *context)
{
    assert(count > 0 && count <= RELAY_STAGES);
    relay->pool = pool;
    relay->stages = stages;
    relay->count = count;
    relay->context = context;
    relay->stage = 0;
    for (int i = 0; i < pool_threads(pool); i++)
        relay->turns[i] = (Turn){.thread = i};
}

/* Whether a stage is left is asked behind the meeting at its end, and written before: all threads get one answer. */
static void run_thread(void *context, int thread)
{
    Relay *relay = context;
    Turn *turn = &relay->turns[thread];
    bool moved = false;
    for (int s = relay->stage;; s++) {
        while (!turn->over) {
            if (moved && !turn->whole && clock_seconds() >= relay->until) {
                atomic_store(&relay->left[s], true);
                break;
            }
            turn->over = !relay->stages[s](relay->context, turn);
            moved = true;
        }
        if (s + 1 == relay->count)
            return;
        pool_barrier(relay->pool);
        if (atomic_load(&relay->left[s]))
            return;
        turn->done = 0;
        turn->over = false;
    }
}

bool relay_run(Relay *relay, double until)
{
    relay->until = until;
    for (int s = 0; s < relay->count; s++)
        atomic_store(&relay->left[s], false);
    for (int i = 0; i < pool_threads(relay->pool); i++)
        relay->turns[i].whole = isinf(until);
    if (relay->stage < relay->count)
        pool_run(relay->pool, run_thread, relay);
    while (relay->stage < relay->count && !atomic_load(&relay->left[relay->stage]))
        relay->stage++;
    return relay->stage == relay->count;
}
