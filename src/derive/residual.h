/* What is added to a word's vector and normalized, as a layer of a Transformer does after each of its parts: all
 * numbers of the four instants, and which of them can be printed so that they close.
 *
 *   Residual all;
 *   if (!residual_of(&maths, (Value){VALUE_SELF_SUM, .place = 1}, &all)) return false;
 *   all.numbers[RESIDUAL_SUM][20] - all.mean;                      // over all.deviation it is of RESIDUAL_NORMED
 *   puts(residual_line(&maths, &all, 1, 20));                      // "−1.35 − 0.35 = −1.70", as markup
 *
 * Mean and deviation are of this one vector's numbers. Ba, Kiros and Hinton 2016, Layer Normalization. */
#ifndef DERIVE_RESIDUAL_H
#define DERIVE_RESIDUAL_H

#include "derive/derive.h"

#define NORM_LEAST 1e-5 /* is added to the variance, as PyTorch does */

enum {
    RESIDUAL_DECIMALS = 2,
    RESIDUAL_INSTANTS = 4
}; /* add, less the mean, over the deviation, times gain plus bias */

typedef enum ResidualVector {
    RESIDUAL_CAME,
    RESIDUAL_ADDED,
    RESIDUAL_SUM,
    RESIDUAL_NORMED,
    RESIDUAL_GAIN,
    RESIDUAL_BIAS,
    RESIDUAL_MADE,
    RESIDUAL_VECTORS
} ResidualVector;

typedef struct Residual {
    Value values[RESIDUAL_VECTORS];    /* each vector by its first entry */
    double *numbers[RESIDUAL_VECTORS]; /* [count] */
    int count;
    double total, mean, deviation; /* of the sum's numbers; NORM_LEAST stands under the root */
} Residual;

/* The vector that gain and bias make of such a sum; and the sum behind a value that they made, or that is on its way to
 * it, at the same entry: VALUE_NONE where there is none. */
Value residual_made(const Maths *maths, Value sum);
Value residual_before(const Maths *maths, Value value);
/* Are gain and bias? Older traces have none. Needs no arena. */
bool residual_scales(const Maths *maths, Value sum);
/* False: it is no such sum, or not all of it is known. */
bool residual_of(const Maths *maths, Value sum, Residual *out);

/* Up to `most` cells, evenly spread, whose printed sum and product close, in their order; at least one. The arena's. */
int *residual_cells(const Maths *maths, const Residual *all, int most, int *count);
/* Of those the one that is told: farthest from the mean, where all its lines close. */
int residual_told(const Residual *all, const int *cells, int count);

/* What an instant, from 0, does to that cell: markup, with ≈ where the printed numbers do not give it. */
const char *residual_line(const Maths *maths, const Residual *all, int instant, int cell);
const char *residual_mean_line(const Maths *maths, const Residual *all); /* "11.16 / 32 = 0.35" */

#endif
