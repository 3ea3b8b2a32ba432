/* Inside src/matrix: arrays inside arrays of JSON, which become the values of a stack.
 *
 *   MatrixStack stack = {.name = "weights.json"};
 *   Nested nested = {.stack = &stack, .batch = -1, .error = &error};
 *   if (!nested_weights(&nested, cJSON_Parse("[[1,0]]"))) return false;
 */
#ifndef MATRIX_NESTED_H
#define MATRIX_NESTED_H

#include "matrix/stack_parts.h"

typedef struct Nested {
    MatrixStack *stack;
    size_t shape[8];
    int dimensions;
    int batch;   /* which size counts the sentences of a batch; -1: none */
    float *next; /* where the next number goes */
    Error *error;
} Nested;

/* Numbers four deep, or deeper where sizes are 1; null, which stands for Python's NaN, is NAN. */
MUST_USE bool nested_weights(Nested *nested, const cJSON *weights);
/* The numbers of an array at a depth, where `at` counts; the shape is known. */
MUST_USE bool nested_array(Nested *nested, const cJSON *array, int *at, int depth);
/* NULL where there is no array, or with an error. */
const char **nested_words(Nested *nested, const cJSON *array, const char *name, int expected);

/* What the library Inseq saves of its attributions. */
bool inseq_is(const cJSON *root);
/* Of the source, or with the kind STACK_DECODER of what was written before. */
MUST_USE bool inseq_read(const StackFile *file, MatrixStack *stack, StackKind kind, Error *error);

#endif
