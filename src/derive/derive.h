/* Where a number comes from: the formula that made it, as a small tree with the real operands in it, each of them again
 * a number that was made, down to learned weights and embeddings. Pure data from a trace and its model.
 *
 *   Maths maths = {trace, &model, LANGUAGE_ENGLISH, &arena};
 *   Value value = {VALUE_CONTEXT, .place = 2, .index = 4};         // c_3[5]
 *   Derivation made = value_derive(&maths, value);
 *   made.number;                                                   // of the trace
 *   term_number(&maths, made.term);                                // the same within rounding
 *
 * Everything returned is the arena's. */
#ifndef DERIVE_DERIVE_H
#define DERIVE_DERIVE_H

#include "derive/kinds.h"

double value_number(const Maths *maths, Value value);
Derivation value_derive(const Maths *maths, Value value); /* of a valid one */
double term_number(const Maths *maths, const Term *term);

/* The listed terms from the largest to the smallest: places in sum->parts, [sum->count]. */
int *sum_order(const Maths *maths, const Term *sum);

#endif
