/* attend decode for many sentences: one a line, from a file or standard input. Internal to cli/. */
#ifndef CLI_DECODE_LINES_H
#define CLI_DECODE_LINES_H

#include "cli/cli.h"

/* Prints a line for every line of the file at `path` ("-": standard input), in its order: the translation, or with
 * --json the whole trace as one line of JSON. A line without words gives an empty one, in JSON null. Sentences are
 * shared out among threads; any number of them prints the same. All lines are checked before the first is decoded. */
MUST_USE bool decode_lines(const Model *model, const DecodeOptions *options, const Request *request, Error *error);

/* The trace has its maps from now on, as --maps asks. */
MUST_USE bool decode_maps(const Model *model, Trace *trace, Error *error);

#endif
