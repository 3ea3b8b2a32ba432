/* The kinds of values, each with the formula that makes it; derive.h asks them in turn. */
#ifndef DERIVE_KINDS_H
#define DERIVE_KINDS_H

#include "derive/name.h"
#include "derive/term.h"

typedef struct Derivation {
    double number;
    Term *term;          /* NULL: it was not computed but learned, or set by hand */
    Term *sum;           /* the sum in it whose terms are listed one by one; NULL: none */
    const char *powers;  /* markup: what a softmax adds up there, "exp(e_{3,j} − max)"; NULL: no powers */
    const char *symbols; /* markup of the formula; a ~ is where a line may break; NULL where term is */
    const char *vectors; /* markup: the formula of the whole vector, "q_3 = W_q s_2", or NULL */
    const char *shapes;  /* markup: the symbols with their shapes, a ~ as above; or NULL */
    const char *told;    /* a plain sentence about it, or NULL */
} Derivation;

/* Above it the largest exponent of a softmax is taken off first: no weight changes, and the numbers stay readable. */
#define PLAIN_EXPONENT 7.0

/* The value as a share of a softmax: exp(own) over the sum of the powers of `count` values from `first` on, whose
 * markup is `all` where i stands for any of them. Exponents are divided by the temperature, and with `plain` the
 * largest is taken off each where it is above PLAIN_EXPONENT: then true. */
bool tell_share(const Maths *maths, Value value, Value first, int count, double temperature, bool plain, const char *i,
                const char *all, Derivation *out);

/* The encoder's final state, or its cell state, as it is. */
void tell_final(const Maths *maths, Value value, bool cell, Derivation *out);

/* Each fills `out` for the kinds that name it in values.def (all but the number). */
#define VALUE(KIND, letter, role, meaning, places, entries, kept, maker)                                               \
    void derive_##maker(const Maths *maths, Value value, Derivation *out);
#include "derive/values.def"
#undef VALUE

#endif
