#include "lesson/place.h"

#include <stdlib.h>
#include <string.h>

static const char *const KEYS[] = {"lesson",   "model", "card", "sentence", "step",     "moment",
                                   "position", "view",  "look", "theme",    "language", NULL};
static const char *const THEMES[] = {"light", "dark", NULL};

enum { WHOLE_MOST = 9999 };

static int find(const char *const *names, const char *name)
{
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static const char *joined(const char *const *names, Arena *arena)
{
    const char *text = "";
    for (int i = 0; names[i]; i++)
        text = arena_printf(arena, "%s%s%s", text, i ? ", " : "", names[i]);
    return text;
}

/* ---- reading ---- */

static int hex(char c)
{
    const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c | 0x20) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* What would end a value, or the line. */
static bool is_escaped(int byte)
{
    return byte == ';' || byte == '%' || byte == '\t' || byte == '\n';
}

/* "%3B" and the like back to what they stand for; other percent signs stay as they are. */
static char *unescape(Arena *arena, Slice text)
{
    char *out = arena_copy(arena, text.text, text.length), *to = out;
    for (size_t i = 0; i < text.length; i++) {
        int high = i + 2 < text.length && text.text[i] == '%' ? hex(text.text[i + 1]) : -1;
        int low = high >= 0 ? hex(text.text[i + 2]) : -1;
        int byte = low >= 0 ? high * 16 + low : 0;
        if (is_escaped(byte)) {
            *to++ = (char)byte;
            i += 2;
        } else
            *to++ = text.text[i];
    }
    *to = '\0';
    return out;
}

static bool read_whole(const char *key, const char *value, int *out, Error *error)
{
    char *end;
    long number = strtol(value, &end, 10);
    if (end == value || *end || number < 1 || number > WHOLE_MOST)
        return error_set(error, ERROR_USAGE, "in the place, %s is '%s'; expected a whole number from 1 to %d", key,
                         value, WHOLE_MOST);
    *out = (int)number;
    return true;
}

static bool read_name(const char *key, const char *value, const char *const *names, Arena *arena, int *out,
                      Error *error)
{
    *out = find(names, value);
    return *out >= 0
           || error_set(error, ERROR_USAGE, "in the place, %s is '%s'; expected one of: %s", key, value,
                        joined(names, arena));
}

static bool check_text(const char *key, const char *value, Error *error)
{
    uint32_t control;
    size_t at, length = strlen(value);
    if (length == 0)
        return error_set(error, ERROR_USAGE, "in the place, %s is empty", key);
    if (length >= SENTENCE_BYTES)
        return error_set(error, ERROR_USAGE, "in the place, %s is %zu bytes long; expected at most %d", key, length,
                         SENTENCE_BYTES - 1);
    return !utf8_find_control(slice_of(value), &control, &at)
           || error_set(error, ERROR_USAGE, "in the place, %s holds the control character U+%04X", key, control);
}

static bool read_pair(const char *key, char *value, Arena *arena, Place *out, Error *error)
{
    const struct {
        const char *key, **text;
    } texts[] = {{"lesson", &out->lesson}, {"model", &out->model}, {"sentence", &out->sentence}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(key, texts[i].key) == 0) {
            *texts[i].text = value;
            return check_text(key, value, error);
        }
    if (strcmp(key, "card") == 0)
        return read_whole(key, value, &out->card, error);
    if (strcmp(key, "step") == 0)
        return read_whole(key, value, &out->step, error);
    if (strcmp(key, "position") == 0)
        return read_whole(key, value, &out->position, error);
    if (strcmp(key, "moment") == 0)
        return read_name(key, value, MOMENT_NAMES, arena, &out->moment, error);
    if (strcmp(key, "view") == 0)
        return read_name(key, value, VIEW_NAMES, arena, &out->view, error);
    if (strcmp(key, "look") == 0)
        return read_name(key, value, LOOK_NAMES, arena, &out->look, error);
    if (strcmp(key, "theme") == 0)
        return read_name(key, value, THEMES, arena, &out->dark, error);
    if (strcmp(key, "language") == 0)
        return read_name(key, value, LANGUAGE_NAMES, arena, &out->language, error);
    return error_set(error, ERROR_USAGE, "a place has no key '%s'; expected one of: %s", key, joined(KEYS, arena));
}

bool place_parse(const char *text, Arena *arena, Place *out, Error *error)
{
    *out = (Place){.view = -1, .look = -1, .moment = -1, .language = -1, .dark = -1};
    if (!utf8_valid(slice_of(text)))
        return error_set(error, ERROR_USAGE, "the place is not UTF-8");
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, ";");
        const char *equals = memchr(at, '=', length);
        if (length > 0 && !equals)
            return error_set(error, ERROR_USAGE, "a part of the place is '%.*s'; expected key=value", (int)length, at);
        if (length > 0) {
            char *key = arena_copy(arena, at, (size_t)(equals - at));
            Slice value = {equals + 1, (size_t)(at + length - equals - 1)};
            if (!read_pair(key, unescape(arena, value), arena, out, error))
                return false;
        }
        at += length + (at[length] == ';');
    }
    return true;
}

/* ---- writing ---- */

static char *add(Arena *arena, char *line, const char *key, const char *value)
{
    Bytes escaped = {0};
    for (const char *c = value; *c; c++)
        if (is_escaped(*c))
            bytes_printf(&escaped, "%%%02X", (unsigned)*c);
        else
            bytes_add(&escaped, c, 1);
    char *text = arena_printf(arena, "%s%s%s=%s", line, *line ? ";" : "", key, escaped.data ? escaped.data : "");
    bytes_finish(&escaped);
    return text;
}

static char *add_whole(Arena *arena, char *line, const char *key, int value)
{
    return value > 0 ? add(arena, line, key, arena_printf(arena, "%d", value)) : line;
}

static char *add_name(Arena *arena, char *line, const char *key, const char *const *names, int value)
{
    return value >= 0 ? add(arena, line, key, names[value]) : line;
}

char *place_print(const Place *place, Arena *arena)
{
    char *line = arena_printf(arena, "%s", "");
    if (place->lesson)
        line = add(arena, line, "lesson", place->lesson);
    if (place->model)
        line = add(arena, line, "model", place->model);
    line = add_whole(arena, line, "card", place->card);
    if (place->sentence)
        line = add(arena, line, "sentence", place->sentence);
    line = add_whole(arena, line, "step", place->step);
    line = add_name(arena, line, "moment", MOMENT_NAMES, place->moment);
    line = add_whole(arena, line, "position", place->position);
    line = add_name(arena, line, "view", VIEW_NAMES, place->view);
    line = add_name(arena, line, "look", LOOK_NAMES, place->look);
    line = add_name(arena, line, "theme", THEMES, place->dark);
    return add_name(arena, line, "language", LANGUAGE_NAMES, place->language);
}
