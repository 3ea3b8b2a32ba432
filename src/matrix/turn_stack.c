/* Rows and columns exchanged, and numbers as shares of theirs. */
#include "matrix/matrix_stack.h"

#include <math.h>

#define BLOCK 32 /* cells a side: what is read and what is written stay near */

static void turn_block(const float *from, float *to, int rows, int columns, int t0, int j0)
{
    int t1 = t0 + BLOCK < rows ? t0 + BLOCK : rows, j1 = j0 + BLOCK < columns ? j0 + BLOCK : columns;
    for (int t = t0; t < t1; t++)
        for (int j = j0; j < j1; j++)
            to[(size_t)j * (size_t)rows + (size_t)t] = from[(size_t)t * (size_t)columns + (size_t)j];
}

void stack_transpose(MatrixStack *stack)
{
    int rows = stack->rows, columns = stack->columns;
    size_t matrix = (size_t)rows * (size_t)columns;
    const char **words = stack->source;
    const float *from = stack->values;
    float *to = stack->values = ARENA_ARRAY(&stack->arena, float, stack_count(stack));
    for (int k = 0; k < stack_matrices(stack); k++, from += matrix, to += matrix)
        for (int t = 0; t < rows; t += BLOCK)
            for (int j = 0; j < columns; j += BLOCK)
                turn_block(from, to, rows, columns, t, j);
    stack->source = stack->target;
    stack->target = words;
    stack->rows = columns;
    stack->columns = rows;
    stack->causal = false;
}

/* Numbers that stand `step` apart; what is blank stays so. */
static void share(float *first, size_t count, size_t step)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += isnan(first[i * step]) ? 0 : (double)first[i * step];
    for (size_t i = 0; i < count && sum > 0; i++)
        first[i * step] = (float)((double)first[i * step] / sum);
}

void stack_share_columns(MatrixStack *stack)
{
    size_t columns = (size_t)stack->columns, rows = (size_t)stack->rows;
    for (size_t k = 0; k < (size_t)stack->layers * (size_t)stack->heads; k++)
        for (size_t j = 0; j < columns; j++)
            share(stack->values + k * rows * columns + j, rows, columns);
}

void stack_share_rows(MatrixStack *stack)
{
    size_t columns = (size_t)stack->columns, rows = (size_t)stack->rows;
    for (size_t t = 0; t < (size_t)stack->layers * (size_t)stack->heads * rows; t++)
        share(stack->values + t * columns, columns, 1);
}
