/* One plain step of training on one sentence, w - rate * gradient, of all weights at once, in copies of the model.
 *
 *   Pair pair = corpus.pairs[0];    // encoded
 *   SentenceStep step;
 *   sentence_step_begin(&step, &model, &pair);
 *   double before = sentence_step_run(&step);                        // the sum of -ln p of the target words
 *   double after = sentence_step_measure(&step, 0.05, false);        // step.trial is the model behind the step
 *   sentence_step_finish(&step);
 *
 * The target words are fed, without dropout and smoothing. */
#ifndef MODEL_SENTENCE_STEP_H
#define MODEL_SENTENCE_STEP_H

#include "model/gradient.h"

typedef struct SentenceStep {
    Model own, trial;   /* copies of the model with numbers of their own; the vocabularies are the model's */
    const Batch *batch; /* the sentence alone, a row of the word table for each place */
    Gradient *gradient; /* of `own`, with all that GradientOptions.single keeps */
    Gradient *measure;  /* forward alone, of `trial`: what the last measurement computed */
    Pool *pool;
    BatchMaker *maker;
} SentenceStep;

/* The vocabularies of the model must outlive it. */
void sentence_step_begin(SentenceStep *step, const Model *model, const Pair *pair);
double sentence_step_run(SentenceStep *step); /* the loss of `own` and its gradient */
/* The loss behind a step, or one of the output layer alone; behind sentence_step_run. */
double sentence_step_measure(SentenceStep *step, double rate, bool output_only);
void sentence_step_finish(SentenceStep *step); /* zeroed allowed */

#endif
