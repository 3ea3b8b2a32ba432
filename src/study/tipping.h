/* Where the word of a step changes while one of its weights is dragged from 0 to 1 and the others keep their
 * proportion: found by real decodes of that step, true to 0.01.
 *
 *   Tippings tippings = {0};
 *   tippings_find(&tippings, &model, trace, 2, 0);     // the first bar of step 3
 *   for (int i = 0; i < tippings.count; i++) printf("%.2f\n", (double)tippings.marks[i].weight);
 *
 * A word that holds for less than 0.02 of the way is passed over. Steps and source positions count from 0. */
#ifndef STUDY_TIPPING_H
#define STUDY_TIPPING_H

#include "trace/trace.h"

#define TIPPINGS_MOST 6

typedef struct Tipping {
    float weight;
    int below, above; /* words of the target vocabulary */
} Tipping;

typedef struct Tippings { /* zeroed: nothing is known */
    int step, j;
    Tipping marks[TIPPINGS_MOST]; /* rising */
    int count;
    uint64_t key; /* of all that they depend on: the dragged weight itself is none of it */
} Tippings;

/* Nothing is decoded where they are known already. None where the step has no weights, or its word was given. */
void tippings_find(Tippings *tippings, const Model *model, const Trace *trace, int step, int j);

/* What the model itself weighs at the step [n], whatever was put in its place: the step once more without that. */
const float *weights_own(const Model *model, const Trace *trace, int step, Arena *arena);

#endif
