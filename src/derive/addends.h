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

/* The number's formula with these terms of its sum alone: "(0.31 · 0.52 + 0.07 · −0.9) / √32". */
Term *addends_term(const Maths *maths, const Addends *all, int first, int count);

#endif
