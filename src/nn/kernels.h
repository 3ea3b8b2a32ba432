/* The arithmetic under the model, in a variant for each kind of processor, picked at run time: matrix products, cells,
 * attention, loss, Adam. Every variant gives the same bytes (vector.h says how), but for `twice`, which trains alone.
 *
 *   const Kernels *k = kernels();
 *   k->softmax(n, x, 1, y);    // y = softmax(x)
 *
 * The environment variable ATTEND_KERNELS = a name of KERNEL_NAMES asks for one; one that this processor lacks is
 * ignored. None of these functions allocates, fails or keeps anything.
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
    bool fused; /* the processor rounds a b + c once by one instruction; else several make it, the same bytes slowly */
    bool twice; /* a b and then the sum are rounded: other bytes */

    const RecurrentCell *const *cells; /* by CellKind */
    const Score *const *scores;        /* by ScoreKind */
#define KERNEL(result, name, parameters) result(*name) parameters;
#include "nn/kernels.def"
#undef KERNEL
} Kernels;

/* The variant for this processor. */
const Kernels *kernels(void);

/* The variant that models are trained with: the same, but `twice` in a browser that has no relaxed SIMD, where rounding
 * once takes ten times as long. ATTEND_KERNELS goes first; `twice` serves nothing but training even so. */
const Kernels *kernels_to_train(void);

/* The names of all there are on any processor, the best first; NULL behind "plain", which every processor has. */
extern const char *const KERNEL_NAMES[];

/* One by name, for tests; NULL if it was not compiled in or this processor cannot run it. */
const Kernels *kernels_named(const char *name);

#endif
