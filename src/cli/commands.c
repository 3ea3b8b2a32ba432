/* The tables of the command line. */
#include "cli/heatmap.h"
#include "cli/page_size.h"
#include "export/film.h"

#include <math.h>

static const char *const FILM_VIEWS[] = {"stage", "window", "heatmap", "self-attention", NULL};
static const char *const HANDOUT_ENDINGS[] = {".pdf", NULL};
static const char *const AUTO[] = {"auto", NULL};
static const char *const VARIANT_NAMES[] = {"A", "B", "C", "D", NULL};

#ifdef ATTEND_PAGE /* which has no command line: of the others the bits alone, for options.def, and no help */
#define WINDOW_ALONE
#define HELP(text) ""
#else
#define HELP(text) text
#endif

const Command COMMANDS[] = {
#define COMMAND(identifier, name, arguments, least, most, ...)                                                         \
    {name, arguments, least, most, identifier##_run, __VA_ARGS__},
#include "cli/commands.def"
#undef COMMAND
    {0}};

#undef WINDOW_ALONE
enum {
#define COMMAND(identifier, ...) PLACE_##identifier,
#include "cli/commands.def"
#undef COMMAND
};

#define IN(command) (1u << PLACE_##command)
#define ROW(name, letter, kind, field, in, ...)                                                                        \
    {name, letter, OPTION_##kind, offsetof(Request, field), in, __VA_ARGS__},
#define RANGE(low, high, otherwise)                   .least = low, .most = high, .absent = otherwise
#define OUTPUT(name, field, value, endings, in, help) ROW(name, 'o', OUTPUT, field, in, HELP(help), value, endings)
#define FLAG(name, field, in, help)                   ROW(name, 0, FLAG, field, in, HELP(help))
#define TEXT(name, letter, field, value, in, help)    ROW(name, letter, TEXT, field, in, HELP(help), value)
#define WHOLE(name, field, value, low, high, otherwise, in, help)                                                      \
    ROW(name, 0, WHOLE, field, in, HELP(help), value, RANGE(low, high, otherwise))
#define NUMBER(name, field, value, low, high, otherwise, in, help)                                                     \
    ROW(name, 0, NUMBER, field, in, HELP(help), value, RANGE(low, high, otherwise))
#define NUMBER_OR(name, field, value, low, high, otherwise, word, in, help)                                            \
    ROW(name, 0, NUMBER, field, in, HELP(help), value, word, RANGE(low, high, otherwise))
#define NAME(name, field, names, otherwise, in, help)                                                                  \
    ROW(name, 0, NAME, field, in, HELP(help), NULL, names, .absent = otherwise)
#define LIST(name, field, value, in, help)       ROW(name, 0, LIST, field, in, HELP(help), value)
#define SETTING(name, field, value, names, help) ROW(name, 0, SETTING, field, IN(train), HELP(help), value, names)

#define SETTING_FLAG(name, field, help) ROW(name, 0, SETTING_FLAG, field, IN(train), HELP(help), "[true|false]")
#define INSTEAD(name, letter, help)     ROW(name, letter, INSTEAD, output, ~0u, HELP(help))

const OptionRow OPTIONS[] = {
#include "cli/options.def"
    {0}};
