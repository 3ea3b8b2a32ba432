/* The arrays of one file, or of two that are compared: in pairs of what is the same in both.
 *
 *   StackSet other;
 *   StackPair *pairs;
 *   MatrixStack difference;
 *   if (!stack_set_parse(&input, NULL, LINKS_PHARAOH, &other, &error)) return false;
 *   int count = stack_pairs(&set, &other, &arena, &pairs);
 *   StackMatch match = stack_match(&pairs[0]);
 *   if (match.rows > 0)
 *       stack_difference(&pairs[0], &difference);
 */
#ifndef MATRIX_STACK_PAIR_H
#define MATRIX_STACK_PAIR_H

#include "matrix/stack_set.h"

typedef struct StackPair {
    const MatrixStack *of[2]; /* by file; NULL: that one has none */
} StackPair;

/* By what they are, else by what they are called; the only array of a file goes with the one that is asked for of the
 * other. `other`: NULL: there is one file. Returns how many; the arena's. */
int stack_pairs(const StackSet *set, const StackSet *other, Arena *arena, StackPair **out);

/* The one that has more heads, or is the first. */
const MatrixStack *stack_lead(const StackPair *pair);
/* The matrix of the same layer and head in `other`; -1: it has none. */
int stack_partner(const MatrixStack *stack, int matrix, const MatrixStack *other);
bool stack_has_partners(const StackPair *pair); /* for each matrix of both */

/* What can be compared cell by cell: rows and columns from the first on, where both have the same words; both 0:
 * nothing. Of cross-attention all columns have to agree, of the encoder's all words; what a decoder has written so far
 * may go apart. */
typedef struct StackMatch {
    int rows, columns;
    bool whole;         /* all of both */
    int unlike;         /* the first word that is another; -1: none, so the sizes differ */
    bool unlike_target; /* it is one of the rows */
} StackMatch;
StackMatch stack_match(const StackPair *pair);

/* The second less the first where they match, for the matrices of the lead; 0 where one has no partner. Its words are
 * the pair's. stack_finish takes it away. */
void stack_difference(const StackPair *pair, MatrixStack *out);

#endif
