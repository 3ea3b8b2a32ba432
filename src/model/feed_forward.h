/* The feed-forward block of self-attention, and what it shares with attention's own half: layers and residuals.
 *   u = W_G relu(W_F m + b_F) + b_G;  h = norm(m + u)    (Vaswani et al. 2017, section 3.3)
 *
 * encoder_self.c alone calls these, of step j and the rows b0 .. b1 - 1; letters as in encoder.h. */
#ifndef MODEL_FEED_FORWARD_H
#define MODEL_FEED_FORWARD_H

#include "model/encoder_pass.h"

void feed_forward_layout(EncoderPass *pass, Space *space, bool training);
void feed_forward(EncoderPass *pass, int j, int b0, int b1, Real *annotations); /* from self.middle */
void feed_forward_back(EncoderPass *pass, int j, int b0, int b1);               /* from d_states[0] to self.d_middle */

/* y = W x + b. x [n B, inputs], y [n B, outputs] */
void self_through(const EncoderPass *pass, const Linear *linear, int j, int b0, int b1, const Real *x, Real *y);
void self_through_back(const EncoderPass *pass, const Linear *linear, int j, int b0, int b1, const Real *d_y, bool add,
                       Real *d_x);

/* y = norm(x + added), 0 past a sentence's end; normed [n B, E] and inverse [n B] are kept for the way back */
void self_add_norm(const EncoderPass *pass, const Norm *norm, int j, int b0, int b1, const Real *x, const Real *added,
                   Real *normed, Real *inverse, Real *y);
void self_norm_back(const EncoderPass *pass, const Norm *norm, int j, int b0, int b1, const Real *normed,
                    const Real *inverse, const Real *d_y, Real *d_sum, Real *d_norm);

#endif
