/* How a formula changes with one of the values in it: its derivative, again a formula.
 *
 *   Derivation made = {0};
 *   derive_score(&maths, (Value){VALUE_SCORE, .place = 2, .index = 0}, &made);
 *   const Term *slope = term_slope(&maths, made.term, query_value(&maths, 2, 4)); // of additive: v[5] · (1 −
 * tanh(..)^2)
 *
 * Everything returned is the arena's. */
#ifndef DERIVE_SLOPE_H
#define DERIVE_SLOPE_H

#include "derive/kinds.h"

/* By the operand `by`, all other operands held still; of the lengths in it, |q|, that are made of it too. NULL: it is
 * 0. What is multiplied by 1 stands alone. */
Term *term_slope(const Maths *maths, const Term *term, Value by);

Term *term_times(const Maths *maths, Term *a, Term *b); /* 1 is left out; NULL where one of them is NULL, 0 */
Term *term_square(const Maths *maths, Term *a);
Term *term_one_less(const Maths *maths, Term *a); /* 1 − a */

#endif
