#include "cli/options.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAME_LIMIT 32 /* bytes of a name that are looked at for the nearest one */

/* What every command has besides its own. */
static const Option HELP = {"help", 'h', OPTION_FLAG, 0, NULL, "show this help"};

/* ---- the nearest name ---- */

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

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
            int best = smaller(cost[i - 1][j], cost[i][j - 1]) + 1;
            best = smaller(best, cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = smaller(best, cost[i - 2][j - 2] + 1);
            cost[i][j] = best;
        }
    return cost[n][m];
}

const char *options_nearest(const char *text, const char *const *names)
{
    const char *nearest = names[0];
    for (int i = 1; names[i]; i++)
        if (edit_distance(text, names[i]) < edit_distance(text, nearest))
            nearest = names[i];
    return nearest;
}

static bool unknown_option(const Command *command, const char *given, const char *name, Error *error)
{
    const char *names[64] = {HELP.name};
    for (int i = 0; i < command->option_count && i < 62; i++)
        names[i + 1] = command->options[i].name;
    char shown[EXCERPT_SIZE];
    return error_set(error, ERROR_USAGE, "attend%s%s has no option '%s'; the nearest is --%s",
                     *command->name ? " " : "", command->name,
                     slice_excerpt((Slice){given, strcspn(given, "=")}, shown), options_nearest(name, names));
}

/* ---- values ---- */

static void *field(const Option *option, const Call *call)
{
    return (char *)call->request + option->offset;
}

static bool set_whole(const Option *option, const char *value, int *to, Error *error)
{
    char *end;
    errno = 0;
    long number = strtol(value, &end, 10);
    if (end == value || *end || errno || (double)number < option->least || (double)number > option->most)
        return error_set(error, ERROR_USAGE, "--%s needs a whole number from %.0f to %.0f, not '%s'", option->name,
                         option->least, option->most, value);
    *to = (int)number;
    return true;
}

static bool set_number(const Option *option, const char *value, double *to, Error *error)
{
    char *end;
    double number = strtod(value, &end);
    if (end == value || *end || !isfinite(number) || number < option->least || number > option->most)
        return error_set(error, ERROR_USAGE, "--%s needs a number from %g to %g, not '%s'", option->name, option->least,
                         option->most, value);
    *to = number;
    return true;
}

static bool set_name(const Option *option, const char *value, int *to, Error *error)
{
    Bytes list = {0};
    for (int i = 0; option->names[i]; i++) {
        if (strcmp(option->names[i], value) == 0) {
            *to = i;
            bytes_finish(&list);
            return true;
        }
        bytes_printf(&list, "%s%s", i ? ", " : "", option->names[i]);
    }
    error_set(error, ERROR_USAGE, "--%s is one of %s, not '%s'", option->name, list.data, value);
    bytes_finish(&list);
    return false;
}

static void add_to_list(const Option *option, const char *value, OptionList *list, Arena *arena)
{
    size_t count = (size_t)list->count;
    const char **keys = ARENA_ARRAY(arena, const char *, count + 1),
               **values = ARENA_ARRAY(arena, const char *, count + 1);
    if (count) {
        memcpy(keys, list->keys, count * sizeof *keys);
        memcpy(values, list->values, count * sizeof *values);
    }
    char *name = arena_copy(arena, option->name, strlen(option->name));
    for (char *dash = name; (dash = strchr(dash, '-'));)
        *dash = '_';
    keys[count] = name;
    values[count] = value;
    *list = (OptionList){keys, values, list->count + 1};
}

static bool set_value(const Option *option, const char *value, Call *call, Error *error)
{
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)field(option, call) = true;
        return true;
    case OPTION_TEXT:
        *(const char **)field(option, call) = value;
        return true;
    case OPTION_WHOLE:
        return set_whole(option, value, field(option, call), error);
    case OPTION_NUMBER:
        return set_number(option, value, field(option, call), error);
    case OPTION_NAME:
        return set_name(option, value, field(option, call), error);
    case OPTION_LIST:
    case OPTION_SETTING:
    case OPTION_SETTING_FLAG:
        add_to_list(option, value, field(option, call), call->arena);
        return true;
    }
    return true;
}

/* ---- the line ---- */

typedef struct Reader {
    const Command *command;
    int argc, at;
    char **argv;
    Call *call;
    bool help;
} Reader;

static const Option *find_option(const Command *command, Slice name)
{
    if (slice_is(name, HELP.name))
        return &HELP;
    for (int i = 0; i < command->option_count; i++)
        if (slice_is(name, command->options[i].name))
            return &command->options[i];
    return NULL;
}

static const Option *find_letter(const Command *command, char letter)
{
    if (letter == HELP.letter)
        return &HELP;
    for (int i = 0; i < command->option_count; i++)
        if (command->options[i].letter == letter)
            return &command->options[i];
    return NULL;
}

static bool is_truth(const char *text)
{
    return text && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0);
}

/* The value behind an option: what stands after its `=`, or the next word. What looks like an option is none. */
static bool take_value(Reader *reader, const Option *option, const char *attached, const char **value, Error *error)
{
    const char *next = reader->at < reader->argc ? reader->argv[reader->at] : NULL;
    *value = attached;
    if (attached)
        return option->kind != OPTION_FLAG
               || error_set(error, ERROR_USAGE, "--%s takes no value, and got '%s'", option->name, attached);
    if (option->kind == OPTION_FLAG)
        return true;
    if (option->kind == OPTION_SETTING_FLAG) {
        *value = is_truth(next) ? next : "true";
        reader->at += is_truth(next);
        return true;
    }
    if (!next || strncmp(next, "--", 2) == 0)
        return error_set(error, ERROR_USAGE, "--%s needs a value: %s", option->name, option->value);
    *value = next;
    reader->at++;
    return true;
}

static bool read_option(Reader *reader, const char *given, Error *error)
{
    const Option *option;
    const char *attached = NULL, *name = given + 1;
    if (given[1] == '-') {
        name = given + 2;
        const char *equals = strchr(name, '=');
        attached = equals ? equals + 1 : NULL;
        option = find_option(reader->command, (Slice){name, equals ? (size_t)(equals - name) : strlen(name)});
    } else {
        option = given[2] ? NULL : find_letter(reader->command, given[1]);
    }
    if (!option)
        return unknown_option(reader->command, given, name, error);
    if (option == &HELP) {
        reader->help = true;
        return true;
    }
    const char *value;
    return take_value(reader, option, attached, &value, error) && set_value(option, value, reader->call, error);
}

static bool add_argument(Reader *reader, const char *argument, Error *error)
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

bool options_read(const Command *command, int argc, char **argv, Arena *arena, Call *out, bool *help, Error *error)
{
    *out = (Call){arena, ARENA_ARRAY(arena, const char *, (size_t)argc + 1), 0, NULL};
    out->request = arena_alloc(arena, 1, command->request_size + 1);
    if (command->request_size)
        memcpy(out->request, command->defaults, command->request_size);
    Reader reader = {command, argc, 0, argv, out, false};
    bool only_arguments = false;
    while (reader.at < argc && !reader.help) {
        const char *given = argv[reader.at++];
        if (!only_arguments && strcmp(given, "--") == 0)
            only_arguments = true;
        else if (only_arguments || given[0] != '-' || !given[1] ? !add_argument(&reader, given, error)
                                                                : !read_option(&reader, given, error))
            return false;
    }
    *help = reader.help;
    if (!reader.help && out->count < command->least)
        return error_set(error, ERROR_USAGE, "attend %s needs %s; 'attend %s --help' says more", command->name,
                         command->arguments, command->name);
    return true;
}

/* ---- help ---- */

static void print_option(const Option *option, Bytes *out)
{
    Bytes left = {0};
    if (option->letter)
        bytes_printf(&left, "-%c, ", option->letter);
    bytes_printf(&left, "--%s%s%s", option->name, option->value ? " " : "", option->value ? option->value : "");
    if (left.length > 26)
        bytes_printf(out, "  %s\n  %-26s  %s\n", left.data, "", option->help);
    else
        bytes_printf(out, "  %-26s  %s\n", left.data, option->help);
    bytes_finish(&left);
}

void options_print_help(const Command *command, Bytes *out)
{
    bytes_printf(out, "Usage: attend%s%s%s%s%s\n\n%s.\n", *command->name ? " " : "", command->name,
                 *command->arguments ? " " : "", command->arguments, command->option_count ? " [options]" : "",
                 command->summary);
    if (command->details)
        bytes_printf(out, "\n%s\n", command->details);
    bytes_add_text(out, "\nOptions:\n");
    for (int i = 0; i < command->option_count; i++)
        print_option(&command->options[i], out);
    print_option(&HELP, out);
    if (command->print_defaults)
        command->print_defaults(out);
}
