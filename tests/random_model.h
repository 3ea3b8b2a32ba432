/* A small model that was never trained, for what must hold whatever the numbers are:
 *
 *   Config config = config_default();
 *   config.embed = config.hidden = 8;
 *   Model model = random_model(config, "cat chase mouse", "猫 捉 老鼠", 5);
 *   Trace *trace = decode_text(&model, "cat chase", NULL);
 *   trace_destroy(trace);
 *   model_finish(&model);
 */
#ifndef TESTS_RANDOM_MODEL_H
#define TESTS_RANDOM_MODEL_H

#include "support.h"
#include "trace/trace.h"

static inline void add_words(Vocab *vocab, const char *words) /* with one space between them; a word twice is one */
{
    Slice rest = slice_of(words), word;
    while (slice_cut(&rest, ' ', &word))
        vocab_add(vocab, word);
}

static inline Model random_model(Config config, const char *source_words, const char *target_words, uint64_t seed)
{
    Model model;
    Vocab source = {0}, target = {0};
    Error error = {0};
    expect_ok(config_check(&config, &error), &error);
    add_words(&source, source_words);
    add_words(&target, target_words);
    model_create(&model, &config, &source, &target, seed);
    return model;
}

/* A Transformer's config, whose sizes nobody asks for. */
static inline Config random_transformer(int layers, int cross_heads)
{
    Config config = config_default();
    config.cell = CELL_SELF;
    config.decoder = DECODER_SELF;
    config.embed = 24;
    config.attention_size = 0;
    config.layers = layers;
    config.heads = 2;
    config.cross_heads = cross_heads;
    config.feed_forward = 12;
    return config;
}

static inline Trace *decode_text(const Model *model, const char *sentence, const DecodeOptions *options)
{
    Error error = {0};
    Trace *trace = trace_decode(model, slice_of(sentence), options, &error);
    expect_ok(trace != NULL, &error);
    return trace;
}

#endif
