#include "lesson/place.h"

#include "base/names.h"

#include <stdlib.h>
#include <string.h>

static const char *const THEMES[] = {"light", "dark", NULL};
const char *const SELF_NAMES[] = {"encoder", "decoder", NULL};
static const char *const GLOSSES[] = {"usual", "on", "off", NULL};

enum { WHOLE_MOST = 9999, TEXT_MOST = SENTENCE_BYTES - 1, LONG_MOST = 65535 };

/* What a place can say, in the order in which it is written. */
typedef struct PlaceKey {
    const char *name;
    /* SETTING: a name, of which the first is not said */
    enum { TEXT, LONG_TEXT, WHOLE, NAME, SETTING } kind;
    size_t offset; /* in Place */
    const char *const *names;
} PlaceKey;

static const PlaceKey KEYS[] = {
    {"path", SETTING, offsetof(Place, path), PATH_NAMES},
    {"lesson", TEXT, offsetof(Place, lesson)},
    {"model", TEXT, offsetof(Place, model)},
    {"card", WHOLE, offsetof(Place, card)},
    {"sentence", TEXT, offsetof(Place, sentence)},
    {"mute", TEXT, offsetof(Place, mute)},
    {"weights", LONG_TEXT, offsetof(Place, weights)},
    {"token", TEXT, offsetof(Place, token)},
    {"temperature", TEXT, offsetof(Place, temperature)},
    {"step", WHOLE, offsetof(Place, step)},
    {"moment", NAME, offsetof(Place, moment), MOMENT_NAMES},
    {"beat", WHOLE, offsetof(Place, beat)},
    {"pair", WHOLE, offsetof(Place, pair)},
    {"norm", WHOLE, offsetof(Place, norm)},
    {"position", WHOLE, offsetof(Place, position)},
    {"layer", WHOLE, offsetof(Place, layer)},
    {"view", NAME, offsetof(Place, view), VIEW_NAMES},
    {"head", WHOLE, offsetof(Place, head)},
    {"array", SETTING, offsetof(Place, array), SELF_NAMES},
    {"look", NAME, offsetof(Place, look), LOOK_NAMES},
    {"theme", NAME, offsetof(Place, dark), THEMES},
    {"language", NAME, offsetof(Place, language), LANGUAGE_NAMES},
    {"gloss", SETTING, offsetof(Place, gloss), GLOSSES},
    {0},
};

/* ---- reading ---- */

static int hex(char c)
{
    const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c | 0x20) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* Characters that would end a value or the line. */
static bool is_escaped(int byte)
{
    return byte == ';' || byte == '%' || byte == '\t' || byte == '\n';
}

/* "%3B" and the like, also what an address has in place of a letter, back to the bytes that they stand for; a percent
 * sign without two digits stays as it is. */
static Slice unescape(Arena *arena, Slice text)
{
    char *out = arena_copy(arena, text.text, text.length), *to = out;
    for (size_t i = 0; i < text.length; i++) {
        int high = i + 2 < text.length && text.text[i] == '%' ? hex(text.text[i + 1]) : -1;
        int low = high >= 0 ? hex(text.text[i + 2]) : -1;
        *to++ = low >= 0 ? (char)(high * 16 + low) : text.text[i];
        i += low >= 0 ? 2 : 0;
    }
    *to = '\0';
    return (Slice){out, (size_t)(to - out)};
}

static bool check_text(const char *key, Slice value, size_t most, Error *error)
{
    uint32_t control;
    size_t at;
    if (value.length == 0)
        return error_set(error, ERROR_USAGE, "in the place, %s is empty", key);
    if (value.length > most)
        return error_set(error, ERROR_USAGE, "in the place, %s is %zu bytes long; expected at most %zu", key,
                         value.length, most);
    if (!utf8_valid(value))
        return error_set(error, ERROR_USAGE, "in the place, %s is not UTF-8", key);
    return !utf8_find_control(value, &control, &at)
           || error_set(error, ERROR_USAGE, "in the place, %s holds the control character U+%04X", key, control);
}

static bool read_pair(const char *name, Slice given, Arena *arena, Place *out, Error *error)
{
    const char *value = given.text;
    const char *all = "", *expected;
    const PlaceKey *key = KEYS;
    for (; key->name && strcmp(key->name, name) != 0; key++)
        all = arena_printf(arena, "%s%s%s", all, *all ? ", " : "", key->name);
    if (!key->name)
        return error_set(error, ERROR_USAGE, "a place has no key '%s'; expected one of: %s", name, all);
    void *field = (char *)out + key->offset;
    if (!check_text(name, given, key->kind == TEXT ? TEXT_MOST : LONG_MOST, error))
        return false;
    if (key->kind <= LONG_TEXT) {
        *(const char **)field = value;
        return true;
    }
    if (key->kind == WHOLE) {
        char *end;
        long number = strtol(value, &end, 10);
        *(int *)field = (int)number;
        if (end > value && !*end && number >= 1 && number <= WHOLE_MOST)
            return true;
        expected = arena_printf(arena, "a whole number from 1 to %d", WHOLE_MOST);
    } else {
        *(int *)field = names_find(key->names, value);
        if (*(int *)field >= 0)
            return true;
        expected = arena_printf(arena, "one of: %s", names_list(key->names, arena));
    }
    return error_set(error, ERROR_USAGE, "in the place, %s is '%s'; expected %s", name, value, expected);
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

bool place_begin_path(Place *place, const char *lessons, Arena *arena, Error *error)
{
    CoursePath paths[PATH_KINDS];
    if (place->path == PATH_NONE || place->lesson)
        return true;
    if (!paths_open(lessons, arena, paths, error))
        return false;
    const CoursePath *path = &paths[place->path];
    if (path->count == 0)
        return error_set(error, ERROR_USAGE, "there is no path \"%s\" in %s", PATH_NAMES[place->path], lessons);
    place->lesson = arena_printf(arena, "%d", path->stops[0].lesson);
    place->card = path->stops[0].card;
    return true;
}

/* ---- writing ---- */

/* What the place says for the key; NULL: nothing. */
static const char *text_of(const PlaceKey *key, const Place *place, Arena *arena)
{
    const void *field = (const char *)place + key->offset;
    if (key->kind <= LONG_TEXT)
        return *(const char *const *)field;
    int value = *(const int *)field;
    if (key->kind == NAME)
        return value >= 0 ? key->names[value] : NULL;
    if (key->kind == SETTING)
        return value > 0 ? key->names[value] : NULL;
    return value > 0 ? arena_printf(arena, "%d", value) : NULL;
}

char *place_print(const Place *place, Arena *arena)
{
    Bytes line = {0};
    for (const PlaceKey *key = KEYS; key->name; key++) {
        const char *text = text_of(key, place, arena);
        if (text)
            bytes_printf(&line, "%s%s=", line.length ? ";" : "", key->name);
        for (const char *c = text; c && *c; c++)
            bytes_printf(&line, is_escaped(*c) ? "%%%02X" : "%c", (unsigned)*c);
    }
    return bytes_take(&line, arena);
}
