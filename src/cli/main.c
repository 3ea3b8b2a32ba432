/* The program: finds the command, runs it, and turns its error into one line and a status. */
#include "cli/cli.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define COMMAND_LIMIT 32

/* The window has no name. */
static const Command *find_command(const char *name)
{
    for (const Command *command = COMMANDS + 1; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

/* What report returns; docs/command-line.md says the same, and a test compares them. */
#define STATUS_HELP                                                                                                    \
    "Status: 0 done; 1 failed, such as a file that cannot be read or a check that does not hold; 2 a command line\n"   \
    "that makes no sense; 130 stopped with Ctrl+C; 134 out of memory. A line on standard error says why.\n"

static int report(const Error *error)
{
    output_note("%s", error_text(error));
    return error->code == ERROR_USAGE ? 2 : error->code == ERROR_STOPPED ? 130 : 1;
}

static void print_overview(Bytes *out)
{
    bytes_add_text(out, "attend shows attention in sequence-to-sequence models.\n\nUsage:\n");
    for (const Command *command = COMMANDS; command->name; command++)
        bytes_printf(out, "  attend %-18s  %s\n", *command->name ? command->name : command->arguments,
                     command->summary);
    bytes_printf(out, "  attend %-18s  %s\n", "help COMMAND", "Tell what a command takes");
    bytes_printf(out, "\n%s\n", STATUS_HELP);
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
    if (ok && call.instead == 'h' && !*command->name)
        print_overview(&text);
    if (ok && call.instead == 'h')
        options_print_help(command, &text);
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
    arena_finish(&arena);
    if (!mistyped)
        return false;
    const char *names[COMMAND_LIMIT] = {"help"};
    for (int i = 1; COMMANDS[i].name; i++)
        names[i] = COMMANDS[i].name;
    char shown[EXCERPT_SIZE];
    options_unknown(error, name, "", names, "'%s' is neither a lesson ('attend lessons' lists them) nor a command",
                    slice_excerpt(slice_of(name), shown));
    return true;
}

/* What is opened later must not get the number of a standard stream that is closed, or what is printed would go there.
 * A folder opened as a mere place can be neither read nor written. */
static void reserve_standard_streams(void)
{
    int fd;
    do
        fd = open("/", O_PATH);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

int main(int argc, char **argv)
{
    reserve_standard_streams();
    signal(SIGPIPE, SIG_IGN); /* a closed pipe and too large a file are errors like a full disk */
    signal(SIGXFSZ, SIG_IGN);
    static char help[] = "--help";
    if (argc > 1 && strcmp(argv[1], "help") == 0) { /* attend help train: attend train --help */
        argv[1] = argc > 2 ? argv[2] : help;
        argv[2] = argc > 2 ? help : NULL;
        argc = argc > 2 ? 3 : 2;
    }
    const char *first = argc > 1 ? argv[1] : "";
    const Command *command = find_command(first);
    if (command)
        return run(command, argc - 2, argv + 2);
    Error error = {0};
    if (is_mistyped(first, &error))
        return report(&error);
    return run(COMMANDS, argc > 1 ? argc - 1 : 0, argv + 1);
}
