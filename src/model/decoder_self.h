/* The decoder of a Transformer, in one or two layers (layer.h): Vaswani et al. 2017, sections 3.1 to 3.5. What comes
 * into the first at step t is sqrt(E) times the embedding of y_{t-1} plus the vector of the step's place; every layer
 * looks at the steps up to its own, then at what the encoder has made of the source. What comes out of the last is s_t,
 * which the output layer reads. No state is carried over: a step needs keys and values of those before it.
 *
 * decoder.c alone calls these; letters and ranges of rows as in decoder.h. */
#ifndef MODEL_DECODER_SELF_H
#define MODEL_DECODER_SELF_H

#include "model/decoder_pass.h"

void written_layout(DecoderPass *pass, Space *space, bool training);
void written_connect(DecoderPass *pass, const EncoderPass *encoder); /* what the encoder answers, and its gradients */
void written_begin(DecoderPass *pass);                       /* the keys and values of the steps before the first */
void written_step(DecoderPass *pass, int t, int b0, int b1); /* up to what the output layer reads */

/* From d_readout to d_ of all layers and, adding, to the encoder's d_cross_keys and d_cross_values. */
void written_backward(DecoderPass *pass, int b0, int b1);

#endif
