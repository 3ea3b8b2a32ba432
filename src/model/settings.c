#include "model/settings.h"

#include "base/digits.h"
#include "base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *field_of(const Setting *setting, void *object)
{
    return (char *)object + setting->offset;
}

static int name_count(const Setting *setting)
{
    int count = 0;
    while (setting->names[count])
        count++;
    return count;
}

const char *const *settings_names(const Settings *settings, Arena *arena)
{
    const char **names = ARENA_ARRAY(arena, const char *, (size_t)settings->count + 1);
    for (int i = 0; i < settings->count; i++)
        names[i] = settings->list[i].name;
    return names;
}

/* ---- messages ---- */

void setting_describe(const Setting *setting, Bytes *out)
{
    char least[DIGITS_SIZE], most[DIGITS_SIZE];
    switch (setting->kind) {
    case SETTING_NAME:
        bytes_add_text(out, setting->names[1] ? "one of " : "");
        names_add(out, setting->names, "", ", ");
        break;
    case SETTING_FLAG:
        bytes_add_text(out, "true or false");
        break;
    case SETTING_WHOLE:
    case SETTING_SEED:
        bytes_printf(out, "a whole number from %.0f to %.0f", setting->least, setting->most);
        break;
    case SETTING_NUMBER:
        bytes_printf(out, "a number from %s to %s", digits_print(least, setting->least, 6),
                     digits_print(most, setting->most, 6));
        break;
    case SETTING_TEXT:
        bytes_printf(out, "a text of at most %.0f bytes", setting->most);
        break;
    case SETTING_MEASURE:
        bytes_add_text(out, "a number");
        break;
    }
}

static bool refuse(const Setting *setting, const char *shown, Error *error)
{
    Bytes expected = {0};
    setting_describe(setting, &expected);
    error_set(error, ERROR_USAGE, "%s must be %s, not %s", setting->name, expected.data, shown);
    bytes_finish(&expected);
    return false;
}

static const Setting *find(const Settings *settings, const char *key, Error *error)
{
    for (int i = 0; i < settings->count; i++)
        if (strcmp(settings->list[i].name, key) == 0)
            return &settings->list[i];
    Arena arena = {0};
    char excerpt[EXCERPT_SIZE];
    error_set(error, ERROR_USAGE, "\"%s\" is not a setting of %s; there are %s", slice_excerpt(slice_of(key), excerpt),
              settings->owner, names_list(settings_names(settings, &arena), &arena));
    arena_finish(&arena);
    return NULL;
}

/* ---- one value ---- */

static bool number_fits(const Setting *setting, double value)
{
    if (setting->kind == SETTING_MEASURE)
        return isfinite(value);
    if (!(value >= setting->least && value <= setting->most)) /* false for NaN */
        return false;
    return setting->kind == SETTING_NUMBER || floor(value) == value;
}

static bool put_number(const Setting *setting, void *object, double value)
{
    if (!number_fits(setting, value))
        return false;
    void *field = field_of(setting, object);
    if (setting->kind == SETTING_WHOLE)
        *(int *)field = (int)value;
    else if (setting->kind == SETTING_SEED)
        *(uint64_t *)field = (uint64_t)value;
    else
        *(double *)field = value;
    return true;
}

static bool put_name(const Setting *setting, void *object, const char *value)
{
    int found = names_find(setting->names, value);
    if (found >= 0)
        *(int *)field_of(setting, object) = found;
    return found >= 0;
}

static bool put_flag(const Setting *setting, void *object, const char *value)
{
    bool on = strcmp(value, "true") == 0;
    if (!on && strcmp(value, "false") != 0)
        return false;
    *(bool *)field_of(setting, object) = on;
    return true;
}

/* Plain decimal alone: strtod would take "inf", "nan", "0x10" and blanks in front. */
static bool put_decimal(const Setting *setting, void *object, const char *value)
{
    if (!*value || strspn(value, "0123456789+-.eE") != strlen(value))
        return false;
    char *end;
    double number = strtod(value, &end);
    return *end == '\0' && end != value && put_number(setting, object, number);
}

bool settings_set(const Settings *settings, void *object, const char *key, const char *value, Error *error)
{
    const Setting *setting = find(settings, key, error);
    if (!setting)
        return false;
    bool ok = setting->kind == SETTING_NAME   ? put_name(setting, object, value)
              : setting->kind == SETTING_FLAG ? put_flag(setting, object, value)
                                              : put_decimal(setting, object, value);
    if (ok)
        return true;
    char excerpt[EXCERPT_SIZE], shown[EXCERPT_SIZE + 2];
    snprintf(shown, sizeof shown, "\"%s\"", slice_excerpt(slice_of(value), excerpt));
    return refuse(setting, shown, error);
}

static bool put_text(const Setting *setting, void *object, const char *value)
{
    if (strlen(value) > (size_t)setting->most || !utf8_is_printable(slice_of(value)))
        return false;
    memcpy(field_of(setting, object), value, strlen(value) + 1);
    return true;
}

static bool put_json(const Setting *setting, void *object, const cJSON *item)
{
    switch (setting->kind) {
    case SETTING_NAME:
        return cJSON_IsString(item) && put_name(setting, object, item->valuestring);
    case SETTING_TEXT:
        return cJSON_IsString(item) && put_text(setting, object, item->valuestring);
    case SETTING_FLAG:
        return cJSON_IsBool(item) && put_flag(setting, object, cJSON_IsTrue(item) ? "true" : "false");
    default:
        return cJSON_IsNumber(item) && put_number(setting, object, item->valuedouble);
    }
}

bool settings_set_json(const Settings *settings, void *object, const cJSON *item, Error *error)
{
    const Setting *setting = find(settings, item->string ? item->string : "", error);
    if (!setting)
        return false;
    if (put_json(setting, object, item))
        return true;
    char excerpt[EXCERPT_SIZE], *printed = cJSON_PrintUnformatted(item);
    refuse(setting, slice_excerpt(slice_of(printed), excerpt), error);
    cJSON_free(printed);
    return false;
}

/* ---- all of them ---- */

const Setting *settings_take(const Settings *settings, void *object, const cJSON *json, bool all)
{
    for (int i = 0; i < settings->count; i++) {
        const Setting *setting = &settings->list[i];
        const cJSON *item = json_member(json, setting->name);
        if (item ? !put_json(setting, object, item) : all && setting->kind != SETTING_MEASURE)
            return setting;
    }
    return NULL;
}

static double number_of(const Setting *setting, const void *object)
{
    const void *field = (const char *)object + setting->offset;
    switch (setting->kind) {
    case SETTING_TEXT:
        return *(const char *)field != '\0';
    case SETTING_FLAG:
        return *(const bool *)field;
    case SETTING_NUMBER:
    case SETTING_MEASURE:
        return *(const double *)field;
    case SETTING_SEED:
        return (double)*(const uint64_t *)field;
    default:
        return *(const int *)field;
    }
}

bool settings_check(const Settings *settings, const void *object, Error *error)
{
    for (int i = 0; i < settings->count; i++) {
        const Setting *setting = &settings->list[i];
        double value = number_of(setting, object);
        bool fits = setting->kind == SETTING_NAME   ? value >= 0 && value < name_count(setting)
                    : setting->kind == SETTING_FLAG ? true
                                                    : number_fits(setting, value);
        if (!fits) {
            char shown[DIGITS_SIZE];
            return refuse(setting, digits_print(shown, value, 6), error);
        }
    }
    return true;
}

void settings_print(const Settings *settings, const void *object, Bytes *out)
{
    for (int i = 0; i < settings->count; i++) {
        const Setting *setting = &settings->list[i];
        double value = number_of(setting, object);
        if ((setting->kind == SETTING_MEASURE && !isfinite(value)) || (setting->quiet && value == setting->usual))
            continue;
        bytes_printf(out, "%s\"%s\":", i ? "," : "{", setting->name);
        if (setting->kind == SETTING_TEXT)
            json_print_string(out, slice_of((const char *)object + setting->offset));
        else if (setting->kind == SETTING_SEED)
            bytes_printf(out, "%.0f", value);
        else if (setting->kind == SETTING_NAME)
            json_print_string(out, slice_of(setting->names[(int)value]));
        else if (setting->kind == SETTING_FLAG)
            bytes_add_text(out, value != 0 ? "true" : "false");
        else
            json_print_number(out, value);
    }
    bytes_add_text(out, "}");
}

bool settings_equal(const Settings *settings, const void *a, const void *b)
{
    Bytes one = {0}, other = {0};
    settings_print(settings, a, &one);
    settings_print(settings, b, &other);
    bool equal = strcmp(one.data, other.data) == 0;
    bytes_finish(&one);
    bytes_finish(&other);
    return equal;
}
