/* attend help: what a command takes, as --help says it, as a manual page, or word by word for a shell. */
#include "cli/cli.h"
#include "cli/completion.h"
#include "cli/man_page.h"

#include <string.h>

const Command *command_find(const char *name)
{
    for (const Command *command = COMMANDS + 1; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

const char *const *command_names(Arena *arena)
{
    size_t count = 0;
    while (COMMANDS[count + 1].name)
        count++;
    const char **names = ARENA_ARRAY(arena, const char *, count + 1);
    for (size_t i = 0; i < count; i++)
        names[i] = COMMANDS[i + 1].name;
    return names;
}

static void print_overview(Bytes *out)
{
    bytes_add_text(out, "attend " ABOUT_ATTEND ".\n\nUsage:\n");
    for (const Command *command = COMMANDS; command->name; command++)
        bytes_printf(out, "  attend %-18s  %s\n", *command->name ? command->name : command->arguments,
                     command->summary);
    bytes_printf(out, "\nStatus: %s\n", STATUS_HELP);
}

void help_print(const Command *command, Bytes *out)
{
    if (command == COMMANDS)
        print_overview(out);
    options_print_help(command, out);
}

bool help_run(const Call *call, Error *error)
{
    const Request *request = &call->request;
    const char *name = call->count ? call->arguments[0] : NULL;
    const Command *command = name ? command_find(name) : COMMANDS;
    Bytes text = {0};
    if (request->complete) {
        completion_print(call->arguments, call->count, call->arena, &text);
        return output_write(&text, error);
    }
    char shown[EXCERPT_SIZE];
    if (call->count > 1)
        return error_set(error, ERROR_USAGE, "'%s' is one argument too many for attend help [COMMAND]",
                         slice_excerpt(slice_of(call->arguments[1]), shown));
    if (!command)
        return options_unknown(error, name, "", command_names(call->arena), "there is no command '%s'",
                               slice_excerpt(slice_of(name), shown));
    (request->man ? man_print : help_print)(command, &text);
    return output_write(&text, error);
}
