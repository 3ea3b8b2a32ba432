/* Loss and gradient of one batch, by all threads of a pool.
 *
 *   Gradient *gradient = gradient_create(&model, pool);
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
} GradientOptions;

typedef struct Gradient {
    Real *block;         /* laid out as the model's parameters */
    EncoderPass encoder; /* what the last run computed: for tests */
    DecoderPass decoder;
    struct GradientWork *work;
} Gradient;

Gradient *gradient_create(const Model *model, Pool *pool);

/* The mean loss of the batch's target words. The model's parameters are read anew each time. */
double gradient_run(Gradient *gradient, const Batch *batch, const GradientOptions *options);

/* The same of a model that is only measured: neither smoothing nor dropout, and no gradient. */
double gradient_loss(Gradient *gradient, const Batch *batch);

void gradient_destroy(Gradient *gradient);

#endif
