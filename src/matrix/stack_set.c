#include "matrix/stack_parts.h"

#include <stdlib.h>
#include <string.h>

StackKind stack_kind(Slice array)
{
    static const char *const endings[] = {"", "_attentions", "_attention", "_weights"};
    for (int kind = STACK_CROSS; kind <= STACK_DECODER; kind++) {
        size_t length = strlen(STACK_KINDS[kind]);
        if (array.length < length || memcmp(array.text, STACK_KINDS[kind], length) != 0)
            continue;
        Slice behind = {array.text + length, array.length - length};
        for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
            if (slice_is(behind, endings[i]))
                return (StackKind)kind;
    }
    return STACK_OTHER;
}

static bool has_room(const StackSet *set, const MatrixStack *stack, size_t values, Error *error)
{
    return values <= STACK_VALUES - set->values
           || stack_fail(stack, error, "has more than %zu numbers; choose one of its arrays with --array",
                         STACK_VALUES);
}

bool stack_set_has_room(StackSet *set, size_t bytes)
{
    const MatrixStack named = {.name = set->name};
    bool ok = set->count + set->left_out < SET_ARRAYS && bytes <= STACK_VALUES * sizeof(float);
    if (!ok && set->left_out++ == 0)
        stack_fail(&named, &set->lacks, "has more arrays than can be shown together; choose one with --array");
    return ok;
}

static bool is_seen(const MatrixStack *stack, Error *error)
{
    return (stack->rows <= SET_SIDE && stack->columns <= SET_SIDE)
           || stack_fail(
               stack, error,
               "has %d row(s) and %d column(s), and at most %d of each are shown here; attend heatmap --rows or "
               "--columns draws a part of them",
               stack->rows, stack->columns, SET_SIDE);
}

void stack_set_take(StackSet *set, MatrixStack *stack, bool read, const Error *wrong)
{
    Error lacks = *wrong;
    size_t values = (size_t)stack->layers * (size_t)stack->heads * (size_t)stack->rows * (size_t)stack->columns;
    if (!read || !is_seen(stack, &lacks) || !stack_check(stack, false, &lacks)
        || !has_room(set, stack, values, &lacks)) {
        if (set->left_out++ == 0)
            set->lacks = lacks;
        stack_finish(stack);
        return;
    }
    set->values += values;
    set->stacks = heap_resize(set->stacks, (size_t)set->count + 1, sizeof *set->stacks);
    set->stacks[set->count++] = *stack;
}

/* By its name, else by what it is. */
static int find(const StackSet *set, const char *array)
{
    for (int i = 0; i < set->count; i++)
        if (!array || (set->stacks[i].array && strcmp(set->stacks[i].array, array) == 0))
            return i;
    StackKind kind = array ? stack_kind(slice_of(array)) : STACK_OTHER;
    for (int i = 0; kind != STACK_OTHER && i < set->count; i++)
        if (set->stacks[i].kind == kind)
            return i;
    return -1;
}

/* By itself, where it is none of the set: what is wrong with it is said, or all together are too many. */
static bool read_alone(Bytes *bytes, const char *array, StackSet *set, Error *error)
{
    MatrixStack stack;
    const char *name = set->name;
    stack_set_finish(set);
    *set = (StackSet){.name = name};
    if (!stack_parse(bytes, name, array, LINKS_PHARAOH, &stack, error))
        return false;
    stack_set_take(set, &stack, true, error);
    *error = set->lacks;
    return set->count == 1;
}

bool stack_set_parse(Bytes *bytes, const char *name, const char *array, StackSet *out, Error *error)
{
    *out = (StackSet){.name = name};
    stack_each(out, bytes_slice(bytes));
    out->asked = find(out, array);
    bool ok = out->asked >= 0;
    if (!ok && !array && out->left_out)
        *error = out->lacks;
    else if (!ok)
        ok = read_alone(bytes, array, out, error);
    bytes_finish(bytes);
    if (!ok)
        stack_set_finish(out);
    return ok;
}

void stack_set_finish(StackSet *set)
{
    for (int i = 0; i < set->count; i++)
        stack_finish(&set->stacks[i]);
    free(set->stacks);
    *set = (StackSet){0};
}
