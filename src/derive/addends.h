/* What each term of a sum adds to the number that is made of it: a score, cell by cell.
 *
 *   Addends all;
 *   if (!addends_of(&maths, (Value){VALUE_SCORE, .place = 2, .index = 0}, &all)) return false; // e_31
 *   all.added[4];                                                  // of q[5] and k[5]
 *   printf("%.3f", addends_sum(&all, 0, all.count));               // the score again
 *   term_number(&maths, addends_term(&maths, &all, 4, 1));        // of its own formula, to be printed
 */
#ifndef DERIVE_ADDENDS_H
#define DERIVE_ADDENDS_H

#include "derive/derive.h"

typedef struct Addends {
    Derivation made;
    double *added; /* [count] of made.sum's terms, in their order: they add up to made.number */
    int count;
} Addends;

/* False: the number is not the sum of its terms, nor that times a factor. */
bool addends_of(const Maths *maths, Value value, Addends *out);
double addends_sum(const Addends *all, int first, int count);

/* The fewest decimals, from 2 on, at which the numbers as printed add up to their sum as printed; 0: at none. */
int addends_decimals(const double *numbers, int count, double sum);
/* "−0.02 + 0.04", and one more. */
const char *addends_joined(const char *text, double number, int decimals, Arena *arena);

/* A score of self-attention, term by term: "1.86 + 6.24 − 0.21 = 7.89 / √3 = 4.55", which closes as printed, or else
 * stands there with ≈. Of more terms than `most` the smallest are one number. */
const char *addends_of_score(const Maths *maths, Value score, int most);

/* The number's formula with these terms of its sum alone: "(0.31 · 0.52 + 0.07 · −0.9) / √32". */
Term *addends_term(const Maths *maths, const Addends *all, int first, int count);

#endif
