/* Settings by name: one table says what a key is called, what it may be and where it lies in its struct, and serves
 * options, lessons and files alike.
 *
 *   static const Setting LIST[] = {{"layers", SETTING_WHOLE, offsetof(Config, layers), .least = 1, .most = 2}};
 *   static const Settings SETTINGS = {"a model", LIST, 1};
 *   if (!settings_set(&SETTINGS, &config, "layers", "2", &error)) return false;
 */
#ifndef MODEL_SETTINGS_H
#define MODEL_SETTINGS_H

#include "base/error.h"
#include "base/json.h"

typedef enum SettingKind {
    SETTING_NAME,   /* an enumeration, by its name in `names` */
    SETTING_FLAG,   /* bool */
    SETTING_WHOLE,  /* int */
    SETTING_NUMBER, /* double */
    SETTING_SEED,   /* uint64_t, up to 2^53: what a JSON number holds exactly */
    /* of files alone, for settings_take and settings_print */
    SETTING_TEXT,    /* char[most + 1], no control characters */
    SETTING_MEASURE, /* double; what was not measured is NAN here and absent there */
} SettingKind;

typedef struct Setting {
    const char *name;
    SettingKind kind;
    size_t offset;            /* in the struct */
    const char *const *names; /* of an enumeration, NULL behind the last */
    double least, most;       /* of numbers, both allowed */
    bool quiet;               /* is not written where it is `usual`, or an empty text */
    double usual;             /* the default of a quiet one */
} Setting;

typedef struct Settings {
    const char *owner; /* "a model": whose settings these are, for messages */
    const Setting *list;
    int count;
} Settings;

/* From text, or from one item of a JSON object. A value that does not fit leaves `object` as it was. */
MUST_USE bool settings_set(const Settings *settings, void *object, const char *key, const char *value, Error *error);
MUST_USE bool settings_set_json(const Settings *settings, void *object, const cJSON *item, Error *error);

/* Their names, NULL behind the last; the arena's. */
const char *const *settings_names(const Settings *settings, Arena *arena);

/* What a JSON object has of them; other keys are left alone. Gives back the first that does not fit, or NULL. With
 * `all` every setting but a measure has to be there. */
const Setting *settings_take(const Settings *settings, void *object, const cJSON *json, bool all);

/* What a setting may be: "true or false", "one of gru, lstm", "a whole number from 1 to 2". */
void setting_describe(const Setting *setting, Bytes *out);

/* Whether everything is within its range. */
MUST_USE bool settings_check(const Settings *settings, const void *object, Error *error);

/* Whether two objects have the same settings. (Bytes of structs do not say that: there may be padding.) */
bool settings_equal(const Settings *settings, const void *a, const void *b);

/* A JSON object of all of them, in the order of the table. */
void settings_print(const Settings *settings, const void *object, Bytes *out);

#endif
