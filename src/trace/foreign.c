/* Weights that another program or a spreadsheet made, or a trace that we printed: read as a trace that has words and weights alone. */
#include "base/json.h"
#include "base/table.h"
#include "text/normal.h"
#include "trace/trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WORDS_MOST = 600, VALUES_MOST = 8000000 };

typedef struct Matrix {
    Trace *trace;
    const char *path;
    Error *error;
} Matrix;

/* A word as it is seen: another program may have written anything. */
static char *read_word(const Matrix *matrix, Slice text)
{
    char *word = arena_alloc(&matrix->trace->arena, normal_room(text), 1);
    word[normal_visible(text, word)] = '\0';
    return word;
}

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
        words[i] = read_word(matrix, slice_of(item->valuestring));
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
    trace->words = trace->encoding.n = trace->n;
    trace->step_count = steps;
}

static const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* {"source":[],"target":[],"weights":[[]]} */
static bool read_matrix(const Matrix *matrix, const cJSON *root)
{
    Trace *trace = matrix->trace;
    int steps, t = 0;
    trace->source = read_words(matrix, member(root, "source"), "\"source\"", &trace->n);
    const char **target = trace->source ? read_words(matrix, member(root, "target"), "\"target\"", &steps) : NULL;
    if (!target)
        return false;
    make_room(trace, steps);
    const cJSON *weights = member(root, "weights");
    if (!cJSON_IsArray(weights) || cJSON_GetArraySize(weights) != steps)
        return wrong(matrix, "\"weights\"",
                     arena_printf(&trace->arena, "an array of %d rows, one for each target word", steps));
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
    const cJSON *steps = member(root, "steps");
    trace->source = read_words(matrix, member(member(root, "source"), "tokens"), "\"source.tokens\"", &trace->n);
    if (!trace->source)
        return false;
    int count = cJSON_IsArray(steps) ? cJSON_GetArraySize(steps) : 0, t = 0;
    if (count < 1 || count > WORDS_MOST)
        return wrong(matrix, "\"steps\"", "an array of decode steps");
    make_room(trace, count);
    for (const cJSON *step = steps->child; step; step = step->next, t++) {
        const cJSON *token = member(member(step, "output"), "token"), *weights = member(step, "weights");
        if (!cJSON_IsString(token))
            return wrong(matrix, arena_printf(&trace->arena, "\"output.token\" of step %d", t + 1), "a word");
        if (!weights)
            return wrong(matrix, "this trace", "of a model with attention: it has no weights");
        name_step(&trace->steps[t], read_word(matrix, slice_of(token->valuestring)));
        if (!read_row(matrix, weights, t, &trace->steps[t]))
            return false;
    }
    return true;
}

static bool read_json(const Matrix *matrix, Slice text)
{
    Error inner = {0};
    cJSON *root = json_parse(text, VALUES_MOST, &inner);
    if (!root)
        return error_at(matrix->error, ERROR_FORMAT, matrix->path, 0, "%s", inner.message);
    bool ours = cJSON_IsObject(member(root, "source"));
    bool ok = ours ? read_trace(matrix, root) : read_matrix(matrix, root);
    cJSON_Delete(root);
    return ok;
}

/* ---- tables ---- */

typedef struct Table {
    const Matrix *matrix;
    Slice rest;
    char separator;
    int row; /* from 1 */
    bool last;
} Table;

static bool bad_row(const Table *table, const char *expected)
{
    return error_at(table->matrix->error, ERROR_FORMAT, table->matrix->path, 0, "row %d is not %s", table->row,
                    expected);
}

/* The next field as a string of the trace's arena; NULL where there is none. */
static char *take_field(Table *table)
{
    Slice field;
    return table_take(&table->rest, table->separator, &table->matrix->trace->arena, &field, &table->last)
               ? read_word(table->matrix, field)
               : NULL;
}

static bool read_head(Table *table)
{
    Trace *trace = table->matrix->trace;
    const char **words = ARENA_ARRAY(&trace->arena, const char *, WORDS_MOST);
    table->row = 1;
    bool ok = take_field(table) != NULL; /* over the target words: it names nothing */
    while (ok && !table->last) {
        ok = trace->n < WORDS_MOST && (words[trace->n] = take_field(table));
        trace->n += ok;
    }
    trace->source = words;
    return (ok && trace->n > 0)
           || bad_row(table, arena_printf(&trace->arena, "an empty field and 1 to %d source words", WORDS_MOST));
}

/* A target word and its weights. */
static bool read_table_row(Table *table, TraceStep *step)
{
    Arena *arena = &table->matrix->trace->arena;
    int n = table->matrix->trace->n;
    char *token = take_field(table), *end;
    bool ok = token != NULL;
    step->step.weights = ARENA_ARRAY(arena, float, (size_t)n);
    step->step.count = n;
    for (int j = 0; ok && j < n; j++) {
        char *field = table->last ? NULL : take_field(table);
        double value = field ? strtod(field, &end) : -1;
        ok = field && end > field && !*end && value >= 0 && value <= 1.0001;
        step->step.weights[j] = (float)fmin(value, 1);
    }
    if (!ok || !table->last)
        return bad_row(table, arena_printf(arena, "a target word and %d weights from 0 to 1", n));
    name_step(step, token);
    return true;
}

static bool read_table(const Matrix *matrix, Slice text, char separator)
{
    Trace *trace = matrix->trace;
    if (text.length >= 3 && memcmp(text.text, "\xEF\xBB\xBF", 3) == 0) /* spreadsheets write a mark in front */
        text.text += 3, text.length -= 3;
    Table table = {matrix, text, separator, 0, false};
    if (!utf8_valid(text) || memchr(text.text, '\0', text.length))
        return wrong(matrix, "this", "text in UTF-8");
    if (!read_head(&table))
        return false;
    make_room(trace, WORDS_MOST);
    for (trace->step_count = 0; table.rest.length; trace->step_count++) {
        table.row++;
        if (trace->step_count == WORDS_MOST)
            return bad_row(&table, arena_printf(&trace->arena, "one of %d target words at most", WORDS_MOST));
        if (!read_table_row(&table, &trace->steps[trace->step_count]))
            return false;
    }
    return trace->step_count > 0 || wrong(matrix, "this", "a table with a row for each target word");
}

Trace *trace_read_weights(Slice text, const char *path, Error *error)
{
    Trace *trace = heap_alloc(1, sizeof *trace);
    trace->config = config_default();
    Matrix matrix = {trace, path, error};
    const char *ending = path_ending(path);
    bool commas = strcasecmp(ending, ".csv") == 0, tabs = strcasecmp(ending, ".tsv") == 0;
    bool ok = commas || tabs ? read_table(&matrix, text, tabs ? '\t' : ',') : read_json(&matrix, text);
    for (int t = 0; ok && t < trace->step_count; t++)
        trace->word_count += trace->steps[t].id != VOCAB_END;
    if (ok)
        return trace;
    trace_destroy(trace);
    return NULL;
}
