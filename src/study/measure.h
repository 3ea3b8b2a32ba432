/* Exact match by sentence length, and how far the largest weights are from gold links, measured beside the window
 * (base/beside.h) with a copy of model and sentences of its own.
 *
 *   CorpusOptions options = {TOKENS_SPACE, TOKENS_SPACE, 0};
 *   Measure *measure = measure_start("model.safetensors", "heldout.tsv", options, NULL, NULL);
 *   Accuracy accuracy;
 *   bool over = measure_read(measure, &accuracy);
 *   measure_stop(measure);    // at any time
 */
#ifndef STUDY_MEASURE_H
#define STUDY_MEASURE_H

#include "study/comparison.h"
#include "text/corpus.h"

typedef struct Measure Measure;

/* `wake` is called now and then while there is something new, and at the end; it must be fit for any thread. */
Measure *measure_start(const char *model, const char *sentences, CorpusOptions options, void (*wake)(void *context),
                       void *context);

/* What is measured so far; true: nothing more comes. */
bool measure_read(Measure *measure, Accuracy *out);

/* Why nothing could be measured, once it is over; NULL: it could. */
const char *measure_problem(const Measure *measure);

void measure_stop(Measure *measure); /* waits for at most one sentence; NULL allowed */

#endif
