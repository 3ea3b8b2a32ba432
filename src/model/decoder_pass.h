/* The numbers of a decoder's pass over a batch: what decoder.c and attention_step.c work on. Letters as in
 * decoder.h. */
#ifndef MODEL_DECODER_PASS_H
#define MODEL_DECODER_PASS_H

#include "model/dropout.h"
#include "model/encoder_pass.h"

typedef struct DecoderSide { /* one recurrent layer; each reads the new state of the one below */
    Real *states;            /* [(T + 1) B, H], s_0 first */
    Real *cells;             /* likewise, or NULL */
    Real *saved;             /* [T B, S H] */
    /* training */
    Real *d_input;            /* [T B, G H] gradient of everything W_ih gives, + b_ih */
    Real *d_recurrent;        /* [T B, G H] gradient of W_hh s + b_hh */
    Real *carry, *carry_cell; /* [B, H] */
} DecoderSide;

typedef struct DecoderPass {
    const Weights *weights;
    int rows, steps;                                                /* B, T */
    int first_step;                                                 /* what step 0 is of its sentence, from 0 */
    int source_steps;                                               /* n */
    const int *lengths;                                             /* [B] of the source */
    const int *active;                                              /* [T] how many rows have a step t */
    int words;                                                      /* R: rows of the word table */
    const int *word;                                                /* [T B] row of the word table for each y_{t-1} */
    const int *targets;                                             /* [T B] y_t; training alone */
    const Real *annotations, *final, *keys;                         /* of the encoder */
    const Real *initial[MODEL_LAYERS], *initial_cell[MODEL_LAYERS]; /* of the encoder, for each recurrent layer */
    const Real *context_before; /* [B, D] of the step before the first, for fault shifted; NULL: zeros */
    const Real *past_keys[MODEL_LAYERS], *past_values[MODEL_LAYERS]; /* [first_step, E] of a Transformer, for one row */
    Real sharpness;                                                  /* 1 / temperature */
    const Real *forced;    /* [n] these weights instead of the model's, for one row; or NULL */
    Dropout dropout;       /* of the output layer's input; training alone */
    Real smoothing, scale; /* of the labels; of the loss: 1 / target words */
    Real attention_entropy;
    bool keeps; /* what each step sends back stays, in the arrays kept_ */

    Real *embeddings;               /* [R, E] filled by the caller */
    Real *projected;                /* [R, G H] W_ih's embedding columns times y, + b_ih */
    LayerPass layers[MODEL_LAYERS]; /* of a Transformer, which has neither states nor what follows from them */
    DecoderSide sides[MODEL_LAYERS];
    Real *query_states;            /* [T B, H] of the top layer's states: s_{t-1}, Luong s_t */
    Real *queries;                 /* [T B, A] W_q s; the query states themselves without W_q */
    Real *saved_scores;            /* [T B, n A] or NULL */
    Real *scores, *alphas;         /* [T B, n] */
    Real *centres;                 /* [T B] of the window, from 1; local attention alone, as are the next three */
    Real *positions;               /* [T B, A] tanh(W_p s_t), local_p alone */
    Real *softmaxed, *falloff;     /* [T B, n] whose product are the alphas, local_p alone */
    Real *contexts;                /* [T B, D] */
    Real *contexts_read;           /* [T B, D] that cell or h~_t read: those, or with fault shifted the step before's */
    Real *attentional;             /* [T B, H] Luong's h~_t, or NULL */
    Real *answers;                 /* [T B, H] what the output layer reads: h~_t or s_t, ... */
    Real *from_input, *from_state; /* [B, G H] of the step at hand */
    Real *readout;                 /* [T B, H] ... after dropout; the answers themselves without it */
    Real *logits;                  /* [T B, V]; after decoder_loss their gradient */
    /* training */
    Real *losses;         /* [T B] */
    Real *d_readout;      /* [T B, H]; Luong: after decoder_backward the gradient of W_c [c; s] */
    Real *d_queries;      /* [T B, A] */
    Real *d_centres;      /* [T B] gradient of v_p^T tanh(W_p s) */
    Real *d_positions;    /* [T B, A] gradient of W_p s */
    Real *d_states;       /* [B, H] of the step at hand, Luong alone */
    Real *d_energy;       /* [B, A] */
    Real *d_context;      /* [B, D] of the step at hand */
    Real *d_context_read; /* [B, D] of the one that it reads */
    Real *d_alphas;       /* [B, n] of the step at hand */
    Real *kept_alphas;    /* [T B, n] gradient of the weights, of the words in a window; NULL: not kept */
    Real *kept_scores;    /* [T B, n] of the scores; NULL also where nothing is scored */
    Real *kept_contexts;  /* [T B, D] of the contexts; NULL: not kept, or there are none */
    Real *kept_states;    /* [T B, H] of the top layer's states s_t, of all that reads them; NULL: not kept */
    Real *d_below;        /* [B, H] of the lower layer's states at the step at hand, or NULL */
} DecoderPass;

/* The layer whose states ask and are read by the output layer; all NULL of a Transformer. */
static inline const DecoderSide *decoder_top(const DecoderPass *pass)
{
    return &pass->sides[pass->weights->config->decoder_layers - 1];
}

#endif
