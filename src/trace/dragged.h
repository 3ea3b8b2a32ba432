/* Weights moved by hand: one bar dragged, and how far a whole map can be moved while every word stays.
 *
 *   Trace *own = trace_decode(&model, slice_of(sentence), NULL, &error); // `trace`: the same, with weights set by hand
 *   if (map_words_hold(own, trace)) printf("%.2f", map_distance(own, trace));
 */
#ifndef TRACE_DRAGGED_H
#define TRACE_DRAGGED_H

#include "trace/trace.h"

/* `weight` (clamped to 0 .. 1) for entry j, the others of `own` [n] in proportion, equal shares where those sum to 0.
 * out [n] */
void weights_around(const float *own, int n, int j, float weight, float *out);

/* How far the map of `trace` lies from that of `own`, the same sentence and model: the mean over the steps of `own` of
 * the total variation of two rows, sum |a - b| / 2: the share of the weight that was moved. 0 to 1; a row that `trace`
 * has not counts as 1; 0 where nothing is weighed. */
double map_distance(const Trace *own, const Trace *trace);
bool map_words_hold(const Trace *own, const Trace *trace); /* are all words the same? */

/* The largest such distance that a search finds with all words the same: step by step, the bar and the place for it
 * that move most weight. No bound, but one that a person can reach with the mouse. `own` is the sentence's decode. */
double map_farthest(const Model *model, const char *sentence, const Trace *own);

#endif
