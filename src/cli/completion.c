#include "cli/completion.h"

#include "base/resource.h"
#include "cli/cli.h"
#include "lesson/lesson_list.h"

#include <string.h>

#define ANY_FILE "/\n"

typedef struct Completion {
    const char *begun; /* the last word */
    Arena *arena;
    Bytes *out;
} Completion;

static void offer(const Completion *completion, const char *before, const char *word, const char *what)
{
    const char *whole = arena_printf(completion->arena, "%s%s", before, word);
    if (strncmp(whole, completion->begun, strlen(completion->begun)) == 0 && !strpbrk(whole, "\t\n"))
        bytes_printf(completion->out, "%s\t%s\n", whole, what);
}

/* ---- what stands for what ---- */

/* By the name and number that `attend lessons` lists, or where letters are typed by the name alone. */
static void offer_lessons(const Completion *completion)
{
    const char *lessons = resource_folder("lessons", completion->arena), *begun = completion->begun;
    Error ignored = {0};
    LessonList lists[2] = {{0}, lesson_list_own(completion->arena)};
    if (lessons)
        lists[0] = lesson_list(lessons, completion->arena, &ignored);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < lists[k].count; i++) {
            const char *name = path_name(lists[k].folders[i]);
            bool numbered = !*begun || (*begun >= '0' && *begun <= '9');
            offer(completion, "", numbered ? name : lesson_slug(name), k ? "a lesson of your own" : "a lesson");
        }
}

static void offer_commands(const Completion *completion)
{
    for (const Command *command = COMMANDS + 1; command->name; command++)
        offer(completion, "", command->name, command->summary);
}

static bool is_one_of(Slice word, const char *const *names)
{
    for (int i = 0; names[i]; i++)
        if (slice_is(word, names[i]))
            return true;
    return false;
}

/* Does the text of --help, such as "MOMENT|F" or "F.tsv", call something by one of these names? */
static bool mentions(const char *text, size_t length, const char *const *names)
{
    for (size_t at = 0, word; at < length; at += word + 1) {
        word = strcspn(text + at, "|.[]\" ");
        word = word < length - at ? word : length - at;
        if (is_one_of((Slice){text + at, word}, names))
            return true;
    }
    return false;
}

static void offer_value(const Completion *completion, const OptionRow *option, const char *before)
{
    static const char *const files[] = {"F", "DIR", "M", NULL};
    for (int i = 0; option->names && option->kind != OPTION_OUTPUT && option->names[i]; i++)
        offer(completion, before, option->names[i], option->help);
    if (option->kind == OPTION_OUTPUT || (option->value && mentions(option->value, strlen(option->value), files)))
        bytes_add_text(completion->out, ANY_FILE);
}

static void offer_options(const Completion *completion, const Command *command)
{
    for (const OptionRow *option = NULL; (option = option_next(command, option));) {
        Bytes help = {0};
        option_add_help(option, &help);
        offer(completion, "--", option->name, bytes_take(&help, completion->arena));
    }
}

/* The argument `index`, from 0, of a command is what its line in --help says; "..." repeats the last one. */
static void offer_argument(const Completion *completion, const Command *command, int index)
{
    static const char *const lessons[] = {"LESSON", "MODEL", NULL}, *const words[] = {"sentence", "WORD", NULL},
                             *const commands[] = {"COMMAND", NULL};
    const char *at = command->arguments;
    size_t length = strcspn(at, " ");
    for (int i = 0; i < index && !strstr(at, "..."); i++) {
        at += length + (at[length] == ' ');
        length = strcspn(at, " ");
    }
    if (index >= command->most || !length || *at == '|')
        return;
    if (mentions(at, length, commands))
        offer_commands(completion);
    if (mentions(at, length, lessons))
        offer_lessons(completion);
    if (!mentions(at, length, words) && !mentions(at, length, commands))
        bytes_add_text(completion->out, ANY_FILE);
}

/* ---- the line ---- */

static bool takes_word(const OptionRow *option)
{
    return option->kind != OPTION_FLAG && option->kind != OPTION_INSTEAD && option->kind != OPTION_SETTING_FLAG;
}

void completion_print(const char *const *words, int count, Arena *arena, Bytes *out)
{
    if (count == 0)
        return;
    Completion completion = {words[count - 1], arena, out};
    const Command *command = count > 1 ? command_find(words[0]) : NULL;
    int at = command ? 1 : 0, arguments = 0;
    if (count == 1)
        offer_commands(&completion);
    if (!command)
        command = COMMANDS;
    const OptionRow *waiting = NULL; /* for its value */
    const char *attached;
    for (; at < count - 1; at++) {
        bool is_option = words[at][0] == '-' && words[at][1];
        const OptionRow *option = is_option && !waiting ? option_find(command, words[at], &attached) : NULL;
        arguments += !is_option && !waiting;
        waiting = option && !attached && takes_word(option) ? option : NULL;
    }
    const char *begun = completion.begun;
    const OptionRow *option = begun[0] == '-' ? option_find(command, begun, &attached) : NULL;
    if (waiting)
        offer_value(&completion, waiting, "");
    else if (option && attached)
        offer_value(&completion, option, arena_printf(arena, "--%s=", option->name));
    else if (begun[0] == '-')
        offer_options(&completion, command);
    else
        offer_argument(&completion, command, arguments);
}
