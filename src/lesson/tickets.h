/* Exit tickets: what a class answers on paper at the end of a path through the course. One file of the course has them.
 *
 *   Arena arena = {0};
 *   Error error = {0};
 *   Reader reader = {&arena, "lessons/tickets.tsv", &error};
 *   Tickets tickets;
 *   if (!tickets_read(&reader, slice_of("45\t2\tWhat is c?\t0.2.\tc 是什么？\t0.2。\n"), &tickets))
 *       return false;
 *   return tickets.items[0].points == 2;
 *
 * A line has, between tabs: path, points, question, answer, and both in Chinese. A line that begins with # is a
 * remark. */
#ifndef LESSON_TICKETS_H
#define LESSON_TICKETS_H

#include "lesson/reader.h"
#include "words/words.h"

#define TICKETS_FILE     "tickets.tsv" /* beside the lessons' folders */
#define TICKET_QUESTIONS 4             /* that a path has at most: they stand on one page */

typedef struct TicketQuestion {
    const char *path; /* of lessons/paths.tsv: "45" */
    int points;
    const char *question[LANGUAGE_CHINESE + 1], *answer[LANGUAGE_CHINESE + 1];
} TicketQuestion;

typedef struct Tickets {
    TicketQuestion *items; /* [count], as the file has them; those of a path stand together */
    int count;
} Tickets;

/* All is the reader's arena's. Refused, with its line: another number of columns, an empty one or one that is too long,
 * points that are none, a path that stood before another one, more than TICKET_QUESTIONS of one. */
MUST_USE bool tickets_read(const Reader *reader, Slice text, Tickets *out);

/* Those of one path, of the course's own file, from where the program finds its lessons; all is the arena's.
 * ERROR_USAGE, with the paths that there are, where it has none. */
MUST_USE bool tickets_open(const char *path, Arena *arena, Tickets *out, Error *error);

#endif
