/* A model small enough to try every byte of its file: made by hand, so that these tests need no engine. */
#ifndef TESTS_MODEL_SMALL_H
#define TESTS_MODEL_SMALL_H

#include "model/model.h"
#include "text/pieces.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static inline void small_words(Vocab *vocab, const char *words) /* between spaces */
{
    Slice rest = {words, strlen(words)}, word;
    while (slice_cut(&rest, ' ', &word))
        vocab_add(vocab, word);
}

static inline void small_layout(Model *model)
{
    Random random = random_seeded(11);
    params_layout(&model->config, model->source.count, model->target.count, &model->table);
    free(model->params);
    model->params = heap_alloc(model->table.total, sizeof *model->params);
    for (int i = 0; i < model->table.count; i++)
        for (size_t j = 0; j < param_size(&model->table.items[i]); j++)
            model->params[model->table.items[i].offset + j] = (Real)(float)(random_unit(&random) - 0.5);
}

static inline Model small_model(void)
{
    Model model;
    memset(&model, 0, sizeof model);
    model.config = config_default();
    model.config.bidirectional = false;
    model.config.embed = 1;
    model.config.hidden = 1;
    model.config.attention_size = 2;
    small_words(&model.source, "cat chase");
    small_words(&model.target, "\u732B");
    model.note = (TrainingNote){
        .present = true, .data = "data.tsv", .seed = 5, .epochs = 3, .loss = 0.1, .exact_match = 1.0 / 3, .aer = NAN};
    small_layout(&model);
    return model;
}

static inline void small_merge(Vocab *vocab, const char *left, const char *right)
{
    bool added = pieces_add_merge(vocab, slice_of(left), slice_of(right));
    assert(added);
    (void)added;
}

/* The same model, whose source words are cut into pieces. */
static inline Model small_pieces(void)
{
    Model model = small_model();
    model.config.source_tokens = TOKENS_BPE;
    model.config.source_merges = 3;
    model.source.pieces = true;
    small_words(&model.source, "a@@ a b@@ b ab@@ ab aba");
    small_merge(&model.source, "a@@", "b@@");
    small_merge(&model.source, "a@@", "b");
    small_merge(&model.source, "ab@@", "a");
    small_layout(&model);
    return model;
}

#endif
