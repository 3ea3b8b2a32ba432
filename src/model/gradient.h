/* Loss and gradient of one batch, by all threads of a pool.
 *
 *   Gradient *gradient = gradient_create(&model, kernels(), pool);
 *   GradientOptions options = {.smoothing = 0.1};
 *   double loss = gradient_run(gradient, batch, &options);    // gradient->block then holds the gradient
 *   gradient_destroy(gradient);
 *
 * Threads take rows of the batch forward and back, keeping every activation and its gradient; then each weight's
 * gradient is made from all rows at once, its elements shared out among the threads. No sum is ever split between two
 * threads, so any number of them gives the same bytes. */
#ifndef MODEL_GRADIENT_H
#define MODEL_GRADIENT_H

#include "model/batch.h"
#include "model/decoder.h"
#include "model/encoder.h"
#include "nn/pool.h"

typedef struct GradientOptions {
    double smoothing;
    double attention_entropy; /* the loss is less by this times the mean entropy of the softmax of a decode step */
    Dropout dropout;
    bool single; /* the loss is the sum over the target words, not their mean, and the decoder's pass keeps what each
                  * step sends back to weights and scores */
} GradientOptions;

typedef struct Gradient {
    Real *block;         /* laid out as the model's parameters */
    EncoderPass encoder; /* what the last run computed: for tests */
    DecoderPass decoder;
    struct GradientWork *work;
} Gradient;

Gradient *gradient_create(const Model *model, const Kernels *k, Pool *pool);

/* The mean loss of the batch's target words, or their sum. The model's parameters are read anew each time. No options:
 * the model is only measured, with neither smoothing nor dropout, and there is no gradient. */
double gradient_run(Gradient *gradient, const Batch *batch, const GradientOptions *options);

/* The same bit by bit: begun once, gone on with until it is done, at most until clock_seconds() is `until` at a time.
 * Batch and parameters must stay as they are meanwhile. However it is cut, the bytes are the same. */
void gradient_begin(Gradient *gradient, const Batch *batch, const GradientOptions *options);
bool gradient_slice(Gradient *gradient, double until); /* true: it is done */
double gradient_loss(const Gradient *gradient);        /* once it is done: what gradient_run returns */

/* How the gradient of a cell of a matrix came to be in the last run: each time the matrix was multiplied with, the
 * error of the cell's row times the input of its column, dW_ik = sum over the reads of errors[i] inputs[k]. The place
 * is that in the batch, of a decode step or a source word; in word order. */
typedef struct GradientRead {
    int place;
    const Real *errors; /* [outputs] gradient of what comes out; the gradient's own, until its next run */
    const Real *inputs; /* [inputs] what went in */
} GradientRead;
typedef struct GradientReads {
    int outputs, inputs; /* of the matrix, or of its columns that belong to one part of what it reads */
    int row, column;     /* of the cell in them */
    int count;
    const GradientRead *list; /* the arena's */
} GradientReads;

/* `cell`: its place in the block. count = 0: it belongs to nothing that is multiplied with, as a bias. */
GradientReads gradient_reads(const Gradient *gradient, size_t cell, Arena *arena);

void gradient_destroy(Gradient *gradient);

#endif
