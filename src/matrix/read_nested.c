/* JSON: weights with their words, as other tools write them, also several under "arrays"; nested arrays alone; or what
 * `attend decode --json` prints. */
#include "base/system.h"
#include "matrix/nested.h"
#include "matrix/trace_keys.h"

#include <string.h>

/* What other programs call the same. */
static const char *const WEIGHTS_NAMES[] = {"weights", "attention",        "attn", "alignment", "alignment_matrix",
                                            "matrix",  "cross_attentions", NULL};
static const char *const SOURCE_NAMES[] = {"source",      "src", "source_tokens", "src_tokens", "source_words",
                                           "source_sent", NULL};
static const char *const TARGET_NAMES[] = {"target",      "tgt",         "target_tokens", "tgt_tokens", "target_words",
                                           "target_sent", "translation", "hypothesis",    NULL};

/* The first of such names that an object has. */
static const cJSON *named(const cJSON *object, const char *const *names)
{
    const cJSON *found = NULL;
    for (; !found && *names; names++)
        found = json_member(object, *names);
    return found;
}

/* A text of several words, split at its spaces. */
static cJSON *split_text(const char *text)
{
    cJSON *words = cJSON_CreateArray();
    Arena arena = {0};
    Slice rest = slice_of(text);
    for (Slice word; links_next(&rest, &word);)
        cJSON_AddItemToArray(words, cJSON_CreateString(arena_copy(&arena, word.text, word.length)));
    arena_finish(&arena);
    return words;
}

/* The words of a side under whatever name; a sentence without its end mark has one word less than the weights. */
static const char **read_side(Nested *nested, const cJSON *root, const char *const *names, int expected)
{
    const cJSON *found = named(root, names);
    if (!cJSON_IsString(found))
        return nested_words(nested, found, names[0], expected);
    cJSON *split = split_text(found->valuestring);
    if (cJSON_GetArraySize(split) == expected - 1)
        cJSON_AddItemToArray(split, cJSON_CreateString("</s>"));
    const char **words = nested_words(nested, split, names[0], expected);
    cJSON_Delete(split);
    return words;
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
    if (!nested_weights(nested, cJSON_IsArray(root) ? root : named(root, WEIGHTS_NAMES)))
        return false;
    if (cJSON_IsArray(root))
        return true;
    if (!read_numbers(nested, json_member(root, "layers"), "layers", stack->layers, stack->layer_names)
        || !read_numbers(nested, json_member(root, "heads"), "heads", stack->heads, stack->head_names))
        return false;
    stack->source = read_side(nested, root, SOURCE_NAMES, stack->columns);
    if (!nested->error->code)
        stack->target = read_side(nested, root, TARGET_NAMES, stack->rows);
    stack->is_signed = cJSON_IsTrue(json_member(root, "signed"));
    return !nested->error->code;
}

/* A word for each row of "steps": what it wrote, or with `read` what it read before that, where nobody says it the word
 * of the step before. */
static const char **step_words(Nested *nested, const cJSON *steps, bool read, int expected)
{
    Arena *arena = &nested->stack->arena;
    const char **words = ARENA_ARRAY(arena, const char *, (size_t)expected), *before = "<s>";
    int i = 0;
    for (const cJSON *step = steps->child; step && i < expected; step = step->next, i++) {
        const cJSON *wrote = json_member(json_member(step, KEY_OUTPUT), KEY_TOKEN),
                    *input = json_member(json_member(step, KEY_INPUT), KEY_TOKEN), *word = read ? input : wrote;
        words[i] = cJSON_IsString(word) ? seen_word(arena, slice_of(word->valuestring)) : read ? before : NULL;
        if (!words[i]) {
            stack_fail(nested->stack, nested->error, "has no word in \"%s.token\" of step %d",
                       read ? KEY_INPUT : KEY_OUTPUT, i + 1);
            return NULL;
        }
        before = cJSON_IsString(wrote) ? seen_word(arena, slice_of(wrote->valuestring)) : NULL;
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
    const cJSON *steps = json_member(root, KEY_STEPS), *tokens = json_member(json_member(root, KEY_SOURCE), KEY_TOKENS);
    bool encoder = stack->kind == STACK_ENCODER, decoder = stack->kind == STACK_DECODER;
    if (!nested_weights(nested, values))
        return false;
    if (!encoder && !cJSON_IsArray(steps))
        return stack_fail(stack, nested->error, "has no array \"steps\"");
    stack->source = decoder ? step_words(nested, steps, true, stack->columns)
                            : nested_words(nested, tokens, "source.tokens", stack->columns);
    if (!nested->error->code)
        stack->target = encoder ? nested_words(nested, tokens, "source.tokens", stack->rows)
                                : step_words(nested, steps, decoder, stack->rows);
    return !nested->error->code;
}

static const cJSON *first_layer(const cJSON *root)
{
    return cJSON_GetArrayItem(json_member(json_member(root, KEY_ENCODER), KEY_LAYERS), 0);
}

/* Of our own traces the self-attention of the encoder: [head][row][column], of several layers with those in front. */
static bool read_self(Nested *nested, const cJSON *root)
{
    MatrixStack *stack = nested->stack;
    const cJSON *words = json_member(json_member(root, KEY_SOURCE), KEY_TOKENS);
    cJSON *all = cJSON_CreateArray();
    for (const cJSON *layer = first_layer(root); layer; layer = layer->next) {
        cJSON *weights = (cJSON *)(uintptr_t)json_member(json_member(layer, KEY_SELF), KEY_WEIGHTS);
        if (weights)
            cJSON_AddItemReferenceToArray(all, weights);
    }
    int count = cJSON_GetArraySize(all);
    bool ok = count > 0
              || stack_fail(stack, nested->error, "has no attentions \"encoder\": its encoder has no self-attention");
    ok = ok && nested_weights(nested, count == 1 ? all->child : all);
    ok = ok && (stack->source = nested_words(nested, words, "source.tokens", stack->columns)) != NULL;
    ok = ok && (stack->target = nested_words(nested, words, "source.tokens", stack->rows)) != NULL;
    cJSON_Delete(all);
    return ok;
}

/* The weights that each step has. */
static bool read_steps(Nested *nested, const cJSON *root)
{
    MatrixStack *stack = nested->stack;
    const cJSON *steps = json_member(root, KEY_STEPS), *words = json_member(json_member(root, KEY_SOURCE), KEY_TOKENS);
    size_t shape[2] = {cJSON_IsArray(steps) ? (size_t)cJSON_GetArraySize(steps) : 0,
                       cJSON_IsArray(words) ? (size_t)cJSON_GetArraySize(words) : 0};
    nested->dimensions = 2;
    nested->shape[1] = shape[1];
    if (!stack_shape(stack, shape, 2, nested->error)
        || !(stack->source = nested_words(nested, words, "source.tokens", stack->columns)))
        return false;
    nested->next = stack->values = ARENA_ARRAY(&stack->arena, float, shape[0] * shape[1]);
    int at[2] = {0};
    for (const cJSON *step = steps->child; step; step = step->next, at[0]++) {
        const cJSON *weights = json_member(step, KEY_WEIGHTS);
        if (!weights)
            return stack_fail(stack, nested->error,
                              "is a trace without weights; expected one of a model with attention");
        if (!nested_array(nested, weights, at, 1))
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
    const cJSON *values = json_member(json_member(root, KEY_ATTENTIONS), array);
    if (stack->kind == STACK_OTHER || (stack->kind == STACK_DECODER && !values))
        return stack_fail(stack, nested->error, "has no attentions \"%s\"; expected one of cross, encoder and decoder",
                          array);
    return values                         ? read_attentions(nested, root, values)
           : stack->kind == STACK_ENCODER ? read_self(nested, root)
                                          : read_steps(nested, root);
}

/* A decoder alone has no source. */
static bool is_trace(const cJSON *root)
{
    return cJSON_IsObject(json_member(root, KEY_SOURCE)) || cJSON_IsObject(json_member(root, KEY_ATTENTIONS));
}

/* ---- the format ---- */

static bool is_nested(const StackFile *file)
{
    Slice text = slice_trim(file->text);
    return text.length > 0 && (*text.text == '{' || *text.text == '[');
}

/* How long the array or object at the front is, up to its last bracket. */
static size_t value_length(Slice text)
{
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '{' || c == '['))
            depth++;
        else if (!quoted && (c == '}' || c == ']') && --depth <= 0)
            return i + 1;
    }
    return text.length;
}

/* JSON Lines: a value a sentence. */
static bool next_value(Slice *rest, Slice *value, int *number)
{
    (void)number;
    if (slice_trim(*rest).length == 0)
        return false;
    *rest = *value = slice_trim(*rest);
    size_t length = value_length(*rest);
    Slice behind = slice_trim((Slice){rest->text + length, rest->length - length});
    bool more = behind.length && strchr("{[", *behind.text);
    if (more)
        value->length = length;
    *rest = more ? behind : (Slice){0};
    return true;
}

/* Python writes NaN and Infinity, where JSON has null and a number that is too large. */
static Slice without_nan(Slice text, Arena *arena)
{
    static const char *const names[] = {"NaN", "-Infinity", "Infinity"}, *const values[] = {"null", "null", "1e999"};
    if (!memmem(text.text, text.length, "NaN", 3) && !memmem(text.text, text.length, "Infinity", 8))
        return text;
    Bytes out = {0};
    bool quoted = false;
    for (size_t i = 0; i < text.length;) {
        Slice rest = {text.text + i, text.length - i};
        int name = quoted ? 3 : 0;
        while (name < 3 && !slice_starts(rest, names[name]))
            name++;
        size_t length = quoted && *rest.text == '\\' && rest.length > 1 ? 2 : 1;
        quoted ^= *rest.text == '"';
        if (name < 3) {
            length = strlen(names[name]);
            bytes_add_text(&out, values[name]);
        } else
            bytes_add(&out, rest.text, length);
        i += length;
    }
    Slice all = {arena_copy(arena, out.data, out.length), out.length};
    bytes_finish(&out);
    return all;
}

/* {"arrays":[{"name":"base","weights":[[1]]}]} */
static const cJSON *array_list(const cJSON *root)
{
    const cJSON *arrays = json_member(root, "arrays");
    return cJSON_IsArray(arrays) && !is_trace(root) && !named(root, WEIGHTS_NAMES) ? arrays : NULL;
}

static const char *array_name(const cJSON *array)
{
    const cJSON *name = json_member(array, "name");
    return cJSON_IsString(name) ? name->valuestring : "";
}

static void find_in_list(StackFile *file, const cJSON *arrays)
{
    Slice *names = ARENA_ARRAY(&file->arena, Slice, (size_t)cJSON_GetArraySize(arrays) + 1);
    file->count = 0;
    for (const cJSON *array = arrays->child; array; array = array->next)
        names[file->count++] = slice_of(array_name(array));
    choose_array(file, "array", names, 0, "has no weights in \"arrays\"");
}

/* A trace has up to three attentions. */
static void find(StackFile *file)
{
    Error inner = {0};
    if (!file->json)
        file->json = json_parse(without_nan(slice_trim(file->text), &file->arena), JSON_DATA, &inner);
    file->count = is_trace(file->json) ? STACK_DECODER : file->json != NULL;
    file->chosen = file->json ? 0 : -1;
    if (array_list(file->json))
        find_in_list(file, array_list(file->json));
    if (!file->json)
        error_at(&file->wrong, ERROR_FORMAT, file->name, 0, "%s", inner.message);
}

static bool is_shown(const StackFile *file, int i, size_t *bytes)
{
    const cJSON *root = file->json;
    StackKind kind = (StackKind)(i + STACK_CROSS);
    (void)bytes;
    return !is_trace(root) || json_member(json_member(root, KEY_ATTENTIONS), STACK_KINDS[kind])
           || (kind == STACK_CROSS && json_member(cJSON_GetArrayItem(json_member(root, KEY_STEPS), 0), KEY_WEIGHTS))
           || (kind == STACK_ENCODER && json_member(first_layer(root), KEY_SELF));
}

/* Of a trace the first that it has: an encoder alone has no cross-attention. */
static const char *first_array(const StackFile *file)
{
    int i = 0;
    size_t bytes = 0;
    while (i < file->count - 1 && !is_shown(file, i, &bytes))
        i++;
    return STACK_KINDS[is_shown(file, i, &bytes) ? i + STACK_CROSS : STACK_CROSS];
}

static bool read_file(const StackFile *file, int i, MatrixStack *stack, Error *error)
{
    Nested nested = {.stack = stack, .batch = -1, .error = error};
    const cJSON *one = cJSON_GetArrayItem(array_list(file->json), i);
    if (one) {
        stack->array = seen_word(&stack->arena, slice_of(array_name(one)));
        return read_matrices(&nested, one);
    }
    const char *array = file->array ? file->array : first_array(file);
    if (inseq_is(file->json))
        return inseq_read(file, stack, stack_kind(slice_of(array)), error);
    return is_trace(file->json) ? read_trace(&nested, file->json, file->all ? STACK_KINDS[i + STACK_CROSS] : array)
                                : read_matrices(&nested, file->json);
}

const StackFormat NESTED_FORMAT = {is_nested, next_value, find, is_shown, read_file, true};
