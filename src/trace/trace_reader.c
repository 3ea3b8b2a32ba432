#include "trace/trace_reader.h"

#include "base/digits.h"

#include <math.h>
#include <string.h>

#define ONE_WITHIN 1e-3

bool told_fail(const TraceReader *reader, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    utf8_vprint(text, sizeof text, format, arguments);
    va_end(arguments);
    return error_at(reader->error, ERROR_FORMAT, reader->name, 0, "%s%s", reader->where, text);
}

int told_count(const cJSON *array)
{
    return cJSON_IsArray(array) ? cJSON_GetArraySize(array) : 0;
}

bool told_whole(const TraceReader *reader, const cJSON *item, const char *key, int least, int most, int *out)
{
    double value = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    if (!item)
        return told_fail(reader, "has no \"%s%s\"", reader->object, key);
    if (!(value >= least && value <= most) || value != floor(value))
        return told_fail(reader, "\"%s%s\" must be a whole number from %d to %d", reader->object, key, least, most);
    *out = (int)value;
    return true;
}

const char *told_word(const TraceReader *reader, const cJSON *item, const char *key, int place)
{
    size_t length = cJSON_IsString(item) ? strlen(item->valuestring) : 0;
    if (length > 0 && length <= WORD_BYTES_MOST && utf8_is_printable(slice_of(item->valuestring)))
        return arena_string(&reader->trace->arena, item->valuestring);
    char of[32] = "";
    if (place > 0)
        snprintf(of, sizeof of, "word %d of ", place);
    if (length > WORD_BYTES_MOST)
        told_fail(reader, "%s\"%s%s\" has %zu bytes; expected at most %d", of, reader->object, key, length,
                  WORD_BYTES_MOST);
    else
        told_fail(reader, item ? "%s\"%s%s\" must be a printable word in quotation marks" : "%shas no \"%s%s\"", of,
                  reader->object, key);
    return NULL;
}

bool told_how(const TraceReader *reader, const cJSON *how, const char *key, ChosenHow *out)
{
    for (int i = 0; CHOSEN_NAMES[i]; i++)
        if (cJSON_IsString(how) && strcmp(how->valuestring, CHOSEN_NAMES[i]) == 0) {
            *out = (ChosenHow)i;
            return true;
        }
    return told_fail(reader,
                     how ? "\"%s%s\" must be one of greedy, forced, changed, beam and sampled" : "has no \"%s%s\"",
                     reader->object, key);
}

/* `row`, from 1: which one of the key; 0: the only one. */
static bool read_row(const TraceReader *reader, const cJSON *array, const char *key, int row, int count, float *out)
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

static bool read_rows(const TraceReader *reader, const cJSON *array, const char *key, Layout layout, float *out)
{
    int found = told_count(array), i = 0;
    for (const cJSON *item = found ? array->child : NULL; item && i < layout.rows; item = item->next, i++)
        if (!read_row(reader, item, key, i + 1, layout.width, out + (size_t)i * layout.stride))
            return false;
    return found == layout.rows || told_fail(reader, "\"%s\" has %d row(s); expected %d", key, found, layout.rows);
}

static bool read_heads(const TraceReader *reader, const cJSON *array, const char *key, Layout layout, float *out)
{
    int found = told_count(array), head = 0;
    for (const cJSON *item = found ? array->child : NULL; item && head < layout.heads; item = item->next, head++)
        if (!read_rows(reader, item, key, layout, out + (size_t)head * layout.ahead))
            return false;
    return found == layout.heads || told_fail(reader, "\"%s\" must have %d head(s)", key, layout.heads);
}

float *told_numbers(const TraceReader *reader, const cJSON *array, const char *key, Layout layout)
{
    size_t count = (size_t)layout.heads * (size_t)layout.rows * (size_t)layout.width;
    float *out = ARENA_ARRAY(&reader->trace->arena, float, count);
    bool ok = layout.depth == 3   ? read_heads(reader, array, key, layout, out)
              : !array            ? told_fail(reader, "has no \"%s\"", key)
              : layout.depth == 2 ? read_rows(reader, array, key, layout, out)
                                  : read_row(reader, array, key, 0, layout.width, out);
    return ok ? out : NULL;
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

bool told_sum(const TraceReader *reader, const char *key, const float *values, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (double)values[i];
    bool spread = reader->trace->config.local != LOCAL_P && !reader->trace->config.fault;
    char shown[DIGITS_SIZE];
    return !spread || fabs(sum - 1) < ONE_WITHIN
           || told_fail(reader, "\"%s\" adds up to %s; expected 1", key, digits_print(shown, sum, 6));
}
