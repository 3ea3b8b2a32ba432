/* Sentence pairs side by side, padded: what a training step works on.
 *
 *   BatchMaker *maker = batch_maker_create(model.source.count, model.target.count);
 *   BatchOptions options = {.config = &model.config, .unknown = 0.01};
 *   const Pair *pairs[] = {&corpus.pairs[0], &corpus.pairs[1]};
 *   const Batch *batch = batch_make(maker, pairs, 2, &options, &random);
 *   batch_maker_destroy(maker);
 *
 * Rows stand in order of falling target length, so that at each step those still alive come first. Place (t,b) of
 * anything is t B + b. Words that occur several times in a batch have one row in its word table: what depends on the
 * word alone is computed once. */
#ifndef MODEL_BATCH_H
#define MODEL_BATCH_H

#include "base/random.h"
#include "model/config.h"
#include "text/corpus.h"

typedef struct WordTable {
    int count;
    int *ids;    /* [count] */
    int *row;    /* [places] of each place, 0 where there is no word */
    int *starts; /* [count + 1] where the places of each word begin in `places` */
    int *places; /* of word 0 in rising order, then of word 1, ... */
} WordTable;

typedef struct Batch {
    int rows, source_steps, target_steps; /* B, n, T; T counts </s> */
    int tokens;                           /* target words with </s> */
    int words;                            /* source and target words as the file has them */
    int *pairs;                           /* [B] which of the given pairs stands in which row */
    int *source_lengths, *target_lengths; /* [B] */
    int *source, *input, *target;         /* [n B], [T B], [T B]: words, y_{t-1}, y_t; VOCAB_PAD past the end */
    int *source_active, *target_active;   /* [n], [T]: 1 + the last row that is not over */
    int source_count, target_count;
    int *source_places, *target_places;   /* places that hold a word, in order */
    WordTable source_table, target_table; /* of `source` and of `input` */
} Batch;

typedef struct BatchOptions {
    const Config *config; /* of the model: how it reads a source sentence */
    bool separate;        /* a row of the word table for each place, for dropout */
    double unknown;       /* probability that a source word becomes <unk> */
} BatchOptions;

typedef struct BatchMaker BatchMaker;

BatchMaker *batch_maker_create(int source_words, int target_words);

/* The batch is the maker's and good until the next one. Pairs must be encoded. `random` is used for <unk> alone. */
const Batch *batch_make(BatchMaker *maker, const Pair *const *pairs, int count, const BatchOptions *options,
                        Random *random);

void batch_maker_destroy(BatchMaker *maker);

#endif
