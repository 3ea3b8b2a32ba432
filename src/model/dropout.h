/* Dropout without a memory: the mask of a row is a function of a key, so the backward pass asks for it again. */
#ifndef MODEL_DROPOUT_H
#define MODEL_DROPOUT_H

#include "nn/real.h"

#include <stdint.h>

typedef struct Dropout {
    double rate;   /* 0: none */
    uint64_t seed; /* of this batch */
} Dropout;

enum { DROPOUT_SOURCE, DROPOUT_TARGET, DROPOUT_OUTPUT, DROPOUT_KINDS }; /* what is dropped from */

/* to = from times the mask, which is 0 with probability `rate` and 1 / (1 - rate) otherwise. `kind` and
 * `place`, a row (t,b) of the batch, name the mask. from may be to. */
void dropout_row(Dropout dropout, int kind, int place, int width, const Real *from, Real *to);

/* The masks of the part `part` of a layer, in place of a kind: others than those of any other part. */
Dropout dropout_of_part(Dropout dropout, int part);
enum { DROPOUT_SELF, DROPOUT_CROSS, DROPOUT_FORWARD, DROPOUT_INPUT, DROPOUT_PARTS }; /* of a layer; of the first one */

#endif
