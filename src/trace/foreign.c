/* Weights that another program made, or a trace that we printed: read as a trace that has words and weights alone. */
#include "base/json.h"
#include "trace/trace.h"

#include <math.h>
#include <string.h>

enum { WORDS_MOST = 600, VALUES_MOST = 8000000 };

typedef struct Matrix {
    Trace *trace;
    const char *path;
    Error *error;
} Matrix;

static bool wrong(const Matrix *matrix, const char *where, const char *expected)
{
    return error_at(matrix->error, ERROR_FORMAT, matrix->path, 0, "%s is not %s", where, expected);
}

/* The texts of an array into the trace's arena; NULL after an error. */
static const char **read_words(const Matrix *matrix, const cJSON *array, const char *name, int *count)
{
    *count = cJSON_IsArray(array) ? cJSON_GetArraySize(array) : 0;
    if (*count < 1 || *count > WORDS_MOST) {
        error_at(matrix->error, ERROR_FORMAT, matrix->path, 0, "%s is not an array of 1 to %d words", name, WORDS_MOST);
        return NULL;
    }
    Arena *arena = &matrix->trace->arena;
    const char **words = ARENA_ARRAY(arena, const char *, (size_t)*count);
    int i = 0;
    for (const cJSON *item = array->child; item; item = item->next, i++) {
        if (!cJSON_IsString(item)) {
            wrong(matrix, arena_printf(arena, "%s[%d]", name, i), "a word in quotation marks");
            return NULL;
        }
        words[i] = arena_copy(arena, item->valuestring, strlen(item->valuestring));
    }
    return words;
}

static bool read_row(const Matrix *matrix, const cJSON *row, int t, TraceStep *step)
{
    Arena *arena = &matrix->trace->arena;
    int n = matrix->trace->n;
    if (!cJSON_IsArray(row) || cJSON_GetArraySize(row) != n)
        return wrong(matrix, arena_printf(arena, "row %d of the weights", t + 1),
                     arena_printf(arena, "an array of %d numbers, one for each source word", n));
    step->step.weights = ARENA_ARRAY(arena, float, (size_t)n);
    int j = 0;
    for (const cJSON *item = row->child; item; item = item->next, j++) {
        if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0) || !(item->valuedouble <= 1.0001))
            return wrong(matrix, arena_printf(arena, "weight %d of row %d", j + 1, t + 1), "a number from 0 to 1");
        step->step.weights[j] = (float)fmin(item->valuedouble, 1);
    }
    step->step.count = n;
    return true;
}

static void name_step(TraceStep *step, const char *token)
{
    step->token = token;
    step->id = strcmp(token, "</s>") == 0 ? VOCAB_END : VOCAB_UNKNOWN;
}

static void make_room(Trace *trace, int steps)
{
    trace->steps = ARENA_ARRAY(&trace->arena, TraceStep, (size_t)steps);
    trace->unknown = ARENA_ARRAY(&trace->arena, bool, (size_t)trace->n);
    trace->encoding.n = trace->n;
    trace->step_count = steps;
}

/* {"source":[],"target":[],"weights":[[]]} */
static bool read_matrix(const Matrix *matrix, const cJSON *root)
{
    Trace *trace = matrix->trace;
    int steps;
    trace->source = read_words(matrix, cJSON_GetObjectItemCaseSensitive(root, "source"), "\"source\"", &trace->n);
    if (!trace->source)
        return false;
    const char **target = read_words(matrix, cJSON_GetObjectItemCaseSensitive(root, "target"), "\"target\"", &steps);
    if (!target)
        return false;
    make_room(trace, steps);
    const cJSON *weights = cJSON_GetObjectItemCaseSensitive(root, "weights");
    if (!cJSON_IsArray(weights) || cJSON_GetArraySize(weights) != steps)
        return wrong(matrix, "\"weights\"",
                     arena_printf(&trace->arena, "an array of %d rows, one for each target word", steps));
    int t = 0;
    for (const cJSON *row = weights->child; row; row = row->next, t++) {
        name_step(&trace->steps[t], target[t]);
        if (!read_row(matrix, row, t, &trace->steps[t]))
            return false;
    }
    return true;
}

/* What `attend decode --json` prints. */
static bool read_trace(const Matrix *matrix, const cJSON *root)
{
    Trace *trace = matrix->trace;
    const cJSON *source = cJSON_GetObjectItemCaseSensitive(root, "source");
    const cJSON *steps = cJSON_GetObjectItemCaseSensitive(root, "steps");
    trace->source =
        read_words(matrix, cJSON_GetObjectItemCaseSensitive(source, "tokens"), "\"source.tokens\"", &trace->n);
    if (!trace->source)
        return false;
    int count = cJSON_IsArray(steps) ? cJSON_GetArraySize(steps) : 0;
    if (count < 1 || count > WORDS_MOST)
        return wrong(matrix, "\"steps\"", "an array of decode steps");
    make_room(trace, count);
    int t = 0;
    for (const cJSON *step = steps->child; step; step = step->next, t++) {
        const cJSON *output = cJSON_GetObjectItemCaseSensitive(step, "output");
        const cJSON *token = cJSON_GetObjectItemCaseSensitive(output, "token");
        const cJSON *weights = cJSON_GetObjectItemCaseSensitive(step, "weights");
        if (!cJSON_IsString(token))
            return wrong(matrix, arena_printf(&trace->arena, "\"output.token\" of step %d", t + 1), "a word");
        if (!weights)
            return wrong(matrix, "this trace", "of a model with attention: it has no weights");
        name_step(&trace->steps[t], arena_copy(&trace->arena, token->valuestring, strlen(token->valuestring)));
        if (!read_row(matrix, weights, t, &trace->steps[t]))
            return false;
    }
    return true;
}

Trace *trace_read_weights(Slice text, const char *path, Error *error)
{
    Error inner = {0};
    cJSON *root = json_parse(text, VALUES_MOST, &inner);
    if (!root) {
        error_at(error, ERROR_FORMAT, path, 0, "%s", inner.message);
        return NULL;
    }
    Trace *trace = heap_alloc(1, sizeof *trace);
    trace->config = config_default();
    Matrix matrix = {trace, path, error};
    bool ours = cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(root, "source"));
    bool ok = ours ? read_trace(&matrix, root) : read_matrix(&matrix, root);
    cJSON_Delete(root);
    for (int t = 0; ok && t < trace->step_count; t++)
        trace->word_count += trace->steps[t].id != VOCAB_END;
    if (ok)
        return trace;
    trace_destroy(trace);
    return NULL;
}
