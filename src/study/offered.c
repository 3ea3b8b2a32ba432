#include "study/offered.h"

#include <stdlib.h>
#include <string.h>

const char *offered_sentence(const Trace *trace, int place, const char *word, Arena *arena)
{
    const char **words = ARENA_ARRAY(arena, const char *, (size_t)trace->words);
    for (int j = 0; j < trace->words; j++)
        words[j] = j == place ? word : trace->source[j];
    return text_join(arena, words, trace->words, trace->config.source_tokens);
}

/* ---- sentences ---- */

typedef struct Count {
    int id;
    int here, near; /* how often it stands in the very place; anywhere beside the same word */
} Count;

typedef struct Search {
    const Model *model;
    const Trace *trace;
    int place;
    Count *counts; /* [vocab] */
} Search;

static bool is_word(const Search *search, Slice token, int j)
{
    const char *word = search->trace->source[j];
    return slice_is(token, word)
           || (search->model->config.lowercase && token.length == strlen(word)
               && vocab_find(&search->model->source, token, true) == search->trace->encoding.ids[j]);
}

/* Has token i the neighbour that the place has? `by`: 1: the one behind it, -1: before it. */
static bool beside_same(const Search *search, const TokenList *tokens, int i, int by)
{
    int k = i + by, j = search->place + by;
    bool there = k >= 0 && k < tokens->count && j >= 0 && j < search->trace->words;
    return there && is_word(search, tokens->tokens[k], j);
}

static void count(const Search *search, const TokenList *tokens)
{
    bool last = search->place + 1 >= search->trace->words;
    for (int i = 0; i < tokens->count; i++) {
        bool before = beside_same(search, tokens, i, 1), after = beside_same(search, tokens, i, -1);
        bool alone = search->trace->words == 1 && tokens->count == 1;
        if (!before && !after && !alone)
            continue;
        int id = vocab_find(&search->model->source, tokens->tokens[i], search->model->config.lowercase);
        if (id < VOCAB_SPECIAL || id == search->trace->encoding.ids[search->place])
            continue;
        search->counts[id].near++;
        search->counts[id].here += i == search->place && (last ? after || alone : before);
    }
}

/* ---- their order ---- */

static int by_count(const void *a, const void *b)
{
    const Count *one = a, *other = b;
    int here = other->here - one->here, near = other->near - one->near;
    return here ? here : near ? near : one->id - other->id;
}

Offered offered_find(const Model *model, const Trace *trace, int place, Sentences *sentences, const LessonModel *from,
                     Arena *arena)
{
    int known = model->source.count, exact = 0, all = 0;
    bool last = place + 1 >= trace->words;
    Search search = {model, trace, place, ARENA_ARRAY(arena, Count, (size_t)known)};
    const Corpus *corpus = sentences_read(sentences, from, model, SENTENCES_DATA);
    for (int id = 0; id < known; id++)
        search.counts[id].id = id;
    for (int i = 0; corpus && i < corpus->count; i++)
        count(&search, &corpus->pairs[i].source);
    qsort(search.counts, (size_t)known, sizeof *search.counts, by_count);
    while (exact < known && search.counts[exact].here > 0)
        exact++;
    while (all < known && search.counts[all].near > 0)
        all++;
    Offered offered = {.count = exact >= OFFERED_LEAST ? exact : all};
    offered.by = exact < OFFERED_LEAST ? OFFERED_BESIDE : last ? OFFERED_AFTER : OFFERED_BEFORE;
    const char *beside = !last ? trace->source[place + 1] : place > 0 ? trace->source[place - 1] : NULL;
    offered.beside = beside ? arena_string(arena, beside) : NULL;
    offered.word = arena_string(arena, trace->source[place]);
    int *ids = ARENA_ARRAY(arena, int, (size_t)known);
    for (int i = 0; i < offered.count; i++)
        ids[i] = search.counts[i].id;
    for (int id = VOCAB_SPECIAL; all == 0 && id < known; id++)
        if (id != trace->encoding.ids[place])
            ids[offered.count++] = id;
    offered.by = all == 0 ? OFFERED_ANY : offered.by;
    offered.ids = ids;
    return offered;
}
