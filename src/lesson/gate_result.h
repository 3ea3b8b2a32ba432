/* What the files that check gates share. */
#ifndef LESSON_GATE_RESULT_H
#define LESSON_GATE_RESULT_H

#include "lesson/lesson.h"

/* What it was told in words; `value` is NAN where it is no number. */
GateResult gate_result(bool passed, double value, const char *format, ...) PRINTF_LIKE(3, 4);
bool gate_within(const Gate *gate, double value);
const char *gate_asked(const Gate *gate, Arena *arena);        /* "at least 0.9 and at most 1", the arena's */
bool gate_writes(const Trace *trace, const TokenList *wanted); /* word for word, to the end */

GateResult gate_sentence(const Gate *gate, const Model *model, Arena *arena); /* a gate that has one */

#endif
