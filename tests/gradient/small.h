/* Models and batches small enough for proofs, put together in memory. */
#ifndef TESTS_GRADIENT_SMALL_H
#define TESTS_GRADIENT_SMALL_H

#include "support.h"

#include "model/gradient.h"
#include "model/train.h"

/* A vocabulary of `count` words, the special ones counted. */
static inline Vocab small_vocab(int count)
{
    Vocab vocab = {0};
    for (int i = VOCAB_SPECIAL; i < count; i++) {
        char word[16];
        snprintf(word, sizeof word, "w%d", i);
        vocab_add(&vocab, slice_of(word));
    }
    return vocab;
}

/* The default but for its sizes and what `settings` say: "cell=lstm layers=2". */
static inline Config small_config(const char *settings, int embed, int hidden)
{
    Config config = config_default();
    config.embed = embed;
    config.hidden = hidden;
    Slice rest = slice_of(settings), part;
    while (slice_cut(&rest, ' ', &part) && part.length) {
        char text[64];
        Error error;
        snprintf(text, sizeof text, "%.*s", (int)part.length, part.text);
        char *value = strchr(text, '=');
        *value++ = '\0';
        expect_ok(config_set(&config, text, value, &error), &error);
    }
    return config;
}

static inline Model small_model(Config config, int source_words, int target_words, uint64_t seed)
{
    Model model;
    Error error;
    Vocab source = small_vocab(source_words), target = small_vocab(target_words);
    expect_ok(config_check(&config, &error), &error);
    model_create(&model, &config, &source, &target, seed);
    return model;
}

static inline int *small_ids(Arena *arena, const int *ids, int count)
{
    int *copy = ARENA_ARRAY(arena, int, (size_t)count);
    for (int i = 0; i < count; i++)
        copy[i] = ids[i];
    return copy;
}

/* A pair of ids alone; its words are never looked at. */
static inline Pair small_pair(Arena *arena, const int *source, int sources, const int *target, int targets)
{
    return (Pair){.source = {.count = sources},
                  .target = {.count = targets},
                  .source_ids = small_ids(arena, source, sources),
                  .target_ids = small_ids(arena, target, targets)};
}

/* Sentences of random words; the target says the source backwards, one word further on, so there is something to learn.
 * Longer sentences are rarer. */
static inline Corpus small_corpus(int count, int words, int longest, uint64_t seed)
{
    Corpus corpus = {.count = count, .gold = true};
    Random random = random_seeded(seed);
    corpus.pairs = heap_alloc((size_t)count, sizeof *corpus.pairs);
    for (int i = 0; i < count; i++) {
        int n = 1 + (int)random_below(&random, 1 + random_below(&random, (uint32_t)longest)), source[64], target[64];
        for (int j = 0; j < n; j++)
            source[j] = VOCAB_SPECIAL + (int)random_below(&random, (uint32_t)(words - VOCAB_SPECIAL));
        for (int j = 0; j < n; j++)
            target[j] = VOCAB_SPECIAL + (source[n - 1 - j] - VOCAB_SPECIAL + 1) % (words - VOCAB_SPECIAL);
        Pair *pair = &corpus.pairs[i];
        *pair = small_pair(&corpus.arena, source, n, target, n);
        pair->link_count = n;
        pair->links = ARENA_ARRAY(&corpus.arena, Link, (size_t)n);
        for (int j = 0; j < n; j++)
            pair->links[j] = (Link){n - 1 - j, j};
    }
    return corpus;
}

#endif
