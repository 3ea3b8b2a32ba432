/* A score: how well a query goes with each key. What attend knows of a score stands in its file, score_NAME.c; a row of
 * scores.def makes it one of the scores there are. docs/adding-a-score.md adds one.
 *
 *   Real query[2] = {1, 0}, keys[6] = {1, 1, 0, 2, 3, 0}, scores[3];
 *   Scoring one = {.size = 2, .n = 3, .stride = 2, .query = query, .keys = keys, .scores = scores};
 *   score_of_kind(SCORE_COSINE)->forward(&one);
 */
#ifndef NN_SCORE_H
#define NN_SCORE_H

#include "nn/real.h"

#include <stdbool.h>

typedef enum ScoreKind {
#define SCORE(KIND, name, ...) SCORE_##KIND,
#include "nn/scores.def"
#undef SCORE
    SCORE_KINDS
} ScoreKind;

extern const char *const SCORE_NAMES[]; /* by ScoreKind; NULL behind the last */

/* One query and the keys that it is compared with. */
typedef struct Scoring {
    int size, n;        /* of numbers in each, of keys */
    int stride;         /* from one key to the next, and in d_keys */
    const Real *query;  /* [size] */
    const Real *keys;   /* [n, size] */
    const Real *energy; /* [size] the score's own vector v, if it has one */
    Real *saved;        /* [n, size] what the backward pass needs again, if the score saves anything */
    Real *scores;       /* [n] out */
    /* backward */
    const Real *d_scores;    /* [n] */
    Real *d_query;           /* [size] out */
    Real *d_keys, *d_energy; /* [n, size], [size]: added to */
} Scoring;

typedef struct Score {
    const char *equation; /* of e: "v · tanh(q + k)" */
    bool query;           /* q = W_q s, attention.query.weight; else q = s */
    const char *key; /* the tensor W of k = W h; NULL: attention.key.weight, and k = h where the sizes allow that */
    bool energy;     /* it has v, attention.energy */
    bool saves;
    void (*forward)(const Scoring *scoring);
    void (*backward)(const Scoring *scoring);
} Score;

const Score *score_of_kind(ScoreKind kind);

#endif
