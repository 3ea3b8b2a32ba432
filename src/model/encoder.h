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

#include "model/encoder_pass.h"

void encoder_layout(EncoderPass *pass, Space *space, bool training);

/* Word table rows first .. last-1 through W_ih of layer 0, if there is one. Before encoder_forward. */
void encoder_project(EncoderPass *pass, int first, int last);

void encoder_forward(EncoderPass *pass, int b0, int b1);

/* Before the decoder's backward pass: what it adds to is set to zero. */
void encoder_clear(EncoderPass *pass, int b0, int b1);

/* From d_states of the top layer, d_keys, d_initial, d_initial_cell and d_final (which must be set) to
 * d_input and d_recurrent. */
void encoder_backward(EncoderPass *pass, int b0, int b1);

/* Behind it, for all rows: the gradient of the embedding read at each place, [n B, E]; of places that hold no word it
 * means nothing. */
void encoder_backward_words(const EncoderPass *pass, Real *d_words);

#endif
