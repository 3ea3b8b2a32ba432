/* Work that goes on beside the window: in a thread of its own, or, where there is no thread to be had, bit by bit
 * whenever beside_turn is called, which a frame does. It is the same function either way.
 *
 *   bool slice(void *work, double until);    // does a little of it; true: there is more to do now
 *   int work = 7;
 *   Beside beside;
 *   beside_start(&beside, slice, &work);
 *   bool worked = beside_turn(clock_seconds() + 0.012);    // once a frame; false where all have threads
 *   beside_stop(&beside);
 */
#ifndef BASE_BESIDE_H
#define BASE_BESIDE_H

#include "base/thread.h"

#include <stdbool.h>

typedef struct Beside {
    bool (*slice)(void *context, double until);
    void *context;
    pthread_t thread;
    bool threaded;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t called;
    bool stop, due;
    struct Beside *next; /* of those without a thread */
} Beside;

/* From here on `slice` is called, until it returns false. `until` is a time of clock_seconds() by which it should
 * return; INFINITY in a thread, where it returns as soon as it can be stopped without harm. */
void beside_start(Beside *beside, bool (*slice)(void *context, double until), void *context);

void beside_call(Beside *beside); /* there may be something to do again; in any thread */
void beside_stop(Beside *beside); /* waits for the slice at hand */

/* Slices of all work that has no thread, one each at least. True: something was done: there is news, and there may be
 * more to do. This, beside_start and beside_stop are for one thread, the window's. */
bool beside_turn(double until);
double beside_took(void); /* seconds that this thread worked in the last beside_turn; 0: it had nothing to do */

#endif
