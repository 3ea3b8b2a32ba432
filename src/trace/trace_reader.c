#include "trace/trace_reader.h"

#include "base/digits.h"

#include <math.h>
#include <string.h>

#define PARAMS_MOST 20000 /* numbers */
#define ONE_WITHIN  1e-3

bool told_fail(const TraceReader *reader, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    utf8_vprint(text, sizeof text, format, arguments);
    va_end(arguments);
    return error_at(reader->error, ERROR_FORMAT, reader->name, 0, "%s%s", reader->where, text);
}

const cJSON *told_member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

bool told_whole(const TraceReader *reader, const cJSON *item, const char *key, int least, int most, int *out)
{
    double value = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    if (!item)
        return told_fail(reader, "has no \"%s\"", key);
    if (!(value >= least && value <= most) || value != floor(value))
        return told_fail(reader, "\"%s\" must be a whole number from %d to %d", key, least, most);
    *out = (int)value;
    return true;
}

const char *told_word(const TraceReader *reader, const cJSON *item, const char *key, int place)
{
    size_t length = cJSON_IsString(item) ? strlen(item->valuestring) : 0;
    if (length > 0 && length <= WORD_BYTES_MOST && utf8_is_printable(slice_of(item->valuestring)))
        return arena_string(&reader->trace->arena, item->valuestring);
    if (length > WORD_BYTES_MOST && place > 0)
        told_fail(reader, "word %d of \"%s\" has %zu bytes; expected at most %d", place, key, length, WORD_BYTES_MOST);
    else if (length > WORD_BYTES_MOST)
        told_fail(reader, "\"%s\" has %zu bytes; expected at most %d", key, length, WORD_BYTES_MOST);
    else if (place > 0)
        told_fail(reader, "word %d of \"%s\" must be a printable word in quotation marks", place, key);
    else
        told_fail(reader, item ? "\"%s\" must be a printable word in quotation marks" : "has no \"%s\"", key);
    return NULL;
}

/* `row`, from 1: which one of the key; 0: the only one. */
static bool read_numbers(const TraceReader *reader, const cJSON *array, const char *key, int row, int count, float *out)
{
    char of[32] = "";
    int i = 0;
    if (row > 0)
        snprintf(of, sizeof of, ", row %d", row);
    if (!cJSON_IsArray(array))
        return told_fail(reader, "\"%s\"%s must be an array of %d number(s)", key, of, count);
    for (const cJSON *item = array->child; item; item = item->next, i++) {
        if (!cJSON_IsNumber(item) || !isfinite((float)item->valuedouble))
            return told_fail(reader, "number %d of \"%s\"%s must be a finite number", i + 1, key, of);
        if (i < count)
            out[i] = (float)item->valuedouble;
    }
    return i == count || told_fail(reader, "\"%s\"%s has %d number(s); expected %d", key, of, i, count);
}

/* [count] of the key; NULL with an error. */
float *told_row(const TraceReader *reader, const cJSON *object, const char *key, int count)
{
    const cJSON *array = told_member(object, key);
    float *row = ARENA_ARRAY(&reader->trace->arena, float, (size_t)count);
    if (!array)
        told_fail(reader, "has no \"%s\"", key);
    else if (read_numbers(reader, array, key, 0, count, row))
        return row;
    return NULL;
}

/* Rows of `count` numbers, `stride` apart. */
bool told_rows(const TraceReader *reader, const cJSON *array, const char *key, int rows, int count, int stride,
               float *out)
{
    int i = 0;
    for (const cJSON *item = cJSON_IsArray(array) ? array->child : NULL; item && i < rows; item = item->next, i++)
        if (!read_numbers(reader, item, key, i + 1, count, out + (size_t)i * (size_t)stride))
            return false;
    int found = cJSON_IsArray(array) ? cJSON_GetArraySize(array) : 0;
    return found == rows || told_fail(reader, "\"%s\" has %d row(s); expected %d", key, found, rows);
}

/* [n][count] of the key; NULL with an error. */
float *told_matrix(const TraceReader *reader, const cJSON *object, const char *key, int count)
{
    int n = reader->trace->n;
    const cJSON *array = told_member(object, key);
    float *matrix = ARENA_ARRAY(&reader->trace->arena, float, (size_t)n *(size_t)count);
    if (!array)
        told_fail(reader, "has no \"%s\"", key);
    else if (told_rows(reader, array, key, n, count, count, matrix))
        return matrix;
    return NULL;
}

bool told_shares(const TraceReader *reader, const char *key, const float *values, int count)
{
    char shown[DIGITS_SIZE];
    for (int i = 0; i < count; i++)
        if (values[i] < 0 || values[i] > 1.0001f)
            return told_fail(reader, "number %d of \"%s\" is %s; expected one from 0 to 1", i + 1, key,
                             digits_print(shown, (double)values[i], 6));
    return true;
}

bool told_how(const TraceReader *reader, const cJSON *how, const char *key, ChosenHow *out)
{
    for (int i = 0; CHOSEN_NAMES[i]; i++)
        if (cJSON_IsString(how) && strcmp(how->valuestring, CHOSEN_NAMES[i]) == 0) {
            *out = (ChosenHow)i;
            return true;
        }
    return told_fail(reader, how ? "\"%s\" must be one of greedy, forced, changed, beam and sampled" : "has no \"%s\"",
                     key);
}

bool told_one(const TraceReader *reader, const char *key, const float *values, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (double)values[i];
    bool spread = reader->trace->config.local != LOCAL_P && !reader->trace->config.fault;
    char shown[DIGITS_SIZE];
    return !spread || fabs(sum - 1) < ONE_WITHIN
           || told_fail(reader, "\"%s\" adds up to %s; expected 1", key, digits_print(shown, sum, 6));
}

static bool is_of_cell(const Param *param)
{
    return strstr(param->name, ".weight_") || strstr(param->name, ".bias_");
}

bool trace_tells_param(const Model *model, int param)
{
    size_t size = 0;
    for (int i = 0; i < model->table.count; i++)
        size += is_of_cell(&model->table.items[i]) ? param_size(&model->table.items[i]) : 0;
    return cell_of_kind(config_decoder_cell(&model->config))->gate_count == 0 && size <= PARAMS_MOST
           && is_of_cell(&model->table.items[param]);
}

bool told_gates(const TraceReader *reader, const cJSON *gates, CellKind cell, bool matrices, Real **out)
{
    int H = reader->trace->config.hidden;
    for (int gate = 0; gate < MODEL_GATES; gate++) {
        const char *name = cell_gate_name(cell, gate);
        if (!name)
            break;
        out[gate] = matrices ? told_matrix(reader, gates, name, H) : told_row(reader, gates, name, H);
        if (!out[gate])
            return false;
    }
    return true;
}
