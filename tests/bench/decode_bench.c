/* Greedy decodes of one sentence a second, 7 words and 8 steps whatever the model would say, one thread,
 * with everything that a trace holds: as the window decodes and an evaluation does. decode_bench HIDDEN
 * SECONDS SOURCE_WORDS TARGET_WORDS */
#include "model/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LENGTH = 7, STEPS = 8 };

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

static void decode(const Model *model, const int *ids, Arena *arena)
{
    arena_reset(arena);
    Encoding encoding = model_encode(model, ids, LENGTH, arena);
    Step step;
    for (int t = 0, word = VOCAB_START; t < STEPS; t++) {
        step = model_step(model, &encoding, t, t ? &step : NULL, word, NULL, arena);
        word = model_best(model, step.probabilities);
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

static double rate(const Model *model, const int *ids, double limit)
{
    Arena arena = {0};
    double started = now(), seconds = 0;
    long count = 0;
    for (; seconds < limit; count++, seconds = now() - started)
        decode(model, ids, &arena);
    arena_finish(&arena);
    return (double)count / seconds;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: decode_bench HIDDEN SECONDS SOURCE_WORDS TARGET_WORDS\n");
        return 2;
    }
    Model model = make_model(atoi(argv[1]), atoi(argv[3]), atoi(argv[4]));
    int ids[LENGTH];
    for (int j = 0; j < LENGTH; j++)
        ids[j] = VOCAB_SPECIAL + j;
    printf("%.1f\n", rate(&model, ids, atof(argv[2])));
    model_finish(&model);
    return 0;
}
