/* A thread beside the caller's, and the clock. Signals are the first thread's business: every other one blocks them. */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include "base/error.h"

#include <pthread.h>

/* False where the system has no thread to give: the caller does the work itself, or says so. End it with
 * pthread_join. */
MUST_USE bool thread_start(pthread_t *thread, void *(*work)(void *), void *context, Error *error);

/* Of a clock that only goes forward, since some moment in the past. */
double clock_seconds(void);

#endif
