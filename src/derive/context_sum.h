/* An entry of a weighted sum with its addends as they are printed: they close, to the last digit.
 *
 *   ContextSum sum;
 *   if (!context_sum(&maths, (Value){VALUE_CONTEXT, .place = 2, .index = 7}, &sum)) return false;
 *   puts(sum.products);                  // "0.04 · (−0.62) + 0.11 · 0.35 + 0.85 · 0.71 = 0.62", as markup
 *   puts(sum.numbers);                   // "−0.0248 + 0.0385 + 0.6035 = 0.6172"
 */
#ifndef DERIVE_CONTEXT_SUM_H
#define DERIVE_CONTEXT_SUM_H

#include "derive/derive.h"

enum { CONTEXT_SUM_MOST = 4 }; /* addends that are written; of more words the largest three, the rest as one number */

typedef struct ContextSum {
    const char *products, *numbers;     /* markup; the arena's */
    const char *factors, *addends;      /* what stands in them before the sign of the sum */
    const char *result;                 /* "= 0.62", ≈ where the products do not close */
    int words[CONTEXT_SUM_MOST], count; /* whose addends are written, in the order of the sentence */
    int decimals;                       /* of weights and states */
} ContextSum;

/* Of `count` evenly spaced entries of a step's context the one that shows best how it is made: its products close with
 * few digits, and more than one of them counts. */
int context_telling_cell(const Maths *maths, int step, int count);

bool context_sum(const Maths *maths, Value context, ContextSum *out); /* false: it is none */

/* The same addends as single numbers: each rounded by itself, and the rest. */
typedef struct ContextAddends {
    int words[CONTEXT_SUM_MOST], count; /* the largest, in the order of the sentence */
    double addends[CONTEXT_SUM_MOST], rest, whole;
    double weights[CONTEXT_SUM_MOST], states[CONTEXT_SUM_MOST]; /* an addend is weight times state */
    int others;                                                 /* words that make the rest; 0: there is none */
    int decimals;                                               /* the fewest at which the printed numbers add up */
    bool closes;                                                /* false: they add up at none of them */
    int of_states; /* weights with two decimals and states with so many give all printed addends; 0: they do not */
} ContextAddends;

/* At most `most` numbers, the rest among them; 2 or more. */
bool context_addends(const Maths *maths, Value context, int most, ContextAddends *out);

#endif
