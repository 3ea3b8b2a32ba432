#include "matrix/stack_pair.h"

#include <string.h>

/* ---- pairs ---- */

static bool is_alone(const StackSet *set)
{
    return set->count == 1 && set->stacks->kind == STACK_OTHER;
}

static bool belong(const StackSet *a, int i, const StackSet *b, int j)
{
    const MatrixStack *one = &a->stacks[i], *two = &b->stacks[j];
    if (one->kind != STACK_OTHER && two->kind != STACK_OTHER)
        return one->kind == two->kind;
    if (is_alone(a) || is_alone(b))
        return i == a->asked && j == b->asked;
    return one->array && two->array && strcmp(one->array, two->array) == 0;
}

int stack_pairs(const StackSet *set, const StackSet *other, Arena *arena, StackPair **out)
{
    int others = other ? other->count : 0, count = set->count;
    bool *taken = ARENA_ARRAY(arena, bool, (size_t)others + 1);
    StackPair *pairs = *out = ARENA_ARRAY(arena, StackPair, (size_t)(count + others));
    for (int i = 0; i < count; i++) {
        pairs[i].of[0] = &set->stacks[i];
        for (int j = 0; j < others && !pairs[i].of[1]; j++)
            if (!taken[j] && belong(set, i, other, j)) {
                pairs[i].of[1] = &other->stacks[j];
                taken[j] = true;
            }
    }
    for (int j = 0; j < others; j++)
        if (!taken[j])
            pairs[count++].of[1] = &other->stacks[j];
    return count;
}

const MatrixStack *stack_lead(const StackPair *pair)
{
    const MatrixStack *one = pair->of[0], *two = pair->of[1];
    return !two || (one && stack_matrices(one) >= stack_matrices(two)) ? one : two;
}

static int find(const int *names, int count, int name)
{
    for (int i = 0; i < count; i++)
        if (names[i] == name)
            return i;
    return -1;
}

int stack_partner(const MatrixStack *stack, int matrix, const MatrixStack *other)
{
    if (stack_matrices(stack) == 1 && stack_matrices(other) == 1)
        return 0;
    int layer = find(other->layer_names, other->layers, stack->layer_names[matrix / stack->heads]);
    int head = find(other->head_names, other->heads, stack->head_names[matrix % stack->heads]);
    return layer >= 0 && head >= 0 ? layer * other->heads + head : -1;
}

bool stack_has_partners(const StackPair *pair)
{
    bool all = pair->of[0] && pair->of[1];
    for (int side = 0; all && side < 2; side++)
        for (int i = 0; all && i < stack_matrices(pair->of[side]); i++)
            all = stack_partner(pair->of[side], i, pair->of[1 - side]) >= 0;
    return all;
}

/* ---- what can be compared ---- */

/* Words from the first on that are the same; without words, of as many on both sides all. */
static int common(const char **words, int count, const char **others, int other_count)
{
    if (!words || !others)
        return count == other_count ? count : 0;
    int i = 0;
    while (i < count && i < other_count && strcmp(words[i], others[i]) == 0)
        i++;
    return i;
}

StackMatch stack_match(const StackPair *pair)
{
    const MatrixStack *one = pair->of[0], *two = pair->of[1];
    if (!one || !two)
        return (StackMatch){.unlike = -1};
    int columns = common(one->source, one->columns, two->source, two->columns);
    int rows = common(one->target, one->rows, two->target, two->rows);
    bool all_columns = columns == one->columns && columns == two->columns;
    bool all_rows = rows == one->rows && rows == two->rows;
    StackMatch match = {.rows = rows, .columns = columns, .whole = all_columns && all_rows, .unlike = -1};
    match.unlike_target = all_columns;
    int at = all_columns ? rows : columns;
    bool named = all_columns ? one->target && two->target : one->source && two->source;
    if (!match.whole && named && at < (all_columns ? one->rows : one->columns)
        && at < (all_columns ? two->rows : two->columns))
        match.unlike = at;
    bool written = one->kind == STACK_DECODER && two->kind == STACK_DECODER;
    bool read = one->kind == STACK_ENCODER || two->kind == STACK_ENCODER;
    if (written)
        match.rows = match.columns = rows < columns ? rows : columns;
    else if (read ? !match.whole : !all_columns || rows == 0)
        match.rows = match.columns = 0;
    return match;
}

void stack_difference(const StackPair *pair, MatrixStack *out)
{
    const MatrixStack *lead = stack_lead(pair), *other = lead == pair->of[0] ? pair->of[1] : pair->of[0];
    StackMatch match = stack_match(pair);
    size_t rows = (size_t)match.rows, columns = (size_t)match.columns, count = (size_t)stack_matrices(lead);
    bool second = lead == pair->of[1];
    *out = *lead;
    out->arena = (Arena){0};
    out->bytes = (Bytes){0};
    out->is_signed = true;
    out->rows = match.rows;
    out->columns = match.columns;
    out->causal = lead->causal && other->causal;
    out->source = lead->source ? lead->source : other->source;
    out->target = lead->target ? lead->target : other->target;
    out->values = ARENA_ARRAY(&out->arena, float, count *rows *columns);
    for (int i = 0; i < (int)count; i++) {
        int partner = stack_partner(lead, i, other);
        if (partner < 0)
            continue;
        const float *from = stack_matrix(lead, i / lead->heads, i % lead->heads);
        const float *less = stack_matrix(other, partner / other->heads, partner % other->heads);
        float *to = stack_matrix(out, i / lead->heads, i % lead->heads);
        for (size_t t = 0; t < rows; t++)
            for (size_t j = 0; j < columns; j++) {
                float here = from[t * (size_t)lead->columns + j], there = less[t * (size_t)other->columns + j];
                to[t * columns + j] = second ? here - there : there - here; /* of equal ones 0, never −0 */
            }
    }
}
