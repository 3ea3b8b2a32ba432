/* The command line, read by tables: a command lists its options once, and parsing, checking and --help come from that.
 *
 *   typedef struct Request { int step; const char *output; } Request;
 *   static const Option OPTIONS[] = {
 *       {"step", 0, OPTION_WHOLE, offsetof(Request, step), "N", "the decode step, from 1", .least = 1, .most = 999},
 *       {"output", 'o', OPTION_TEXT, offsetof(Request, output), "F", "where the picture goes"},
 *   };
 *
 * `--name value`, `--name=value` and `-o value` are the forms; `--` ends the options; the last of several wins.
 * Everything wrong is an ERROR_USAGE with one sentence. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"

typedef enum OptionKind {
    OPTION_FLAG,         /* bool; takes no value */
    OPTION_INSTEAD,      /* --help, --version */
    OPTION_TEXT,         /* const char *, NULL where it was not given */
    OPTION_OUTPUT,       /* const char *, must be given, and end in one of `names` where it has some */
    OPTION_WHOLE,        /* int in [least, most] */
    OPTION_NUMBER,       /* double in [least, most] */
    OPTION_NAME,         /* int: which of `names` */
    OPTION_LIST,         /* OptionList: may be given again and again */
    OPTION_SETTING,      /* OptionList of names and values, for config_set and train_set */
    OPTION_SETTING_FLAG, /* the same for true and false; without a value it is true */
} OptionKind;

typedef struct OptionList { /* values; of settings also their keys, with `_` for `-` */
    const char **keys, **values;
    int count;
} OptionList;

typedef struct Option {
    const char *name; /* without the dashes */
    char letter;      /* short form, 0: none */
    OptionKind kind;
    size_t offset;     /* in the command's request */
    const char *value; /* what --help calls it: "N"; NULL for flags and for one of `names` */
    const char *help;  /* one line */
    const char *const *names;
    double least, most;
} Option;

typedef struct Call { /* what a command is run with */
    char instead;     /* 'h' or 'V': --help or --version was asked for, and nothing else counts; 0: neither */
    Arena *arena;
    const char **arguments;
    int count;
    void *request; /* the command's own struct: its defaults with the options put in */
} Call;

typedef struct Command {
    const char *name;                   /* "decode"; "" for the window */
    const char *arguments;              /* for --help: "MODEL \"sentence\"" */
    const char *summary;                /* one line for the list of commands */
    const char *details;                /* more lines for its own --help, or NULL */
    void (*print_defaults)(Bytes *out); /* for --help, or NULL */
    int least, most;                    /* arguments */
    const Option *options;
    int option_count;
    const void *defaults; /* of the request */
    size_t request_size;
    bool (*run)(const Call *call, Error *error);
} Command;

/* Reads argv[0..argc) (the command's name not among them) into `out`. */
MUST_USE bool options_read(const Command *command, int argc, char **argv, Arena *arena, Call *out, Error *error);

void options_print_help(const Command *command, Bytes *out);

/* ERROR_USAGE: what `format` says about the name `given`, and then which of `names` (NULL behind the last) is near it, or
 * else all of them, each with `before` in front. */
bool options_unknown(Error *error, const char *given, const char *before, const char *const *names, const char *format,
                     ...) PRINTF_LIKE(5, 6);

#endif
