/* Multi-head attention (Vaswani et al. 2017, section 3.2.2) of the steps of a batch:
 *   Q = X W_q, K = Z W_k, V = Z W_v, cut into heads of d = E / heads columns;
 *   each head softmax(Q K^T / sqrt(d)) V, side by side through W_o.
 * Z is X itself in self-attention. Its parts are those of the decoder's attention: the scaled dot score, softmax and
 * context, a head at a time. layer.c alone calls these, of step j and the rows b0 .. b1 - 1. */
#ifndef MODEL_HEADS_H
#define MODEL_HEADS_H

#include "model/layer_pass.h"

void heads_layout(HeadsPass *pass, Space *space, bool training);

void heads_answer(HeadsPass *pass, int j, int b0, int b1, const Real *z); /* from z [n B, E] to keys and values */
void heads_ask(HeadsPass *pass, int j, int b0, int b1, const Real *x);    /* from x [m B, E] to the queries */
void heads_look(HeadsPass *pass, int j, int b0, int b1);                  /* from these to the output */

void heads_clear(HeadsPass *pass, int b0,
                 int b1); /* of all steps: what is added to is set to zero, but for what is given */
/* From d_output [m B, E] to d_queries and, adding, to d_keys and d_values. */
void heads_look_back(HeadsPass *pass, int j, int b0, int b1, const Real *d_output);
void heads_ask_back(HeadsPass *pass, int j, int b0, int b1, Real *d_x);    /* adds to d_x [m B, E] */
void heads_answer_back(HeadsPass *pass, int j, int b0, int b1, Real *d_z); /* adds to d_z [n B, E] */

/* y = W x + b of step j; x [m B, inputs], y [m B, outputs] */
void places_through(const Places *places, const Linear *linear, int j, int b0, int b1, const Real *x, Real *y);
void places_through_back(const Places *places, const Linear *linear, int j, int b0, int b1, const Real *d_y, bool add,
                         Real *d_x);

#endif
