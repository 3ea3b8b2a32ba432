/* Arrays inside arrays of JSON: their sizes, their numbers, and the words beside them. */
#include "matrix/nested.h"

#include <math.h>
#include <string.h>

/* The number of a word in some vocabulary. */
static bool is_id(const cJSON *item)
{
    return cJSON_IsNumber(item) && item->valuedouble == item->valueint && item->valueint >= 0;
}

const char **nested_words(Nested *nested, const cJSON *array, const char *name, int expected)
{
    Arena *arena = &nested->stack->arena;
    if (!array)
        return NULL;
    int count = cJSON_IsArray(array) ? cJSON_GetArraySize(array) : 0, i = 0;
    if (count != expected) {
        stack_fail(nested->stack, nested->error,
                   "has %d word(s) in \"%s\"; expected %d, as many as its weights have %s", count, name, expected,
                   name[0] == 's' ? "columns" : "rows");
        return NULL;
    }
    const char **words = ARENA_ARRAY(arena, const char *, (size_t)count);
    for (const cJSON *item = array->child; item; item = item->next) {
        if (!cJSON_IsString(item) && !is_id(item)) {
            stack_fail(nested->stack, nested->error, "has a %s[%d] that is no word in quotation marks", name, i);
            return NULL;
        }
        words[i++] = cJSON_IsString(item) ? seen_word(arena, slice_of(item->valuestring))
                                          : arena_printf(arena, "%d", item->valueint);
    }
    return words;
}

/* The sizes along the first of everything. */
static bool measure(Nested *nested, const cJSON *array)
{
    for (; cJSON_IsArray(array); array = array->child) {
        if (nested->dimensions == 8)
            return stack_fail(
                nested->stack, nested->error,
                "has weights nine deep; expected [row][column], [head][row][column] or [layer][head][row][column]");
        nested->shape[nested->dimensions++] = (size_t)cJSON_GetArraySize(array);
    }
    if (nested->dimensions == 1 && nested->shape[0])
        return stack_fail(nested->stack, nested->error, "has weights that are one row; expected an array of rows");
    return true;
}

static const char *place(const Nested *nested, const int *at, int depth)
{
    static const char *const NAMES[] = {"array", "array", "array", "array", "layer", "head", "row", "weight"};
    const char *text = "";
    for (int i = 0; i < depth; i++) {
        int name = 8 - nested->dimensions + i;
        text = arena_printf(&nested->stack->arena, "%s%s%s %d", text, i ? ", " : "",
                            i == nested->batch ? "sentence" : NAMES[name], at[i] + (name > 5 || i == nested->batch));
    }
    return text;
}

bool nested_array(Nested *nested, const cJSON *array, int *at, int depth)
{
    bool last = depth == nested->dimensions;
    if (last && cJSON_IsNull(array)) {
        *nested->next++ = NAN;
        return true;
    }
    if (last && (!cJSON_IsNumber(array) || !isfinite(array->valuedouble)))
        return stack_fail(nested->stack, nested->error, "%s is not a number", place(nested, at, depth));
    if (last) {
        *nested->next++ = (float)array->valuedouble;
        return true;
    }
    size_t count = cJSON_IsArray(array) ? (size_t)cJSON_GetArraySize(array) : 0;
    if (count != nested->shape[depth])
        return stack_fail(nested->stack, nested->error, "%s has %zu item(s); expected %zu, as the first one has",
                          place(nested, at, depth), count, nested->shape[depth]);
    at[depth] = 0;
    for (const cJSON *item = array->child; item; item = item->next, at[depth]++)
        if ((depth != nested->batch || at[depth] + 1 == nested->stack->batch)
            && !nested_array(nested, item, at, depth + 1))
            return false;
    return true;
}

bool nested_weights(Nested *nested, const cJSON *weights)
{
    MatrixStack *stack = nested->stack;
    int at[8] = {0};
    size_t shape[8];
    if (!cJSON_IsArray(weights))
        return stack_fail(stack, nested->error,
                          "has no array \"weights\"; expected {\"source\":[],\"target\":[],\"weights\":[[]]}");
    if (!measure(nested, weights)
        || !batch_size(stack, nested->shape, nested->dimensions, &nested->batch, nested->error))
        return false;
    memcpy(shape, nested->shape, sizeof shape);
    if (nested->batch >= 0)
        shape[nested->batch] = 1;
    bool front = nested->batch == 0; /* of a batch of matrices, or of heads, one is left */
    if (!stack_shape(stack, shape + front, nested->dimensions - front, nested->error))
        return false;
    nested->next = stack->values = ARENA_ARRAY(
        &stack->arena, float, (size_t)stack->layers *(size_t)stack->heads *(size_t)stack->rows *(size_t)stack->columns);
    return nested_array(nested, weights, at, 0);
}
