/* The equation of one moment or of one number with the real numbers in it, as one line of markup. Its numbers close: what
 * stands behind = follows from what is printed before it, to the last digit; else it stands behind ≈.
 *
 *   Line line = line_of_moment(&maths, moment_at(trace, n));
 *   line_text(&line, &arena);              // "c_3 = Σ_j α_3,j h_j = 0.05 h_2 + 0.95 h_3 = [0.12, −0.55, 0.31, …]"
 */
#ifndef DERIVE_LINE_H
#define DERIVE_LINE_H

#include "derive/derive.h"

typedef struct Line { /* markup; each NULL where there is none */
    const char *lead; /* where the room is short it may be left out: "s_3 = GRU([y_2; c_3], s_2)" */
    const char *symbols;
    const char *numbers; /* with its sign, as the next */
    const char *result;
    const char *note;
    Value value; /* that it is about, its first entry; of words none */
} Line;

Line line_of_moment(const Maths *maths, Moment moment);
Line line_of_value(const Maths *maths, Value value); /* of a valid one */
const char *line_text(const Line *line, Arena *arena);

/* The weights of a step with what they weigh, from a word's weight on that would be printed as 0 left out: "0.05 h_2 +
 * 0.93 h_3 + …". Long sentences have the heaviest three. */
const char *weighted_sum(const Maths *maths, int step);

#endif
