/* What the commands share: their output, and how MODEL and LESSON arguments are found. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "cli/options.h"
#include "export/open_file.h"

#define COMMAND(name, ...) bool name##_run(const Call *call, Error *error);
#include "cli/commands.def"
#undef COMMAND
void train_print_defaults(Bytes *out);

const Command *command_find(const char *name);       /* "decode"; NULL: there is none. The window has no name. */
const char *const *command_names(Arena *arena);      /* NULL behind the last */
void help_print(const Command *command, Bytes *out); /* what --help prints; of the window what `attend --help` does */

#define ABOUT_ATTEND "shows attention in sequence-to-sequence models"

/* How the program ends, as --help and the manual pages say it; docs/command-line.md says the same, a test compares
 * them. */
#define STATUS_HELP                                                                                                    \
    "0 done; 1 failed, such as a file that cannot be read or a check that does not hold; 2 a command line\n"           \
    "that makes no sense; 130 stopped with Ctrl+C; 134 out of memory. A line on standard error says why.\n"

/* To standard output, all of it, made safe to print; a closed pipe or a full disk is an error. `bytes`
 * are empty then. */
MUST_USE bool output_write(Bytes *bytes, Error *error);

/* The same for a text that is made at once. */
MUST_USE bool output_print(Error *error, const char *format, ...) PRINTF_LIKE(2, 3);

/* Adds one line to what will be printed; the names and sentences in it cannot end it. */
void output_line(Bytes *out, const char *format, ...) PRINTF_LIKE(2, 3);

/* One line on standard error, made safe to print whatever the names in it hold. */
void output_note(const char *format, ...) PRINTF_LIKE(1, 2);

/* What a command is given first: a lesson (its number, name, folder or lesson.md) with or without ":NAME" behind it, or
 * a file. One function reads it for all commands. */
typedef struct SourceName {
    const char *file;   /* NULL for a lesson */
    const char *folder; /* of the lesson */
    const char *model;  /* NAME; NULL: none was named */
} SourceName;

/* ERROR_USAGE where nothing has this name. The strings are the arena's, or `given` itself. */
MUST_USE bool source_name(const char *given, Arena *arena, SourceName *out, Error *error);

bool source_is_file(const char *name);  /* else it is a lesson */
bool source_is_trace(const char *name); /* by its ending */
bool source_is_log(const char *name);   /* a training's, by what is in it */

/* Whatever has such a name: a file is opened as it is, a lesson is read, and `chosen` in it is what ":NAME" asks for.
 */
MUST_USE bool source_find(const char *name, Arena *arena, OpenFile *out, Error *error);

/* The same where it is a lesson, a model or a trace, and was read: the error says what something else is, and of a
 * trace that is not whole how to see its weights. `out` is empty, or the file of that name. */
MUST_USE bool source_read(const char *name, Arena *arena, OpenFile *out, Error *error);

/* The same where it is a model: of a lesson the one that is chosen, else the first. */
MUST_USE bool source_open(const char *name, Arena *arena, OpenFile *out, Error *error);

/* A lesson by such a name, and with it which of its models ":NAME" asks for: -1 where there is no ":NAME". */
MUST_USE bool source_lesson(const char *name, Arena *arena, Lesson **out, int *model, Error *error);

/* Reads one of the lesson's models. */
MUST_USE bool source_model(const Lesson *lesson, int index, Model *out, Error *error);

/* Reads the models of a lesson into [model_count] as far as they can be read; how many that is. */
MUST_USE int source_models(const Lesson *lesson, Model *models, Error *error);

/* Reads sentence pairs and gives them the model's numbers; links and gold as in CorpusOptions. */
MUST_USE bool source_corpus(const char *path, FileKind kind, LinkFormat links, const LinkFile *gold, const Model *model,
                            Corpus *out, Error *error);

#endif
