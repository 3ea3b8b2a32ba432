/* Small untrained models of every kind, for what must hold whatever the numbers are. */
#ifndef TESTS_TRACE_MODELS_H
#define TESTS_TRACE_MODELS_H

#include "random_model.h"

#include <math.h>

typedef struct Kind {
    AttentionKind attention;
    bool bidirectional;
    int layers;
    BridgeKind bridge;
    bool source_end;
    int decoder_layers; /* 0: one */
} Kind;

static const Kind KINDS[] = {
    {ATTENTION_NONE, false, 1, BRIDGE_TANH, false},    {ATTENTION_NONE, true, 2, BRIDGE_TANH, true},
    {ATTENTION_FIXED, false, 1, BRIDGE_NONE, false},   {ATTENTION_FIXED, true, 1, BRIDGE_TANH, false},
    {ATTENTION_UNIFORM, true, 1, BRIDGE_TANH, false},  {ATTENTION_UNIFORM, false, 2, BRIDGE_NONE, true},
    {ATTENTION_BAHDANAU, true, 1, BRIDGE_TANH, false}, {ATTENTION_BAHDANAU, false, 1, BRIDGE_NONE, false},
    {ATTENTION_BAHDANAU, true, 2, BRIDGE_TANH, true},  {ATTENTION_BAHDANAU, true, 1, BRIDGE_TANH, false, 2},
    {ATTENTION_NONE, false, 2, BRIDGE_TANH, false, 2},
};

static inline bool kind_is_two(const Kind *kind) /* layers of the decoder */
{
    return kind->decoder_layers == 2;
}

#define KNOWN_WORDS   "cat chase mouse dog yesterday"
#define WRITTEN_WORDS "猫 捉 老鼠 狗 昨天"

/* E 3, H 4, A 5: all different, so that a mistaken size shows. */
static inline Model kind_model(const Kind *kind, uint64_t seed)
{
    Config config = config_default();
    config.attention = kind->attention;
    config.bidirectional = kind->bidirectional;
    config.layers = kind->layers;
    config.bridge = kind->bridge;
    config.decoder_layers = kind_is_two(kind) ? 2 : 1;
    config.source_end = kind->source_end;
    config.embed = 3;
    config.hidden = 4;
    config.attention_size = 5;
    return random_model(config, KNOWN_WORDS, WRITTEN_WORDS, seed);
}

static inline const char *test_data(const char *name, char path[512])
{
    snprintf(path, 512, "%s/%s", getenv("TESTS_DATA"), name);
    return path;
}

#endif
