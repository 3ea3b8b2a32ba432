/* Live values: names in braces that stand for a number of the trace, and the same names in highlight lists. */
#ifndef LESSON_LIVE_H
#define LESSON_LIVE_H

#include "lesson/lesson.h"
#include "lesson/reader.h"

/* "alpha_32", "e_3,12", "h_3", "x_1", "c_2", "s_0", "y_1", "m_3", "f_3": counted from 1, s and y from 0. */
MUST_USE bool live_parse(const Reader *reader, int line, Slice name, Live *out);

/* Those, and the groups "source", "encoder", "scores", "weights", "context", "state", "output". */
MUST_USE bool live_parse_group(const Reader *reader, int line, Slice name, Live *out);

/* Takes the next piece of a text: either `plain` has bytes, or `name` is what stands in braces. `\{` is a brace. */
bool live_take(Slice *rest, Slice *plain, Slice *name);

/* Checks the names in the braces of a text that a quiz shows. */
MUST_USE bool live_check_text(const Reader *reader, int line, const char *text);

/* Its number where it has one (a score, a weight) and the trace has it. */
bool live_number(const Live *live, const Trace *trace, double *out);

/* The numbers of an encoder state, its memory or a gate, a context or a decoder state, NULL where the trace has none.
 */
const Real *live_vector(const Live *live, const Trace *trace, int *count);

#endif
