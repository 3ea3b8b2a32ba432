/* A moment, or a part of one, in words: --explain, captions, and screen readers. */
#ifndef DERIVE_EXPLAIN_H
#define DERIVE_EXPLAIN_H

#include "derive/value.h"

/* One or two sentences with the real numbers. The arena's. */
char *explain_moment(const Maths *maths, int moment);

/* What happens at a cursor, shorter: in the middle of a moment, the beat that goes on or has just ended; at its end,
 * what its beats have not told yet. Of a moment that is one movement, the nearest one. */
char *explain_beat(const Maths *maths, double cursor);

/* The same while it plays: the encoder's moments, which go by faster than they can be read, have one
 * sentence for all. */
char *explain_playing(const Maths *maths, double cursor);
bool explain_reads(const Trace *trace, double cursor); /* is it told by that sentence? */

#endif
