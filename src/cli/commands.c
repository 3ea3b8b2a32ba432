/* The tables of the command line. */
#include "cli/heatmap.h"
#include "cli/page_size.h"
#include "export/film.h"

#include <math.h>

static const char *const FILM_VIEWS[] = {"stage", "window", "heatmap", "self-attention", NULL};
static const char *const HANDOUT_ENDINGS[] = {".pdf", NULL};
static const char *const AUTO[] = {"auto", NULL};
static const char *const VARIANT_NAMES[] = {"A", "B", "C", "D", NULL};

const Command COMMANDS[] = {
#define COMMAND(identifier, name, arguments, least, most, ...)                                                         \
    {name, arguments, least, most, identifier##_run, __VA_ARGS__},
#include "cli/commands.def"
#undef COMMAND
    {0}};

enum {
#define COMMAND(identifier, ...) PLACE_##identifier,
#include "cli/commands.def"
#undef COMMAND
};

#define IN(command) (1u << PLACE_##command)
#define ROW(name, letter, kind, field, in, ...)                                                                        \
    {name, letter, OPTION_##kind, offsetof(Request, field), in, __VA_ARGS__},
#define RANGE(low, high, otherwise)                   .least = low, .most = high, .absent = otherwise
#define OUTPUT(name, field, value, endings, in, help) ROW(name, 'o', OUTPUT, field, in, help, value, endings)
#define FLAG(name, field, in, help)                   ROW(name, 0, FLAG, field, in, help)
#define TEXT(name, letter, field, value, in, help)    ROW(name, letter, TEXT, field, in, help, value)
#define WHOLE(name, field, value, low, high, otherwise, in, help)                                                      \
    ROW(name, 0, WHOLE, field, in, help, value, RANGE(low, high, otherwise))
#define NUMBER(name, field, value, low, high, otherwise, in, help)                                                     \
    ROW(name, 0, NUMBER, field, in, help, value, RANGE(low, high, otherwise))
#define NUMBER_OR(name, field, value, low, high, otherwise, word, in, help)                                            \
    ROW(name, 0, NUMBER, field, in, help, value, word, RANGE(low, high, otherwise))
#define NAME(name, field, names, otherwise, in, help)                                                                  \
    ROW(name, 0, NAME, field, in, help, NULL, names, .absent = otherwise)
#define LIST(name, field, value, in, help)       ROW(name, 0, LIST, field, in, help, value)
#define SETTING(name, field, value, names, help) ROW(name, 0, SETTING, field, IN(train), help, value, names)
#define SETTING_FLAG(name, field, help)          ROW(name, 0, SETTING_FLAG, field, IN(train), help, "[true|false]")
#define INSTEAD(name, letter, help)              ROW(name, letter, INSTEAD, output, ~0u, help)

const OptionRow OPTIONS[] = {
#include "cli/options.def"
    {0}};
