/* A moment, or a part of one, in words: --explain, captions, and screen readers. */
#ifndef DERIVE_EXPLAIN_H
#define DERIVE_EXPLAIN_H

#include "derive/value.h"

/* One or two sentences with the real numbers. The arena's. */
char *explain_moment(const Maths *maths, int moment);

/* The same for a cursor: what is going on in the middle of a moment, or has just ended there; of what is one movement, the
 * moment that is nearest. */
char *explain_beat(const Maths *maths, double cursor);

/* Seconds that a picture stands still: as long as was set, and as long as the text (NULL: there is none) takes to be read. */
double explain_rest(double set, const char *text, Language language);

#endif
