/* One moment in words: --explain, captions, and screen readers. */
#ifndef DERIVE_EXPLAIN_H
#define DERIVE_EXPLAIN_H

#include "derive/value.h"

/* One or two sentences with the real numbers. The arena's. */
char *explain_moment(const Maths *maths, int moment);

#endif
