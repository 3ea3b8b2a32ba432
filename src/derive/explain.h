/* A moment, or a part of one, in words: --explain, captions, and screen readers. */
#ifndef DERIVE_EXPLAIN_H
#define DERIVE_EXPLAIN_H

#include "derive/value.h"

/* One or two sentences with the real numbers. The arena's. */
char *explain_moment(const Maths *maths, int moment);

/* The same in short for a cursor, without what its beats have told: what is going on in the middle of a moment, or has just ended there; of what is one movement, the
 * moment that is nearest. */
char *explain_beat(const Maths *maths, double cursor);

/* Seconds that a picture stands still at a stop (beats.h) until its caption (NULL: there is none) is read: less those that
 * it has stood on the way there, at that speed. One that goes on at the next stop is waited for there. */
double explain_rest(const Trace *trace, double cursor, double speed, const char *text);

#endif
