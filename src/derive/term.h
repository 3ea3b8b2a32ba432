/* Formulas as trees: values, constants, and what is done with them. A tree holds no numbers of values:
 * derive.h gives them.
 *
 *   Term *sum = term_sum(&maths, 2);
 *   sum_add(sum, term_value(&maths, value));
 *   sum_add(sum, term_make(&maths, TERM_PRODUCT, term_value(&maths, value), term_constant(&maths, 2)));
 *   const Term *second = term_operand(sum, NULL, 1);               // of the product
 *
 * Everything returned is the arena's. */
#ifndef DERIVE_TERM_H
#define DERIVE_TERM_H

#include "derive/value.h"

typedef enum TermKind {
    TERM_VALUE,
    TERM_NUMBER, /* a constant of the formula */
    TERM_SUM,
    TERM_PRODUCT,
    TERM_QUOTIENT, /* of two */
    TERM_LESS,     /* the first less the second */
    TERM_TANH,     /* of one, as are those below */
    TERM_SIGMOID,
    TERM_RELU,
    TERM_EXP,
    TERM_ROOT,
    TERM_LOG, /* natural */
    TERM_SQUARE
} TermKind;

typedef struct Term {
    TermKind kind;
    double number; /* TERM_NUMBER */
    Value value;   /* TERM_VALUE */
    struct Term **parts;
    int count, capacity;
} Term;

Term *term_value(const Maths *maths, Value value);
Term *term_constant(const Maths *maths, double number);
Term *term_make(const Maths *maths, TermKind kind, Term *a, Term *b); /* of one (b NULL) or two */
Term *term_sum(const Maths *maths, int capacity);
void sum_add(Term *sum, Term *part);

void sum_add_product(const Maths *maths, Term *sum, Value a, Value b);

/* What is done with the numbers of its parts, [count]; none of a value or a constant. */
double term_apply(const Term *term, const double *parts);

/* The TERM_VALUEs of a term in the order they are read, `skip` (NULL: nothing) left out with all in it: the n-th from
 * 0, NULL past the last. */
const Term *term_operand(const Term *term, const Term *skip, int n);

#endif
