#include "study/measure.h"

#include "base/thread.h"
#include "model/translator.h"

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

static int place_of(const Pair *pair)
{
    return pair->source.count < ACCURACY_LENGTHS ? pair->source.count : ACCURACY_LENGTHS - 1;
}

static void begin(Measure *measure, const Corpus *corpus)
{
    pthread_mutex_lock(&measure->lock);
    measure->accuracy.of = corpus->count;
    for (int i = 0; i < corpus->count; i++)
        measure->accuracy.held[place_of(&corpus->pairs[i])]++;
    pthread_mutex_unlock(&measure->lock);
    measure->wake(measure->context);
}

static void add(Measure *measure, const Pair *pair, bool exact)
{
    pthread_mutex_lock(&measure->lock);
    measure->accuracy.measured[place_of(pair)]++;
    measure->accuracy.exact[place_of(pair)] += exact;
    int done = ++measure->accuracy.done;
    pthread_mutex_unlock(&measure->lock);
    if (done % TELL_EVERY == 0)
        measure->wake(measure->context);
}

typedef struct Room { /* for one sentence */
    Translator *translator;
    int *ids, *words;
} Room;

static Room make_room(const Model *model, const Corpus *corpus, Arena *arena)
{
    int longest = 1;
    for (int i = 0; i < corpus->count; i++)
        if (corpus->pairs[i].source.count > longest)
            longest = corpus->pairs[i].source.count;
    longest += model->config.source_end;
    int limit = model_limit(model, longest);
    return (Room){translator_create(model, longest, 1), ARENA_ARRAY(arena, int, (size_t)longest),
                  ARENA_ARRAY(arena, int, (size_t)(limit > 0 ? limit : 0))};
}

static bool is_exact(const Room *room, const Model *model, const Pair *pair)
{
    int n = pair->source.count + model->config.source_end;
    for (int j = 0; j < n; j++)
        room->ids[j] = j < pair->source.count ? pair->source_ids[j] : VOCAB_END;
    int count = translator_run(room->translator, 0, room->ids, n, room->words);
    bool same = count == pair->target.count + 1 && room->words[count - 1] == VOCAB_END;
    for (int t = 0; same && t < pair->target.count; t++)
        same = room->words[t] == pair->target_ids[t];
    return same;
}

static void measure_all(Measure *measure, const Model *model, const Corpus *corpus)
{
    Arena arena = {0};
    Room room = make_room(model, corpus, &arena);
    for (int i = 0; i < corpus->count && !atomic_load(&measure->stop); i++)
        add(measure, &corpus->pairs[i], is_exact(&room, model, &corpus->pairs[i]));
    translator_destroy(room.translator);
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
