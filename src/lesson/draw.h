/* Cards whose sentences are drawn: a `draw` block of a card is a table of names and of rows, and one row of it is put
 * in the place of each [[name]] of that card, in both languages. Which row it is follows from the number of the draw
 * alone. A lesson's name may carry that number: "31-exam#7".
 *
 *   int number;
 *   FileText english, chinese; // as split_file made them
 *   const char *folder = draw_cut("lessons/31-exam#7", &arena, &number); // "lessons/31-exam", 7
 *   if (!*folder || !draw_apply(&reader, &english, NULL, number)) return false;
 *   return draw_apply(&reader, &chinese, &english, number); // with the same rows
 */
#ifndef LESSON_DRAW_H
#define LESSON_DRAW_H

#include "lesson/split.h"

#define DRAW_MOST 9999

/* The name without its number, which is 1 where it has none, and where a folder has that whole name. The arena's, or
 * `name` itself. */
const char *draw_cut(const char *name, Arena *arena, int *number);

/* The name with its number; as it is where that is 1. */
char *draw_name(const char *name, int number, Arena *arena);

/* Puts the drawn row into titles and pieces; lines stay where they are. `rows`: the file whose draw blocks count; NULL:
 * the file's own. An unknown name or a row of another length is an error with its line. */
MUST_USE bool draw_apply(const Reader *reader, FileText *file, const FileText *rows, int number);

/* How many draws show each row of each card at least once; 1: nothing is drawn. */
int draw_rounds(const FileText *file);

#endif
