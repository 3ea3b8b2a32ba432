/* W numbers of a state, k words read (from 0 in here), first words by their place in order of appearance. */
#include "model/first_word.h"

#include "model/train.h"

#include <math.h>
#include <stdlib.h>

#define MEANS_LIMIT ((size_t)1 << 24) /* numbers of all means together: 128 MB */

typedef struct Means {
    const Model *model;
    const Corpus *corpus;
    int shortest, longest;
    int *first;        /* [source words] the place of this first word; -1: no sentence that counts begins with it */
    int firsts, words; /* of FirstWord */
    int width;         /* W */
    double *sums;      /* [2, words, firsts, W] of each half, after each word: what the means are made of */
    int *counts;       /* [2, words, firsts] sentences in a sum */
} Means;

static bool counts(const Means *means, const Pair *pair)
{
    int words = pair->source.count;
    return means->longest == 0 || (words >= means->shortest && words <= means->longest);
}

static size_t row_of(const Means *means, int half, int k, int first)
{
    return ((size_t)half * (size_t)means->words + (size_t)k) * (size_t)means->firsts + (size_t)first;
}

/* The state after word k: h of every layer that reads from left to right, and its memory. */
static void take_state(const Means *means, const Encoding *encoding, int k, double *state)
{
    const Config *config = &means->model->config;
    size_t H = (size_t)config->hidden, from = (size_t)k * H;
    for (int layer = 0; layer < config->layers; layer++) {
        const EncoderRun *run = &encoding->layers[layer].forward;
        for (size_t i = 0; i < H; i++)
            *state++ = (double)run->states[from + i];
        for (size_t i = 0; run->cells && i < H; i++)
            *state++ = (double)run->cells[from + i];
    }
}

/* Adds the states of a sentence to the sums of its half. */
static void add_sentence(Means *means, const Pair *pair, int half, Arena *arena)
{
    Encoding encoding = model_encode_pair(means->model, pair, arena);
    double *state = ARENA_ARRAY(arena, double, (size_t)means->width);
    for (int k = 0; k < pair->source.count; k++) {
        size_t row = row_of(means, half, k, means->first[pair->source_ids[0]]);
        take_state(means, &encoding, k, state);
        for (int i = 0; i < means->width; i++)
            means->sums[row * (size_t)means->width + (size_t)i] += state[i];
        means->counts[row]++;
    }
}

/* The first word whose mean is nearest; -1: that half has none after so many words. */
static int nearest(const Means *means, int half, int k, const double *state)
{
    int best = -1;
    double least = INFINITY;
    for (int first = 0; first < means->firsts; first++) {
        size_t row = row_of(means, half, k, first);
        const double *sum = means->sums + row * (size_t)means->width;
        double square = 0;
        for (int i = 0; means->counts[row] && i < means->width; i++) {
            double apart = state[i] - sum[i] / means->counts[row];
            square += apart * apart;
        }
        if (means->counts[row] && square < least)
            least = square, best = first;
    }
    return best;
}

/* How often the means of the other half tell the first word of a sentence. */
static void ask_sentence(const Means *means, const Pair *pair, int half, FirstWord *out, Arena *arena)
{
    Encoding encoding = model_encode_pair(means->model, pair, arena);
    double *state = ARENA_ARRAY(arena, double, (size_t)means->width);
    for (int k = 0; k < pair->source.count; k++) {
        take_state(means, &encoding, k, state);
        out->asked[k]++;
        out->told[k] += nearest(means, 1 - half, k, state) == means->first[pair->source_ids[0]];
    }
}

/* Sentences, their first words and the longest of them. */
static void find_firsts(Means *means, FirstWord *out)
{
    for (int i = 0; i < means->model->source.count; i++)
        means->first[i] = -1;
    for (int i = 0; i < means->corpus->count; i++) {
        const Pair *pair = &means->corpus->pairs[i];
        if (!counts(means, pair))
            continue;
        int *first = &means->first[pair->source_ids[0]];
        if (*first < 0)
            *first = out->firsts++;
        out->sentences++;
        out->words = pair->source.count > out->words ? pair->source.count : out->words;
    }
    means->firsts = out->firsts;
    means->words = out->words;
}

static void measure(Means *means, FirstWord *out)
{
    Arena arena = {0};
    for (int asked = 0; asked < 2; asked++)
        for (int i = 0; i < means->corpus->count; i++) {
            const Pair *pair = &means->corpus->pairs[i];
            arena_reset(&arena);
            if (counts(means, pair) && asked)
                ask_sentence(means, pair, i % 2, out, &arena);
            else if (counts(means, pair))
                add_sentence(means, pair, i % 2, &arena);
        }
    for (int k = 0; k < out->words; k++)
        out->told[k] /= out->asked[k];
    arena_finish(&arena);
}

bool first_word_measure(const Model *model, const Corpus *corpus, int shortest, int longest, Arena *arena,
                        FirstWord *out, Error *error)
{
    const Config *config = &model->config;
    *out = (FirstWord){0};
    if (config->cell == CELL_SELF)
        return error_set(error, ERROR_USAGE,
                         "the first word lives in no state here: self-attention does not read word by word");
    Means means = {.model = model, .corpus = corpus, .shortest = shortest, .longest = longest};
    means.width = config->layers * config->hidden * (cell_of_kind(config->cell)->memory ? 2 : 1);
    means.first = ARENA_ARRAY(arena, int, (size_t)model->source.count);
    find_firsts(&means, out);
    size_t rows = 2 * (size_t)out->words * (size_t)out->firsts;
    if (out->sentences == 0)
        return error_set(error, ERROR_USAGE, "no sentence has so many words");
    if (rows > MEANS_LIMIT / (size_t)means.width)
        return error_set(error, ERROR_USAGE,
                         "%d different first words are too many to keep a mean of each after each word", out->firsts);
    means.sums = heap_alloc(rows * (size_t)means.width, sizeof *means.sums);
    means.counts = heap_alloc(rows, sizeof *means.counts);
    out->asked = ARENA_ARRAY(arena, int, (size_t)out->words);
    out->told = ARENA_ARRAY(arena, double, (size_t)out->words);
    measure(&means, out);
    free(means.counts);
    free(means.sums);
    return true;
}
