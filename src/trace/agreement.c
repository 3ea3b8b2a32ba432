#include "trace/agreement.h"

#include "model/train.h"
#include "nn/relay.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct Work {
    const Model *model;
    const Corpus *corpus;
    Agreement *found; /* [threads] whole numbers: their sum is the same whoever counted */
    Arena *arenas;    /* [threads] */
    atomic_int next;
} Work;

static bool is_linked(const Pair *pair, int target)
{
    for (int i = 0; i < pair->link_count; i++)
        if (pair->links[i].target == target)
            return true;
    return false;
}

static bool is_link(const Pair *pair, int target, int source)
{
    for (int i = 0; i < pair->link_count; i++)
        if (pair->links[i].target == target && pair->links[i].source == source)
            return true;
    return false;
}

/* The pair's own words, fed, with </s> behind them. */
static CauseText text_of(const Model *model, const Pair *pair, Arena *arena)
{
    int T = pair->target.count + 1, n = config_places(&model->config, pair->source.count);
    int *ids = ARENA_ARRAY(arena, int, (size_t)n);
    int *inputs = ARENA_ARRAY(arena, int, (size_t)T), *written = ARENA_ARRAY(arena, int, (size_t)T);
    config_source(&model->config, pair->source_ids, pair->source.count, ids);
    for (int t = 0; t < T; t++)
        written[t] = t < T - 1 ? pair->target_ids[t] : VOCAB_END;
    for (int t = 0; t < T; t++)
        inputs[t] = t ? written[t - 1] : VOCAB_START;
    return (CauseText){ids, n, inputs, written, T, 0};
}

static void count_rows(const Pair *pair, const float *map, int n, int *hits)
{
    for (int t = 0; t < pair->target.count; t++)
        *hits += is_linked(pair, t) && is_link(pair, t, values_largest(map + (size_t)t * (size_t)n, n));
}

static void count_maps(const Model *model, const Pair *pair, Agreement *found, Arena *arena)
{
    CauseText text = text_of(model, pair, arena);
    size_t n = (size_t)text.n, T = (size_t)text.steps;
    Cause *cause = cause_create(model, &text);
    float *map = ARENA_ARRAY(arena, float, n *T), *falls = ARENA_ARRAY(arena, float, T);
    if (cause_weights(cause))
        count_rows(pair, cause_weights(cause), text.n, &found->hits[CAUSE_ATTENTION]);
    for (size_t t = 0; t < T; t++)
        cause_gradient(cause, (int)t, map + t * n);
    count_rows(pair, map, text.n, &found->hits[CAUSE_GRADIENT]);
    for (int eraser = 0; eraser < ERASERS; eraser++) {
        for (size_t j = 0; j < n; j++) {
            cause_erase(cause, (int)j, (Eraser)eraser, falls);
            for (size_t t = 0; t < T; t++)
                map[t * n + j] = falls[t];
        }
        count_rows(pair, map, text.n, &found->hits[cause_kind(ASK_ERASE, (Eraser)eraser)]);
    }
    cause_destroy(cause);
}

/* The next sentence, by any thread. */
static bool count_next(void *context, Turn *turn)
{
    Work *work = context;
    int index = atomic_fetch_add(&work->next, 1), words = 0;
    if (index >= work->corpus->count)
        return false;
    Agreement *found = &work->found[turn->thread];
    Arena *arena = &work->arenas[turn->thread];
    const Pair *pair = &work->corpus->pairs[index];
    arena_reset(arena);
    for (int t = 0; t < pair->target.count; t++)
        words += is_linked(pair, t);
    bool exact = model_is_exact(work->model, pair, arena);
    found->exact += exact;
    if (exact && words > 0) {
        found->words += words;
        count_maps(work->model, pair, found, arena);
    }
    return true;
}

Agreement agreement_measure(const Model *model, const Corpus *corpus, int threads)
{
    static const Stage stages[] = {count_next};
    Pool *pool = pool_create(threads);
    int count = pool_threads(pool);
    Relay relay;
    Work work = {model, corpus, heap_alloc((size_t)count, sizeof(Agreement)), heap_alloc((size_t)count, sizeof(Arena)),
                 0};
    relay_begin(&relay, pool, stages, 1, &work);
    relay_run(&relay, INFINITY);
    Agreement all = {.pairs = corpus->count, .weighs = config_weighs(&model->config)};
    for (int i = 0; i < count; i++) {
        all.exact += work.found[i].exact;
        all.words += work.found[i].words;
        for (int kind = 0; kind < CAUSE_KINDS; kind++)
            all.hits[kind] += work.found[i].hits[kind];
        arena_finish(&work.arenas[i]);
    }
    free(work.found);
    free(work.arenas);
    pool_destroy(pool);
    return all;
}

double agreement_share(const Agreement *agreement, CauseKind kind)
{
    bool measured = agreement->words > 0 && (kind != CAUSE_ATTENTION || agreement->weighs);
    return measured ? (double)agreement->hits[kind] / agreement->words : NAN;
}
