/* Small untrained models of every kind, for what must hold whatever the numbers are. */
#ifndef TESTS_TRACE_MODELS_H
#define TESTS_TRACE_MODELS_H

#include "support.h"
#include "trace/trace.h"

#include <math.h>

typedef struct Kind {
    AttentionKind attention;
    bool bidirectional;
    int layers;
    BridgeKind bridge;
    bool source_end;
} Kind;

static const Kind KINDS[] = {
    {ATTENTION_NONE, false, 1, BRIDGE_TANH, false},    {ATTENTION_NONE, true, 2, BRIDGE_TANH, true},
    {ATTENTION_FIXED, false, 1, BRIDGE_NONE, false},   {ATTENTION_FIXED, true, 1, BRIDGE_TANH, false},
    {ATTENTION_UNIFORM, true, 1, BRIDGE_TANH, false},  {ATTENTION_UNIFORM, false, 2, BRIDGE_NONE, true},
    {ATTENTION_BAHDANAU, true, 1, BRIDGE_TANH, false}, {ATTENTION_BAHDANAU, false, 1, BRIDGE_NONE, false},
    {ATTENTION_BAHDANAU, true, 2, BRIDGE_TANH, true},
};

static inline void add_words(Vocab *vocab, const char *words) /* with one space between them */
{
    Slice rest = slice_of(words), word;
    while (slice_cut(&rest, ' ', &word))
        vocab_add(vocab, word);
}

/* E 3, H 4, A 5: all different, so that a mistaken size shows. */
static inline Model kind_model(const Kind *kind, uint64_t seed)
{
    Model model;
    Vocab source = {0}, target = {0};
    Error error = {0};
    Config config = config_default();
    config.attention = kind->attention;
    config.bidirectional = kind->bidirectional;
    config.layers = kind->layers;
    config.bridge = kind->bridge;
    config.source_end = kind->source_end;
    config.embed = 3;
    config.hidden = 4;
    config.attention_size = 5;
    expect_ok(config_check(&config, &error), &error);
    add_words(&source, "cat chase mouse dog yesterday");
    add_words(&target, "猫 捉 老鼠 狗 昨天");
    model_create(&model, &config, &source, &target, seed);
    return model;
}

static inline Trace *decode_text(const Model *model, const char *sentence, const DecodeOptions *options)
{
    Error error = {0};
    Trace *trace = trace_decode(model, slice_of(sentence), options, &error);
    expect_ok(trace != NULL, &error);
    return trace;
}

static inline const char *test_data(const char *name, char path[512])
{
    snprintf(path, 512, "%s/%s", getenv("TESTS_DATA"), name);
    return path;
}

#endif
