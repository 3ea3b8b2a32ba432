/* The command line, read by two tables: commands.def and options.def. Parsing, checking, --help and the nearest name
 * all come from them.
 *
 *   char *argv[] = {"--width", "640"};
 *   Call call;
 *   if (!options_read(&COMMANDS[0], 2, argv, &arena, &call, &error)) return false;
 *   int width = call.request.width;   // 640
 *
 * `--name value`, `--name=value` and `-o value` are the forms; `--` ends the options. What takes one value is given
 * once. Everything wrong is an ERROR_USAGE with one sentence. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"

typedef struct OptionList { /* values; of settings also their keys, with `_` for `-` */
    const char **keys, **values;
    int count;
} OptionList;

typedef enum FilmView { FILM_STAGE, FILM_WINDOW, FILM_HEATMAP, FILM_SELF } FilmView;

typedef enum HeatmapForm { HEATMAP_CELLS, HEATMAP_ARCS } HeatmapForm;

#define HELD_OUT 0.05 /* share of DATA.tsv */

typedef struct Request { /* what the options of all commands set; options.def says when and to what */
    const char *output, *sentence, *moment, *from, *to, *force, *prefix, *mute, *sample, *heldout, *data, *title,
        *exports, *at, *app, *lines, *translations, *array, *source_words, *target_words, *layers, *heads, *rows,
        *columns, *gold, *log, *page_width, *page_height, *font_size, *font_file, *xlabel, *ylabel, *caption, *digits,
        *against, *tickets;
    int step, word, layer, head, card, beat, as, width, height, theme, language, map, view, fps, beam, top_k, threads,
        max_length, least, order, reduce, preset, look, side, font, angle, background, bar, gold_format, of, eraser,
        normalize, mask, variant, path;
    double scale, cell, speed, hold, pause, temperature, sample_temperature, share, save_every, least_color, most_color,
        center_color, threshold, dpi, gamma;
    bool worksheet, teacher, slides, embed_fonts, no_values, dump, stage, json, maps, explain, resume, history,
        reduced_motion, high_contrast, captions, forget, seeds, merge_subwords, drop_end, maxima, column_shares,
        transpose, no_labels, embedded, gloss, first_word, agreement, difference, letters, no_letters, man, complete;
    OptionList weights, tokens, model, training, files, arrays, sources, targets, golds, panels;
} Request;

typedef enum OptionKind {
    OPTION_FLAG,         /* takes no value */
    OPTION_INSTEAD,      /* --help, --version */
    OPTION_TEXT,         /* NULL where it was not given */
    OPTION_OUTPUT,       /* must be given, and end in one of `names` where it has some */
    OPTION_WHOLE,        /* in [least, most] */
    OPTION_NUMBER,       /* in [least, most] */
    OPTION_NAME,         /* which of `names` */
    OPTION_LIST,         /* may be given again and again */
    OPTION_SETTING,      /* names and values, for config_set and train_set */
    OPTION_SETTING_FLAG, /* the same for true and false; without a value it is true */
} OptionKind;

typedef struct OptionRow {
    const char *name; /* without the dashes */
    char letter;      /* short form, 0: none */
    OptionKind kind;
    size_t offset;              /* in Request */
    unsigned commands;          /* that take it: a bit each, by their place in COMMANDS */
    const char *help;           /* one line */
    const char *value;          /* what --help calls it: "N"; NULL for flags and for one of `names` */
    const char *const *names;   /* of a number: what may stand in its place, and makes it INFINITY */
    double least, most, absent; /* absent: what the field is where the option is not given */
} OptionRow;

typedef struct Call { /* what a command is run with */
    char instead;     /* 'h' or 'V': --help or --version was asked for, and nothing else counts; 0: neither */
    Arena *arena;
    const char **arguments;
    int count;
    Request request;
} Call;

typedef struct Command {
    const char *name;      /* "decode"; "" for the window */
    const char *arguments; /* for --help: "MODEL \"sentence\"" */
    int least, most;       /* arguments */
    bool (*run)(const Call *call, Error *error);
    const char *summary;                /* one line for the list of commands */
    const char *details;                /* more lines for its own --help, or NULL */
    void (*print_defaults)(Bytes *out); /* for --help, or NULL */
} Command;

extern const Command COMMANDS[];  /* in the order of --help, the window first; without a name behind the last */
extern const OptionRow OPTIONS[]; /* without a name behind the last */

/* Reads argv[0..argc) (the command's name not among them) into `out`. */
MUST_USE bool options_read(const Command *command, int argc, char **argv, Arena *arena, Call *out, Error *error);

void options_print_help(const Command *command, Bytes *out);

/* What else is made of the tables (cli/man_page.h, cli/completion.h): the option of the command behind this one, the
 * first behind NULL; NULL behind the last. */
const OptionRow *option_next(const Command *command, const OptionRow *option);

/* The option that "--name", "--name=value" or "-o" means; `attached`: the value behind `=`, or NULL. NULL: none. */
const OptionRow *option_find(const Command *command, const char *given, const char **attached);

void option_add_value(const OptionRow *option, Bytes *out); /* "N", "en|zh"; nothing of a flag */
void option_add_help(const OptionRow *option, Bytes *out);  /* with the endings of an output */

/* ERROR_USAGE: what `format` says about the name `given`, and then which of `names` (NULL behind the last) is near it,
 * or else all of them, each with `before` in front. */
bool options_unknown(Error *error, const char *given, const char *before, const char *const *names, const char *format,
                     ...) PRINTF_LIKE(5, 6);

#endif
