/* The equation of a model's score (nn/score.h), for one step and one word.
 *
 *   Term *sum, *term = equation_term(&maths, 2, 1, &sum);
 *   puts(equation_text(&maths, "q", "k"));                         // "v · tanh(q + k)"
 */
#ifndef DERIVE_EQUATION_H
#define DERIVE_EQUATION_H

#include "derive/name.h"
#include "derive/term.h"

Term *equation_term(const Maths *maths, int step, int j, Term **sum); /* *sum: the last sum in it, or NULL */
const char *equation_text(const Maths *maths, const char *query, const char *key); /* markup */

#endif
