/* Sentence pairs as people type, paste or export them: a pair a line, with a tab, " = ", " | " or an arrow between its
 * two sides. What is not understood is told by its line; the rest is taken.
 *
 *   PairLines lines;
 *   pair_lines_read(slice_of("cat = 猫\ndog\n"), &arena, &lines);     // lines.pairs == 1, lines.faults[0].line == 2
 *   Bytes tsv = {0};
 *   pair_lines_print(slice_of("cat = 猫\ndog\n"), &tsv);             // "cat\t猫\n"
 *   bytes_finish(&tsv);
 *
 * Of a line with tabs what stands behind the second one is kept as it is: gold links, or the attribution of Anki's and
 * Tatoeba's files. Lines that begin with # are notes (Anki's exports open with some); "# Our class" is a title. */
#ifndef TEXT_PAIR_LINES_H
#define TEXT_PAIR_LINES_H

#include "base/file.h"

#define PAIR_SIDE_BYTES 400 /* of a side at most */

typedef enum PairFault {
    PAIR_FINE,
    PAIR_ALONE,     /* nothing parts it into two sides */
    PAIR_NO_SOURCE, /* a side is empty */
    PAIR_NO_TARGET,
    PAIR_LONG,     /* a side has more bytes than are taken */
    PAIR_REPEATED, /* the very same pair stands above */
    PAIR_FAULTS
} PairFault;

typedef struct PairLine {
    Slice source, target, more; /* more: what stands behind the second tab; of the text, trimmed */
    PairFault fault;
} PairLine;

typedef struct LineFault {
    int line; /* from 1 */
    PairFault fault;
} LineFault;

typedef struct PairLines {
    int lines, pairs;
    LineFault *faults; /* [fault_count], rising, the arena's */
    int fault_count;
    int source_words, target_words; /* different ones, cut as they will be learned */
    Slice title;                    /* of the text; empty: none */
} PairLines;

/* The next line of a text; false at its end. Of an empty line, or a note, nothing but its title is taken: `source`
 * has no text. */
bool pair_line_next(Slice *rest, PairLine *out, Slice *title);

void pair_lines_read(Slice text, Arena *arena, PairLines *out);
void pair_lines_print(Slice text, Bytes *out); /* those that are fine, as a TSV file that corpus_parse takes */

#endif
