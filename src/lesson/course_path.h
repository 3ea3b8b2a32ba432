/* Paths through the course: cards of several lessons in the order in which a class, or a person alone, goes through
 * them. One file of the course has them all; docs/teaching.md says of each card what to ask.
 *
 *   Arena arena = {0};
 *   Error error = {0};
 *   Reader reader = {&arena, "lessons/paths.tsv", &error};
 *   CoursePath paths[PATH_KINDS];
 *   if (!paths_read(&reader, slice_of("45\t1\t4.1\t3\n45\t1\t5.2\t4\n"), paths)) return false;
 *   return path_beside(&paths[PATH_45], 4, 6, 1) == 1;
 *
 * A line has, between tabs: path, day, LESSON.CARD, minutes. The cards of a path stand in the course's order, so that
 * from any card of the course it is known which one of the path comes next. */
#ifndef LESSON_COURSE_PATH_H
#define LESSON_COURSE_PATH_H

#include "lesson/reader.h"

#define PATHS_FILE "paths.tsv" /* beside the lessons' folders */

typedef enum PathKind { PATH_NONE, PATH_45, PATH_90, PATH_WEEK, PATH_KINDS } PathKind;
extern const char *const PATH_NAMES[]; /* "none", "45", "90", "week", NULL */

typedef struct PathStop {
    int day, lesson, card; /* from 1 */
    int minutes;
} PathStop;

typedef struct CoursePath {
    PathKind kind;
    PathStop *stops; /* [count] */
    int count;
} CoursePath;

/* All is the reader's arena's. Refused, with its line: another number of columns, a path or a card that is none, a day
 * or minutes that are no whole number, a card or a day that stands behind a later one. */
MUST_USE bool paths_read(const Reader *reader, Slice text, CoursePath out[PATH_KINDS]);

/* Those of the course in that folder; all is the arena's. Where the folder has no such file all are empty. */
MUST_USE bool paths_open(const char *lessons, Arena *arena, CoursePath out[PATH_KINDS], Error *error);

/* A card that is number `stop` of the path; the next one of the path behind that card (by = 1) or before it (-1),
 * wherever it stands in the course. -1: there is none. */
int path_stop(const CoursePath *path, int lesson, int card);
int path_beside(const CoursePath *path, int lesson, int card, int by);

/* The first one of that day, and how many the day has. */
int path_day(const CoursePath *path, int day, int *count);

#endif
