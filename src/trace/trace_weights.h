/* The weights of a decode as a matrix, which figures and files of numbers are made of.
 *
 *   MatrixStack stack;
 *   trace_stack(trace, NULL, &stack);
 *   printf("%g\n", (double)stack.values[0]);
 *   stack_finish(&stack);
 */
#ifndef TRACE_WEIGHTS_H
#define TRACE_WEIGHTS_H

#include "matrix/matrix_stack.h"
#include "trace/trace.h"

/* A row a step, a column a source word, with copies of the words: the weights of a model that weighs, or where `map` is
 * not NULL those numbers [step_count, n]. stack_finish takes it away. */
void trace_stack(const Trace *trace, const float *map, MatrixStack *out);

#endif
