/* What the words of a source sentence did to each written word, by two questions that attention does not answer. The
 * words that were written are fed, so that both ask about those words and no others; ln is the natural logarithm.
 *
 * erased: a[t][j] = ln p(y_t | x) - ln p(y_t | x without word j), what the word was needed for, in nats;
 * gradient: g[t][j] = sum_d (d ln p(y_t | x) / d e_jd) e_jd, what more of it would change, in nats.
 *
 * e_j is the embedding of word j. Without word j means: in its place stands the embedding of <unk>, or 0; the place
 * itself stays, with its position vector where the encoder has them. So both are signed: a word whose fall is below 0
 * was in the way. Erasing is Li, Monroe and Jurafsky (2016), section 3; gradient times input is the first term of the
 * Taylor series of erasing to 0 (Shrikumar et al. 2017).
 *
 *   int source[] = {5, 9, 7}, inputs[] = {VOCAB_START, 6}, written[] = {6, VOCAB_END};
 *   Real falls[2], slopes[3];
 *   CauseText about = {source, 3, inputs, written, 2, 0};
 *   Cause *cause = cause_create(&model, &about);
 *   cause_erase(cause, 0, ERASE_ZERO, falls);    // falls[t] of word 0
 *   cause_gradient(cause, 1, slopes);            // slopes[j] of step 1
 *   cause_destroy(cause);
 *
 * Erasing costs a decode a word, the gradient a backward pass a step. */
#ifndef MODEL_CAUSE_H
#define MODEL_CAUSE_H

#include "model/model.h"

typedef enum Eraser { ERASE_UNKNOWN, ERASE_ZERO, ERASERS } Eraser;
extern const char *const ERASER_NAMES[]; /* "unk", "zero", NULL */

typedef struct CauseText { /* the caller's */
    const int *ids;        /* [n] source, as model_encode takes them */
    int n;
    const int *inputs;  /* [steps] y_{t-1}, as a decode was given them */
    const int *written; /* [steps] y_t */
    int steps;
    double temperature; /* of the scores' softmax; 0: the model's */
} CauseText;

typedef struct Cause Cause;

/* n and steps >= 1. The model and the text must outlive it. */
Cause *cause_create(const Model *model, const CauseText *text);
const Real *cause_before(const Cause *cause);  /* [steps] ln p(y_t | x) */
const Real *cause_weights(const Cause *cause); /* [steps, n] attention, until the first word is erased; NULL: none */

void cause_erase(Cause *cause, int j, Eraser eraser, Real *falls); /* falls: [steps] out, column j of a */
void cause_gradient(Cause *cause, int t, Real *slopes);            /* slopes: [n] out, row t of g */
void cause_gradient_lengths(Cause *cause, int t, Real *lengths);   /* [n] out: |d ln p(y_t | x) / d e_j| */

void cause_destroy(Cause *cause); /* NULL allowed */

#endif
