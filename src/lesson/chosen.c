#include "lesson/chosen.h"

#include "lesson/gate_result.h"

#include <stdlib.h>
#include <string.h>

enum { PAIRS_TRIED = 50, SUGGESTIONS = 3 };
static const double SUGGESTED_LENGTHS[SUGGESTIONS] = {0.1, 0.75, 0.95};

typedef struct Sized { /* a pair by the length of its source */
    int length, distance, index;
} Sized;

static int by_length(const void *left, const void *right)
{
    return ((const Sized *)left)->length - ((const Sized *)right)->length;
}

static int by_distance(const void *left, const void *right)
{
    const Sized *a = left, *b = right;
    return a->distance != b->distance ? a->distance - b->distance : a->index - b->index;
}

/* The pairs, those nearest to the wanted length first, then as they stand in the file. */
static Sized *sorted_pairs(const Corpus *corpus, double share)
{
    Sized *pairs = heap_alloc((size_t)corpus->count, sizeof *pairs);
    for (int i = 0; i < corpus->count; i++)
        pairs[i] = (Sized){corpus->pairs[i].source.count, 0, i};
    qsort(pairs, (size_t)corpus->count, sizeof *pairs, by_length);
    int wanted = pairs[(int)(share * (corpus->count - 1))].length;
    for (int i = 0; i < corpus->count; i++)
        pairs[i].distance = abs(pairs[i].length - wanted);
    qsort(pairs, (size_t)corpus->count, sizeof *pairs, by_distance);
    return pairs;
}

static bool is_right(const Model *model, const char *sentence, const TokenList *target)
{
    Trace *trace = trace_decode(model, slice_of(sentence), NULL, NULL);
    bool right = trace && !trace->cut && gate_writes(trace, target);
    for (int i = 0; right && i < trace->words; i++)
        right = !trace->unknown[i];
    trace_destroy(trace);
    return right;
}

static bool is_among(const char *sentence, const char *const *taken, int count)
{
    bool among = false;
    for (int i = 0; i < count; i++)
        among = among || strcmp(taken[i], sentence) == 0;
    return among;
}

const char *chosen_sentence(const Corpus *corpus, const Model *model, double share, const char *const *taken, int count,
                            Arena *arena)
{
    if (corpus->count == 0)
        return NULL;
    Sized *pairs = sorted_pairs(corpus, share);
    const char *found = NULL;
    for (int i = 0; i < corpus->count && i < PAIRS_TRIED && !found; i++) {
        const Pair *pair = &corpus->pairs[pairs[i].index];
        TokenKind kind = model ? model->config.source_tokens : TOKENS_SPACE;
        const char *sentence = text_join(arena, text_words(arena, &pair->source), pair->source.count, kind);
        bool fits = strlen(sentence) < SENTENCE_BYTES && pair->source.count <= TRACE_LIMIT_WORDS;
        if (fits && !is_among(sentence, taken, count) && (!model || is_right(model, sentence, &pair->target)))
            found = sentence;
    }
    free(pairs);
    return found;
}

static bool read_pairs(const LessonModel *model, Corpus *out, Error *error)
{
    CorpusOptions options = {.source_tokens = model->config.source_tokens,
                             .target_tokens = model->config.target_tokens};
    return (model->heldout && file_exists(model->heldout) && corpus_read(model->heldout, options, out, NULL))
           || corpus_read(model->data, options, out, error);
}

static void fill(Lesson *lesson, const Corpus *corpus, const Model *model)
{
    if (!lesson->sentence)
        lesson->sentence = chosen_sentence(corpus, model, 0.5, NULL, 0, &lesson->arena);
    if (lesson->suggestion_count > 0 || !lesson->sentence)
        return;
    const char **all = ARENA_ARRAY(&lesson->arena, const char *, SUGGESTIONS + 1);
    int count = 0;
    all[count++] = lesson->sentence;
    for (int i = 0; i < SUGGESTIONS; i++) {
        all[count] = chosen_sentence(corpus, model, SUGGESTED_LENGTHS[i], all, count, &lesson->arena);
        count += all[count] != NULL;
    }
    lesson->suggestions = all + 1;
    lesson->suggestion_count = count - 1;
}

bool chosen_fill(Lesson *lesson, Error *error)
{
    Corpus corpus;
    Error missing = {0};
    if (lesson->sentence && lesson->suggestion_count > 0)
        return true;
    if (!read_pairs(&lesson->models[0], &corpus, &missing))
        return lesson->sentence
               || error_at(error, missing.code, lesson->path, 0,
                           "names no `sentence`, and there are no pairs to choose one from: %s", error_text(&missing));
    Model model;
    bool loaded = file_exists(lesson->models[0].path) && model_load(lesson->models[0].path, &model, NULL);
    if (loaded) {
        fill(lesson, &corpus, &model);
        model_finish(&model);
    }
    fill(lesson, &corpus, NULL);
    corpus_finish(&corpus);
    return lesson->sentence
           || error_at(error, ERROR_FORMAT, lesson->path, 0,
                       "names no `sentence`, and no pair has one of at most %d words to choose", TRACE_LIMIT_WORDS);
}
