/* Equations of scores and cells (nn/score.h, nn/cell.h) as derivations, and as markup.
 *
 *   Value o = {VALUE_GATE, RUN_DECODER, .part = 3}, m = {VALUE_CELL, RUN_DECODER};
 *   EquationLetter letters[] = {{'o', value_name(&maths, o), &o, 1}, {'m', value_name(&maths, m), &m, 1}};
 *   Equation equation = {"o · tanh(m)", letters, 2};
 *   Term *sum, *term = equation_term(&maths, &equation, &sum);
 *   puts(equation_text(&maths, &equation));                        // "o_2[5] · tanh(m_2[5])"
 */
#ifndef DERIVE_EQUATION_H
#define DERIVE_EQUATION_H

#include "derive/name.h"
#include "derive/term.h"

typedef struct EquationLetter {
    char letter;
    const char *name;     /* markup */
    const Value *entries; /* [count]; one: a single number; more: a vector; NULL: the constant */
    int count;
    double constant;
    Value length; /* of |q| */
} EquationLetter;

typedef struct Equation {
    const char *text;
    const EquationLetter *letters;
    int count;
} Equation;

Term *equation_term(const Maths *maths, const Equation *equation,
                    Term **sum);                                         /* *sum: the last sum of products, or NULL */
const char *equation_text(const Maths *maths, const Equation *equation); /* markup */

#endif
