/* One layer made of attention, with a residual and a layer norm behind each part (Vaswani et al. 2017, sections 3.1 to
 * 3.3), for the steps of a batch:
 *   m = norm(x + heads(x));  y = m, or with a feed-forward block y = norm(m + W_G relu(W_F m + b_F) + b_G).
 *
 * The encoder calls these: all words are prepared before the first looks. Ranges of rows as in encoder.h. */
#ifndef MODEL_LAYER_H
#define MODEL_LAYER_H

#include "model/layer_pass.h"

/* Room for all but x and y, d_x and d_y, which are the caller's. `pass` says what it is of. */
void layer_layout(LayerPass *pass, Space *space, bool training);

void layer_prepare(LayerPass *pass, int j, int b0, int b1); /* from x to queries, keys and values */
void layer_forward(LayerPass *pass, int j, int b0, int b1); /* from these to y, 0 where a row is over */
void layer_backward(LayerPass *pass, int b0, int b1);       /* all steps, from d_y to d_x */

#endif
