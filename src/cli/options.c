#include "cli/options.h"

#include "base/clamp.h"
#include "base/digits.h"
#include "base/names.h"
#include "model/train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAME_LIMIT 32 /* bytes of a name that are looked at for the nearest one */

const OptionRow *option_next(const Command *command, const OptionRow *option)
{
    option = option ? option + 1 : OPTIONS;
    while (option->name && !(option->commands >> (command - COMMANDS) & 1))
        option++;
    return option->name ? option : NULL;
}

typedef struct ArgumentReader {
    const Command *command;
    int argc, at;
    char **argv;
    Call *call;
    bool *given; /* by option: it stood in the line already */
} ArgumentReader;

/* ---- the nearest name ---- */

/* How many letters must be put in, taken out, changed or swapped with their neighbour. */
static int edit_distance(const char *a, const char *b)
{
    int n = (int)strnlen(a, NAME_LIMIT), m = (int)strnlen(b, NAME_LIMIT), cost[NAME_LIMIT + 1][NAME_LIMIT + 1];
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            int best = int_least(cost[i - 1][j], cost[i][j - 1]) + 1;
            best = int_least(best, cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = int_least(best, cost[i - 2][j - 2] + 1);
            cost[i][j] = best;
        }
    return cost[n][m];
}

/* NULL where more than a third of the letters would have to change. */
static const char *find_near(const char *text, const char *const *names)
{
    const char *near = NULL;
    int least = (int)strlen(text) / 3 + 1;
    for (int i = 0; names[i]; i++)
        if (edit_distance(text, names[i]) < least) {
            near = names[i];
            least = edit_distance(text, near);
        }
    return near;
}

bool options_unknown(Error *error, const char *given, const char *before, const char *const *names, const char *format,
                     ...)
{
    Bytes text = {0};
    va_list arguments;
    va_start(arguments, format);
    bytes_vprintf(&text, format, arguments);
    va_end(arguments);
    const char *near = find_near(given, names);
    bytes_add_text(&text, near ? "; the nearest is " : "; there are ");
    names_add(&text, near ? (const char *const[]){near, NULL} : names, before, ", ");
    error_set(error, ERROR_USAGE, "%s", text.data);
    bytes_finish(&text);
    return false;
}

static bool unknown_option(const ArgumentReader *reader, const char *given, Error *error)
{
    const Command *command = reader->command;
    char shown[EXCERPT_SIZE];
    int count = 0;
    for (const OptionRow *option = NULL; (option = option_next(command, option));)
        count++;
    const char **names = ARENA_ARRAY(reader->call->arena, const char *, (size_t)count + 1), **last = names;
    for (const OptionRow *option = NULL; (option = option_next(command, option));)
        *last++ = option->name;
    const char *name = arena_copy(reader->call->arena, given, strcspn(given, "="));
    return options_unknown(error, name + strspn(name, "-"), "--", names, "attend%s%s has no option '%s'",
                           *command->name ? " " : "", command->name, slice_excerpt(slice_of(name), shown));
}

/* ---- values ---- */

static void *field(const OptionRow *option, Call *call)
{
    return (char *)&call->request + option->offset;
}

static bool set_number(const OptionRow *option, const char *value, void *to, Error *error)
{
    bool whole = option->kind == OPTION_WHOLE, named = option->names && names_find(option->names, value) >= 0;
    char *end, least[DIGITS_SIZE], most[DIGITS_SIZE];
    double number = strtod(value, &end);
    bool plain = !whole || !value[strspn(value, " \t\n\v\f\r+-0123456789")];
    if (named)
        number = INFINITY;
    else if (end == value || *end || !plain || !isfinite(number) || number < option->least || number > option->most)
        return error_set(error, ERROR_USAGE, "--%s needs a %snumber from %s to %s%s%s, not '%s'", option->name,
                         whole ? "whole " : "", digits_print(least, option->least, 6),
                         digits_print(most, option->most, 6), option->names ? " or " : "",
                         option->names ? *option->names : "", value);
    if (whole)
        *(int *)to = (int)number;
    else
        *(double *)to = number;
    return true;
}

static bool set_name(const OptionRow *option, const char *value, Arena *arena, int *to, Error *error)
{
    int found = names_find(option->names, value);
    if (found < 0)
        return error_set(error, ERROR_USAGE, "--%s is one of %s, not '%s'", option->name,
                         names_list(option->names, arena), value);
    *to = found;
    return true;
}

static void add_to_list(const OptionRow *option, const char *value, OptionList *list, Arena *arena)
{
    size_t count = (size_t)list->count;
    const char **keys = ARENA_ARRAY(arena, const char *, count + 1),
               **values = ARENA_ARRAY(arena, const char *, count + 1);
    if (count) {
        memcpy(keys, list->keys, count * sizeof *keys);
        memcpy(values, list->values, count * sizeof *values);
    }
    char *name = arena_string(arena, option->name);
    for (char *dash = name; (dash = strchr(dash, '-'));)
        *dash = '_';
    keys[count] = name;
    values[count] = value;
    *list = (OptionList){keys, values, list->count + 1};
}

/* "-" is the one format that there is, or SVG; where neither is meant it stays. */
static const char *to_standard_output(const char *const *endings, const char *value, Arena *arena)
{
    if (path_check_ending("-.svg", endings, NULL))
        return "-.svg";
    return endings[1] ? value : arena_printf(arena, "-%s", endings[0]);
}

static bool set_value(const OptionRow *option, const char *value, Call *call, Error *error)
{
    switch (option->kind) {
    case OPTION_INSTEAD:
        call->instead = option->letter;
        return true;
    case OPTION_FLAG:
        *(bool *)field(option, call) = true;
        return true;
    case OPTION_TEXT:
        *(const char **)field(option, call) = value;
        return true;
    case OPTION_OUTPUT:
        if (strcmp(value, "-") == 0 && option->names)
            value = to_standard_output(option->names, value, call->arena);
        *(const char **)field(option, call) = value;
        return !option->names || path_check_ending(value, option->names, error);
    case OPTION_WHOLE:
    case OPTION_NUMBER:
        return set_number(option, value, field(option, call), error);
    case OPTION_NAME:
        return set_name(option, value, call->arena, field(option, call), error);
    case OPTION_LIST:
    case OPTION_SETTING:
    case OPTION_SETTING_FLAG:
        add_to_list(option, value, field(option, call), call->arena);
        return true;
    }
    return true;
}

/* ---- the line ---- */

void option_add_value(const OptionRow *option, Bytes *out)
{
    bytes_add_text(out, option->value ? option->value : "");
    for (int i = 0; !option->value && option->names && option->names[i]; i++)
        bytes_printf(out, "%s%s", i ? "|" : "", option->names[i]);
}

static const OptionRow *find_option(const Command *command, Slice name)
{
    const OptionRow *option = NULL;
    while ((option = option_next(command, option)) && !slice_is(name, option->name))
        continue;
    return option;
}

static const OptionRow *find_letter(const Command *command, char letter)
{
    const OptionRow *option = NULL;
    while ((option = option_next(command, option)) && option->letter != letter)
        continue;
    return option;
}

static bool is_truth(const char *text)
{
    return text && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0);
}

/* The value behind an option: what stands after its `=`, or the next word. What looks like an option is none. */
static bool take_value(ArgumentReader *reader, const OptionRow *option, const char *attached, const char **value,
                       Error *error)
{
    bool is_flag = option->kind == OPTION_FLAG || option->kind == OPTION_INSTEAD;
    const char *next = reader->at < reader->argc ? reader->argv[reader->at] : NULL;
    *value = attached;
    if (attached)
        return !is_flag || error_set(error, ERROR_USAGE, "--%s takes no value, and got '%s'", option->name, attached);
    if (is_flag)
        return true;
    if (option->kind == OPTION_SETTING_FLAG) {
        *value = is_truth(next) ? next : "true";
        reader->at += is_truth(next);
        return true;
    }
    if (!next || strncmp(next, "--", 2) == 0) {
        Bytes text = {0};
        option_add_value(option, &text);
        error_set(error, ERROR_USAGE, "--%s needs a value: %s", option->name, text.data);
        bytes_finish(&text);
        return false;
    }
    *value = next;
    reader->at++;
    return true;
}

const OptionRow *option_find(const Command *command, const char *given, const char **attached)
{
    *attached = NULL;
    if (given[1] != '-')
        return given[2] ? NULL : find_letter(command, given[1]);
    const char *name = given + 2, *equals = strchr(name, '=');
    if (equals)
        *attached = equals + 1;
    return find_option(command, (Slice){name, equals ? (size_t)(equals - name) : strlen(name)});
}

static bool read_option(ArgumentReader *reader, const char *given, Error *error)
{
    const char *attached;
    const OptionRow *option = option_find(reader->command, given, &attached);
    if (!option)
        return unknown_option(reader, given, error);
    const char *value;
    if (!take_value(reader, option, attached, &value, error))
        return false;
    bool *given_before = &reader->given[option - OPTIONS];
    if (*given_before && option->kind != OPTION_FLAG && option->kind != OPTION_LIST)
        return error_set(error, ERROR_USAGE, "--%s takes one value, and was given again with '%s'", option->name,
                         value);
    *given_before = true;
    return set_value(option, value, reader->call, error);
}

static bool add_argument(ArgumentReader *reader, const char *argument, Error *error)
{
    const Command *command = reader->command;
    if (reader->call->count >= command->most) {
        bool sentence = strstr(command->arguments, "\"sentence\"") != NULL;
        return error_set(error, ERROR_USAGE, "'%s' is one argument too many for attend%s%s%s%s%s", argument,
                         *command->name ? " " : "", command->name, *command->arguments ? " " : "", command->arguments,
                         sentence ? " (a sentence stands in quotes)" : "");
    }
    reader->call->arguments[reader->call->count++] = argument;
    return true;
}

void option_add_help(const OptionRow *option, Bytes *out)
{
    bytes_add_text(out, option->help);
    if (option->kind == OPTION_OUTPUT && option->names) {
        bytes_add_text(out, ": ");
        names_add(out, option->names, "", " or ");
    }
}

static bool is_complete(const Command *command, Call *call, Error *error)
{
    if (call->count < command->least)
        return error_set(error, ERROR_USAGE, "attend %s needs %s; 'attend %s --help' says more", command->name,
                         command->arguments, command->name);
    for (const OptionRow *option = NULL; (option = option_next(command, option));) {
        if (option->kind != OPTION_OUTPUT || *(const char **)field(option, call))
            continue;
        Bytes help = {0};
        option_add_help(option, &help);
        error_set(error, ERROR_USAGE, "attend %s needs -%c %s, %s", command->name, option->letter, option->value,
                  help.data);
        bytes_finish(&help);
        return false;
    }
    return true;
}

static void set_absent(const Command *command, Call *call)
{
    for (const OptionRow *option = NULL; (option = option_next(command, option));)
        if (option->kind == OPTION_NUMBER)
            *(double *)field(option, call) = option->absent;
        else if (option->kind == OPTION_WHOLE || option->kind == OPTION_NAME)
            *(int *)field(option, call) = (int)option->absent;
}

bool options_read(const Command *command, int argc, char **argv, Arena *arena, Call *out, Error *error)
{
    *out = (Call){.arena = arena, .arguments = ARENA_ARRAY(arena, const char *, (size_t)argc + 1)};
    set_absent(command, out);
    out->request.threads = train_default().threads;
    size_t options = 0;
    while (OPTIONS[options].name)
        options++;
    ArgumentReader reader = {command, argc, 0, argv, out, ARENA_ARRAY(arena, bool, options)};
    bool only_arguments = false;
    while (reader.at < argc && !out->instead) {
        const char *given = argv[reader.at++];
        if (!only_arguments && strcmp(given, "--") == 0)
            only_arguments = true;
        else if (only_arguments || given[0] != '-' || !given[1] ? !add_argument(&reader, given, error)
                                                                : !read_option(&reader, given, error))
            return false;
    }
    return out->instead || is_complete(command, out, error);
}

/* ---- help ---- */

static void print_option(const OptionRow *option, Bytes *out)
{
    Bytes left = {0};
    if (option->letter)
        bytes_printf(&left, "-%c, ", option->letter);
    bytes_printf(&left, "--%s%s", option->name, option->value || option->names ? " " : "");
    option_add_value(option, &left);
    if (left.length > 26)
        bytes_printf(out, "  %s\n  %-26s  ", left.data, "");
    else
        bytes_printf(out, "  %-26s  ", left.data);
    option_add_help(option, out);
    bytes_add_text(out, "\n");
    bytes_finish(&left);
}

void options_print_help(const Command *command, Bytes *out)
{
    bytes_printf(out, "Usage: attend%s%s%s%s [options]\n\n%s.\n", *command->name ? " " : "", command->name,
                 *command->arguments ? " " : "", command->arguments, command->summary);
    if (command->details)
        bytes_printf(out, "\n%s\n", command->details);
    bytes_add_text(out, "\nOptions:\n");
    for (const OptionRow *option = NULL; (option = option_next(command, option));)
        print_option(option, out);
    if (command->print_defaults)
        command->print_defaults(out);
}
