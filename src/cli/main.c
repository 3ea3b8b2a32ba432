/* The program: finds the command, runs it, and turns its error into one line and a status. */
#include "base/system.h"
#include "cli/cli.h"

#include <string.h>

static int report(const Error *error)
{
    output_note("%s", error_text(error));
    return error->code == ERROR_USAGE ? 2 : error->code == ERROR_STOPPED ? 130 : 1;
}

static int run(const Command *command, int argc, char **argv)
{
    Arena arena = {0};
    Bytes text = {0};
    Error error = {0};
    Call call;
    bool ok = options_read(command, argc, argv, &arena, &call, &error);
    if (ok && call.instead == 'V')
        bytes_add_text(&text, "attend " ATTEND_VERSION "\n");
    if (ok && call.instead == 'h')
        help_print(command, &text);
    if (ok)
        ok = call.instead ? output_write(&text, &error) : command->run(&call, &error);
    int code = ok ? 0 : report(&error);
    arena_finish(&arena);
    return code;
}

/* A first word that names nothing was most likely meant to be a command. */
static bool is_mistyped(const char *name, Error *error)
{
    Arena arena = {0};
    SourceName source;
    bool mistyped = *name && *name != '-' && !source_name(name, &arena, &source, error) && error->code == ERROR_USAGE;
    char shown[EXCERPT_SIZE];
    if (mistyped)
        options_unknown(error, name, "", command_names(&arena),
                        "'%s' is neither a lesson ('attend lessons' lists them) nor a command",
                        slice_excerpt(slice_of(name), shown));
    arena_finish(&arena);
    return mistyped;
}

int main(int argc, char **argv)
{
    argv = system_begin(&argc, argv);
    const char *first = argc > 1 ? argv[1] : "";
    const Command *command = command_find(first);
    if (command)
        return run(command, argc - 2, argv + 2);
    Error error = {0};
    if (is_mistyped(first, &error))
        return report(&error);
    return run(COMMANDS, argc > 1 ? argc - 1 : 0, argv + 1);
}
