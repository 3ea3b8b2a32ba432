/* The kinds of values, each with the formula that makes it; derive.h asks them in turn. */
#ifndef DERIVE_KINDS_H
#define DERIVE_KINDS_H

#include "derive/name.h"
#include "derive/term.h"

typedef struct Derivation {
    double number;
    Term *term;          /* NULL: it was not computed but learned, or set by hand */
    Term *sum;           /* the sum in it whose terms are listed one by one; NULL: none */
    const char *symbols; /* markup of the formula; a ~ is where a line may break; NULL where term is */
    const char *vectors; /* markup: the formula of the whole vector, "q_3 = W_q s_2", or NULL */
    const char *shapes;  /* markup: the symbols with their shapes, a ~ as above; or NULL */
    const char *told;    /* a plain sentence about it, or NULL */
} Derivation;

/* Above it the largest exponent of a softmax is taken off first: no weight changes, and the numbers stay readable. */
#define PLAIN_EXPONENT 7.0

/* W x as the formulas of a product: W is the parameter `weight`, x is called `name` and has `count` entries. */
void tell_product(const Maths *maths, Value value, const char *weight, const char *name, int count, Derivation *out);

/* exp(own) over the sum of all `count` powers from `first` on, own being that of entry `index`; exponents are divided by the
 * temperature, and with `plain` the largest is taken off each where it is above PLAIN_EXPONENT: then true. */
bool tell_softmax(const Maths *maths, Value first, int count, int index, double temperature, bool plain,
                  Derivation *out);

/* Each fills `out` for its kinds (all but the number); false: not one of them. */
bool derive_output(const Maths *maths, Value value, Derivation *out);    /* from_output.c */
bool derive_attention(const Maths *maths, Value value, Derivation *out); /* from_attention.c */
bool derive_cell(const Maths *maths, Value value, Derivation *out);      /* from_cell.c */
bool derive_self(const Maths *maths, Value value, Derivation *out);      /* from_self.c */

#endif
