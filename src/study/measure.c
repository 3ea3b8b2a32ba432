#include "study/measure.h"

#include "base/beside.h"
#include "model/train.h"

#include <stdlib.h>

enum { TELL_EVERY = 8 }; /* sentences */

struct Measure {
    char *model, *sentences; /* paths */
    CorpusOptions options;
    void (*wake)(void *context);
    void *context;
    Beside beside;
    /* the work's own */
    bool loaded;
    Model held; /* once it is loaded */
    Corpus corpus;
    int next; /* sentence */
    Arena arena;
    pthread_mutex_t lock; /* of what follows */
    Accuracy accuracy;
    bool over;
    Error error;
    bool failed;
};

static void announce(Measure *measure, const Corpus *corpus)
{
    pthread_mutex_lock(&measure->lock);
    measure->accuracy.of = corpus->count;
    for (int i = 0; i < corpus->count; i++)
        measure->accuracy.held[accuracy_place(corpus->pairs[i].source.count)]++;
    pthread_mutex_unlock(&measure->lock);
    measure->wake(measure->context);
}

static void add(Measure *measure, const Pair *pair, bool exact, const LinkCounts *links)
{
    int place = accuracy_place(pair->source.count);
    pthread_mutex_lock(&measure->lock);
    measure->accuracy.measured[place]++;
    measure->accuracy.exact[place] += exact;
    links_add(&measure->accuracy.links, links);
    int done = ++measure->accuracy.done;
    pthread_mutex_unlock(&measure->lock);
    if (done % TELL_EVERY == 0)
        measure->wake(measure->context);
}

static bool load(Measure *measure, Error *error)
{
    Model *model = &measure->held;
    if (!model_load(measure->model, model, error))
        return false;
    if (!corpus_read(measure->sentences, measure->options, &measure->corpus, error)) {
        model_finish(model);
        return false;
    }
    corpus_encode(&measure->corpus, &model->source, &model->target, model->config.lowercase);
    return true;
}

static void measure_next(Measure *measure)
{
    const Pair *pair = &measure->corpus.pairs[measure->next++];
    LinkCounts links = {0};
    arena_reset(&measure->arena);
    if (pair->link_count > 0)
        model_links(&measure->held, pair, &links, &measure->arena);
    add(measure, pair, model_is_exact(&measure->held, pair, &measure->arena), &links);
}

static void end(Measure *measure, const Error *error)
{
    pthread_mutex_lock(&measure->lock);
    measure->failed = !measure->loaded;
    measure->error = *error;
    measure->over = true;
    pthread_mutex_unlock(&measure->lock);
    measure->wake(measure->context);
}

/* Model and sentences are read in one go, then comes a sentence at a time. */
static bool slice(void *context, double until)
{
    (void)until;
    Measure *measure = context;
    Error error = {0};
    if (measure->loaded)
        measure_next(measure);
    else if ((measure->loaded = load(measure, &error)))
        announce(measure, &measure->corpus);
    bool more = measure->loaded && measure->next < measure->corpus.count;
    if (!more)
        end(measure, &error);
    return more;
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
    beside_start(&measure->beside, slice, measure);
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
    beside_stop(&measure->beside);
    if (measure->loaded) {
        corpus_finish(&measure->corpus);
        model_finish(&measure->held);
    }
    arena_finish(&measure->arena);
    pthread_mutex_destroy(&measure->lock);
    free(measure->model);
    free(measure->sentences);
    free(measure);
}
