/* JSON: weights with their words, as other tools write them; nested arrays alone; or what `attend decode --json`
 * prints. */
#include "base/json.h"
#include "matrix/stack_parts.h"
#include "matrix/trace_keys.h"

#include <math.h>
#include <string.h>

typedef struct Nested {
    MatrixStack *stack;
    size_t shape[4];
    int dimensions;
    float *next; /* where the next number goes */
    Error *error;
} Nested;

static const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* NULL where the array is not there, or with an error. */
static const char **read_words(Nested *nested, const cJSON *array, const char *name, int expected)
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
        if (!cJSON_IsString(item)) {
            stack_fail(nested->stack, nested->error, "has a %s[%d] that is no word in quotation marks", name, i);
            return NULL;
        }
        words[i++] = seen_word(arena, slice_of(item->valuestring));
    }
    return words;
}

/* The sizes along the first of everything. */
static bool measure(Nested *nested, const cJSON *array)
{
    for (; cJSON_IsArray(array); array = array->child) {
        if (nested->dimensions == 4)
            return stack_fail(
                nested->stack, nested->error,
                "has weights five deep; expected [row][column], [head][row][column] or [layer][head][row][column]");
        nested->shape[nested->dimensions++] = (size_t)cJSON_GetArraySize(array);
    }
    if (nested->dimensions == 1 && nested->shape[0])
        return stack_fail(nested->stack, nested->error, "has weights that are one row; expected an array of rows");
    return true;
}

static const char *place(const Nested *nested, const int *at, int depth)
{
    static const char *const NAMES[] = {"layer", "head", "row", "weight"};
    const char *text = "";
    for (int i = 0; i < depth; i++) {
        int name = 4 - nested->dimensions + i;
        text = arena_printf(&nested->stack->arena, "%s%s%s %d", text, i ? ", " : "", NAMES[name], at[i] + (name > 1));
    }
    return text;
}

static bool read_array(Nested *nested, const cJSON *array, int *at, int depth)
{
    bool last = depth == nested->dimensions;
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
        if (!read_array(nested, item, at, depth + 1))
            return false;
    return true;
}

static bool read_weights(Nested *nested, const cJSON *weights)
{
    MatrixStack *stack = nested->stack;
    int at[4] = {0};
    if (!cJSON_IsArray(weights))
        return stack_fail(stack, nested->error,
                          "has no array \"weights\"; expected {\"source\":[],\"target\":[],\"weights\":[[]]}");
    if (!measure(nested, weights) || !stack_shape(stack, nested->shape, nested->dimensions, nested->error))
        return false;
    nested->next = stack->values = ARENA_ARRAY(
        &stack->arena, float, (size_t)stack->layers *(size_t)stack->heads *(size_t)stack->rows *(size_t)stack->columns);
    return read_array(nested, weights, at, 0);
}

/* What layers or heads are called, where the file says it; elsewhere "heads" may be how many there are. */
static bool read_numbers(Nested *nested, const cJSON *array, const char *name, int expected, int *out)
{
    if (!cJSON_IsArray(array))
        return true;
    const cJSON *item = array->child;
    bool ok = cJSON_GetArraySize(array) == expected;
    for (int i = 0; ok && i < expected; i++, item = item->next) {
        ok = cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble == item->valueint;
        out[i] = item->valueint;
    }
    return ok
           || stack_fail(nested->stack, nested->error,
                         "has \"%s\" that are not %d number(s), as many as its weights have", name, expected);
}

static bool read_matrices(Nested *nested, const cJSON *root)
{
    MatrixStack *stack = nested->stack;
    if (!read_weights(nested, cJSON_IsArray(root) ? root : member(root, "weights")))
        return false;
    if (cJSON_IsArray(root))
        return true;
    if (!read_numbers(nested, member(root, "layers"), "layers", stack->layers, stack->layer_names)
        || !read_numbers(nested, member(root, "heads"), "heads", stack->heads, stack->head_names))
        return false;
    stack->source = read_words(nested, member(root, "source"), "source", stack->columns);
    if (!nested->error->code)
        stack->target = read_words(nested, member(root, "target"), "target", stack->rows);
    return !nested->error->code;
}

/* A word for each row of "steps": what it wrote, or with `read` what it read before that. */
static const char **step_words(Nested *nested, const cJSON *steps, bool read, int expected)
{
    Arena *arena = &nested->stack->arena;
    const char **words = ARENA_ARRAY(arena, const char *, (size_t)expected), *before = "<s>";
    int i = 0;
    for (const cJSON *step = steps->child; step && i < expected; step = step->next, i++) {
        const cJSON *wrote = member(member(step, KEY_OUTPUT), KEY_TOKEN),
                    *input = member(member(step, KEY_INPUT), KEY_TOKEN);
        if (!cJSON_IsString(wrote)) {
            stack_fail(nested->stack, nested->error, "has no word in \"output.token\" of step %d", i + 1);
            return NULL;
        }
        words[i] = !read                   ? seen_word(arena, slice_of(wrote->valuestring))
                   : cJSON_IsString(input) ? seen_word(arena, slice_of(input->valuestring))
                                           : before;
        before = seen_word(arena, slice_of(wrote->valuestring));
    }
    if (i == expected && cJSON_GetArraySize(steps) == expected)
        return words;
    stack_fail(nested->stack, nested->error, "has %d step(s); expected %d, as many as its weights have rows",
               cJSON_GetArraySize(steps), expected);
    return NULL;
}

/* Of a model with layers and heads (docs/trace.schema.json): what the decoder reads of the source, or the
 * self-attention of one of the two. */
static bool read_attentions(Nested *nested, const cJSON *root, const cJSON *values)
{
    MatrixStack *stack = nested->stack;
    const cJSON *steps = member(root, KEY_STEPS), *tokens = member(member(root, KEY_SOURCE), KEY_TOKENS);
    bool encoder = stack->kind == STACK_ENCODER, decoder = stack->kind == STACK_DECODER;
    if (!read_weights(nested, values))
        return false;
    if (!cJSON_IsArray(steps))
        return stack_fail(stack, nested->error, "has no array \"steps\"");
    stack->source = decoder ? step_words(nested, steps, true, stack->columns)
                            : read_words(nested, tokens, "source.tokens", stack->columns);
    if (!nested->error->code)
        stack->target = encoder ? read_words(nested, tokens, "source.tokens", stack->rows)
                                : step_words(nested, steps, decoder, stack->rows);
    return !nested->error->code;
}

static const cJSON *first_layer(const cJSON *root)
{
    return cJSON_GetArrayItem(member(member(root, KEY_ENCODER), KEY_LAYERS), 0);
}

/* Of our own traces the self-attention of the encoder: [head][row][column], of several layers with those in front. */
static bool read_self(Nested *nested, const cJSON *root)
{
    MatrixStack *stack = nested->stack;
    const cJSON *words = member(member(root, KEY_SOURCE), KEY_TOKENS);
    cJSON *all = cJSON_CreateArray();
    for (const cJSON *layer = first_layer(root); layer; layer = layer->next) {
        cJSON *weights = (cJSON *)(uintptr_t)member(member(layer, KEY_SELF), KEY_WEIGHTS);
        if (weights)
            cJSON_AddItemReferenceToArray(all, weights);
    }
    int count = cJSON_GetArraySize(all);
    bool ok = count > 0
              || stack_fail(stack, nested->error, "has no attentions \"encoder\": its encoder has no self-attention");
    ok = ok && read_weights(nested, count == 1 ? all->child : all);
    ok = ok && (stack->source = read_words(nested, words, "source.tokens", stack->columns)) != NULL;
    ok = ok && (stack->target = read_words(nested, words, "source.tokens", stack->rows)) != NULL;
    cJSON_Delete(all);
    return ok;
}

/* The weights that each step has. */
static bool read_steps(Nested *nested, const cJSON *root)
{
    MatrixStack *stack = nested->stack;
    const cJSON *steps = member(root, KEY_STEPS), *words = member(member(root, KEY_SOURCE), KEY_TOKENS);
    size_t shape[2] = {cJSON_IsArray(steps) ? (size_t)cJSON_GetArraySize(steps) : 0,
                       cJSON_IsArray(words) ? (size_t)cJSON_GetArraySize(words) : 0};
    nested->dimensions = 2;
    nested->shape[1] = shape[1];
    if (!stack_shape(stack, shape, 2, nested->error)
        || !(stack->source = read_words(nested, words, "source.tokens", stack->columns)))
        return false;
    nested->next = stack->values = ARENA_ARRAY(&stack->arena, float, shape[0] * shape[1]);
    int at[2] = {0};
    for (const cJSON *step = steps->child; step; step = step->next, at[0]++) {
        const cJSON *weights = member(step, KEY_WEIGHTS);
        if (!weights)
            return stack_fail(stack, nested->error,
                              "is a trace without weights; expected one of a model with attention");
        if (!read_array(nested, weights, at, 1))
            return false;
    }
    return (stack->target = step_words(nested, steps, false, stack->rows)) != NULL;
}

/* What `attend decode --json` prints. */
static bool read_trace(Nested *nested, const cJSON *root, const char *array)
{
    MatrixStack *stack = nested->stack;
    stack->array = arena_string(&stack->arena, array);
    stack->kind = stack_kind(slice_of(array));
    const cJSON *values = member(member(root, KEY_ATTENTIONS), array);
    if (stack->kind == STACK_OTHER || (stack->kind == STACK_DECODER && !values))
        return stack_fail(stack, nested->error, "has no attentions \"%s\"; expected one of cross, encoder and decoder",
                          array);
    return values                         ? read_attentions(nested, root, values)
           : stack->kind == STACK_ENCODER ? read_self(nested, root)
                                          : read_steps(nested, root);
}

static bool is_trace(const cJSON *root)
{
    return cJSON_IsObject(member(root, KEY_SOURCE));
}

/* ---- the format ---- */

static bool is_nested(const StackFile *file)
{
    Slice text = slice_trim(file->text);
    return text.length > 0 && (*text.text == '{' || *text.text == '[');
}

/* A trace has up to three attentions. */
static void find(StackFile *file)
{
    Error inner = {0};
    if (!file->json)
        file->json = json_parse(slice_trim(file->text), JSON_DATA, &inner);
    file->count = is_trace(file->json) ? STACK_DECODER : file->json != NULL;
    file->chosen = file->json ? 0 : -1;
    if (!file->json)
        error_at(&file->wrong, ERROR_FORMAT, file->name, 0, "%s", inner.message);
}

static bool is_shown(const StackFile *file, int i, size_t *bytes)
{
    const cJSON *root = file->json;
    StackKind kind = (StackKind)(i + STACK_CROSS);
    (void)bytes;
    return !is_trace(root) || member(member(root, KEY_ATTENTIONS), STACK_KINDS[kind])
           || (kind == STACK_CROSS && member(cJSON_GetArrayItem(member(root, KEY_STEPS), 0), KEY_WEIGHTS))
           || (kind == STACK_ENCODER && member(first_layer(root), KEY_SELF));
}

static bool read_file(const StackFile *file, int i, MatrixStack *stack, Error *error)
{
    Nested nested = {.stack = stack, .error = error};
    const char *array = file->array ? file->array : STACK_KINDS[STACK_CROSS];
    return is_trace(file->json) ? read_trace(&nested, file->json, file->all ? STACK_KINDS[i + STACK_CROSS] : array)
                                : read_matrices(&nested, file->json);
}

const StackFormat NESTED_FORMAT = {is_nested, find, is_shown, read_file};
