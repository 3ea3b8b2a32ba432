/* What every part of the lesson reader is handed: where its memory comes from and whom to tell about a mistake.
 *
 *   Reader reader = {&arena, "lessons/05/lesson.md", &error};
 *   return reader_fail(&reader, 12, "unknown key %s", reader_quote(&reader, text));
 */
#ifndef LESSON_READER_H
#define LESSON_READER_H

#include "base/arena.h"
#include "base/error.h"
#include "base/utf8.h"

typedef struct Reader {
    Arena *arena;
    const char *file;
    Error *error; /* may be NULL */
} Reader;

/* Always false. `line` from 1, 0 for the file as a whole. */
bool reader_fail(const Reader *reader, int line, const char *format, ...) PRINTF_LIKE(3, 4);

/* Always false: a text of `line` holds the control character `c`, which could reach a terminal. */
bool reader_refuse_control(const Reader *reader, int line, uint32_t c);

/* The next line of a table that is neither empty nor a remark (#), without its CR, and which one of the text it is.
 * Begin with `rest` as the whole text, slice_unmarked, and `number` 0. */
bool reader_row(Slice *rest, int *number, Slice *line);

/* The columns of a line of a table, trimmed; those that it lacks are empty. 0: it is no text, or has fewer or more of
 * them than it may, which is told with what was `expected`. */
int reader_columns(const Reader *reader, int number, Slice line, Slice *columns, int least, int most,
                   const char *expected);

bool name_is_plain(const char *name); /* can a model's file or a gate be called so? */

/* LESSON.CARD, such as 5.2, both from 1 to 99. */
bool reader_card(const Reader *reader, int number, Slice text, int *lesson, int *card);

/* `text` in quotation marks for a message, cut after 40 letters. The arena's. */
const char *reader_quote(const Reader *reader, Slice text);

#endif
