/* The inside of a Translator: translator_layout.c makes it, translator.c uses it. Letters as in
 * docs/design.md#equations: h states, s decoder states, G H a cell's gates; n source words; layer 0 is the lowest. */
#ifndef MODEL_TRANSLATOR_WORK_H
#define MODEL_TRANSLATOR_WORK_H

#include "base/arena.h"
#include "model/translator.h"
#include "model/weights.h"

/* A layer in the order multiply_one reads it. */
typedef struct Packed {
    int inputs, outputs;
    Real *numbers;
} Packed;

/* W x + b of every word, or the layer to make a row of it. */
typedef struct WordRows {
    Packed layer;
    const Real *embedding;
    Real *table; /* [words, width] or NULL */
    int width;
} WordRows;

typedef struct Room {             /* what one thread works in */
    Real *states[MODEL_LAYERS];   /* [longest, D] */
    Real *cells;                  /* [longest, H] of the direction at hand */
    Real *projected;              /* [longest, G H] of a layer above the first */
    Real *final_cell, *nothing;   /* [D], zeros [H] */
    Real *seen;                   /* [longest, A + M] keys, and what each annotation gives the decoder */
    Real *state[2], *cell[2];     /* [H] of the decoder, before and after the step */
    Real *asked;                  /* [G H + A + H] what the decoder's state gives its cell, the query and the answer */
    Real *base;                   /* [G H] what an unchanging context gives the cell */
    Real *from_input, *saved;     /* [G H], [S H] */
    Real *kept, *scores, *alphas; /* [longest, A], [longest], [longest] */
    Real *context, *answer, *logits, *word;
    Arena sentence, step[2]; /* of the slow way */
    long slow;
} Room;

struct Translator {
    const Model *model;
    Weights weights;
    int longest, rooms;
    bool fast;
    WordRows source[2], target;
    Packed recurrent[MODEL_LAYERS][2], bridge, bridge_cell, context, asked, output;
    Linear input[MODEL_LAYERS][2]; /* of the layers above the first, in panels, as `seen` is */
    Linear seen;
    int query_at, answer_at; /* in `asked`; the gates come first */
    int keys;                /* columns of `seen` before what goes to the decoder */
    int width;               /* of a row of `seen`, padded */
    Real *block;
    Room *room;
};

/* All of the above from the model's weights; the rooms are there and empty. */
void translator_layout(Translator *translator);

/* y = W x + b; see multiply_one for `backwards`. */
static inline void packed_apply(const Translator *translator, const Packed *packed, const Real *x, bool backwards,
                                Real *y)
{
    translator->weights.kernels->multiply_one(packed->inputs, packed->outputs, x, packed->numbers, backwards, y);
}

#endif
