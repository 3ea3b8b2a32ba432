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

/* cell_NAME.c, score_NAME.c */
#define CELL(KIND, name) extern const RecurrentCell VARIANT(cell_##name);
#include "nn/cells.def"
#undef CELL
#define SCORE(KIND, name) extern const Score VARIANT(score_##name);
#include "nn/scores.def"
#undef SCORE

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
void VARIANT(add_row)(int n, const Real *from, Real *to);
Real VARIANT(squares)(size_t n, const Real *x);
void VARIANT(adam)(size_t n, const AdamStep *step, Real *param, const Real *gradient, Real *m, Real *v);

#endif
