/* What the kernels' files of one variant declare to each other and to their table. */
#ifndef NN_VARIANT_H
#define NN_VARIANT_H

#include "nn/kernels.h"
#include "nn/vector.h"

extern const Kernels VARIANT(kernels);

/* matrix.c */
void VARIANT(pack_rows)(const Real *weight, int stride, int depth, int outputs, int panel, Real *panels);
void VARIANT(pack_columns)(const Real *weight, int stride, int depth, int outputs, int panel, Real *panels);
void VARIANT(multiply)(int rows, int depth, int outputs, const Real *x, int x_stride, const Real *panels,
                       const Real *bias, bool add, Real *y, int y_stride);
void VARIANT(multiply_row)(int depth, int outputs, const Real *x, const Real *weight, int stride, const Real *bias,
                           bool add, Real *y);
void VARIANT(outer_sum)(const OuterSum *sum, int first, int last, Real *scratch);
void VARIANT(sum_rows)(int count, const int *rows, const Real *y, int stride, int width, Real *out);

/* matrix_one.c */
void VARIANT(pack_one)(const Real *weight, int stride, int depth, int outputs, const Real *bias, Real *packed);
void VARIANT(multiply_one)(int depth, int outputs, const Real *x, const Real *packed, bool backwards, Real *y);

/* cell_rnn.c */
void VARIANT(rnn_forward)(int hidden, const Real *from_input, const Real *from_state, const Real *state,
                          const Real *cell, Real *saved, Real *next_state, Real *next_cell);
void VARIANT(rnn_backward)(int hidden, const Real *saved, const Real *state, const Real *cell, const Real *next_cell,
                           const Real *d_state, Real *carry, Real *carry_cell, Real *d_input, Real *d_recurrent);

/* cell_gru.c */
void VARIANT(gru_forward)(int hidden, const Real *from_input, const Real *from_state, const Real *state,
                          const Real *cell, Real *saved, Real *next_state, Real *next_cell);
void VARIANT(gru_backward)(int hidden, const Real *saved, const Real *state, const Real *cell, const Real *next_cell,
                           const Real *d_state, Real *carry, Real *carry_cell, Real *d_input, Real *d_recurrent);

/* cell_lstm.c */
void VARIANT(lstm_forward)(int hidden, const Real *from_input, const Real *from_state, const Real *state,
                           const Real *cell, Real *saved, Real *next_state, Real *next_cell);
void VARIANT(lstm_backward)(int hidden, const Real *saved, const Real *state, const Real *cell, const Real *next_cell,
                            const Real *d_state, Real *carry, Real *carry_cell, Real *d_input, Real *d_recurrent);

/* score_dot.c */
void VARIANT(dot_forward)(int size, int n, const Real *query, const Real *keys, int stride, const Real *energy,
                          Real *saved, Real *scores);
void VARIANT(dot_backward)(int size, int n, const Real *query, const Real *keys, int stride, const Real *energy,
                           const Real *saved, const Real *d_scores, Real *d_query, Real *d_keys, Real *d_energy);
void VARIANT(scaled_dot_forward)(int size, int n, const Real *query, const Real *keys, int stride, const Real *energy,
                                 Real *saved, Real *scores);
void VARIANT(scaled_dot_backward)(int size, int n, const Real *query, const Real *keys, int stride, const Real *energy,
                                  const Real *saved, const Real *d_scores, Real *d_query, Real *d_keys, Real *d_energy);

/* score_cosine.c */
void VARIANT(cosine_forward)(int size, int n, const Real *query, const Real *keys, int stride, const Real *energy,
                             Real *saved, Real *scores);
void VARIANT(cosine_backward)(int size, int n, const Real *query, const Real *keys, int stride, const Real *energy,
                              const Real *saved, const Real *d_scores, Real *d_query, Real *d_keys, Real *d_energy);

/* score_additive.c */
void VARIANT(additive_forward)(int size, int n, const Real *query, const Real *keys, int stride, const Real *energy,
                               Real *saved, Real *scores);
void VARIANT(additive_backward)(int size, int n, const Real *query, const Real *keys, int stride, const Real *energy,
                                const Real *saved, const Real *d_scores, Real *d_query, Real *d_keys, Real *d_energy);

/* attention.c */
void VARIANT(softmax)(int n, const Real *scores, Real sharpness, Real *weights);
void VARIANT(softmax_backward)(int n, const Real *weights, const Real *d_weights, Real sharpness, Real *d_scores);
void VARIANT(context)(int width, int n, const Real *weights, const Real *annotations, int stride, Real *context);
void VARIANT(context_backward)(int width, int n, const Real *weights, const Real *annotations, int stride,
                               const Real *d_context, Real *d_annotations, Real *d_weights);

/* norm.c */
Real VARIANT(norm)(int size, Real *x, const Real *weight, const Real *bias, Real *y);
void VARIANT(norm_backward)(int size, const Real *normed, Real inverse, const Real *weight, const Real *d_y, Real *d_x,
                            Real *d_weight);

/* elementwise.c */
Real VARIANT(cross_entropy)(int n, Real *logits, int target, Real smoothing, Real scale);
void VARIANT(tanh_row)(int n, Real *x);
void VARIANT(tanh_backward)(int n, const Real *y, const Real *d_y, Real *d_x);
void VARIANT(exp_row)(int n, Real *x);
void VARIANT(sigmoid_row)(int n, Real *x);
void VARIANT(two_largest)(int n, const Real *x, Real largest[2]);
void VARIANT(add_row)(int n, const Real *from, Real *to);
Real VARIANT(squares)(size_t n, const Real *x);
void VARIANT(adam)(size_t n, const AdamStep *step, Real *param, const Real *gradient, Real *m, Real *v);

#endif
