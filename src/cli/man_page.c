#include "cli/man_page.h"

#include "cli/cli.h"

#include <string.h>

/* troff takes a point or an apostrophe at the beginning of a line for one of its commands, and `-` for a hyphen. */
static void add_escaped(Bytes *out, const char *text)
{
    static const char SIGNS[] = "\\-'^~`";
    static const char *const ESCAPED[] = {"\\e", "\\-", "\\(aq", "\\(ha", "\\(ti", "\\(ga"};
    for (const char *at = text; *at; at++) {
        bool begins = at == text || at[-1] == '\n';
        if (begins && (*at == '.' || *at == '\''))
            bytes_add_text(out, "\\&");
        const char *sign = strchr(SIGNS, *at);
        if (sign)
            bytes_add_text(out, ESCAPED[sign - SIGNS]);
        else
            bytes_add(out, at, 1);
    }
}

static void add_section(Bytes *out, const char *name)
{
    bytes_printf(out, ".SH \"%s\"\n", name);
}

/* Texts of --help are broken where they fit a terminal; troff fills lines itself. */
static void add_paragraph(Bytes *out, const char *text)
{
    add_escaped(out, text + strspn(text, "\n"));
    if (out->data[out->length - 1] != '\n')
        bytes_add_text(out, "\n");
}

/* "attend-decode" */
static void add_page_name(Bytes *out, const Command *command)
{
    bytes_add_text(out, "attend");
    if (*command->name) {
        bytes_add_text(out, "\\-");
        add_escaped(out, command->name);
    }
}

static void add_head(Bytes *out, const Command *command)
{
    bytes_add_text(out, ".TH ");
    add_page_name(out, command);
    bytes_add_text(out, " 1 \"\" \"attend " ATTEND_VERSION "\"\n");
    add_section(out, "NAME");
    add_page_name(out, command);
    bytes_add_text(out, " \\- ");
    add_escaped(out, *command->name ? command->summary : ABOUT_ATTEND);
    bytes_add_text(out, "\n");
}

/* Other forms of the arguments stand on lines of their own. */
static void add_synopsis(Bytes *out, const Command *command)
{
    add_section(out, "SYNOPSIS");
    for (const char *form = command->arguments; form;) {
        const char *bar = strstr(form, " | ");
        bytes_add_text(out, ".B attend");
        if (*command->name) {
            bytes_add_text(out, " ");
            add_escaped(out, command->name);
        }
        Bytes arguments = {0};
        bytes_add(&arguments, form, bar ? (size_t)(bar - form) : strlen(form));
        bytes_add_text(out, "\n");
        add_escaped(out, arguments.data);
        bytes_printf(out, "%s[options]\n%s", arguments.length ? " " : "", bar ? ".br\n" : "");
        bytes_finish(&arguments);
        form = bar ? bar + 3 : NULL;
    }
    if (*command->name)
        return;
    bytes_add_text(out, ".br\n.B attend\nCOMMAND [arguments] [options]\n");
}

static void add_options(Bytes *out, const Command *command)
{
    add_section(out, "OPTIONS");
    for (const OptionRow *option = NULL; (option = option_next(command, option));) {
        Bytes value = {0}, help = {0};
        option_add_value(option, &value);
        option_add_help(option, &help);
        bytes_add_text(out, ".TP\n");
        if (option->letter)
            bytes_printf(out, "\\fB\\-%c\\fR, ", option->letter);
        bytes_add_text(out, "\\fB\\-\\-");
        add_escaped(out, option->name);
        bytes_add_text(out, value.length ? "\\fR \\fI" : "");
        add_escaped(out, value.length ? value.data : "");
        bytes_add_text(out, "\\fR\n");
        add_paragraph(out, help.data);
        bytes_finish(&value);
        bytes_finish(&help);
    }
}

static void add_commands(Bytes *out)
{
    add_section(out, "COMMANDS");
    for (const Command *command = COMMANDS + 1; command->name; command++) {
        bytes_add_text(out, ".TP\n.BR ");
        add_page_name(out, command);
        bytes_add_text(out, " (1)\n");
        add_paragraph(out, command->summary);
    }
}

void man_print(const Command *command, Bytes *out)
{
    bool is_window = !*command->name;
    add_head(out, command);
    add_synopsis(out, command);
    add_section(out, "DESCRIPTION");
    bytes_add_text(out, is_window ? "Without a command:\n" : "");
    add_escaped(out, command->summary);
    bytes_add_text(out, ".\n");
    if (command->details) {
        bytes_add_text(out, ".PP\n");
        add_paragraph(out, command->details);
    }
    Bytes defaults = {0};
    if (command->print_defaults)
        command->print_defaults(&defaults);
    if (defaults.length) {
        bytes_add_text(out, ".PP\n");
        add_paragraph(out, defaults.data);
    }
    bytes_finish(&defaults);
    if (is_window)
        add_commands(out);
    add_options(out, command);
    add_section(out, "EXIT STATUS");
    add_paragraph(out, STATUS_HELP);
    add_section(out, "SEE ALSO");
    bytes_add_text(out, is_window ? ".BR attend\\-lesson (5)\n" : ".BR attend (1),\n.BR attend\\-lesson (5)\n");
}
