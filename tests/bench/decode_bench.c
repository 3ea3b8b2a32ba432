/* Greedy decodes of one sentence a second, 7 words and 8 steps whatever the model would say, one thread: the encoder,
 * then step by step everything that a trace holds.   decode_bench HIDDEN SECONDS SOURCE_WORDS TARGET_WORDS */
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

static void decode(const Model *model, Arena *arena)
{
    int ids[LENGTH], word = VOCAB_START;
    for (int j = 0; j < LENGTH; j++)
        ids[j] = VOCAB_SPECIAL + j;
    Encoding encoding = model_encode(model, ids, LENGTH, arena);
    const Real *state = encoding.initial_state, *cell = encoding.initial_cell;
    for (int t = 0; t < STEPS; t++) {
        Step step = model_step(model, &encoding, t, state, cell, word, NULL, arena);
        word = model_best(model, step.probabilities);
        state = step.state;
        cell = step.cell;
    }
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: decode_bench HIDDEN SECONDS SOURCE_WORDS TARGET_WORDS\n");
        return 2;
    }
    Config config = config_default();
    config.hidden = config.attention_size = atoi(argv[1]);
    config.embed = config.hidden >= 128 ? config.hidden / 2 : config.hidden;
    Vocab source = {0}, target = {0};
    add_words(&source, atoi(argv[3]));
    add_words(&target, atoi(argv[4]));
    Model model;
    model_create(&model, &config, &source, &target, 1);
    Arena arena = {0};
    double limit = atof(argv[2]), started = now(), seconds = 0;
    long count = 0;
    for (; seconds < limit; count++, seconds = now() - started) {
        arena_reset(&arena);
        decode(&model, &arena);
    }
    printf("%.1f\n", (double)count / seconds);
    arena_finish(&arena);
    model_finish(&model);
    return 0;
}
