/* Small models of every kind: cells, attention, scores, bridges, layers, windows, faults. */
#ifndef TEST_MODEL_KINDS_H
#define TEST_MODEL_KINDS_H

#include "model/model.h"
#include "support.h"

enum { SETTINGS_MOST = 6 };
typedef const char *Setting[2]; /* a name and what it is set to */

static const Setting MODEL_KINDS[][SETTINGS_MOST] = {
    {{"cell", "rnn"}, {"score", "dot"}, {"bidirectional", "false"}},
    {{"cell", "gru"}, {"score", "additive"}, {"bridge", "none"}, {"attention_size", "5"}},
    {{"cell", "lstm"}, {"score", "bilinear"}, {"layers", "2"}},
    {{"cell", "lstm"}, {"score", "dot"}, {"bridge", "copy"}, {"bidirectional", "false"}},
    {{"cell", "rnn"}, {"attention", "luong"}, {"score", "cosine"}, {"layers", "2"}},
    {{"cell", "gru"}, {"attention", "luong"}, {"score", "scaled_dot"}, {"local", "local_m"}, {"window", "1"}},
    {{"cell", "lstm"}, {"attention", "luong"}, {"score", "bilinear"}, {"local", "local_p"}, {"window", "2"}},
    {{"cell", "gru"}, {"attention", "luong"}, {"score", "cosine"}, {"bidirectional", "false"}, {"bridge", "copy"}},
    {{"cell", "self"}, {"score", "additive"}, {"heads", "2"}},
    {{"cell", "self"}, {"attention", "luong"}, {"score", "dot"}, {"heads", "3"}},
    {{"cell", "gru"}, {"attention", "none"}, {"layers", "2"}},
    {{"cell", "rnn"}, {"attention", "fixed"}},
    {{"cell", "lstm"}, {"attention", "uniform"}, {"layers", "2"}, {"bidirectional", "false"}},
    {{"cell", "self"}, {"attention", "fixed"}},
    {{"cell", "self"}, {"causal", "true"}, {"heads", "2"}, {"places", "sinusoid"}},
    {{"cell", "self"}, {"feed_forward", "7"}, {"places", "none"}, {"score", "dot"}, {"attention", "luong"}},
    {{"cell", "self"}, {"layers", "2"}, {"heads", "2"}},
    {{"cell", "self"},
     {"layers", "2"},
     {"feed_forward", "7"},
     {"causal", "true"},
     {"attention", "luong"},
     {"score", "dot"}},
    {{"cell", "transformer"}, {"places", "sinusoid"}, {"heads", "2"}, {"feed_forward", "7"}},
    {{"cell", "transformer"}, {"layers", "2"}, {"heads", "3"}, {"cross_heads", "2"}, {"feed_forward", "5"}},
    {{"cell", "transformer"}, {"layers", "2"}, {"places", "none"}},
    {{"cell", "self"}, {"norm", "pre"}, {"heads", "2"}},
    {{"cell", "self"}, {"norm", "pre"}, {"layers", "2"}, {"feed_forward", "7"}, {"score", "dot"}},
    {{"cell", "transformer"}, {"norm", "pre"}, {"places", "sinusoid"}, {"heads", "2"}, {"feed_forward", "7"}},
    {{"cell", "transformer"}, {"norm", "pre"}, {"layers", "2"}, {"cross_heads", "2"}, {"feed_forward", "5"}},
    {{"cell", "transformer"}, {"norm", "pre"}, {"layers", "2"}, {"places", "none"}},
    {{"cell", "transformer"}, {"cross_residual", "false"}, {"layers", "2"}},
    {{"cell", "transformer"}, {"cross_residual", "false"}, {"layers", "2"}, {"heads", "2"}, {"feed_forward", "5"}},
    {{"cell", "transformer"}, {"cross_residual", "false"}, {"norm", "pre"}, {"layers", "2"}},
    {{"cell", "transformer"}, {"cross_residual", "false"}, {"norm", "pre"}, {"layers", "2"}, {"feed_forward", "5"}},
    {{"decoder_layers", "2"}},
    {{"decoder_layers", "2"}, {"cell", "lstm"}, {"attention", "luong"}, {"score", "dot"}, {"layers", "2"}},
    {{"decoder_layers", "2"}, {"cell", "rnn"}, {"attention", "none"}, {"bidirectional", "false"}, {"bridge", "copy"}},
    {{"decoder_layers", "2"}, {"cell", "lstm"}, {"attention", "fixed"}, {"bridge", "none"}},
    {{"decoder_layers", "2"}, {"cell", "self"}, {"heads", "2"}},
    {{"fault", "no_query"}},
    {{"fault", "mirrored"}, {"bidirectional", "false"}},
    {{"fault", "forward_only"}},
    {{"fault", "embeddings"}, {"embed", "16"}},
    {{"fault", "embeddings"}, {"embed", "8"}, {"bidirectional", "false"}, {"score", "dot"}, {"attention", "luong"}},
    {{"fault", "not_normalised"}, {"temperature", "0.5"}},
    {{"fault", "shifted"}},
    {{"fault", "shifted"}, {"attention", "luong"}, {"cell", "lstm"}},
};

static Vocab kind_words(const char *const *list, int count)
{
    static const char *const special[] = {"<pad>", "<s>", "</s>", "<unk>"};
    Vocab vocab = {0};
    for (int i = 0; i < VOCAB_SPECIAL; i++)
        vocab_add(&vocab, slice_of(special[i]));
    for (int i = 0; i < count; i++)
        vocab_add(&vocab, slice_of(list[i]));
    return vocab;
}

/* With random weights. */
static void kind_model(Model *model, const Setting *settings, int count)
{
    static const char *const source[] = {"a", "b", "c", "d"}, *const target[] = {"x", "y", "z"};
    Config config = config_default();
    config.embed = 6;
    config.hidden = 8;
    Error error = {0};
    for (int i = 0; i < count && settings[i][0]; i++)
        expect_ok(config_set(&config, settings[i][0], settings[i][1], &error), &error);
    expect_ok(config_check(&config, &error), &error);
    Vocab from = kind_words(source, 4), to = kind_words(target, 3);
    model_create(model, &config, &from, &to, 5);
}

#endif
