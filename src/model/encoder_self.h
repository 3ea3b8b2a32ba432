/* Multi-head self-attention as an encoder, in one or two layers (layer.h): Vaswani et al. 2017, sections 3.1 to 3.5.
 * What comes into the first is x_j = embedding + p_j, with the vector p_j of the word's place (config `places`); what
 * comes out of the last are the annotations, D = E numbers each. With `causal` word j looks at the words 1 .. j alone.
 * h_final is the mean of the annotations, as there is no last state.
 *
 * encoder.c alone calls these; letters and ranges of rows as in encoder.h. */
#ifndef MODEL_ENCODER_SELF_H
#define MODEL_ENCODER_SELF_H

#include "model/encoder_pass.h"

void self_layout(EncoderPass *pass, Space *space, bool training); /* behind padded and d_states */
void self_forward(EncoderPass *pass, int b0, int b1);             /* from the embeddings to the annotations */
void self_backward(EncoderPass *pass, int b0, int b1);            /* from d_states to all d_ above */
void self_final(EncoderPass *pass, int b0, int b1);
void self_final_back(EncoderPass *pass, int b0, int b1); /* from d_final, adding to d_states */

#endif
