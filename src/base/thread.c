#include "base/thread.h"

#include "base/system.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#ifdef __EMSCRIPTEN__
bool web_spares_worker(void); /* web/calls.js */
#else
static bool web_spares_worker(void)
{
    return true;
}
#endif

bool thread_start(pthread_t *thread, void *(*work)(void *), void *context, Error *error)
{
    int problem = web_spares_worker() ? system_thread(thread, work, context) : EAGAIN;
    return problem == 0
           || error_set(error, ERROR_SYSTEM, "the system has no thread left to do this with: %s", strerror(problem));
}

double clock_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}
