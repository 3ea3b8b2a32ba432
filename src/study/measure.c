#include "study/measure.h"

#include "base/thread.h"
#include "model/train.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { TELL_EVERY = 8 }; /* sentences */

struct Measure {
    char *model, *sentences; /* paths */
    CorpusOptions options;
    void (*wake)(void *context);
    void *context;
    pthread_t thread;
    bool threaded;
    atomic_bool stop;
    pthread_mutex_t lock; /* of what follows */
    Accuracy accuracy;
    bool over;
    Error error;
    bool failed;
};

static void begin(Measure *measure, const Corpus *corpus)
{
    pthread_mutex_lock(&measure->lock);
    measure->accuracy.of = corpus->count;
    for (int i = 0; i < corpus->count; i++)
        measure->accuracy.held[accuracy_place(corpus->pairs[i].source.count)]++;
    pthread_mutex_unlock(&measure->lock);
    measure->wake(measure->context);
}

static void add(Measure *measure, const Pair *pair, bool exact, int linked, int agreed)
{
    int place = accuracy_place(pair->source.count);
    pthread_mutex_lock(&measure->lock);
    measure->accuracy.measured[place]++;
    measure->accuracy.exact[place] += exact;
    measure->accuracy.linked += linked;
    measure->accuracy.agreed += agreed;
    measure->accuracy.links += pair->link_count;
    int done = ++measure->accuracy.done;
    pthread_mutex_unlock(&measure->lock);
    if (done % TELL_EVERY == 0)
        measure->wake(measure->context);
}

static void measure_all(Measure *measure, const Model *model, const Corpus *corpus)
{
    Arena arena = {0};
    for (int i = 0; i < corpus->count && !atomic_load(&measure->stop); i++) {
        arena_reset(&arena);
        const Pair *pair = &corpus->pairs[i];
        int linked = 0, agreed = 0;
        if (pair->link_count > 0)
            model_links(model, pair, &linked, &agreed, &arena);
        add(measure, pair, model_is_exact(model, pair, &arena), linked, agreed);
    }
    arena_finish(&arena);
}

static bool run(Measure *measure, Error *error)
{
    Model model;
    if (!model_load(measure->model, &model, error))
        return false;
    Corpus corpus;
    if (!corpus_read(measure->sentences, measure->options, &corpus, error)) {
        model_finish(&model);
        return false;
    }
    corpus_encode(&corpus, &model.source, &model.target, model.config.lowercase);
    begin(measure, &corpus);
    measure_all(measure, &model, &corpus);
    corpus_finish(&corpus);
    model_finish(&model);
    return true;
}

static void *work(void *context)
{
    Measure *measure = context;
    Error error = {0};
    bool ok = run(measure, &error);
    pthread_mutex_lock(&measure->lock);
    measure->failed = !ok;
    measure->error = error;
    measure->over = true;
    pthread_mutex_unlock(&measure->lock);
    measure->wake(measure->context);
    return NULL;
}

Measure *measure_start(const char *model, const char *sentences, CorpusOptions options, void (*wake)(void *context),
                       void *context)
{
    Measure *measure = heap_alloc(1, sizeof *measure);
    measure->model = heap_copy(model);
    measure->sentences = heap_copy(sentences);
    measure->options = options;
    measure->wake = wake;
    measure->context = context;
    pthread_mutex_init(&measure->lock, NULL);
    Error error = {0};
    measure->threaded = thread_start(&measure->thread, work, measure, &error);
    if (!measure->threaded) { /* nobody else has the measure: what it is now, nothing will change */
        measure->error = error;
        measure->failed = measure->over = true;
        wake(context);
    }
    return measure;
}

bool measure_read(Measure *measure, Accuracy *out)
{
    pthread_mutex_lock(&measure->lock);
    *out = measure->accuracy;
    bool over = measure->over;
    pthread_mutex_unlock(&measure->lock);
    return over;
}

const char *measure_problem(const Measure *measure)
{
    return measure->failed ? error_text(&measure->error) : NULL;
}

void measure_stop(Measure *measure)
{
    if (!measure)
        return;
    atomic_store(&measure->stop, true);
    if (measure->threaded)
        pthread_join(measure->thread, NULL);
    pthread_mutex_destroy(&measure->lock);
    free(measure->model);
    free(measure->sentences);
    free(measure);
}
