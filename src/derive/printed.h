/* Terms as they are printed: signs, and numbers rounded to some decimals. What is printed gives, to its last digit,
 * what it says it gives: either with so many decimals in the operands, or it stands behind ≈.
 *
 *   Printing printing = {.maths = &maths, .decimals = 4};
 *   PrintedPieces pieces = {0};
 *   printed_put(&printing, &pieces, value_derive(&maths, value).term);
 *   pieces.items[0].markup;                                        // "0.0131"
 */
#ifndef DERIVE_PRINTED_H
#define DERIVE_PRINTED_H

#include "derive/derive.h"

enum { PIECES_MOST = 160 };

typedef struct PrintedPiece {
    const char *markup;
    const Term *operand; /* the value that is printed; NULL: a sign or a constant */
} PrintedPiece;

typedef struct PrintedPieces {
    PrintedPiece items[PIECES_MOST];
    int count;
} PrintedPieces;

typedef struct Printing {
    const Maths *maths;
    int decimals;         /* of operands */
    bool scaled;          /* large numbers get fewer decimals, tiny ones a power of ten: see number_markup */
    bool whole_exponents; /* exp(−3.83) in place of exp(−1.31 − 2.52) */
    bool whole_powers;    /* 12.47 in place of exp(2.52) */
    bool whole_slopes;    /* 0.0321 in place of (1 − tanh(0.31 + 1.4)^2) */
    const Term *total;    /* a sum that stands there as one number; NULL: none */
} Printing;

void pieces_add(PrintedPieces *pieces, const char *markup, const Term *operand);
void printed_put(const Printing *printing, PrintedPieces *pieces, const Term *term);
const char *printed_text(const Printing *printing, const Term *term); /* the pieces side by side */

/* What the printed operands give. */
double printed_number(const Printing *printing, const Term *term);

/* Takes the fewest decimals, from printing->decimals up to `most`, with which the printed term gives `number` to
 * `decimals` places. False: none of them does; then they are as before. */
bool printed_close(Printing *printing, const Term *term, double number, int decimals, int most);

/* "= −0.9782", of weights and probabilities also "> 0.9999"; ≈ where what stands before it does not give it. */
const char *printed_equals(const Maths *maths, Value value, double number, int decimals, bool closes);

/* As long as it is not tiny: "−0.0312", of large numbers fewer decimals; else "3.1·10^−5". */
const char *number_markup(Arena *arena, double number, int decimals);
double number_rounded(double number, int decimals, bool scaled);   /* what is printed of it */
bool numbers_agree(double a, double b, int decimals, bool scaled); /* printed alike */

#endif
