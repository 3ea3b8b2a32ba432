/* What is wrong with the words and the numbers of a stack. */
#include "matrix/stack_parts.h"
#include "text/tokens.h"

#include "base/digits.h"

#include <math.h>
#include <string.h>

#define PALE        0.25f   /* where no share is larger, the largest has the full colour */
#define SHARE_MOST  1.0001f /* what sums of float16 make of 1 */
#define UNEVEN_MOST 0.01

static const char *place(const MatrixStack *stack, size_t index, Arena *arena)
{
    size_t columns = (size_t)stack->columns, rows = (size_t)stack->rows, heads = (size_t)stack->heads;
    const char *cell = arena_printf(arena, "row %zu, column %zu", index / columns % rows + 1, index % columns + 1);
    if (stack->headed)
        cell = arena_printf(arena, "head %d, %s", stack->head_names[index / columns / rows % heads], cell);
    if (stack->layered)
        cell = arena_printf(arena, "layer %d, %s", stack->layer_names[index / columns / rows / heads], cell);
    return cell;
}

static bool check_side(const MatrixStack *stack, const char *side, const char **words, int count, Error *error)
{
    for (int i = 0; words && i < count; i++)
        if (strlen(words[i]) > WORD_BYTES_MOST)
            return stack_fail(stack, error, "the word of %s %d has %zu bytes; expected at most %d", side, i + 1,
                              strlen(words[i]), WORD_BYTES_MOST);
    return true;
}

bool stack_check_words(const MatrixStack *stack, Error *error)
{
    return check_side(stack, "column", stack->source, stack->columns, error)
           && check_side(stack, "row", stack->target, stack->rows, error);
}

bool stack_check(const MatrixStack *stack, bool shares, Error *error)
{
    size_t count = stack_count(stack), i = 0;
    float least = shares ? 0 : -INFINITY, most = shares ? SHARE_MOST : INFINITY;
    if (!stack_check_words(stack, error))
        return false;
    while (i < count
           && ((stack->values[i] >= least && stack->values[i] <= most && isfinite(stack->values[i]))
               || (stack->masked && isnan(stack->values[i]))))
        i++;
    if (i == count)
        return true;
    Arena arena = {0};
    float value = stack->values[i];
    char shown[DIGITS_SIZE];
    const char *where = place(stack, i, &arena);
    if (isnan(value))
        stack_fail(stack, error, "%s is NaN; expected a number (attend heatmap --mask blank leaves such cells blank)",
                   where);
    else if (isinf(value) && value < 0)
        stack_fail(stack, error,
                   "%s is infinite; expected a number that ends (attend heatmap --mask blank leaves such cells blank)",
                   where);
    else if (isinf(value))
        stack_fail(stack, error, "%s is infinite; expected a number that ends", where);
    else
        stack_fail(stack, error,
                   "%s is %s; expected a share from 0 to 1 (other numbers with --map diverging, or --min and --max)",
                   where, digits_print(shown, (double)value, 6));
    arena_finish(&arena);
    return false;
}

bool looks_back(const MatrixStack *stack)
{
    size_t n = (size_t)stack->rows, cells = n * n, count = stack_count(stack);
    bool back = stack->kind > STACK_CROSS && stack->rows == stack->columns && n > 1 && stack->values[0] != 0;
    for (size_t i = 0; back && i < count; i++)
        back = i % n <= i % cells / n || stack->values[i] == 0;
    return back;
}

bool stack_has_blanks(const MatrixStack *stack)
{
    size_t count = stack_count(stack), i = 0;
    while (i < count && !isnan(stack->values[i]))
        i++;
    return i < count;
}

int stack_uneven(const MatrixStack *stack, int *row, double *sum)
{
    size_t rows = (size_t)stack->layers * (size_t)stack->heads * (size_t)stack->rows, columns = (size_t)stack->columns;
    int count = 0;
    for (size_t t = 0; t < rows; t++) {
        double total = 0;
        for (size_t j = 0; j < columns; j++)
            total += isnan(stack->values[t * columns + j]) ? 0 : (double)stack->values[t * columns + j];
        if (fabs(total - 1) <= UNEVEN_MOST)
            continue;
        if (count++ == 0) {
            *row = (int)(t % (size_t)stack->rows) + 1;
            *sum = total;
        }
    }
    return count;
}

static bool is_larger(const float *row, int j, int than)
{
    return fabsf(row[j]) > fabsf(row[than]);
}

static void keep_largest(const float *row, int j, StackRow *out)
{
    int place = out->count < STACK_LARGEST ? out->count++ : STACK_LARGEST;
    for (; place > 0 && is_larger(row, j, out->largest[place - 1]); place--)
        if (place < STACK_LARGEST)
            out->largest[place] = out->largest[place - 1];
    if (place < STACK_LARGEST)
        out->largest[place] = j;
}

void stack_row(const float *row, int columns, StackRow *out)
{
    *out = (StackRow){0};
    bool shares = true;
    for (int j = 0; j < columns; j++) {
        double value = (double)row[j];
        shares &= value >= 0;
        out->sum += value;
        if (value > 0)
            out->entropy -= value * log2(value);
        keep_largest(row, j, out);
    }
    if (!shares || fabs(out->sum - 1) > UNEVEN_MOST)
        out->entropy = NAN;
}

void stack_range(const MatrixStack *stack, bool shares, float *low, float *high)
{
    size_t count = stack_count(stack);
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < count; i++) { /* NaN is nothing to fminf and fmaxf */
        *low = fminf(*low, stack->values[i]);
        *high = fmaxf(*high, stack->values[i]);
    }
    if (*low > *high) /* all is blank */
        *low = *high = 0;
    if (shares) {
        *low = 0;
        *high = *high < PALE ? *high : 1;
    }
}
