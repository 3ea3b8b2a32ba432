/* One decode step, the same for greedy decoding, sampling and a beam. Inside trace/ only.
 *
 *   Decoding decoding;
 *   DecodeOptions options = {0};
 *   TraceStep *step = &trace->steps[0];
 *   if (!decoding_start(&decoding, trace, &model, &options, &error)) return false;
 *   if (!decoding_run(&decoding, 0, NULL, step, &error)) return false;    // everything but the word
 *   step_write(step, &model, 7, decoding_how(&decoding, step, 0, CHOSEN_GREEDY));
 */
#ifndef TRACE_STEPS_H
#define TRACE_STEPS_H

#include "trace/trace.h"

#include "base/random.h"

typedef struct Decoding {
    Trace *trace;
    const Model *model;
    const DecodeOptions *options;
    int forced[TRACE_LIMIT_WORDS]; /* ids of options->forced */
    int *tokens;                   /* ids of options->tokens */
    int limit;                     /* steps */
    Random random;
} Decoding;

/* Checks the options against the model and the sentence, whose length n stands in the trace. */
MUST_USE bool decoding_start(Decoding *decoding, Trace *trace, const Model *model, const DecodeOptions *options,
                             Error *error);

/* The numbers of step t behind `before` (NULL: the first step) into `step`, the word not yet chosen. */
MUST_USE bool decoding_run(Decoding *decoding, int t, const TraceStep *before, TraceStep *step, Error *error);

int decoding_given(const Decoding *decoding, int t); /* the word that was given for step t, or -1 */

/* Draws by the probabilities of the step. */
int decoding_draw(Decoding *decoding, const TraceStep *step);

/* How the word of step t was chosen: `own` unless it was given or the weights were changed. */
ChosenHow decoding_how(const Decoding *decoding, const TraceStep *step, int t, ChosenHow own);

/* The likeliest words of all, the special ones too, the lowest id first on ties. */
void step_find_top(TraceStep *step, const Model *model);

void step_write(TraceStep *step, const Model *model, int id, ChosenHow how);

/* Logarithms of the probabilities are logits[id] minus this. From the logits, as a probability that float rounds to 0
 * still has a logarithm. */
double logits_sum(const float *logits, int V);

bool numbers_finite(const float *values, int count); /* NULL is */

/* beam.c: fills the steps of the trace. */
MUST_USE bool beam_search(Decoding *decoding, Error *error);

#endif
