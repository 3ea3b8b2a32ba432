/* Equations as derivations, and as markup: those of scores and cells (nn/score.h, nn/cell.h), and in the same language
 * all else that is made of products. One text gives the numbers, the formula of an entry, and that of its vector.
 *
 *   Equation equation = {&maths, "W x +~ b"};
 *   equation_vector(&equation, 'W', param_value(&maths, "output.weight", 7, 0), 64);
 *   equation_vector(&equation, 'x', (Value){VALUE_STATE, RUN_DECODER, .place = 2}, 64);
 *   equation_number(&equation, 'b', param_value(&maths, "output.bias", 7, 0));
 *   Derivation made = {0};
 *   equation_tell(&equation, value, &made);                        // "... =~ W_o[8] · s_3 +~ b_o[8]"
 *   puts(made.vectors);                                            // "... = W_o s_3 + b_o"
 */
#ifndef DERIVE_EQUATION_H
#define DERIVE_EQUATION_H

#include "derive/kinds.h"

enum { EQUATION_LETTERS = CELL_GATES + 4 };

typedef struct EquationLetter { /* all text is markup */
    char letter;
    const char *name, *whole; /* in the formula of an entry, "W_o[3] ·", and in that of the vector, "W_o" */
    const char *shapes;       /* NULL: they are not told */
    Value *entries;           /* [count]; NULL: the constant */
    int count;
    bool vector; /* else a single number */
    double constant;
    Value length; /* of |q| */
} EquationLetter;

typedef struct Equation {
    const Maths *maths;
    const char *text;
    EquationLetter letters[EQUATION_LETTERS]; /* those that the text does not name count for nothing */
    int count;
} Equation;

/* Each adds a letter and returns it, to be changed. */
EquationLetter *equation_number(Equation *equation, char letter, Value value);
EquationLetter *equation_constant(Equation *equation, char letter, int number);

/* `count` entries from `first` on, also of a row of a parameter. Of a letter that there is already: they stand behind
 * those that it has, "[y_2; c_3]". */
EquationLetter *equation_vector(Equation *equation, char letter, Value first, int count);

/* entry(maths, place, i) for i < count, under one name. */
typedef Value (*EntryOf)(const Maths *maths, int place, int index);
EquationLetter *equation_entries(Equation *equation, char letter, const char *name, EntryOf entry, int place,
                                 int count);

const EquationLetter *equation_letter(const Equation *equation, char letter); /* NULL: it has none */
const char *equation_text(const Equation *equation, bool whole);              /* of an entry, or of the vector */
const char *equation_shapes(const Equation *equation);

/* Fills in all but the number and what is told. */
void equation_tell(const Equation *equation, Value value, Derivation *out);

#endif
