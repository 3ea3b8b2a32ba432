/* Multi-head self-attention as an encoder: one layer of Vaswani et al. 2017, sections 3.2 to 3.5. Of word j, with the
 * vector p_j of its place (config `places`):
 *   x_j = embedding + p_j;  Q = X W_q, K = X W_k, V = X W_v, cut into heads of d_k = E / heads columns;
 *   each head softmax(Q K^T / sqrt(d_k)) V, side by side through W_o;  m_j = norm(x_j + that).
 * With `causal` the softmax of word j has the scores of the words 1 .. j alone. h_j = m_j, or with a feed-forward block
 *   h_j = norm(m_j + W_G relu(W_F m_j + b_F) + b_G).
 * So annotations have D = E numbers, and h_final is their mean, as there is no last state. Its parts are those of the
 * decoder's attention: the scaled dot score, softmax and context, a head at a time.
 *
 * encoder.c alone calls these; letters and ranges of rows as in encoder.h. */
#ifndef MODEL_ENCODER_SELF_H
#define MODEL_ENCODER_SELF_H

#include "model/encoder_pass.h"

void self_layout(EncoderPass *pass, Space *space, bool training);
void self_forward(EncoderPass *pass, int b0, int b1);  /* from the embeddings to the annotations */
void self_backward(EncoderPass *pass, int b0, int b1); /* from d_states to all d_ above */
void self_final(EncoderPass *pass, int b0, int b1);
void self_final_back(EncoderPass *pass, int b0, int b1); /* from d_final, adding to d_states */

#endif
