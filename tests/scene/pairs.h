/* A comparison of the lesson's model with a small one of another kind (fresh numbers from a seed: what it writes is
 * nonsense, its picture is not).
 *
 *   Pairs pairs;
 *   pairs_open(&pairs, &moving, ATTENTION_LUONG, CELL_GRU, 1);
 *   pairs_compare(&pairs, &moving, SENTENCE_LONG, PAIR_MODELS);
 *   View view = moving_view(...); view.kind = VIEW_COMPARE; view.compare = &pairs.comparison;
 *   pairs_close(&pairs);
 */
#ifndef TESTS_SCENE_PAIRS_H
#define TESTS_SCENE_PAIRS_H

#include "moving.h"

typedef enum PairKind {
    PAIR_MODELS,    /* without a reference */
    PAIR_REFERENCE, /* with one that neither side writes */
    PAIR_FORCED,    /* the lesson's model against itself */
    PAIR_MEASURING, /* half measured */
    PAIR_BROKEN,    /* nothing can be measured */
    PAIRS
} PairKind;

typedef struct Pairs {
    Arena arena;
    Model other;
    Trace *right;
    Comparison comparison;
} Pairs;

void pairs_open(Pairs *pairs, const Moving *moving, AttentionKind attention, CellKind cell, int layers);
/* The other one's decoder has two layers. */
void pairs_decoder(Pairs *pairs, const Moving *moving, AttentionKind attention, CellKind cell);
/* The other one is a Transformer with two heads; `cross_heads` look at the source. */
void pairs_transformer(Pairs *pairs, const Moving *moving, int layers, int cross_heads, NormKind norm);
/* A Transformer of one layer that leaves behind what asked the source. */
void pairs_alone(Pairs *pairs, const Moving *moving, NormKind norm);
void pairs_compare(Pairs *pairs, const Moving *moving, Sentence sentence, PairKind kind);
void pairs_close(Pairs *pairs);

#endif
