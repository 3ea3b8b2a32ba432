/* Greedy decodes of one sentence a second, 7 words and 8 steps whatever the model would say, one thread:
 *   words   by a Translator: the words alone, the very words of the trace
 *   batched ROWS at a time through the passes of training, the next word given and its loss computed: what a decoder of
 *           batches would need and a little more
 *   traced  with everything that a trace holds, as the window decodes
 * decode_bench HIDDEN SECONDS SOURCE_WORDS TARGET_WORDS */
#include "model/gradient.h"
#include "model/translator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LENGTH = 7, STEPS = 8, ROWS = 32 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void add_words(Vocab *vocab, int count)
{
    char word[16];
    for (int i = 0; i < count; i++) {
        snprintf(word, sizeof word, "w%d", i);
        vocab_add(vocab, slice_of(word));
    }
}

static void traced(const Model *model, const int *ids, int *words, Arena *arena)
{
    arena_reset(arena);
    Encoding encoding = model_encode(model, ids, LENGTH, arena);
    const Real *state = encoding.initial_state, *cell = encoding.initial_cell;
    for (int t = 0, word = VOCAB_START; t < STEPS; t++) {
        Step step = model_step(model, &encoding, t, state, cell, word, NULL, arena);
        words[t] = word = model_best(model, step.probabilities);
        state = step.state;
        cell = step.cell;
    }
}

/* Embedding as PyTorch's in compare.py; always STEPS words, as </s> is never the best. */
static Model make_model(int hidden, int source_words, int target_words)
{
    Config config = config_default();
    config.hidden = config.attention_size = hidden;
    config.embed = hidden >= 128 ? hidden / 2 : hidden;
    config.limit_factor = 0;
    config.limit_extra = STEPS;
    Vocab source = {0}, target = {0};
    add_words(&source, source_words);
    add_words(&target, target_words);
    Model model;
    model_create(&model, &config, &source, &target, 1);
    model.params[model.table.items[params_find(&model.table, "output.bias")].offset + VOCAB_END] = -100;
    return model;
}

static double rate_traced(const Model *model, const int *ids, int *words, double limit)
{
    Arena arena = {0};
    double started = now(), seconds = 0;
    long count = 0;
    for (; seconds < limit; count++, seconds = now() - started)
        traced(model, ids, words, &arena);
    arena_finish(&arena);
    return (double)count / seconds;
}

static double rate_words(const Model *model, const int *ids, int *words, double limit)
{
    Translator *translator = translator_create(model, LENGTH, 1);
    double started = now(), seconds = 0;
    long count = 0;
    for (; seconds < limit; count++, seconds = now() - started)
        translator_run(translator, 0, ids, LENGTH, words);
    if (translator_slow(translator, 0) > 1) /* the slow way would be measured */
        fprintf(stderr, "decode_bench: two words are too close, this is not what was to be measured\n");
    translator_destroy(translator);
    return (double)count / seconds;
}

static double rate_batched(const Model *model, const int *ids, double limit)
{
    Pool *pool = pool_create(1);
    BatchMaker *maker = batch_maker_create(model->source.count, model->target.count);
    Gradient *passes = gradient_create(model, pool);
    int source[ROWS][LENGTH], target[ROWS][STEPS - 1];
    Pair pairs[ROWS];
    const Pair *chosen[ROWS];
    for (int b = 0; b < ROWS; b++) {
        for (int j = 0; j < LENGTH; j++)
            source[b][j] = VOCAB_SPECIAL + (ids[j] + 7 * b) % (model->source.count - VOCAB_SPECIAL);
        for (int t = 0; t < STEPS - 1; t++)
            target[b][t] = VOCAB_SPECIAL + (5 * b + t) % (model->target.count - VOCAB_SPECIAL);
        pairs[b] = (Pair){.source = {.count = LENGTH},
                          .target = {.count = STEPS - 1},
                          .source_ids = source[b],
                          .target_ids = target[b]};
        chosen[b] = &pairs[b];
    }
    BatchOptions options = {0};
    double started = now(), seconds = 0;
    long count = 0;
    for (; seconds < limit; count += ROWS, seconds = now() - started)
        gradient_loss(passes, batch_make(maker, chosen, ROWS, &options, NULL));
    gradient_destroy(passes);
    batch_maker_destroy(maker);
    pool_destroy(pool);
    return (double)count / seconds;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: decode_bench HIDDEN SECONDS SOURCE_WORDS TARGET_WORDS\n");
        return 2;
    }
    Model model = make_model(atoi(argv[1]), atoi(argv[3]), atoi(argv[4]));
    double limit = atof(argv[2]);
    int ids[LENGTH], words[STEPS], same[STEPS];
    for (int j = 0; j < LENGTH; j++)
        ids[j] = VOCAB_SPECIAL + j;
    printf("words %.1f\n", rate_words(&model, ids, words, limit));
    printf("batched %.1f\n", rate_batched(&model, ids, limit));
    printf("traced %.1f\n", rate_traced(&model, ids, same, limit));
    bool agree = memcmp(words, same, sizeof words) == 0;
    if (!agree)
        fprintf(stderr, "decode_bench: the two do not agree\n");
    model_finish(&model);
    return agree ? 0 : 1;
}
