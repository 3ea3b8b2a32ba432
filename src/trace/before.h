/* A trace that hides what is still asked.
 *
 *   const Trace *seen = trace_before(trace, 7, &arena);   // nothing in it tells the answer
 */
#ifndef TRACE_BEFORE_H
#define TRACE_BEFORE_H

#include "trace/trace.h"

/* The trace as far as it is made before moment `gate`, one of a decode step up to its output: the steps behind
 * are gone, of its own step all that the gate and later moments make, its word in any case. Borrows from
 * `trace`; the arena's. */
const Trace *trace_before(const Trace *trace, int gate, Arena *arena);

#endif
