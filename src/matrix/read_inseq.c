/* What the library Inseq saves (Sarti et al., 2023): of each sentence its words as {"token": "▁the"}, and how much
 * every word that was read did for every word that was written, [read][written], which may be below 0. */
#include "matrix/nested.h"

#define SENTENCES "sequence_attributions"

bool inseq_is(const cJSON *root)
{
    return cJSON_IsArray(json_member(root, SENTENCES));
}

/* The words of a side, from one on. */
static const char **take_tokens(Nested *nested, const cJSON *tokens, int from, int count, const char *name)
{
    cJSON *words = cJSON_CreateArray();
    int i = 0;
    for (const cJSON *item = cJSON_IsArray(tokens) ? tokens->child : NULL; item; item = item->next, i++) {
        const cJSON *token = json_member(item, "token");
        if (i >= from && i < from + count)
            cJSON_AddItemToArray(words, cJSON_CreateString(cJSON_IsString(token) ? token->valuestring : ""));
    }
    const char **out = nested_words(nested, words, name, count);
    cJSON_Delete(words);
    return out;
}

/* Rows are what was written. */
static void turn(MatrixStack *stack)
{
    int read = stack->rows, written = stack->columns;
    float *values = ARENA_ARRAY(&stack->arena, float, (size_t)read *(size_t)written);
    for (int j = 0; j < read; j++)
        for (int t = 0; t < written; t++) {
            float value = stack->values[(size_t)j * (size_t)written + (size_t)t];
            values[(size_t)t * (size_t)read + (size_t)j] = value;
            stack->is_signed |= value < 0;
        }
    stack->values = values;
    stack->rows = written;
    stack->columns = read;
}

static int number_of(const cJSON *sentence, const char *name)
{
    const cJSON *number = json_member(sentence, name);
    return cJSON_IsNumber(number) && number->valueint > 0 ? number->valueint : 0;
}

bool inseq_read(const StackFile *file, MatrixStack *stack, StackKind kind, Error *error)
{
    Nested nested = {.stack = stack, .batch = -1, .error = error};
    const cJSON *all = json_member(file->json, SENTENCES);
    int count = cJSON_GetArraySize(all), which = stack->batch;
    stack->batch = 0; /* the sentences are no arrays of a batch */
    if (count == 0 || which > count || (!which && count > 1))
        return stack_fail(stack, error, "has the attributions of %d sentence(s); expected one of them, such as %s:1",
                          count, stack->name);
    const cJSON *sentence = cJSON_GetArrayItem(all, which ? which - 1 : 0);
    const cJSON *weights = json_member(sentence, "source_attributions");
    bool decoder = kind == STACK_DECODER || !cJSON_IsArray(weights);
    const cJSON *tokens = json_member(sentence, decoder ? "target" : "source");
    if (decoder)
        weights = json_member(sentence, "target_attributions");
    if (!nested_weights(&nested, weights))
        return false;
    if (nested.dimensions != 2)
        return stack_fail(stack, error,
                          "has attributions %d deep; expected a number for each two words: save out.aggregate()",
                          nested.dimensions);
    turn(stack);
    stack->kind = decoder ? STACK_DECODER : STACK_CROSS;
    stack->source = take_tokens(&nested, tokens, 0, stack->columns, "source");
    if (!error->code)
        stack->target = take_tokens(&nested, json_member(sentence, "target"), number_of(sentence, "attr_pos_start"),
                                    stack->rows, "target");
    return !error->code;
}
