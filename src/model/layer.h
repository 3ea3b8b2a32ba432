/* One layer made of attention, with a residual and a layer norm behind each part (Vaswani et al. 2017, sections 3.1 to
 * 3.3), for the steps of a batch:
 *   a = norm(x + heads(x));  m = a, or in a decoder's layer m = norm(a + heads(a, annotations));
 *   y = m, or with a feed-forward block y = norm(m + W_G relu(W_F m + b_F) + b_G);
 * with norm pre (Xiong et al. 2020) before each part: a = x + heads(norm(x)), m = a + heads(norm(a), annotations),
 * y = m + W_G relu(W_F norm(m) + b_F) + b_G, of the top layer norm(y). Without cross_residual m has no `a +`.
 *
 * encoder_self.c and decoder_self.c call these: what a step looks at is prepared before. Ranges of rows as in
 * encoder.h. */
#ifndef MODEL_LAYER_H
#define MODEL_LAYER_H

#include "model/layer_pass.h"

/* Of a layer of so many rows and steps, with its weights; what else there is of it the caller sets. */
LayerPass layer_of(const Weights *weights, const LayerLinears *linears, const LayerNorms *norms, Places places);

/* Room for all but x and y, d_x and d_y, which are the caller's. `pass` says what it is of. */
void layer_layout(LayerPass *pass, Space *space, bool training);

/* Of the first layer: row `at` of x, an embedding, times `scale` and with the vector of its place (NULL: none), of
 * which some is dropped; and back, of all steps: d_x becomes the gradient of `scale` times the embedding. */
void layer_enter(LayerPass *pass, Real scale, const Real *place, int at);
void layer_enter_back(LayerPass *pass, int b0, int b1);

void layer_prepare(LayerPass *pass, int j, int b0, int b1); /* from x to queries, keys and values */
void layer_forward(LayerPass *pass, int j, int b0, int b1); /* from these to y, 0 where a row is over */
void layer_backward(LayerPass *pass, int b0, int b1);       /* all steps, from d_y to d_x */

#endif
