/* The arithmetic under the model, in a variant for each kind of processor, picked at run time: matrix products, cells,
 * attention, loss, Adam. Every variant gives the same bytes (vector.h says how).
 *
 *   const Kernels *k = kernels();
 *   k->softmax(n, x, 1, y);    // y = softmax(x)
 *
 * The environment variable ATTEND_KERNELS = plain, avx2, avx512 or neon asks for one; one that this processor lacks
 * is ignored. None of these functions allocates, fails or keeps anything.
 *
 * All matrices are row-major; `stride` is the distance between rows, in numbers. */
#ifndef NN_KERNELS_H
#define NN_KERNELS_H

#include "nn/cell.h"
#include "nn/score.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PANEL = 32,        /* columns of a packed panel */
    OUTER_DEPTH = 256, /* rows that an outer sum takes at once, and */
    OUTER_ROWS = 128,  /* rows of the gradient: what its scratch must hold */
    OUTER_SCRATCH = OUTER_DEPTH * (OUTER_ROWS + 8 + PANEL)
};

/* Numbers in the panels of a matrix with `depth` rows and `outputs` columns. */
size_t panels_size(int depth, int outputs);

/* gradient[o][i] = sum over k of y[rows[k]][o] x[rows[k]][i], k rising: what a weight's gradient is. */
typedef struct OuterSum {
    int count;
    const int *rows; /* [count]; NULL: 0 .. count-1 */
    const Real *y, *x;
    int y_stride, x_stride;
    int outputs, inputs;
    Real *gradient; /* [outputs, inputs], overwritten */
    int gradient_stride;
} OuterSum;

typedef struct AdamStep {
    Real scale; /* of the gradient: clipping */
    Real rate;  /* learning rate over the first moment's bias correction */
    Real beta1, beta2, epsilon;
    Real correction; /* one over the root of the second moment's bias correction */
} AdamStep;

typedef struct Kernels {
    const char *name;

    /* matrix.c. Panels: for each 32 columns, [depth][32], zeros behind the last column. */
    void (*pack_rows)(const Real *weight, int stride, int depth, int outputs, int panel, Real *panels);
    void (*pack_columns)(const Real *weight, int stride, int depth, int outputs, int panel, Real *panels);
    void (*multiply)(int rows, int depth, int outputs, const Real *x, int x_stride, const Real *panels,
                     const Real *bias, bool add, Real *y, int y_stride);
    void (*multiply_row)(int depth, int outputs, const Real *x, const Real *weight, int stride, const Real *bias,
                         bool add, Real *y);
    void (*outer_sum)(const OuterSum *sum, int first, int last, Real *scratch);
    void (*sum_rows)(int count, const int *rows, const Real *y, int stride, int width, Real *out);

    const RecurrentCell *const *cells; /* by CellKind */
    const Score *const *scores;        /* by ScoreKind */

    /* attention.c */
    void (*softmax)(int n, const Real *scores, Real sharpness, Real *weights);
    void (*softmax_backward)(int n, const Real *weights, const Real *d_weights, Real sharpness, Real *d_scores);
    void (*context)(int width, int n, const Real *weights, const Real *annotations, int stride, Real *context);
    void (*context_backward)(int width, int n, const Real *weights, const Real *annotations, int stride,
                             const Real *d_context, Real *d_annotations, Real *d_weights);

    /* norm.c */
    Real (*norm)(int size, Real *x, const Real *weight, const Real *bias, Real *y);
    void (*norm_backward)(int size, const Real *normed, Real inverse, const Real *weight, const Real *d_y, Real *d_x,
                          Real *d_weight);

    /* elementwise.c */
    Real (*cross_entropy)(int n, Real *logits, int target, Real smoothing, Real scale);
    void (*tanh_row)(int n, Real *x);
    void (*tanh_backward)(int n, const Real *y, const Real *d_y, Real *d_x);
    void (*exp_row)(int n, Real *x);
    void (*sigmoid_row)(int n, Real *x);
    void (*add_row)(int n, const Real *from, Real *to);
    Real (*squares)(size_t n, const Real *x);
    void (*adam)(size_t n, const AdamStep *step, Real *param, const Real *gradient, Real *m, Real *v);
} Kernels;

/* The variant for this processor. */
const Kernels *kernels(void);

/* One by name, for tests; NULL if it was not compiled in or this processor cannot run it. */
const Kernels *kernels_named(const char *name);

#endif
