#include "base/beside.h"

#include <math.h>

/* The window's thread alone knows of them: those without a thread, and how long it worked for them last. */
static Beside *unthreaded;
static double took;

/* Runs one slice, if there is something to do. The caller holds the lock; it is free during the slice. */
static void run_slice(Beside *beside, double until)
{
    beside->due = false;
    pthread_mutex_unlock(&beside->lock);
    bool more = beside->slice(beside->context, until);
    pthread_mutex_lock(&beside->lock);
    beside->due |= more;
}

static void *work(void *context)
{
    Beside *beside = context;
    pthread_mutex_lock(&beside->lock);
    while (!beside->stop)
        if (beside->due)
            run_slice(beside, INFINITY);
        else
            pthread_cond_wait(&beside->called, &beside->lock);
    pthread_mutex_unlock(&beside->lock);
    return NULL;
}

void beside_start(Beside *beside, bool (*slice)(void *context, double until), void *context)
{
    Error error = {0};
    *beside = (Beside){.slice = slice, .context = context, .due = true};
    pthread_mutex_init(&beside->lock, NULL);
    pthread_cond_init(&beside->called, NULL);
    beside->threaded = thread_start(&beside->thread, work, beside, &error);
    if (beside->threaded)
        return;
    beside->next = unthreaded;
    unthreaded = beside;
}

void beside_call(Beside *beside)
{
    pthread_mutex_lock(&beside->lock);
    beside->due = true;
    pthread_cond_signal(&beside->called);
    pthread_mutex_unlock(&beside->lock);
}

void beside_stop(Beside *beside)
{
    pthread_mutex_lock(&beside->lock);
    beside->stop = true;
    pthread_cond_signal(&beside->called);
    pthread_mutex_unlock(&beside->lock);
    if (beside->threaded)
        pthread_join(beside->thread, NULL);
    for (Beside **at = &unthreaded; *at; at = &(*at)->next)
        if (*at == beside) {
            *at = beside->next;
            break;
        }
    pthread_cond_destroy(&beside->called);
    pthread_mutex_destroy(&beside->lock);
}

bool beside_turn(double until)
{
    bool worked = false;
    took = 0;
    for (Beside *beside = unthreaded; beside; beside = beside->next) {
        pthread_mutex_lock(&beside->lock);
        if (beside->due) {
            double began = clock_seconds();
            do
                run_slice(beside, until);
            while (beside->due && clock_seconds() < until);
            took += clock_seconds() - began;
            worked = true;
        }
        pthread_mutex_unlock(&beside->lock);
    }
    return worked;
}

double beside_took(void)
{
    return took;
}
