/* Which layers, heads, rows and columns of a stack are shown, and how several matrices become one. */
#include "matrix/stack_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROLLOUT_MOST = 2000 }; /* words: the product takes as many numbers as their cube */

/* ---- lists: "0,3", "5-2" ---- */

typedef struct StackNumbers {
    int *at; /* places among what is there */
    int count;
} StackNumbers;

/* Reads one number that is among `names`, or among 1 .. count where there are none. */
static bool read_number(const char **text, const int *names, int count, int *out)
{
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    long number = strtol(*text, &end, 10);
    *text = end;
    for (int i = 0; names && i < count; i++)
        if (names[i] == number) {
            *out = i;
            return true;
        }
    *out = (int)(number < 1 || number > count ? 0 : number - 1);
    return !names && number >= 1 && number <= count;
}

static bool read_list(const MatrixStack *stack, const char *option, const char *list, const int *names, int count,
                      StackNumbers *out, Arena *arena, Error *error)
{
    const char *rest = list;
    *out = (StackNumbers){0};
    for (bool more = true; more;) {
        int first, last;
        bool ok = read_number(&rest, names, count, &first);
        last = first;
        if (ok && *rest == '-') {
            rest++;
            ok = read_number(&rest, names, count, &last);
        }
        more = *rest == ',';
        if (!ok || (*rest && !more) || out->count + abs(last - first) >= 1 << 16)
            return error_set(error, ERROR_USAGE, "--%s '%s' is no list such as 1,3 or 2-5 of what %s has: %d to %d",
                             option, list, stack->name, names ? names[0] : 1, names ? names[count - 1] : count);
        rest += more;
        for (int i = first;; i += last > first ? 1 : -1) {
            out->at = arena_room(arena, out->at, out->count, sizeof *out->at);
            out->at[out->count++] = i;
            if (i == last)
                break;
        }
    }
    return true;
}

/* ---- a part of it ---- */

enum { SIDES = STACK_COLUMNS + 1 };

/* Of each side; `at` NULL: all of it. */
typedef struct StackPart {
    StackNumbers of[SIDES];
} StackPart;

static int place_of(const StackNumbers *numbers, int i)
{
    return numbers->at ? numbers->at[i] : i;
}

static const char **words_of(MatrixStack *stack, const char **words, const StackNumbers *numbers)
{
    if (!words || !numbers->at)
        return words;
    const char **chosen = ARENA_ARRAY(&stack->arena, const char *, (size_t)numbers->count);
    for (int i = 0; i < numbers->count; i++)
        chosen[i] = words[numbers->at[i]];
    return chosen;
}

static int *names_of(MatrixStack *stack, int *names, const StackNumbers *numbers)
{
    int *chosen = ARENA_ARRAY(&stack->arena, int, (size_t)numbers->count);
    for (int i = 0; i < numbers->count; i++)
        chosen[i] = names[place_of(numbers, i)];
    return chosen;
}

static bool take_part(MatrixStack *stack, StackPart part, Error *error)
{
    int *const sizes[SIDES] = {&stack->layers, &stack->heads, &stack->rows, &stack->columns};
    const StackNumbers *layers = &part.of[STACK_LAYERS], *heads = &part.of[STACK_HEADS], *rows = &part.of[STACK_ROWS],
                       *columns = &part.of[STACK_COLUMNS];
    for (int side = 0; side < SIDES; side++)
        part.of[side].count = part.of[side].at ? part.of[side].count : *sizes[side];
    if (rows->count == 0 || columns->count == 0)
        return stack_fail(stack, error, "has no row or no column left; expected one at least");
    size_t matrix = (size_t)rows->count * (size_t)columns->count;
    size_t matrices = (size_t)layers->count * (size_t)heads->count;
    if (matrix > STACK_VALUES / matrices)
        return stack_fail(stack, error, "would have too many cells; expected %zu at most", STACK_VALUES);
    float *values = ARENA_ARRAY(&stack->arena, float, matrix *matrices), *to = values;
    for (int l = 0; l < layers->count; l++)
        for (int h = 0; h < heads->count; h++) {
            const float *from = stack_matrix(stack, place_of(layers, l), place_of(heads, h));
            for (int t = 0; t < rows->count; t++)
                for (int j = 0; j < columns->count; j++)
                    *to++ = from[(size_t)place_of(rows, t) * (size_t)stack->columns + (size_t)place_of(columns, j)];
        }
    stack->source = words_of(stack, stack->source, columns);
    stack->target = words_of(stack, stack->target, rows);
    stack->layer_names = names_of(stack, stack->layer_names, layers);
    stack->head_names = names_of(stack, stack->head_names, heads);
    stack->values = values;
    for (int side = 0; side < SIDES; side++)
        *sizes[side] = part.of[side].count;
    stack->causal = looks_back(stack);
    return true;
}

bool stack_choose(MatrixStack *stack, StackSide side, const char *list, Error *error)
{
    static const char *const options[SIDES] = {"layers", "heads", "rows", "columns"};
    const int *const names[SIDES] = {stack->layer_names, stack->head_names},
                     counts[SIDES] = {stack->layers, stack->heads, stack->rows, stack->columns};
    StackPart part = {0};
    return !list
           || (read_list(stack, options[side], list, names[side], counts[side], &part.of[side], &stack->arena, error)
               && take_part(stack, part, error));
}

/* ---- the end mark ---- */

bool stack_is_end(const char *word)
{
    static const char *const marks[] = {"</s>", "<eos>", "[SEP]", "<|endoftext|>"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strcmp(word, marks[i]) == 0)
            return true;
    return false;
}

static StackNumbers without_end(const char **words, int count, Arena *arena)
{
    StackNumbers kept = {ARENA_ARRAY(arena, int, (size_t)count), 0};
    for (int i = 0; words && i < count; i++)
        if (!stack_is_end(words[i]))
            kept.at[kept.count++] = i;
    return words ? kept : (StackNumbers){0};
}

bool stack_drop_end(MatrixStack *stack, Error *error)
{
    StackPart part = {.of = {[STACK_ROWS] = without_end(stack->target, stack->rows, &stack->arena),
                             [STACK_COLUMNS] = without_end(stack->source, stack->columns, &stack->arena)}};
    return take_part(stack, part, error);
}

/* ---- one of many ---- */

const char *const REDUCTION_NAMES[] = {"none", "mean", "max", "rollout", NULL};

/* Of one cell of `count` matrices that stand one behind the other, where it is not blank; NaN where it is so in all. */
static float mean_of(const float *from, size_t cells, int count)
{
    double sum = 0;
    int found = 0;
    for (int k = 0; k < count; k++)
        if (!isnan(from[(size_t)k * cells])) {
            sum += (double)from[(size_t)k * cells];
            found++;
        }
    return found ? (float)(sum / found) : NAN;
}

static float largest_of(const float *from, size_t cells, int count)
{
    float largest = from[0];
    for (int k = 1; k < count; k++)
        largest = fmaxf(largest, from[(size_t)k * cells]);
    return largest;
}

static void combine(const float *from, size_t cells, int count, bool largest, float *to)
{
    for (size_t i = 0; i < cells; i++)
        to[i] = (largest ? largest_of : mean_of)(from + i, cells, count);
}

/* One layer over what is there: half the word itself, half its weights. */
static void roll(const float *mean, const float *before, int n, float *out)
{
    for (int t = 0; t < n; t++)
        for (int j = 0; j < n; j++)
            out[(size_t)t * (size_t)n + (size_t)j] = 0.5f * before[(size_t)t * (size_t)n + (size_t)j];
    for (int t = 0; t < n; t++)
        for (int k = 0; k < n; k++) {
            float weight = mean[(size_t)t * (size_t)n + (size_t)k], share = isnan(weight) ? 0 : 0.5f * weight;
            for (int j = 0; j < n; j++)
                out[(size_t)t * (size_t)n + (size_t)j] += share * before[(size_t)k * (size_t)n + (size_t)j];
        }
}

static bool roll_out(MatrixStack *stack, float *to, Error *error)
{
    int n = stack->rows;
    size_t cells = (size_t)n * (size_t)n;
    if (stack->rows != stack->columns)
        return stack_fail(stack, error,
                          "has %d row(s) and %d column(s); expected as many for a rollout, which is for self-attention",
                          stack->rows, stack->columns);
    if (n > ROLLOUT_MOST)
        return stack_fail(stack, error, "has %d words; expected %d at most for a rollout", n, ROLLOUT_MOST);
    Arena scratch = {0};
    float *mean = ARENA_ARRAY(&scratch, float, cells), *next = ARENA_ARRAY(&scratch, float, cells);
    for (int t = 0; t < n; t++)
        for (int j = 0; j < n; j++)
            to[(size_t)t * (size_t)n + (size_t)j] = t == j;
    for (int l = 0; l < stack->layers; l++) {
        combine(stack_matrix(stack, l, 0), cells, stack->heads, false, mean);
        roll(mean, to, n, next);
        memcpy(to, next, cells * sizeof *to);
    }
    arena_finish(&scratch);
    return true;
}

bool stack_reduce(MatrixStack *stack, Reduction how, Error *error)
{
    if (how == REDUCE_NOTHING)
        return true;
    size_t cells = (size_t)stack->rows * (size_t)stack->columns;
    float *one = ARENA_ARRAY(&stack->arena, float, cells);
    if (how == REDUCE_ROLLOUT && !roll_out(stack, one, error))
        return false;
    if (how != REDUCE_ROLLOUT)
        combine(stack->values, cells, stack_matrices(stack), how == REDUCE_MAX, one);
    stack->values = one;
    stack->layers = stack->heads = 1;
    stack->layered = stack->headed = false;
    stack->layer_names[0] = stack->head_names[0] = -1;
    return true;
}
