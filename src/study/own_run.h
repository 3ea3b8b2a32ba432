/* What a change by hand does: a run beside the model's own of the same sentence. What differs by less than half a
 * hundredth is the same: it shows in no number.
 *
 *   Trace *own = trace_decode(&model, slice_of(sentence), NULL, &error);
 *   const TraceStep *before = own_step(own, 2);
 *   if (own_word_differs(own, trace, 2)) puts(before ? before->token : "");
 *
 * `own` may be NULL: nothing is changed, and nothing differs. Steps and source positions count from 0. */
#ifndef STUDY_OWN_RUN_H
#define STUDY_OWN_RUN_H

#include "trace/trace.h"

#define OWN_LEAST 0.005f

const TraceStep *own_step(const Trace *own, int step); /* NULL: the model had ended before */
bool own_word_differs(const Trace *own, const Trace *trace, int step);
bool own_weight_differs(const Trace *own, const Trace *trace, int step, int j);
bool own_weights_differ(const Trace *own, const Trace *trace, int step); /* one of them, or they were set by hand */

#endif
