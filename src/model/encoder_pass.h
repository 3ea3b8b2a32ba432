/* The numbers of an encoder's pass over a batch: what encoder.c and encoder_self.c work on. Letters as in encoder.h. */
#ifndef MODEL_ENCODER_PASS_H
#define MODEL_ENCODER_PASS_H

#include "model/layer_pass.h"

typedef struct EncoderSide { /* one layer in one direction */
    Real *projected;         /* [R or n B, G H] W_ih x + b_ih: of the words of layer 0, of every position above */
    Real *saved;             /* [n B, S H] */
    Real *d_input;           /* [n B, G H] gradient of W_ih x + b_ih */
    Real *d_recurrent;       /* [n B, G H] gradient of W_hh h + b_hh */
} EncoderSide;

typedef struct EncoderPass {
    const Weights *weights;
    int rows, steps;                    /* B, n */
    const int *lengths;                 /* [B] */
    const int *active;                  /* [n] rows that a step has to look at: 1 + the last one that is not over */
    int words;                          /* R: rows of the word table */
    const int *word;                    /* [n B] row of the word table for each position */
    Dropout dropout;                    /* of a Transformer; training alone */
    Real *embeddings;                   /* [R, E] filled by the caller */
    EncoderSide sides[MODEL_LAYERS][2]; /* none of self-attention, which has: */
    LayerPass layers[MODEL_LAYERS];
    Real *padded[MODEL_LAYERS]; /* [n + 2, B, D] states of a layer, [forward; backward], zeros before and behind */
    Real *cells[MODEL_LAYERS];  /* likewise, or NULL */
    Real *recurrent;            /* [B, G H] W_hh h + b_hh of the step at hand */
    Real *final, *final_cell;   /* [B, D]; cell states where the cell has them, else NULL: so all that end in _cell */
    Real *initial[MODEL_LAYERS], *initial_cell[MODEL_LAYERS]; /* [B, H] of each recurrent layer of the decoder */
    Real *copied; /* [n B, D] the embeddings, where attention reads those (fault embeddings); or NULL */
    Real *cross_keys[MODEL_LAYERS],
        *cross_values[MODEL_LAYERS]; /* [n B, E] for the layers of a Transformer's decoder */
    Real *keys;                      /* [n B, A], the annotations where the score compares with those; or NULL */
    /* training */
    Real *d_states[MODEL_LAYERS]; /* [n B, D] */
    Real *d_annotations;          /* [n B, D] of what attention reads: d_states of the top layer, or of `copied` */
    Real *carry;                  /* [B, H] */
    Real *carry_cell;             /* [B, H] */
    Real *d_keys;                 /* [n B, A], or d_states of the top layer */
    Real *d_cross_keys[MODEL_LAYERS], *d_cross_values[MODEL_LAYERS]; /* [n B, E] */
    /* [B, H] come from the decoder; the bridge turns them into those before tanh */
    Real *d_initial[MODEL_LAYERS], *d_initial_cell[MODEL_LAYERS];
    Real *d_final, *d_final_cell; /* [B, D] */
} EncoderPass;

/* Row (j,b) of a layer's padded states; j runs from -1 to n. */
static inline Real *encoder_state(const EncoderPass *pass, Real *padded, int j, int b)
{
    return padded + (size_t)((j + 1) * pass->rows + b) * (size_t)pass->weights->D;
}

/* The annotations, what attention reads, [n B, D]. */
static inline Real *encoder_annotations(const EncoderPass *pass)
{
    Real *padded = pass->padded[pass->weights->config->layers - 1];
    return pass->copied ? pass->copied : padded ? encoder_state(pass, padded, 0, 0) : NULL;
}

#endif
