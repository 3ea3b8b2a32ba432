/* All arrays of a file that can be drawn: the three attentions of a trace, the arrays of an .npz; of other files
 * the only one.
 *
 *   StackSet set;
 *   if (!stack_load("trace.json", &arena, &input, &error)) return false;
 *   if (!stack_set_parse(&input, "encoder", LINKS_PHARAOH, &set, &error)) return false;
 *   printf("%d arrays, of which %s was asked for\n", set.count, set.stacks[set.asked].array);
 *   stack_set_finish(&set);
 */
#ifndef MATRIX_STACK_SET_H
#define MATRIX_STACK_SET_H

#include "matrix/matrix_stack.h"

/* What can be looked at: more is left out, or refused where it was asked for alone. */
#define SET_ARRAYS 256
#define SET_SIDE   10000 /* rows, or columns, of an array */

typedef struct StackSet {
    const char *name;    /* of the file: the caller's */
    MatrixStack *stacks; /* [count], in the order of the file; their numbers are finite */
    int count, asked;
    size_t values; /* numbers of all, STACK_VALUES at most */
    int left_out;  /* arrays that cannot be drawn, */
    Error lacks;   /* and what is wrong with the first of them */
} StackSet;

/* As stack_parse; `array`: the one that is asked for, by its name or as cross, encoder, decoder, which has to be there;
 * NULL: the first. */
MUST_USE bool stack_set_parse(StackInput *input, const char *array, LinkFormat links, StackSet *out, Error *error);
void stack_set_finish(StackSet *set);

#endif
