#include "base/json.h"

#include "base/arena.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* cJSON would believe a NUL to be the end of a string, nest as deep as the text says and hold 64 bytes for every two
 * of "[[],[]...": a look at the bytes beforehand finds all three. */
typedef struct Scan {
    Slice text;
    size_t at, values, depth;
} Scan;

static const char *scan_string(Scan *scan) /* from the opening quote on; what is wrong, or NULL */
{
    for (scan->at++; scan->at < scan->text.length; scan->at++) {
        const char *c = scan->text.text + scan->at;
        if ((unsigned char)*c < 0x20)
            return "a control character in a string";
        if (*c == '"')
            return NULL;
        if (*c == '\\') {
            if (scan->text.length - scan->at >= 6 && memcmp(c, "\\u0000", 6) == 0)
                return "the character U+0000";
            scan->at++;
        }
    }
    return "no end of a string";
}

static const char *scan_text(Scan *scan, size_t limit)
{
    for (; scan->at < scan->text.length; scan->at++) {
        char c = scan->text.text[scan->at];
        bool opens = c == '[' || c == '{', closes = c == ']' || c == '}';
        scan->depth += opens;
        scan->depth -= closes && scan->depth > 0;
        scan->values += opens || c == ',';
        const char *problem = c == '"'                   ? scan_string(scan)
                              : c == '\0'                ? "a NUL byte"
                              : scan->depth > JSON_DEPTH ? "too deep a nesting"
                              : scan->values > limit     ? "a value more than can be meant"
                                                         : NULL;
        if (problem)
            return problem;
    }
    return NULL;
}

static bool is_blank(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\r\n", text[i])) /* finds NUL too: a scanned text has none */
            return false;
    return true;
}

static void *take_memory(size_t size)
{
    return heap_alloc(size, 1);
}

/* Other programs' names for numbers that JSON cannot write; NULL: something else stands there. */
static const char *no_number(Slice text, size_t at)
{
    static const char *const names[] = {"NaN", "nan", "Infinity", "-Infinity", "inf", "-inf"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (slice_starts((Slice){text.text + at, text.length - at}, names[i]))
            return names[i];
    return NULL;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Otherwise cJSON reports a lack of memory as a mistake in the text. */
static void give_memory(void)
{
    cJSON_InitHooks(&(cJSON_Hooks){take_memory, free});
}

cJSON *json_object(void)
{
    pthread_once(&once, give_memory);
    return cJSON_CreateObject();
}

cJSON *json_parse(Slice text, size_t values, Error *error)
{
    pthread_once(&once, give_memory);
    if (!utf8_valid(text)) {
        error_set(error, ERROR_FORMAT, "JSON in UTF-8 was expected, there are bytes that are not UTF-8");
        return NULL;
    }
    Scan scan = {.text = text};
    const char *problem = scan_text(&scan, values);
    if (problem) {
        error_set(error, ERROR_FORMAT, "JSON was expected, there is %s at byte %zu", problem, scan.at);
        return NULL;
    }
    const char *end = NULL;
    cJSON *root = text.length ? cJSON_ParseWithLengthOpts(text.text, text.length, &end, false) : NULL;
    size_t used = end ? (size_t)(end - text.text) : 0;
    if (root && is_blank(end, text.length - used))
        return root;
    cJSON_Delete(root);
    const char *number = no_number(text, used);
    if (number)
        error_set(error, ERROR_FORMAT, "JSON was expected, there is %s at byte %zu, which is no number", number, used);
    else
        error_set(error, ERROR_FORMAT, "JSON was expected, byte %zu cannot be understood", used);
    return NULL;
}

const char *json_repeated_key(const cJSON *object)
{
    for (const cJSON *a = object->child; a; a = a->next)
        for (const cJSON *b = a->next; b; b = b->next)
            if (a->string && b->string && strcmp(a->string, b->string) == 0)
                return a->string;
    return NULL;
}

void json_print_string(Bytes *out, Slice text)
{
    bytes_add(out, "\"", 1);
    while (text.length) {
        uint32_t c = utf8_next(&text);
        if (c == '"' || c == '\\')
            bytes_printf(out, "\\%c", (int)c);
        else if (utf8_is_control(c))
            bytes_printf(out, "\\u%04x", (unsigned)c);
        else
            bytes_add_letter(out, c);
    }
    bytes_add(out, "\"", 1);
}

void json_print_number(Bytes *out, double value)
{
    assert(isfinite(value));
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    bytes_add_text(out, text);
}
