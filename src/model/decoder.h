/* The decoder for a batch of sentences, step by step: attention, cell, output, loss. Forward stands beside backward.
 * What an attention mode is made of stands in decoder.c and attention_step.c, once.
 *
 *   DecoderPass pass = {.weights = &weights, .rows = B, .steps = T, .source_steps = n};    // and more that is read
 *   decoder_layout(&pass, &space, false);
 *   decoder_project(&pass, 0, 1);
 *   decoder_begin(&pass, 0, B);
 *   for (int t = 0; t < T; t++) decoder_step(&pass, t, 0, B);
 *
 * Letters as in docs/design.md#equations; B rows, T steps, n source steps, G H a cell's gates, V target words.
 * Row (t,b) of a buffer is row t B + b of it. Rows are in order of falling target length and independent of each
 * other: threads take ranges [b0, b1) of them. */
#ifndef MODEL_DECODER_H
#define MODEL_DECODER_H

#include "model/decoder_pass.h"

void decoder_layout(DecoderPass *pass, Space *space, bool training);

/* Word table rows first .. last-1 through W_ih's embedding columns. Before decoder_step. */
void decoder_project(DecoderPass *pass, int first, int last);

void decoder_begin(DecoderPass *pass, int b0, int b1);
void decoder_step(DecoderPass *pass, int t, int b0, int b1);   /* up to what the output layer reads */
void decoder_output(DecoderPass *pass, int t, int b0, int b1); /* logits of a step */

/* Losses of all rows (each target word's own) and the gradients of logits and, with `back`, of readout. */
void decoder_loss(DecoderPass *pass, int b0, int b1, bool back);

/* From d_readout to all the other d_ of this pass, and to the encoder's d_states, d_keys, d_initial,
 * d_final, which must have been cleared. */
void decoder_backward(DecoderPass *pass, EncoderPass *encoder, int b0, int b1);

#endif
