/* The softmax of a decode step taken apart: the scores divided by T, less the largest, their powers, the sum, the
 * shares. Scores, T and shares have the two digits that they have everywhere; what is between them has so many that
 * what is printed gives what it says it gives (printed.h).
 *
 *   Shares shares = shares_of(&maths, 2, NULL);
 *   shares_less(&shares, 0);                                       // -3.157
 *   shares_power(&shares, 0) / shares.sum;                         // the share of the first word
 */
#ifndef DERIVE_SHARES_H
#define DERIVE_SHARES_H

#include "derive/derive.h"

typedef struct Shares {
    const float *scores, *weights; /* [n], of the step */
    int first, count;              /* the words that are scored: of a local window, or all */
    int best;                      /* the word of the largest weight */
    double temperature, largest;   /* the largest of e / T */
    double sum;                    /* of the powers */
    double factor; /* what the best one's share is taken times; 1 but for local_p and fault not_normalised */
    bool windowed; /* it has such a factor */
    struct {
        int less;  /* of e / T less the largest */
        int power; /* of the powers, their sum and the factor */
    } decimals;
    /* what is printed of the powers and of the best's weight; of the sum, where all its parts are */
    bool closes, sum_closes;
} Shares;

enum { SHARES_DECIMALS = 2 }; /* of e, T, e / T, and of the weights */

/* Of a step that has scores and was not replaced. `shown` [n]: the words whose numbers are printed, NULL: all. */
Shares shares_of(const Maths *maths, int step, const bool *shown);

bool shares_has(const Shares *shares, int j);
double shares_tempered(const Shares *shares, int j); /* e / T */
double shares_less(const Shares *shares, int j);     /* that less the largest: 0 or below */
double shares_power(const Shares *shares, int j);    /* exp of that: above 0, at most 1 */
/* What is printed gives them. */
bool shares_tempered_closes(const Shares *shares, int j);
bool shares_less_closes(const Shares *shares, int j);

/* Words of a step whose numbers are told: all of a short sentence, of a long one those of the largest weights. [n] */
bool *shares_told(const Maths *maths, int step);

/* As printed, without ≈ where none is named; the arena's. */
const char *shares_shift_text(const Shares *shares, int j, Arena *arena); /* "3.14 − 6.30" */
const char *shares_less_text(const Shares *shares, int j, Arena *arena);  /* "−3.157", of the largest "0" */
const char *shares_power_text(const Shares *shares, int j, Arena *arena); /* "0.043", "<0.001", of the largest "1" */
/* markup of what exp is taken of: "e − max", "e / T − max" */
const char *shares_exponent(const Maths *maths, int step);
const char *shares_sum_text(const Shares *shares, Arena *arena); /* "1.163", of one word "1" */
const char *shares_division_text(const Shares *shares, const char *power, const char *sum, Arena *arena);
const char *shares_quotient_text(const Shares *shares, Arena *arena); /* of the best: "1 / 1.163", local_p: "· 0.95" */
const char *shares_of_sum_text(const Shares *shares, int j, Arena *arena); /* "0.043 / 1.163", without any window */
bool shares_of_sum_closes(const Shares *shares, int j); /* it gives the weight, at the digits that all weights have */
/* "= 0.98", "≈ 0.98", "> 0.99" */
const char *shares_equals_text(double share, int decimals, bool closes, Arena *arena);
const char *shares_result_text(const Shares *shares, Arena *arena); /* markup of what it gives: "= 0.86" */

#endif
