/* The encoder for a batch of sentences: cells over time in one or two directions, then what the decoder wants of it:
 * the annotations, the final state, the bridge's initial state and the keys. Forward stands beside backward.
 *
 *   EncoderPass pass = {.weights = &weights, .rows = B, .steps = n};    // and more that is read
 *   encoder_layout(&pass, &space, false);
 *   encoder_project(&pass, 0, 1);
 *   encoder_forward(&pass, 0, B);
 *
 * Letters as in docs/design.md#equations; B rows, n steps, G H a cell's gates. Row (j,b) of a buffer is row j B + b of
 * it. Rows are independent of each other: threads take ranges [b0, b1) of them. Words past a sentence's end have zero
 * states and take no part. */
#ifndef MODEL_ENCODER_H
#define MODEL_ENCODER_H

#include "model/encoder_self.h"
#include "model/weights.h"

typedef struct EncoderSide { /* one layer in one direction */
    Real *projected;         /* [R or n B, G H] W_ih x + b_ih: of the words of layer 0, of every position above */
    Real *saved;             /* [n B, S H] */
    Real *d_input;           /* [n B, G H] gradient of W_ih x + b_ih */
    Real *d_recurrent;       /* [n B, G H] gradient of W_hh h + b_hh */
} EncoderSide;

typedef struct EncoderPass { /* encoder_self.h knows it by name */
    const Weights *weights;
    int rows, steps;                    /* B, n */
    const int *lengths;                 /* [B] */
    const int *active;                  /* [n] rows that a step has to look at: 1 + the last one that is not over */
    int words;                          /* R: rows of the word table */
    const int *word;                    /* [n B] row of the word table for each position */
    Real *embeddings;                   /* [R, E] filled by the caller */
    EncoderSide sides[MODEL_LAYERS][2]; /* none of self-attention, which has `self` */
    SelfPass self;
    Real *padded[MODEL_LAYERS];   /* [n + 2, B, D] states of a layer, [forward; backward], zeros before and behind */
    Real *cells[MODEL_LAYERS];    /* likewise, or NULL */
    Real *recurrent;              /* [B, G H] W_hh h + b_hh of the step at hand */
    Real *final, *final_cell;     /* [B, D]; cell states where the cell has them, else NULL: so all that end in _cell */
    Real *initial, *initial_cell; /* [B, H] */
    Real *keys;                   /* [n B, A], the annotations where the score compares with those; or NULL */
    /* training */
    Real *d_states[MODEL_LAYERS];     /* [n B, D] */
    Real *carry;                      /* [B, H] */
    Real *carry_cell;                 /* [B, H] */
    Real *d_keys;                     /* [n B, A], or d_states of the top layer */
    Real *d_initial, *d_initial_cell; /* [B, H] come from the decoder; the bridge turns them into those before tanh */
    Real *d_final, *d_final_cell;     /* [B, D] */
} EncoderPass;

void encoder_layout(EncoderPass *pass, Space *space, bool training);

/* The annotations, [n B, D]. */
Real *encoder_annotations(const EncoderPass *pass);

/* Word table rows first .. last-1 through W_ih of layer 0, if there is one. Before encoder_forward. */
void encoder_project(EncoderPass *pass, int first, int last);

void encoder_forward(EncoderPass *pass, int b0, int b1);

/* Before the decoder's backward pass: what it adds to is set to zero. */
void encoder_clear(EncoderPass *pass, int b0, int b1);

/* From d_states of the top layer, d_keys, d_initial, d_initial_cell and d_final (which must be set) to d_input and d_recurrent. */
void encoder_backward(EncoderPass *pass, int b0, int b1);

#endif
