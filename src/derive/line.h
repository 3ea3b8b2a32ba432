/* The equation of one moment or of one number with the real numbers in it, as one line of markup. Its numbers close:
 * what stands behind = follows from what is printed before it, to the last digit; else it stands behind ≈.
 *
 *   EquationLine line = line_of_moment(&maths, moment_at(trace, n));
 *   line_text(&line, &arena);              // "c_3 = Σ_j α_3,j h_j = 0.05 h_2 + 0.95 h_3 = [0.12, −0.55, 0.31, …]"
 */
#ifndef DERIVE_LINE_H
#define DERIVE_LINE_H

#include "derive/derive.h"
#include "trace/beats.h"

typedef struct EquationLine { /* markup; each NULL where there is none */
    const char *lead;         /* where the room is short it may be left out: "s_3 = GRU([y_2; c_3], s_2)" */
    const char *symbols;
    const char *numbers; /* with its sign, as the next */
    const char *result;
    const char *note;
    Value value; /* that it is about, its first entry; of words none */
} EquationLine;

EquationLine line_of_moment(const Maths *maths, Moment moment);
EquationLine line_of_value(const Maths *maths, Value value); /* of a valid one */
EquationLine line_of_score(const Maths *maths, Value score); /* with what query and key are products of */

/* What is seen on the way to a moment. */
typedef struct Instant {
    double cursor;
    Moment moment; /* the one that the picture is about */
    int word;      /* of the scores: whose key the query is with, or goes to; */
    bool met;      /* and all their cells have met */
    int cell;      /* of the context: the one that is worked out */
} Instant;

/* If the moment has beats, the equation of the beat, with its result once that is there. */
EquationLine line_of_instant(const Maths *maths, const Instant *at);
const char *line_text(const EquationLine *line, Arena *arena);

/* The weights of a step with what they weigh, from a word's weight on that would be printed as 0 left out: "= 0.05 h_2
 * + 0.93 h_3 + …". Long sentences have the heaviest three; NULL where each of several heads has weights of its own. */
const char *weighted_sum(const Maths *maths, int step);

/* The formula of the vector, or its name, as of several heads side by side. */
const char *vector_symbols(const Maths *maths, Value value);

#endif
